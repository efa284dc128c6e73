#include <nanobind/operators.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <variant>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/board_names.hpp"
#include "board/position.hpp"
#include "board/topology.hpp"
#include "limits.hpp"
#include "python_objects.hpp"
#include "util/random.hpp"
#include "variants/referee.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Action;
using sapper::Cell;
using sapper::FirstClick;
using sapper::Game;
using sapper::GameError;
using sapper::Guessing;
using sapper::Mark;
using sapper::Minefield;
using sapper::MinePrior;
using sapper::OnMine;
using sapper::Position;
using sapper::PositionError;
using sapper::Random;
using sapper::Rules;
using sapper::Status;
using sapper::Stream;
using sapper::Topology;
using sapper::Win;

namespace {

nb::typed<nb::tuple, int, nb::ellipsis> shape(const Topology& topology) {
    return nb::tuple(nb::cast(topology.shape()));
}

std::vector<std::tuple<int, int>> steps(const Topology& topology) {
    std::vector<std::tuple<int, int>> steps;
    for (const auto& [rows, columns] : topology.steps())
        steps.emplace_back(rows, columns);
    return steps;
}

std::vector<Cell> neighbours(const Topology& topology, std::size_t cell) {
    if (cell >= topology.size()) throw nb::index_error("no such cell");
    const Topology::Neighbours around = topology.neighbours(static_cast<Cell>(cell));
    return {around.begin(), around.end()};
}

// Copies values of the type T, if that is the type of the array.
template <typename T>
bool copy_marks(const NumbersIn& array, std::vector<Mark>& marks) {
    if (!array.holds<T>()) return false;
    const std::span<const T> values = array.values<T>();
    if constexpr (std::is_same_v<T, Mark>) {
        marks.assign(values.begin(), values.end());
        return true;
    }
    marks.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        marks[i] = static_cast<Mark>(values[i]);
        if (!std::in_range<Mark>(values[i]))
            throw sapper::not_a_mark(std::to_string(values[i]), static_cast<Cell>(i));
    }
    return true;
}

// Marks are whole numbers of any type. Without its mine count, a position has as many as it shows. Keeps the
// interpreter's lock: to check the marks takes no longer than to copy them.
void make_position(Position* self, TopologyIn topology, std::optional<std::uint32_t> mines,
                   const nb::object& marks_in) {
    const NumbersIn array(marks_in);
    std::vector<Mark> marks;
    const bool is_copied = copy_marks<std::int16_t>(array, marks) || copy_marks<std::int8_t>(array, marks) ||
                           copy_marks<std::int32_t>(array, marks) || copy_marks<std::int64_t>(array, marks) ||
                           copy_marks<std::uint8_t>(array, marks) ||
                           copy_marks<std::uint16_t>(array, marks) ||
                           copy_marks<std::uint32_t>(array, marks) || copy_marks<std::uint64_t>(array, marks);
    if (!is_copied) throw nb::type_error("marks are whole numbers of at most 64 bits");
    if (!mines) mines = static_cast<std::uint32_t>(std::ranges::count(marks, sapper::kExploded));
    new (self) Position(std::move(topology), *mines, std::move(marks));
}

Position with_prior(const Position& self, PriorIn prior) {
    Position result = self;
    result.prior = std::move(prior);
    return result;
}

std::shared_ptr<MinePrior> prior_of_density(double density) {
    return std::make_shared<MinePrior>(MinePrior::of_density(density));
}

// Nothing for "unknown".
using ClaimOut = std::optional<std::variant<std::uint32_t, double, std::pair<std::uint32_t, std::uint32_t>>>;

ClaimOut mine_claim(std::string_view text) {
    const sapper::MineClaim claim = sapper::mine_claim(text);
    if (const std::uint32_t* mines = std::get_if<std::uint32_t>(&claim)) return *mines;
    if (const double* density = std::get_if<double>(&claim)) return *density;
    if (const sapper::MineRange* range = std::get_if<sapper::MineRange>(&claim))
        return std::pair(range->least, range->most);
    return std::nullopt;
}

std::shared_ptr<MinePrior> prior_of_counts(std::uint32_t least, std::vector<double> weights) {
    return std::make_shared<MinePrior>(MinePrior::of_counts(least, std::move(weights)));
}

void make_with_mines(GameObject* self, TopologyIn topology, const BytesIn& mine_bytes, Rules rules) {
    Minefield minefield(std::vector<std::uint8_t>(mine_bytes.data(), mine_bytes.data() + mine_bytes.size()));
    new (self) GameObject(std::move(topology), std::move(minefield), rules);
}

