#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/board_names.hpp"
#include "limits.hpp"
#include "python_objects.hpp"
#include "simulation/dataset_positions.hpp"
#include "simulation/game_pool.hpp"
#include "simulation/tally.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::Pool;
using sapper::Positions;
using sapper::Range;
using sapper::RangeResult;
using sapper::Records;
using sapper::Series;
using sapper::Setup;

namespace {

RangeResult take(Pool& pool, const Cancel* cancel) {
    return pool.take(make_poll(std::nullopt, cancel));
}

void bind_records(nb::module_& module) {
    nb::class_<Records>(module, "Records", "The records of games, column by column.")
        .def("__len__", &Records::size)
        .def_prop_ro("outcome", view(&Records::outcome))
        .def_prop_ro("clicks", view(&Records::clicks))
        .def_prop_ro("opened", view(&Records::opened))
        .def_prop_ro("found", view(&Records::known_mines))
        .def_prop_ro("exploded", view(&Records::exploded))
        .def_prop_ro("three_bv", view(&Records::three_bv))
        .def_prop_ro("openings", view(&Records::openings))
        .def_prop_ro("solved", view(&Records::solved))
        .def_prop_ro("guesses", view(&Records::guesses))
        .def_prop_ro("risk", view(&Records::risk))
        .def_prop_ro("lost_at", view(&Records::lost_at), "2^32 - 1 if no mine exploded.")
        .def_prop_ro("luck", view(&Records::luck), "LUCKS for each game.")
        .def_prop_ro("nanoseconds", view(&Records::nanoseconds))
        .def_prop_ro("guess_cell", view(&Records::guess_cell))
        .def_prop_ro("guess_risk", view(&Records::guess_risk))
        .def_prop_ro("guess_exploded", view(&Records::guess_exploded));
}

Setup setup_of(TopologyIn topology, std::uint32_t mines, sapper::Rules rules,
               std::optional<sapper::Cell> first_cell) {
    if (first_cell) sapper::check_cell(*first_cell, *topology);
    return {std::move(topology), mines, rules, first_cell.value_or(sapper::kNoCell), thread_clock};
}

void make_pool(Pool* self, TopologyIn topology, std::uint32_t mines, sapper::Rules rules,
               std::optional<sapper::Cell> first_cell, const std::vector<std::string>& strategies,
               unsigned threads) {
    const Setup setup = setup_of(std::move(topology), mines, rules, first_cell);
    new (self) Pool(setup, strategies, threads);
}

// A series and its player, which changes whenever the series plays.
struct SeriesObject {
    std::shared_ptr<PlayerObject> player;
    Series series;
};

void make_series(SeriesObject* self, TopologyIn topology, std::uint32_t mines, sapper::Rules rules,
                 std::optional<sapper::Cell> first_cell, std::shared_ptr<PlayerObject> player) {
    if (player->topology) {
        sapper::check_same_board(*player->topology, player->mines, "a player", *topology, mines, "a series");
    }
    const Setup setup = setup_of(std::move(topology), mines, rules, first_cell);
    new (self) SeriesObject{player, Series(setup, player->player)};
}

Records play(SeriesObject& self, std::uint64_t seed, std::uint64_t first, std::uint32_t count) {
    const Changing changing(self.player->users, kPlayer);
    self.player->game = nullptr;
    self.series.set_poll(make_poll(std::nullopt, nullptr));
    Records records;
    for (std::uint32_t i = 0; i < count; ++i)
        self.series.play(seed, first + i, records);
    return records;
}

Positions positions(SeriesObject& self, std::uint64_t seed, std::uint64_t first, std::uint32_t count,
                    std::uint32_t every, bool grade, const Cancel* cancel) {
    const Changing changing(self.player->users, kPlayer);
    self.player->game = nullptr;
    const sapper::Limits limits = limits_of(std::nullopt, cancel);
    self.series.set_poll(limits.poll);
    const Setup& setup = self.series.setup();
    Positions positions(setup.topology, setup.mines, every, grade, limits);
    const auto keep = [&positions](const sapper::Game& game, const sapper::Choice& choice) {
        positions.add(game, choice);
    };
    Records records;
    for (std::uint32_t i = 0; i < count; ++i) {
        positions.begin(first + i);
        self.series.play(seed, first + i, records, keep);
        positions.end(static_cast<sapper::Status>(records.outcome.back()));
    }
    return positions;
}

void bind_positions(nb::module_& module) {
    nb::class_<Positions>(module, "Positions", "The positions of games, column by column.")
        .def("__len__", &Positions::size)
        .def_prop_ro("games", view(&Positions::games))
        .def_prop_ro("moves", view(&Positions::moves))
        .def_prop_ro("outcomes", view(&Positions::outcomes))
        .def_prop_ro("exact", view(&Positions::exact))
        .def_prop_ro("chosen", view(&Positions::choices))
        .def_prop_ro("exploded", view(&Positions::exploded))
        .def_prop_ro("win_probability", view(&Positions::win_probability), "NaN if none is proven.")
        .def_prop_ro("difficulties", view(&Positions::difficulties), "255 if no cell is certain.")
        .def_prop_ro("marks", view(&Positions::marks))
        .def_prop_ro("mine_probability", view(&Positions::mine_probability))
        .def_prop_ro("safe", view(&Positions::safe))
        .def_prop_ro("mined", view(&Positions::mine_cells))
        .def_prop_ro("safe_counts", view(&Positions::safe_counts))
        .def_prop_ro("mined_counts", view(&Positions::mine_counts));
}

using Counts = ArrayOut<std::int64_t>;

std::tuple<Counts, Counts, ArrayOut<double>, Counts> histograms(const ArrayIn<std::uint8_t>& outcome,
                                                                const ArrayIn<std::uint32_t>& guesses,
                                                                const ArrayIn<std::uint32_t>& lost_at,
                                                                const ArrayIn<double>& guess_risk,
                                                                const ArrayIn<std::uint8_t>& guess_exploded,
                                                                std::size_t cells) {
    if (guesses.size() != outcome.size() || lost_at.size() != outcome.size() ||
        guess_risk.size() != guess_exploded.size())
        throw std::invalid_argument("columns differ in length");
    sapper::Histograms sums = sapper::histograms(
        {span_of(outcome), span_of(guesses), span_of(lost_at), span_of(guess_risk), span_of(guess_exploded)},
        cells);
    return {array_of(std::move(sums.by_guesses)), array_of(std::move(sums.risk_counts)),
            array_of(std::move(sums.risk_sums)), array_of(std::move(sums.lost_at))};
}

std::pair<std::size_t, ArrayOut<double>> luck_sums(
    std::uint64_t before, const std::vector<std::pair<ArrayIn<std::uint8_t>, ArrayIn<double>>>& players) {
    std::vector<sapper::LuckColumns> columns;
    for (const auto& [outcome, luck] : players) {
        columns.push_back({span_of(outcome), span_of(luck)});
        if (outcome.size() != columns.front().outcome.size() ||
            luck.size() != sapper::kLucks * outcome.size())
            throw std::invalid_argument("columns differ in length");
    }
    if (columns.empty()) throw std::invalid_argument("no players");
    return {sapper::luck_block(before), array_of(sapper::luck_sums(before, columns))};
}

std::pair<double, double> luck_free(const ArrayIn<double>& sums, const std::vector<int>& weights) {
    if (sums.size() % sapper::luck_sums_of_block(weights.size()) != 0)
        throw std::invalid_argument("not the sums of blocks");
    const sapper::LuckFreeSums result = sapper::luck_free(span_of(sums), weights);
    return {result.sum, result.squares};
}

using FigureOut = std::tuple<double, double, std::pair<double, double>, double>;

FigureOut figure_out(const sapper::LuckFreeFigure& figure) {
    return {figure.value, figure.error, {figure.interval.low, figure.interval.high}, figure.factor};
}

FigureOut luck_free_rate(std::uint64_t games, std::uint64_t won, std::pair<double, double> sums) {
    return figure_out(sapper::luck_free_rate(games, won, {sums.first, sums.second}));
}

FigureOut luck_free_difference(std::uint64_t games, std::uint64_t first, std::uint64_t second,
                               std::pair<double, double> sums) {
    return figure_out(sapper::luck_free_difference(games, first, second, {sums.first, sums.second}));
}

void bind_luck(nb::module_& module) {
    module.attr("LUCKS") = sapper::kLucks;
    module.attr("MOST_LUCK_RISK") = sapper::kMostLuckRisk;
    module.def("luck_sums_of_block", &sapper::luck_sums_of_block, "players"_a);
    module.def("luck_sums", &luck_sums, "before"_a, "players"_a,
               "The first block, and the sums of it and of those after it.");
    module.def("luck_free", &luck_free, "sums"_a, "weights"_a,
               "The sum of the values without luck, and of their squares.");
    module.def("luck_free_rate", &luck_free_rate, "games"_a, "won"_a, "sums"_a,
               "The value, its standard error, its interval, and the factor; from the sums of luck_free.");
    module.def("luck_free_difference", &luck_free_difference, "games"_a, "first"_a, "second"_a, "sums"_a,
               "The same of a difference.");
}

void bind_sums(nb::module_& module) {
    module.attr("MOST_GUESSES") = sapper::kMostGuesses;
    module.attr("RISK_BINS") = sapper::kRiskBins;
    module.attr("TIME_STEPS") = sapper::kTimeSteps;
    module.attr("TIME_BINS") = sapper::kTimeBins;
    module.attr("Z_95") = sapper::kZ95;
    module.def("histograms", &histograms, "outcome"_a, "guesses"_a, "lost_at"_a, "guess_risk"_a,
               "guess_exploded"_a, "cells"_a,
               "Two counts each by guesses and by risk, the sums of the risks, and the losses by cell.");
    module.def(
        "time_bins",
        [](const ArrayIn<std::uint64_t>& nanoseconds) {
            return array_of(sapper::time_bins(span_of(nanoseconds)));
        },
        "nanoseconds"_a);
    module.def(
        "usual_chunk",
        [](std::uint64_t cells, std::uint64_t number) {
            const sapper::ChunkRange range = sapper::usual_chunk(cells, number);
            return std::pair(range.before, range.count);
        },
        "cells"_a, "number"_a, "The number of games before a chunk, and in it.");
    module.def(
        "wilson",
        [](double hits, double trials) {
            const sapper::Interval interval = sapper::wilson(hits, trials);
            return std::pair(interval.low, interval.high);
        },
        "hits"_a, "trials"_a);
}

}  // namespace

