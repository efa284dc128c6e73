#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/board_names.hpp"
#include "poll.hpp"
#include "python_objects.hpp"
#include "variants/referee.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Action;
using sapper::Cell;
using sapper::Ruling;
using sapper::Variant;

namespace {

// A ruling that takes too long allows the move.
Ruling rule_on(const HeldGame& game, Variant variant, Action action, std::uint64_t seed) {
    const Reading reading(game.users, kGame);
    const sapper::Limits limits = limits_of(sapper::kRulingSeconds, nullptr);
    try {
        return sapper::rule_on(game, variant, action, seed, limits);
    } catch (const sapper::TimeIsUp&) {
        return {};
    }
}

std::optional<ArrayOut<std::uint8_t>> rearrange(const sapper::Position& position,
                                                const std::vector<Cell>& safe_cells, std::uint64_t seed,
                                                std::optional<double> time_limit) {
    for (const Cell cell : safe_cells)
        sapper::check_cell(cell, *position.topology);
    const auto find = [&] {
        const WithoutLock without_lock;
        const sapper::Random random(seed, 0, sapper::Stream::rearrangement);
        return sapper::rearrange(position, safe_cells, random, limits_of(time_limit, nullptr));
    };
    auto mined = find();
    return mined ? std::optional(owned(std::move(*mined))) : std::nullopt;
}

}  // namespace

void bind_variants(nb::module_& module) {
    nb::enum_<Variant>(module, "Variant")
        .value("normal", Variant::normal)
        .value("hard_core", Variant::hard_core)
        .value("lucky", Variant::lucky);
    nb::class_<Ruling>(module, "Ruling", "What a variant says about an action.")
        .def_ro("guess", &Ruling::guess, "The cells of a guess that loses; otherwise empty.")
        .def_prop_ro("mined", view(&Ruling::mined), "The mines after they have moved; otherwise empty.");
    module.def("rule_on", &rule_on, "game"_a, "variant"_a, "action"_a, "seed"_a, Release());
    module.def("rearranged", &rearrange, "position"_a, "spared"_a, "seed"_a, "time_limit"_a = nb::none());
}
