#include <stdexcept>

#include "bind.hpp"

NB_MODULE(_engine, module) {
    module.doc() = "The engine of Sapper. Use the classes in `sapper`: this module checks little.";
#ifdef __SSE4_2__
    // An error is better than an illegal instruction. SSE4.2 is the newest part of x86-64-v2.
    if (!__builtin_cpu_supports("sse4.2"))
        throw std::runtime_error(
            "this build of sapper needs an x86-64-v2 processor, one that has SSE4.2; for an older one: "
            "pip install . -C cmake.define.SAPPER_X86_64_LEVEL=x86-64");
#endif
    // Objects that a program still holds at its end, such as cached topologies, are not leaks.
    nanobind::set_leak_warnings(false);
    bind_limits(module);
    bind_board(module);
    bind_formats(module);
    bind_inference(module);
    bind_deduction(module);
    bind_minefields(module);
    bind_strategy(module);
    bind_hints(module);
    bind_simulation(module);
    bind_environments(module);
    bind_reviews(module);
    bind_screen(module);
    bind_protocol(module);
}
