#include "bind.hpp"

NB_MODULE(_engine, module) {
    module.doc() =
        "The engine of Sapper. Use the faces in `sapper`; this module checks little and explains less.";
    // What a program still holds when it ends, a cached topology for one, is no leak.
    nanobind::set_leak_warnings(false);
    bind_watch(module);
    bind_board(module);
    bind_inference(module);
    bind_knowledge(module);
    bind_boards(module);
    bind_strategy(module);
    bind_optimum(module);
    bind_simulation(module);
}
