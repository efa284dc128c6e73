#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/same_board.hpp"
#include "minefields/search.hpp"
#include "poll.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::BoardOrder;
using sapper::BoardSearch;
using sapper::Cell;
using sapper::CertainPlay;
using sapper::FirstClick;
using sapper::FoundBoard;
using sapper::Making;
using sapper::Terms;
using sapper::Topology;

namespace {

using TopologyIn = std::shared_ptr<const Topology>;
using Tell = nb::typed<nb::callable, void()>;

void make_terms(Terms* self, std::string_view hardest, bool mine_count) {
    new (self) Terms{sapper::difficulty_named(hardest), mine_count};
}

void make_order(BoardOrder* self, TopologyIn topology, std::uint32_t mines, Cell start,
                FirstClick first_click, Making making, Terms terms,
                std::pair<std::uint32_t, std::uint32_t> three_bv, std::uint64_t seed,
                std::uint64_t first_game) {
    sapper::check_cell(start, *topology);
    if (mines >= topology->size()) throw std::invalid_argument("a minefield needs a safe cell");
    new (self) BoardOrder{.topology = std::move(topology),
                          .mines = mines,
                          .start = start,
                          .first_click = first_click,
                          .making = making,
                          .terms = terms,
                          .least_three_bv = three_bv.first,
                          .most_three_bv = three_bv.second,
                          .seed = seed,
                          .first_game = first_game};
}

// Calls `poll` and, ten times a second, `tell`.
std::function<void()> telling(std::function<void()> poll, std::function<void()> tell) {
    using Clock = std::chrono::steady_clock;
    return [poll = std::move(poll), tell = std::move(tell), last_tell = Clock::now()]() mutable {
        poll();
        const Clock::time_point now = Clock::now();
        if (now - last_tell < std::chrono::milliseconds(100)) return;
        last_tell = now;
        tell();
    };
}

std::vector<FoundBoard> run(BoardSearch& self, std::size_t count, unsigned threads,
                            std::optional<double> time_limit, const Cancel* cancel,
                            std::optional<Tell> progress) {
    // Threads copy the poll and may not touch Python's reference counts, so they share one reference.
    const auto call = std::make_shared<std::optional<Tell>>(std::move(progress));
    const nb::gil_scoped_release release;
    sapper::Limits limits = limits_of(time_limit, cancel);
    if (*call) {
        limits.poll = telling(std::move(limits.poll), [&call = *call] {
            const nb::gil_scoped_acquire acquire;
            (*call)();
        });
    }
    return self.run(count, threads, limits);
}

bool clears(const TopologyIn& topology, const BytesIn& mined, Cell start, Terms terms,
            std::optional<double> time_limit, const Cancel* cancel) {
    sapper::check_size(mined.size(), "a minefield", *topology);
    sapper::check_cell(start, *topology);
    CertainPlay play(topology);
    play.load(span_of(mined), start);
    return play.clears(terms, limits_of(time_limit, cancel));
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::enum_<Making>(module, "Making")
        .value("any", Making::any)
        .value("drawn", Making::drawn)
        .value("adjusted", Making::adjusted);
    nb::class_<Terms>(module, "Terms", "The rules that certain moves may use.")
        .def("__init__", &make_terms, "hardest"_a, "mine_count"_a);
    nb::class_<BoardOrder>(module, "BoardOrder", "What a minefield must fulfil.")
        .def("__init__", &make_order, "topology"_a, "mines"_a, "start"_a, "first_click"_a, "making"_a,
             "terms"_a, "three_bv"_a, "seed"_a, "first_game"_a);
    nb::class_<FoundBoard>(module, "FoundBoard", "A minefield that was found.")
        .def_ro("game", &FoundBoard::game)
        .def_prop_ro("mined", view(&FoundBoard::mined));
    nb::class_<BoardSearch>(module, "BoardSearch", "A search for minefields, and how far it is.")
        .def(nb::init<BoardOrder>(), "order"_a)
        .def("run", &run, "count"_a, "threads"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(),
             "progress"_a = nb::none())
        .def_prop_ro("tried", &BoardSearch::tried)
        .def_prop_ro("of_other_three_bv", &BoardSearch::of_other_three_bv)
        .def_prop_ro("with_guesses", &BoardSearch::with_guesses)
        .def_prop_ro("undecided", &BoardSearch::undecided)
        .def_prop_ro("found", &BoardSearch::found);
    module.def("clears", &clears, "topology"_a, "mined"_a, "start"_a, "terms"_a, "time_limit"_a = nb::none(),
               "cancel"_a = nb::none(), Release());
}
