#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/board_names.hpp"
#include "held.hpp"
#include "poll.hpp"
#include "strategy/evaluation.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Cell;
using sapper::Evaluation;
using sapper::GameValues;

namespace {

// An evaluation and its player, which plays in every call.
struct HeldEvaluation {
    std::shared_ptr<HeldPlayer> player;
    Evaluation evaluation;
    Cell cells;
};

void make_evaluation(HeldEvaluation* self, const sapper::Position& position, const sapper::Rules& rules,
                     const std::shared_ptr<HeldPlayer>& player, std::optional<double> time_limit,
                     const Cancel* cancel) {
    const Changing changing(player->users, kPlayer);
    if (player->topology) {
        sapper::check_same_board(*position.topology, position.mines, "a position", *player->topology,
                                 player->mines, "a player");
    }
    player->game = nullptr;
    new (self) HeldEvaluation{
        player, Evaluation(position, rules.first_click, player->player, limits_of(time_limit, cancel)),
        static_cast<Cell>(position.topology->size())};
}

// Calls `work` with a poll, which is removed afterwards.
auto with_poll(HeldEvaluation& self, std::optional<double> time_limit, const Cancel* cancel, auto work) {
    const Changing changing(self.player->users, kPlayer);
    self.player->game = nullptr;
    struct Watch {
        Evaluation& evaluation;
        ~Watch() { evaluation.set_poll({}); }
    } until_done{self.evaluation};
    self.evaluation.set_poll(limits_of(time_limit, cancel).poll);
    return work();
}

std::optional<double> exact(HeldEvaluation& self, std::optional<double> time_limit, const Cancel* cancel) {
    return with_poll(self, time_limit, cancel, [&] { return self.evaluation.exact(); });
}

std::vector<double> values(HeldEvaluation& self, std::uint64_t seed, std::uint64_t first, std::uint32_t count,
                           std::optional<double> time_limit, const Cancel* cancel,
                           const std::vector<Cell>& cells) {
    for (const Cell cell : cells) {
        if (cell >= self.cells) throw std::invalid_argument("no such cell");
    }
    return with_poll(self, time_limit, cancel, [&] {
        std::vector<double> values(count);
        const std::uint64_t here = self.evaluation.seed_here(seed);
        for (std::uint32_t i = 0; i < count; ++i)
            values[i] = self.evaluation.value(here, first + i, cells);
        return values;
    });
}

// Minefields that fit a position, one after another, a byte for each cell.
ArrayOut<std::uint8_t> draw_minefields(const sapper::Position& position, std::uint64_t seed,
                                       std::uint32_t count) {
    sapper::Inference inference(position.topology, position.mines);
    inference.load(position);
    inference.check_possible();
    sapper::MinefieldSampler sampler(inference);
    sapper::Random random(seed, 0, sapper::Stream::evaluation);
    std::vector<std::uint8_t> minefields;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::vector<std::uint8_t>& drawn = sampler.draw(random);
        minefields.insert(minefields.end(), drawn.begin(), drawn.end());
    }
    return owned(std::move(minefields));
}

}  // namespace

void bind_evaluation(nb::module_& module) {
    nb::class_<GameValues>(module, "GameValues", "The values of games, in their order.")
        .def(nb::init<>())
        .def(
            "add", [](GameValues& self, const std::vector<double>& values) { self.add(values); }, "values"_a)
        .def_prop_ro("games", &GameValues::games)
        .def_prop_ro("mean", &GameValues::mean, "The mean and the error need at least one game.")
        .def_prop_ro("error", &GameValues::error)
        .def("wanted", &GameValues::wanted, "error"_a);
    nb::class_<HeldEvaluation>(module, "Evaluation", "What a position is worth to a player.")
        .def("__init__", &make_evaluation, "position"_a, "rules"_a, "player"_a, "time_limit"_a = nb::none(),
             "cancel"_a = nb::none(), Release())
        .def("exact", &exact, "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release())
        .def("values", &values, "seed"_a, "first"_a, "count"_a, "time_limit"_a = nb::none(),
             "cancel"_a = nb::none(), "cells"_a = std::vector<Cell>(), Release(),
             "The values of games that begin by opening these cells; without cells the player chooses.");
    module.def("draw_minefields", &draw_minefields, "position"_a, "seed"_a, "count"_a);
}
