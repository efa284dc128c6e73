// The ratios that players compare games by, from the counts of a game. `docs/metrics.md` has their sources. A
// ratio is nothing if it would divide by zero or needs a time that is not known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "board/topology.hpp"

namespace sapper {

struct GameCounts {
    std::uint32_t three_bv;
    std::uint32_t solved;  // the part of the 3BV that is done
    std::size_t clicks;
    std::size_t effective_clicks;   // those that changed something
    std::optional<double> seconds;  // 0 is not known either
    std::optional<std::size_t> zini = {};
    std::optional<std::size_t> hzini = {};
};

struct GameRatios {
    std::optional<double> ioe;                  // 3BV done per click
    std::optional<double> correctness;          // effective clicks per click
    std::optional<double> throughput;           // 3BV done per effective click
    std::optional<double> three_bv_per_second;  // 3BV done per second
    std::optional<double> estimated;            // the seconds that the whole 3BV would take at this speed
    std::optional<double> rqp;                  // seconds^2 / 3BV, if all of the 3BV is done
    std::optional<double> qg;                   // seconds^1.7 / 3BV, if all of the 3BV is done
    std::optional<double> stnb;  // only on boards of 8 x 8 with 10, 16 x 16 with 40, 16 x 30 with 99
    std::optional<double> zini_efficiency;   // ZiNi per click, if all of the 3BV is done
    std::optional<double> hzini_efficiency;  // HZiNi per click, if it is
};

GameRatios ratios_of(const Topology& topology, std::size_t mines, const GameCounts& counts);

}  // namespace sapper
