#include "bind.hpp"

NB_MODULE(_engine, module) {
    module.doc() =
        "The engine of Sapper. Use the faces in `sapper`; this module checks little and explains less.";
    bind_watch(module);
    bind_board(module);
    bind_inference(module);
}
