#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "board/game.hpp"
#include "watch.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Action;
using sapper::Cell;
using sapper::FirstClick;
using sapper::Game;
using sapper::GameError;
using sapper::Minefield;
using sapper::OnMine;
using sapper::Rules;
using sapper::Status;
using sapper::Topology;
using sapper::Win;

namespace {

using BytesIn = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using BytesOut = nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>;

void make_given(Game* self, std::shared_ptr<const Topology> topology, const BytesIn& mined, Rules rules) {
    Minefield minefield(std::vector<std::uint8_t>(mined.data(), mined.data() + mined.size()));
    new (self) Game(std::move(topology), std::move(minefield), rules);
}

// A view until the next restart: the array keeps the game alive.
std::optional<BytesOut> minefield_of(nb::handle_t<Game> self) {
    const Minefield* minefield = nb::cast<const Game&>(self).minefield();
    if (minefield == nullptr) return std::nullopt;
    return BytesOut(minefield->bytes().data(), {minefield->size()}, self);
}

// The first click on a massive board takes long enough to be stopped.
std::size_t open(Game& game, Cell cell) {
    return game.minefield() == nullptr ? game.open(cell, watch(std::nullopt, nullptr)) : game.open(cell);
}

std::size_t act(Game& game, Action action) {
    return action.kind == Action::Kind::open ? open(game, action.cell) : game.act(action);
}

std::vector<Cell> changed_of(const Game& game) {
    return {game.changed().begin(), game.changed().end()};
}

nb::object& game_error() {
    static nb::object* type = new nb::object();
    return *type;
}

void translate_game_error(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const GameError& error) {
        raise_with_cell(game_error().ptr(), error.what(), error.cell);
    }
}

void bind_rules(nb::module_& module) {
    nb::enum_<FirstClick>(module, "FirstClick")
        .value("any", FirstClick::any)
        .value("safe", FirstClick::safe)
        .value("opening", FirstClick::opening);
    nb::enum_<Win>(module, "Win").value("cleared", Win::cleared).value("flagged", Win::flagged);
    nb::enum_<OnMine>(module, "OnMine").value("stop", OnMine::stop).value("resume", OnMine::resume);
    nb::enum_<Status>(module, "Status")
        .value("playing", Status::playing)
        .value("won", Status::won)
        .value("lost", Status::lost)
        .value("cleared", Status::cleared);
    nb::class_<Rules>(module, "Rules", "What the players agreed on.")
        .def(nb::init<FirstClick, Win, OnMine, bool>(), "first_click"_a, "win"_a, "on_mine"_a,
             "question_marks"_a);
}

void bind_action(nb::module_& module) {
    nb::enum_<Action::Kind>(module, "ActionKind")
        .value("open", Action::Kind::open)
        .value("flag", Action::Kind::flag)
        .value("chord", Action::Kind::chord);
    nb::class_<Action>(module, "Action", "What was done, and where.")
        .def(nb::init<Action::Kind, Cell>(), "kind"_a, "cell"_a)
        .def_ro("kind", &Action::kind)
        .def_ro("cell", &Action::cell);
}

}  // namespace

void bind_game(nb::module_& module) {
    game_error() = nb::exception<GameError>(module, "GameError", PyExc_ValueError);
    nb::register_exception_translator(translate_game_error);
    bind_rules(module);
    bind_action(module);

    // Actions keep the interpreter lock: a game is not to be changed by two threads at once.
    nb::class_<Game>(module, "Game", "A game as its rules run it.")
        .def(nb::init<std::shared_ptr<const Topology>, std::uint32_t, Rules, std::uint64_t, std::uint64_t>(),
             "topology"_a, "mines"_a, "rules"_a, "seed"_a, "game"_a)
        .def("__init__", &make_given, "topology"_a, "mined"_a, "rules"_a)
        .def(nb::init<const sapper::Position&, Rules>(), "position"_a, "rules"_a,
             "A game that stands at a position and cannot be played.")
        .def("restart", nb::overload_cast<std::uint64_t, std::uint64_t>(&Game::restart), "seed"_a, "game"_a)
        .def("restart", nb::overload_cast<>(&Game::restart))
        .def("open", &open, "cell"_a)
        .def("flag", &Game::flag, "cell"_a)
        .def("chord", &Game::chord, "cell"_a)
        .def("act", &act, "action"_a)
        .def("copy", [](const Game& self) { return Game(self); })
        .def_prop_ro("status", &Game::status)
        .def_prop_ro("position", &Game::position)
        .def_prop_ro("minefield", &minefield_of)
        .def_prop_ro("history", &Game::history, nb::rv_policy::copy)
        .def_prop_ro("is_fresh", &Game::is_fresh)
        .def(
            "mark", [](const Game& self, Cell cell) { return self.marks().at(cell); }, "cell"_a)
        .def_prop_ro("actions", [](const Game& self) { return self.history().size(); })
        .def_prop_ro("changed", &changed_of)
        .def_prop_ro("flags", &Game::flags)
        .def_prop_ro("exploded", &Game::exploded)
        .def_prop_ro("safe_left", &Game::safe_left)
        .def_prop_ro("mines_left", &Game::mines_left)
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));
}
