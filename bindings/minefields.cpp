#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/board_names.hpp"
#include "limits.hpp"
#include "minefields/puzzle.hpp"
#include "minefields/search.hpp"
#include "minefields/three_bv.hpp"
#include "minefields/zini.hpp"
#include "python_objects.hpp"
#include "variants/referee.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Action;
using sapper::BoardCounter;
using sapper::BoardCounts;
using sapper::BoardMatch;
using sapper::BoardOrder;
using sapper::BoardSearch;
using sapper::Cell;
using sapper::CertainPlay;
using sapper::FirstClick;
using sapper::Guessing;
using sapper::Method;
using sapper::Terms;
using sapper::Topology;
using sapper::Zini;
using sapper::ZiniRule;

namespace {

using Minefields = ArrayIn<std::uint8_t, 2>;
using Numbers = ArrayOut<std::uint32_t>;

constexpr const char* kMinefield = "a minefield";

std::span<const std::uint8_t> bytes_on(const Topology& topology, const BytesIn& mine_bytes) {
    sapper::check_size(mine_bytes.size(), kMinefield, topology);
    return span_of(mine_bytes);
}

// Applies `measure` to each minefield in turn.
template <typename Measure>
Numbers of_each(const Topology& topology, const Minefields& mine_bytes, Measure measure) {
    sapper::check_size(mine_bytes.shape(1), kMinefield, topology);
    std::vector<std::uint32_t> numbers(mine_bytes.shape(0));
    {
        const WithoutLock without_lock;
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = measure({mine_bytes.data() + i * mine_bytes.shape(1), mine_bytes.shape(1)});
    }
    return array_of(std::move(numbers));
}

Numbers three_bv(const TopologyIn& topology, const Minefields& mine_bytes) {
    BoardCounter counter;
    return of_each(*topology, mine_bytes,
                   [&](std::span<const std::uint8_t> its) { return counter.three_bv(*topology, its); });
}

BoardCounts count_board(const TopologyIn& topology, const BytesIn& mine_bytes) {
    return BoardCounter().count(*topology, bytes_on(*topology, mine_bytes));
}

std::uint32_t solved_three_bv(const TopologyIn& topology, const BytesIn& mine_bytes,
                              const ArrayIn<sapper::Mark>& marks) {
    sapper::check_size(marks.size(), "a position", *topology);
    return BoardCounter().solved_three_bv(*topology, bytes_on(*topology, mine_bytes), span_of(marks));
}

sapper::GameRatios game_ratios(const TopologyIn& topology, std::size_t mines, std::uint32_t three_bv,
                               std::uint32_t solved, std::size_t clicks, std::size_t effective_clicks,
                               std::optional<double> seconds, std::optional<std::size_t> zini,
                               std::optional<std::size_t> hzini) {
    return sapper::ratios_of(*topology, mines,
                             {three_bv, solved, clicks, effective_clicks, seconds, zini, hzini});
}

Numbers zini(const TopologyIn& topology, const Minefields& mine_bytes, ZiniRule rule) {
    Zini zini;
    return of_each(*topology, mine_bytes, [&](std::span<const std::uint8_t> its) {
        zini.load(*topology, its);
        return static_cast<std::uint32_t>(zini.clicks(rule).size());
    });
}

std::vector<Action> zini_clicks(const TopologyIn& topology, const BytesIn& mine_bytes, ZiniRule rule) {
    Zini zini;
    zini.load(*topology, bytes_on(*topology, mine_bytes));
    const std::span<const Action> clicks = zini.clicks(rule);
    return {clicks.begin(), clicks.end()};
}

std::size_t random_zini(const TopologyIn& topology, const BytesIn& mine_bytes, std::uint32_t runs,
                        std::uint64_t seed, std::optional<double> time_limit, const Cancel* cancel) {
    Zini zini;
    zini.load(*topology, bytes_on(*topology, mine_bytes));
    return zini.fewest_clicks(runs, seed, limits_of(time_limit, cancel));
}

std::vector<Action> search_zini(const TopologyIn& topology, const BytesIn& mine_bytes, std::uint32_t rounds,
                                std::uint64_t seed, std::optional<double> time_limit, const Cancel* cancel) {
    Zini zini;
    zini.load(*topology, bytes_on(*topology, mine_bytes));
    const std::span<const Action> clicks = zini.search(rounds, seed, limits_of(time_limit, cancel));
    return {clicks.begin(), clicks.end()};
}

std::uint32_t least_clicks(const TopologyIn& topology, const BytesIn& mine_bytes) {
    Zini zini;
    zini.load(*topology, bytes_on(*topology, mine_bytes));
    return zini.least_clicks();
}

using Tell = nb::typed<nb::callable, void()>;

void make_terms(Terms* self, std::string_view hardest, bool mine_count) {
    new (self) Terms{sapper::find_difficulty(hardest), mine_count};
}

void make_order(BoardOrder* self, TopologyIn topology, std::uint32_t mines, Cell start,
                FirstClick first_click, Method method, Terms terms,
                std::pair<std::uint32_t, std::uint32_t> three_bv, std::pair<double, double> efficiency,
                std::uint64_t seed, std::uint64_t first_game) {
    sapper::check_cell(start, *topology);
    if (mines >= topology->size()) throw std::invalid_argument("a minefield needs a safe cell");
    new (self) BoardOrder{.topology = std::move(topology),
                          .mines = mines,
                          .start = start,
                          .first_click = first_click,
                          .method = method,
                          .terms = terms,
                          .least_three_bv = three_bv.first,
                          .most_three_bv = three_bv.second,
                          .least_efficiency = efficiency.first,
                          .most_efficiency = efficiency.second,
                          .seed = seed,
                          .first_game = first_game};
}

// Calls `poll` and, ten times a second, `tell`.
std::function<void()> with_progress(std::function<void()> poll, std::function<void()> tell) {
    using Clock = std::chrono::steady_clock;
    return [poll = std::move(poll), tell = std::move(tell), last_tell = Clock::now()]() mutable {
        poll();
        const Clock::time_point now = Clock::now();
        if (now - last_tell < std::chrono::milliseconds(100)) return;
        last_tell = now;
        tell();
    };
}

std::vector<BoardMatch> run(BoardSearch& self, std::size_t count, unsigned threads,
                            std::optional<double> time_limit, const Cancel* cancel,
                            std::optional<Tell> progress) {
    // Threads copy the poll and may not touch Python's reference counts, so they share one reference.
    const auto call = std::make_shared<std::optional<Tell>>(std::move(progress));
    const WithoutLock without_lock;
    sapper::Limits limits = limits_of(time_limit, cancel);
    if (*call) {
        limits.poll =
            with_progress(std::move(limits.poll), [&call = *call] { with_lock([&] { (*call)(); }); });
    }
    return self.run(count, threads, limits);
}

bool clears(const TopologyIn& topology, const BytesIn& mine_bytes, Cell start, Terms terms,
            std::optional<double> time_limit, const Cancel* cancel) {
    sapper::check_size(mine_bytes.size(), kMinefield, *topology);
    sapper::check_cell(start, *topology);
    CertainPlay play(topology);
    play.load(span_of(mine_bytes), start);
    return play.clears(terms, limits_of(time_limit, cancel));
}

std::optional<sapper::Puzzle> make_puzzle(TopologyIn topology, std::uint32_t mines, Terms terms,
                                          std::size_t numbers, std::uint64_t seed, std::uint64_t first_game,
                                          std::optional<double> time_limit, const Cancel* cancel) {
    return sapper::make_puzzle({std::move(topology), mines, terms, numbers, seed, first_game},
                               limits_of(time_limit, cancel));
}

bool is_judged(const sapper::Position& position, Guessing guessing) {
    return sapper::is_judged(position, guessing, limits_of(std::nullopt, nullptr));
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
    auto mine_bytes = find();
    return mine_bytes ? std::optional(array_of(std::move(*mine_bytes))) : std::nullopt;
}

}  // namespace