void bind_simulation(nb::module_& module) {
    bind_records(module);
    bind_positions(module);
    bind_sums(module);
    bind_luck(module);
    nb::class_<RangeResult>(module, "Played", "A range of games, played with each strategy.")
        .def_prop_ro("first", [](const RangeResult& self) { return self.range.first; })
        .def_ro("records", &RangeResult::records, nb::rv_policy::reference_internal);
    nb::class_<SeriesObject>(module, "Series", "Plays with any player, in the calling thread.")
        .def("__init__", &make_series, "topology"_a, "mines"_a, "rules"_a, "first_cell"_a.none(), "player"_a)
        .def("play", &play, "seed"_a, "first"_a, "count"_a, Release())
        .def("positions", &positions, "seed"_a, "first"_a, "count"_a, "every"_a, "grade"_a,
             "cancel"_a = nb::none(), Release());
    nb::class_<Pool>(module, "Pool", "Plays ranges of games on its own threads.")
        .def("__init__", &make_pool, "topology"_a, "mines"_a, "rules"_a, "first_cell"_a.none(),
             "strategies"_a, "threads"_a)
        .def(
            "submit",
            [](Pool& pool, std::uint64_t seed, std::uint64_t first, std::uint32_t count) {
                pool.submit({seed, first, count});
            },
            "seed"_a, "first"_a, "count"_a)
        .def_prop_ro("pending", &Pool::pending)
        .def("take", &take, "cancel"_a = nb::none(), Release(), "Waits for a finished range, in any order.");
}
