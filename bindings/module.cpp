#include <stdexcept>

#include "bind.hpp"

NB_MODULE(_engine, module) {
    module.doc() =
        "The engine of Sapper. Use the faces in `sapper`; this module checks little and explains less.";
#ifdef __SSE4_2__
    // Rather than end the program with an illegal instruction. Of all that x86-64-v2 asks for this came last.
    if (!__builtin_cpu_supports("sse4.2"))
        throw std::runtime_error(
            "this build of sapper needs an x86-64-v2 processor, one that has SSE4.2; for an older one: "
            "pip install . -C cmake.define.SAPPER_X86_64_LEVEL=x86-64");
#endif
    // What a program still holds when it ends, a cached topology for one, is no leak.
    nanobind::set_leak_warnings(false);
    bind_poll(module);
    bind_topology(module);
    bind_position(module);
    bind_random(module);
    bind_game(module);
    bind_inference(module);
    bind_inference_anatomy(module);
    bind_inference_batch(module);
    bind_inference_state(module);
    bind_hints(module);
    bind_knowledge(module);
    bind_search(module);
    bind_boards(module);
    bind_strategy(module);
    bind_optimum(module);
    bind_simulation(module);
}
