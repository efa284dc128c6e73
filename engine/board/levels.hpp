// The standard levels, by name.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "board/topology.hpp"

namespace sapper {

struct LevelBoard {
    std::string_view name;
    std::size_t rows;
    std::size_t columns;
    std::size_t mines;
};

inline constexpr std::array<LevelBoard, 3> kBoardLevels = {
    {{"beginner", 9, 9, 10}, {"intermediate", 16, 16, 40}, {"expert", 16, 30, 99}}};

// The name of the level of a recorded game, or "custom". A board of 8 x 8 cells with 10 mines counts as
// beginner, as in most programs that record games.
std::string_view level_of(const Topology& topology, std::size_t mines);

}  // namespace sapper