void restart(GameObject& self, std::uint64_t seed, std::uint64_t game) {
    const Changing changing(self.users, kGame);
    self.restart(seed, game);
}

void restart_same(GameObject& self) {
    const Changing changing(self.users, kGame);
    self.restart();
}

// The first click on a huge board takes long enough to need a poll.
std::size_t act(GameObject& self, Action action) {
    const Changing changing(self.users, kGame);
    if (self.rules().guessing != Guessing::free)
        return sapper::act_by_rules(self, action, limits_of(std::nullopt, nullptr));
    if (action.kind == Action::Kind::open && self.minefield() == nullptr)
        return self.open(action.cell, make_poll(std::nullopt, nullptr));
    return self.act(action);
}

// A binding of a method or a function that only reads the game.
template <auto Read>
auto read_game(const GameObject& self) {
    const Reading reading(self.users, kGame);
    const Game& game = self;
    return std::invoke(Read, game);
}

// A view, valid until the next restart. The array keeps the game alive.
template <const Minefield* (Game::*Which)() const>
std::optional<ArrayOut<const std::uint8_t>> minefield_of(nb::handle_t<GameObject> object) {
    const GameObject& self = nb::cast<const GameObject&>(object);
    const Reading reading(self.users, kGame);
    const Game& game = self;
    const Minefield* minefield = std::invoke(Which, game);
    if (minefield == nullptr) return std::nullopt;
    return view_of(minefield->bytes(), object);
}

std::size_t actions_of(const Game& game) {
    return game.history().size();
}

sapper::Mark mark_of(const GameObject& self, Cell cell) {
    const Reading reading(self.users, kGame);
    sapper::check_cell(cell, *self.topology());
    return self.marks()[cell];
}

std::vector<Cell> changes_of(const Game& game) {
    return {game.changes().begin(), game.changes().end()};
}

GameObject copy_of(const Game& game) {
    return Game(game);
}

GameObject without_last_action(const Game& game) {
    return game.without_last_action();
}

bool are_equal(const GameObject& self, const GameObject& other) {
    const Reading reading(self.users, kGame);
    const Reading reading_other(other.users, kGame);
    return static_cast<const Game&>(self) == static_cast<const Game&>(other);
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
        .value("drawn", Status::drawn);
    nb::enum_<Guessing>(module, "Guessing")
        .value("free", Guessing::free)
        .value("hard_core", Guessing::hard_core)
        .value("lucky", Guessing::lucky)
        .value("kaboom", Guessing::kaboom);
    nb::class_<Rules>(module, "Rules", "The rules of a game.")
        .def(nb::init<FirstClick, Win, OnMine, bool, Guessing>(), "first_click"_a, "win"_a, "on_mine"_a,
             "question_marks"_a, "guessing"_a);
}

void bind_action(nb::module_& module) {
    nb::enum_<Action::Kind>(module, "ActionKind")
        .value("open", Action::Kind::open)
        .value("flag", Action::Kind::flag)
        .value("chord", Action::Kind::chord);
    nb::class_<Action>(module, "Action", "An action and its cell.")
        .def(nb::init<Action::Kind, Cell>(), "kind"_a, "cell"_a)
        .def_ro("kind", &Action::kind)
        .def_ro("cell", &Action::cell);
}

