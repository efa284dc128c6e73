#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <type_traits>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/board_names.hpp"
#include "board/game.hpp"
#include "limits.hpp"
#include "lock.hpp"
#include "python_objects.hpp"
#include "strategy/evaluation.hpp"
#include "strategy/game_tree.hpp"
#include "strategy/own_player.hpp"
#include "strategy/player.hpp"
#include "strategy/policies/policy.hpp"
#include "strategy/strategies.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Cell;
using sapper::Choice;
using sapper::Evaluation;
using sapper::GameValues;
using sapper::Player;

namespace {

// A copy of a choice, which stays valid.
struct ChoiceCopy {
    explicit ChoiceCopy(const Choice& choice)
        : cells(choice.cells.begin(), choice.cells.end()),
          flags(choice.flags.begin(), choice.flags.end()),
          risk(choice.risk),
          win_probability(choice.win_probability) {}

    std::vector<Cell> cells;
    std::vector<Cell> flags;
    double risk;
    double win_probability;
};

std::optional<double> number(double value) {
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

// Runs `act` with a time limit and cancellation. After an error the player has no game until the next
// begin().
auto with_poll(PlayerObject& self, const GameObject& game, std::optional<double> time_limit,
               const Cancel* cancel, auto act) {
    struct Watch {
        Player& player;
        ~Watch() { player.set_poll({}); }
    } until_done{*self.player};
    self.player->set_poll(limits_of(time_limit, cancel).poll);
    self.game = nullptr;
    if constexpr (std::is_void_v<decltype(act())>) {
        act();
        self.game = &game;
    } else {
        auto result = act();
        self.game = &game;
        return result;
    }
}

void begin(PlayerObject& self, const GameObject& game, std::uint64_t seed, std::uint64_t number,
           std::optional<double> time_limit, const Cancel* cancel) {
    const Changing changing(self.users, kPlayer);
    const Reading reading(game.users, kGame);
    if (self.topology) {
        sapper::check_same_board(*game.topology(), game.mines(), "a game", *self.topology, self.mines,
                                 "a player");
    }
    with_poll(self, game, time_limit, cancel,
              [&] { self.player->begin(game, sapper::Random(seed, number, sapper::Stream::strategy)); });
}

void follow(PlayerObject& self, const GameObject& game) {
    const Changing changing(self.users, kPlayer);
    const Reading reading(game.users, kGame);
    if (self.game != &game) throw std::invalid_argument("a player follows the game that it began with");
    self.player->follow(game);
}

ChoiceCopy next(PlayerObject& self, std::optional<double> time_limit, const Cancel* cancel) {
    const Changing changing(self.users, kPlayer);
    if (self.game == nullptr) throw std::invalid_argument("a player begins a game before it chooses");
    const GameObject& game = *self.game;
    const Reading reading(game.users, kGame);
    return with_poll(self, game, time_limit, cancel, [&] { return ChoiceCopy(self.player->next()); });
}

sapper::PlayerBeliefs beliefs(PlayerObject& self, std::optional<double> time_limit, const Cancel* cancel) {
    const Changing changing(self.users, kPlayer);
    if (self.game == nullptr) throw std::invalid_argument("a player begins a game before it believes");
    const GameObject& game = *self.game;
    const Reading reading(game.users, kGame);
    return with_poll(self, game, time_limit, cancel, [&] { return self.player->beliefs(); });
}

PlayerObject make_player(std::string_view name, TopologyIn topology, std::uint32_t mines,
                         const sapper::Rules& rules) {
    return {sapper::make_player(name, topology, mines, rules), topology, mines};
}

PlayerObject compose(const sapper::LevelPart& level, const sapper::PolicyPart& policy, bool endgame,
                     TopologyIn topology, std::uint32_t mines, const sapper::Rules& rules) {
    return {sapper::compose(level, policy, endgame, topology, mines, rules), topology, mines};
}

// From now on the player opens this cell first.
void open_first(PlayerObject& self, Cell cell) {
    const Changing changing(self.users, kPlayer);
    if (self.topology) sapper::check_cell(cell, *self.topology);
    self.player = std::make_shared<sapper::FirstAndLast>(self.player, cell);
    self.game = nullptr;
}

// From now on these functions hear of the games of the player.
void tell(PlayerObject& self, decltype(sapper::Listener::begin) begin,
          std::optional<decltype(sapper::Listener::observe)> observe) {
    const Changing changing(self.users, kPlayer);
    sapper::Listener listener{std::move(begin), std::move(observe).value_or(nullptr)};
    self.player = sapper::with_listener(self.player, std::move(listener));
    self.game = nullptr;
}

// From now on the player chooses once in each position and remembers its choice, until forget().
void remember(PlayerObject& self) {
    const Changing changing(self.users, kPlayer);
    self.player = std::make_shared<sapper::CachingPlayer>(self.player);
    self.game = nullptr;
}

void forget(PlayerObject& self) {
    const Changing changing(self.users, kPlayer);
    auto* player = dynamic_cast<sapper::CachingPlayer*>(self.player.get());
    if (player == nullptr) throw std::invalid_argument("this player remembers nothing");
    player->forget();
}

std::pair<std::vector<std::uint8_t>, std::vector<float>> guess_input(const sapper::Position& position,
                                                                     Cell cell) {
    const sapper::GuessNet::Input input = sapper::guess_input(position, cell);
    return {{input.around.begin(), input.around.end()}, {input.figures.begin(), input.figures.end()}};
}

double guess_worth(const std::array<std::uint8_t, sapper::GuessNet::kCells>& around,
                   const std::array<float, sapper::GuessNet::kFigures>& figures) {
    if (std::ranges::any_of(around, [](std::uint8_t kind) { return kind >= sapper::GuessNet::kKinds; }))
        throw std::invalid_argument("no such kind of cell");
    return sapper::GuessNet::worth({around, figures});
}

std::tuple<std::uint64_t, std::uint64_t, sapper::Cell, std::uint64_t> optimum(
    const TopologyIn& topology, std::uint32_t mines, const sapper::Rules& rules, std::size_t bytes,
    std::optional<double> time_limit, const Cancel* cancel) {
    sapper::TreeLimits limits;
    limits.bytes = bytes;
    limits.poll = make_poll(time_limit, cancel);
    limits.poll();
    const sapper::Optimum best = sapper::optimum(*topology, mines, rules.first_click, limits);
    return {best.wins, best.configurations, best.first_click, best.nodes};
}

// An evaluation and its player, which plays in every call.
struct EvaluationObject {
    std::shared_ptr<PlayerObject> player;
    Evaluation evaluation;
    Cell cells;
};

void make_evaluation(EvaluationObject* self, const sapper::Position& position, const sapper::Rules& rules,
                     const std::shared_ptr<PlayerObject>& player, std::optional<double> time_limit,
                     const Cancel* cancel) {
    const Changing changing(player->users, kPlayer);
    if (player->topology) {
        sapper::check_same_board(*position.topology, position.mines, "a position", *player->topology,
                                 player->mines, "a player");
    }
    player->game = nullptr;
    new (self) EvaluationObject{
        player, Evaluation(position, rules.first_click, player->player, limits_of(time_limit, cancel)),
        static_cast<Cell>(position.topology->size())};
}

// Calls `work` with a poll, and removes the poll afterwards.
auto with_poll(EvaluationObject& self, std::optional<double> time_limit, const Cancel* cancel, auto work) {
    const Changing changing(self.player->users, kPlayer);
    self.player->game = nullptr;
    struct Watch {
        Evaluation& evaluation;
        ~Watch() { evaluation.set_poll({}); }
    } until_done{self.evaluation};
    self.evaluation.set_poll(limits_of(time_limit, cancel).poll);
    return work();
}

std::optional<double> exact(EvaluationObject& self, std::optional<double> time_limit, const Cancel* cancel) {
    return with_poll(self, time_limit, cancel, [&] { return self.evaluation.exact(); });
}

std::vector<double> values(EvaluationObject& self, std::uint64_t seed, std::uint64_t first,
                           std::uint32_t count, std::optional<double> time_limit, const Cancel* cancel,
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
        const std::vector<std::uint8_t>& minefield = sampler.draw(random);
        minefields.insert(minefields.end(), minefield.begin(), minefield.end());
    }
    return array_of(std::move(minefields));
}

void bind_evaluation(nb::module_& module) {
    nb::class_<GameValues>(module, "GameValues", "The values of games, in their order.")
        .def(nb::init<>())
        .def(
            "add", [](GameValues& self, const std::vector<double>& values) { self.add(values); }, "values"_a)
        .def_prop_ro("games", &GameValues::games)
        .def_prop_ro("mean", &GameValues::mean, "The mean and the error need at least one game.")
        .def_prop_ro("error", &GameValues::error)
        .def("games_needed", &GameValues::games_left, "error"_a);
    nb::class_<EvaluationObject>(module, "Evaluation", "What a position is worth to a player.")
        .def("__init__", &make_evaluation, "position"_a, "rules"_a, "player"_a, "time_limit"_a = nb::none(),
             "cancel"_a = nb::none(), Release())
        .def("exact", &exact, "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release())
        .def("values", &values, "seed"_a, "first"_a, "count"_a, "time_limit"_a = nb::none(),
             "cancel"_a = nb::none(), "cells"_a = std::vector<Cell>(), Release(),
             "The values of games that begin by opening these cells; without cells the player chooses.");
    module.def("draw_minefields", &draw_minefields, "position"_a, "seed"_a, "count"_a);
}

}  // namespace

void bind_strategy(nb::module_& module) {
    nb::class_<ChoiceCopy>(module, "Choice", "What a player wants to do.")
        .def_ro("cells", &ChoiceCopy::cells)
        .def_ro("flags", &ChoiceCopy::flags)
        .def_prop_ro("risk", [](const ChoiceCopy& self) { return number(self.risk); })
        .def_prop_ro("win_probability", [](const ChoiceCopy& self) { return number(self.win_probability); });
    module.def(
        "dead_cells",
        [](const sapper::Position& position, bool trust_flags, std::optional<double> time_limit,
           const Cancel* cancel) {
            return sapper::dead_cells(position, trust_flags, limits_of(time_limit, cancel));
        },
        "position"_a, "trust_flags"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());
    nb::class_<sapper::Aftermath>(module, "Aftermath", "What may follow when a cell is opened.")
        .def_ro("risk", &sapper::Aftermath::risk)
        .def_ro("log_configurations", &sapper::Aftermath::log_configurations)
        .def_ro("numbers", &sapper::Aftermath::numbers)
        .def_ro("progress", &sapper::Aftermath::progress)
        .def_ro("proven", &sapper::Aftermath::proven);
    module.def(
        "aftermath_of",
        [](const sapper::Position& position, Cell cell, bool trust_flags, std::optional<double> time_limit,
           const Cancel* cancel) {
            sapper::check_cell(cell, *position.topology);
            return sapper::aftermath_of(position, cell, trust_flags, limits_of(time_limit, cancel));
        },
        "position"_a, "cell"_a, "trust_flags"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(),
        Release());
    module.def(
        "zero_chances",
        [](const sapper::Position& position, const std::vector<Cell>& cells, bool trust_flags,
           std::optional<double> time_limit, const Cancel* cancel) {
            for (const Cell cell : cells)
                sapper::check_cell(cell, *position.topology);
            return sapper::zero_chances(position, cells, trust_flags, limits_of(time_limit, cancel));
        },
        "position"_a, "cells"_a, "trust_flags"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(),
        Release(), "The chances that each cell is safe and shows a zero; nan for open cells.");
    nb::class_<sapper::PlayerBeliefs::Statement>(module, "Statement", "Bounds on the mines among some cells.")
        .def_ro("cells", &sapper::PlayerBeliefs::Statement::cells)
        .def_ro("least", &sapper::PlayerBeliefs::Statement::least)
        .def_ro("most", &sapper::PlayerBeliefs::Statement::most);
    nb::class_<sapper::PlayerBeliefs>(module, "Beliefs", "What a player believes.")
        .def_ro("safe", &sapper::PlayerBeliefs::safe)
        .def_ro("mines", &sapper::PlayerBeliefs::mines)
        .def_ro("risks", &sapper::PlayerBeliefs::risks)
        .def_ro("statements", &sapper::PlayerBeliefs::statements);
    // A player reads its game in later calls, so the game must stay alive and in place.
    nb::class_<PlayerObject>(module, "Player", "A player and its game.")
        .def("begin", &begin, "game"_a, "seed"_a, "number"_a, "time_limit"_a = nb::none(),
             "cancel"_a = nb::none(), nb::keep_alive<1, 2>(), Release())
        .def("follow", &follow, "game"_a, Release())
        .def("open_first", &open_first, "cell"_a)
        .def("tell", &tell, "begin"_a, "observe"_a.none())
        .def("remember", &remember)
        .def("forget", &forget)
        .def("beliefs", &beliefs, "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release())
        .def("next", &next, "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());

    module.def("guess_input", &guess_input, "position"_a, "cell"_a);
    module.def("guess_worth", &guess_worth, "around"_a, "figures"_a);

    module.def("make_player", &make_player, "name"_a, "topology"_a, "mines"_a, "rules"_a);
    module.def(
        "needs_mine_count", [](std::string_view name) { return sapper::needs_mine_count(name); }, "name"_a);
    module.def(
        "needs_mine_count",
        [](const sapper::LevelPart& level, const sapper::PolicyPart& policy, bool endgame) {
            return sapper::needs_mine_count(level, policy, endgame);
        },
        "level"_a, "policy"_a, "endgame"_a);
    module.def("compose", &compose, "level"_a, "policy"_a, "endgame"_a, "topology"_a, "mines"_a, "rules"_a);
    module.def(
        "player_of",
        [](sapper::ChooseFunction choose) { return PlayerObject{sapper::player_of(std::move(choose))}; },
        "choose"_a);
    module.def("strategies", [] { return list_of(sapper::strategies()); });
    module.def("strategy_levels", [] { return list_of(sapper::strategy_levels()); });
    module.def("policies", [] { return list_of(sapper::policies()); });
    module.def(
        "win_probability",
        [](const sapper::Position& position, const sapper::Rules& rules, bool trust_flags,
           const BytesIn& verdicts, bool exact) {
            sapper::check_size(verdicts.size(), "verdicts", *position.topology);
            const auto* first = reinterpret_cast<const sapper::Verdict*>(verdicts.data());
            return sapper::win_probability(position, rules.first_click, trust_flags, {first, verdicts.size()},
                                           exact);
        },
        "position"_a, "rules"_a, "trust_flags"_a, "verdicts"_a, "exact"_a, Release());
    module.def(
        "good_first_cell",
        [](const sapper::Topology& topology, std::uint32_t mines, const sapper::Rules& rules) {
            return sapper::good_first_cell(topology, mines, rules.first_click);
        },
        "topology"_a, "mines"_a, "rules"_a);

    nb::exception<sapper::OptimumTooLarge>(module, "OptimumTooLarge", PyExc_MemoryError);
    // optimum() returns the wins, the minefields, the first click, and the positions examined.
    module.def("optimum", &optimum, "topology"_a, "mines"_a, "rules"_a, "bytes"_a,
               "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());
    bind_evaluation(module);
}
