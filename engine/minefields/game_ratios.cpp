#include "minefields/game_ratios.hpp"

#include <cmath>

namespace sapper {

namespace {

std::optional<double> quotient(std::optional<double> much, std::optional<double> of) {
    if (!much || !of || *of == 0) return {};
    return *much / *of;
}

std::optional<double> stnb_weight(const Topology& topology, std::size_t mines) {
    if (!topology.is_square_board()) return {};
    const std::size_t rows = topology.shape()[0];
    const std::size_t columns = topology.shape()[1];
    if (rows == 8 && columns == 8 && mines == 10) return 36;
    if (rows == 16 && columns == 16 && mines == 40) return 162;
    if (rows == 16 && columns == 30 && mines == 99) return 435;
    return {};
}

}  // namespace

GameRatios ratios_of(const Topology& topology, std::size_t mines, const GameCounts& counts) {
    const auto number = [](auto value) { return std::optional(static_cast<double>(value)); };
    const auto known = [&](std::optional<std::size_t> value) {
        std::optional<double> as_number;
        if (value) as_number = static_cast<double>(*value);
        return as_number;
    };
    const std::optional<double> three_bv = number(counts.three_bv);
    const std::optional<double> solved = number(counts.solved);
    const std::optional<double> clicks = number(counts.clicks);
    const std::optional<double> effective = number(counts.effective_clicks);
    const bool is_done = counts.solved >= counts.three_bv;
    GameRatios ratios;
    ratios.ioe = quotient(solved, clicks);
    ratios.correctness = quotient(effective, clicks);
    ratios.throughput = quotient(solved, effective);
    ratios.three_bv_per_second = quotient(solved, counts.seconds);
    if (is_done) ratios.zini_efficiency = quotient(known(counts.zini), clicks);
    if (is_done) ratios.hzini_efficiency = quotient(known(counts.hzini), clicks);
    if (!counts.seconds) return ratios;
    const double seconds = *counts.seconds;
    ratios.estimated = quotient(seconds * *three_bv, solved);
    if (is_done) ratios.rqp = quotient(seconds * seconds, three_bv);
    if (is_done) ratios.qg = quotient(std::pow(seconds, 1.7), three_bv);
    const std::optional<double> weight = stnb_weight(topology, mines);
    if (weight && counts.three_bv > 0) {
        const double share = std::sqrt(*solved / *three_bv);
        ratios.stnb = quotient(*weight * *solved * share, std::pow(seconds, 1.7));
    }
    return ratios;
}

}  // namespace sapper