void bind_minefields(nb::module_& module) {
    nb::enum_<Method>(module, "Making")
        .value("any", Method::any)
        .value("draw", Method::draw)
        .value("adjust", Method::adjust);
    nb::class_<Terms>(module, "Terms", "The rules that certain moves may use.")
        .def("__init__", &make_terms, "hardest"_a, "mine_count"_a);
    nb::class_<BoardOrder>(module, "BoardOrder", "What a minefield must fulfil.")
        .def("__init__", &make_order, "topology"_a, "mines"_a, "start"_a, "first_click"_a, "making"_a,
             "terms"_a, "three_bv"_a, "efficiency"_a, "seed"_a, "first_game"_a);
    nb::class_<BoardMatch>(module, "FoundBoard", "A minefield that was found.")
        .def_ro("game", &BoardMatch::game)
        .def_prop_ro("mined", view(&BoardMatch::mine_bytes));
    nb::class_<BoardSearch>(module, "BoardSearch", "A search for minefields, and how far it is.")
        .def(nb::init<BoardOrder>(), "order"_a)
        .def("run", &run, "count"_a, "threads"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(),
             "progress"_a = nb::none())
        .def_prop_ro("tried", [](const BoardSearch& self) { return self.counts().candidates; })
        .def_prop_ro("found", [](const BoardSearch& self) { return self.counts().matches; })
        .def(
            "shortfall",
            [](const BoardSearch& self, std::size_t number, double seconds) {
                return sapper::shortfall_text(self.order(), self.counts(), number, seconds);
            },
            "wanted"_a, "seconds"_a, "The text of the error if it did not find so many in time.");
    module.def("clears", &clears, "topology"_a, "mined"_a, "start"_a, "terms"_a, "time_limit"_a = nb::none(),
               "cancel"_a = nb::none(), Release());

    nb::class_<sapper::Puzzle>(module, "Puzzle", "Numbers that prove where all mines are.")
        .def_prop_ro("marks", view(&sapper::Puzzle::marks))
        .def_prop_ro("mined", view(&sapper::Puzzle::mine_bytes))
        .def_prop_ro("hardest", [](const sapper::Puzzle& self) { return static_cast<int>(self.hardest); })
        .def_ro("steps", &sapper::Puzzle::steps)
        .def_ro("game", &sapper::Puzzle::game);
    module.def("make_puzzle", &make_puzzle, "topology"_a, "mines"_a, "terms"_a, "numbers"_a, "seed"_a,
               "first_game"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());

    module.def("no_puzzle_text", &sapper::no_puzzle_text, "terms"_a,
               "The text of the error if there is no puzzle.");

    nb::class_<BoardCounts>(module, "BoardCounts", "The 3BV, openings and islands of a minefield.")
        .def_ro("three_bv", &BoardCounts::three_bv)
        .def_ro("openings", &BoardCounts::openings)
        .def_ro("islands", &BoardCounts::islands);
    nb::enum_<ZiniRule>(module, "ZiniRule").value("greedy", ZiniRule::greedy).value("human", ZiniRule::human);

    using sapper::GameRatios;
    nb::class_<GameRatios>(module, "GameRatios", "The ratios by which players compare games.")
        .def_ro("ioe", &GameRatios::ioe)
        .def_ro("correctness", &GameRatios::correctness)
        .def_ro("throughput", &GameRatios::throughput)
        .def_ro("three_bv_per_second", &GameRatios::three_bv_per_second)
        .def_ro("estimated", &GameRatios::estimate)
        .def_ro("rqp", &GameRatios::rqp)
        .def_ro("qg", &GameRatios::qg)
        .def_ro("stnb", &GameRatios::stnb)
        .def_ro("zini_efficiency", &GameRatios::zini_efficiency)
        .def_ro("hzini_efficiency", &GameRatios::hzini_efficiency);
    module.def("game_ratios", &game_ratios, "topology"_a, "mines"_a, "three_bv"_a, "solved"_a, "clicks"_a,
               "effective_clicks"_a, "seconds"_a.none(), "zini"_a = nb::none(), "hzini"_a = nb::none());

    // `mine_bytes` is one minefield, a byte (0 or 1) for each cell, or several, one in each row.
    module.def("three_bv", &three_bv, "topology"_a, "mined"_a);
    module.def("count_board", &count_board, "topology"_a, "mined"_a, Release());
    module.def("solved_three_bv", &solved_three_bv, "topology"_a, "mined"_a, "marks"_a, Release());
    module.def("zini", &zini, "topology"_a, "mined"_a, "rule"_a);
    module.def("zini_clicks", &zini_clicks, "topology"_a, "mined"_a, "rule"_a, Release());
    module.def("random_zini", &random_zini, "topology"_a, "mined"_a, "runs"_a, "seed"_a,
               "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());
    module.def("search_zini", &search_zini, "topology"_a, "mined"_a, "rounds"_a, "seed"_a,
               "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());
    module.def("least_clicks", &least_clicks, "topology"_a, "mined"_a, Release());

    module.def("is_judged", &is_judged, "position"_a, "guessing"_a, Release());
    module.def("rearrange", &rearrange, "position"_a, "mine_free"_a, "seed"_a, "time_limit"_a = nb::none());
}