void bind_game(nb::module_& module) {
    bind_error<GameError, text_and_cell<GameError>>(module, "GameError");
    bind_rules(module);
    bind_action(module);

    // Calls keep the interpreter's lock, but may run Python code on the way.
    nb::class_<GameObject>(module, "Game", "A game and its rules.")
        .def(nb::init<TopologyIn, std::uint32_t, Rules, std::uint64_t, std::uint64_t>(), "topology"_a,
             "mines"_a, "rules"_a, "seed"_a, "game"_a)
        .def("__init__", &make_with_mines, "topology"_a, "mined"_a, "rules"_a)
        .def(nb::init<const sapper::Position&, Rules>(), "position"_a, "rules"_a,
             "A game that shows a position and cannot be played.")
        .def("restart", &restart, "seed"_a, "game"_a)
        .def("restart", &restart_same)
        .def(
            "open", [](GameObject& self, Cell cell) { return act(self, {Action::Kind::open, cell}); },
            "cell"_a)
        .def("act", &act, "action"_a)
        .def("copy", &read_game<&copy_of>)
        .def("undone", &read_game<&without_last_action>, "The game before its last action.")
        .def_prop_ro("status", &read_game<&Game::status>)
        .def_prop_ro("position", &read_game<&Game::position>)
        .def_prop_ro("minefield", &minefield_of<&Game::minefield>)
        .def_prop_ro("given_minefield", &minefield_of<&Game::original_minefield>,
                     "Before any of its mines moved.")
        .def_prop_ro("history", &read_game<&Game::history>)
        .def_prop_ro("is_lost_by_guess", &read_game<&Game::is_lost_by_guess>)
        .def_prop_ro("is_fresh", &read_game<&Game::is_fresh>)
        .def("mark", &mark_of, "cell"_a)
        .def_prop_ro("actions", &read_game<&actions_of>)
        .def_prop_ro("changed", &read_game<&changes_of>)
        .def_prop_ro("flags", &read_game<&Game::flags>)
        .def_prop_ro("exploded", &read_game<&Game::exploded>)
        .def_prop_ro("safe_left", &read_game<&Game::safe_left>)
        .def_prop_ro("mines_left", &read_game<&Game::mines_left>)
        .def("__eq__", &are_equal, nb::is_operator(), nb::sig("def __eq__(self, arg: object, /) -> bool"));
}

}  // namespace

void bind_board(nb::module_& module) {
    module.def(
        "board_levels",
        [] {
            std::vector<std::tuple<std::string_view, std::size_t, std::size_t, std::size_t>> levels;
            for (const auto& [name, rows, columns, mines] : sapper::kBoardLevels)
                levels.emplace_back(name, rows, columns, mines);
            return levels;
        },
        "The names, rows, columns and mines of the levels.");
    module.def("level_of", &sapper::level_of, "topology"_a, "mines"_a);

    nb::class_<Topology>(module, "Topology", "Which cells touch which.")
        .def_static("by_name", &sapper::named_topology, "name"_a, "shape"_a, Release(),
                    "None if there is no such name.")
        .def_static("graph", &Topology::graph, "adjacency"_a, Release())
        .def_prop_ro("kind", &sapper::kind_name)
        .def_prop_ro("name", &sapper::topology_name)
        .def_prop_ro("steps", &steps)
        .def_prop_ro("wraps", &Topology::wraps)
        .def_prop_ro("shape", &shape)
        .def_prop_ro("size", &Topology::size)
        .def_prop_ro("max_degree", &Topology::max_degree)
        .def("neighbours", &neighbours, "cell"_a)
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"))
        .def("__hash__", &Topology::hash);

    bind_error<PositionError, text_and_cell<PositionError>>(module, "PositionError");

    nb::class_<MinePrior>(module, "MinePrior", "What is believed about the number of mines.")
        .def(nb::init<>(), "Nothing is believed.")
        .def_static("of_density", &prior_of_density, "density"_a)
        .def_static("of_counts", &prior_of_counts, "least"_a, "weights"_a);
    module.def(
        "mine_claim", &mine_claim, "text"_a,
        "What a text says of the number of mines: that number, the share of the cells, or the least and "
        "the most; None for 'unknown'.");

    nb::class_<Position>(module, "Position", "What the player sees.")
        .def("__init__", &make_position, "topology"_a, "mines"_a.none(), "marks"_a,
             nb::sig("def __init__(self, topology: Topology, mines: int | None, marks: "
                     "Annotated[NDArray[numpy.generic], dict(order='C', device='cpu', writable=False)]) "
                     "-> None"))
        .def_prop_ro("topology", [](const Position& self) { return self.topology; })
        .def_ro("mines", &Position::mines)
        .def("with_prior", &with_prior, "prior"_a)
        .def_prop_ro("marks", view(&Position::marks))
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));

    nb::enum_<Stream>(module, "Stream", "What random numbers are for.")
        .value("minefield", Stream::minefield)
        .value("strategy", Stream::strategy)
        .value("metrics", Stream::metrics);

    module.def("philox", &sapper::philox, "counter"_a, "key"_a, "One block of Philox4x32-10.");

    nb::class_<Random>(module, "Random", "The random numbers of (seed, game, stream).")
        .def(nb::init<std::uint64_t, std::uint64_t, Stream>(), "seed"_a, "game"_a, "stream"_a)
        .def("next", &Random::next)
        .def("below", &Random::below, "bound"_a);
    bind_game(module);
}
