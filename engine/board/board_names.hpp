// The names of boards, and the checks that objects used together belong to the same one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

// The standard levels, by name.
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

// The topology that a name and a shape determine. Null if there is no such name. Throws std::invalid_argument
// if the shape does not suit it.
std::shared_ptr<const Topology> named_topology(std::string_view name, std::vector<std::size_t> shape);
// The names that people choose from. A grid without rows and columns is called "grid" all the same.
std::vector<std::string_view> topology_names();
// "square" for a grid with rows and columns.
std::string_view topology_name(const Topology& topology);

// "a grid of 16 x 30 cells".
std::string in_words(const Topology& topology);
// "grid", whatever its dimensions.
std::string_view kind_name(const Topology& topology);
// "(16, 30)", and "(5,)" for one dimension.
std::string in_brackets(const std::vector<std::size_t>& shape);
// The coordinates of a cell in the shape of its board.
std::vector<std::size_t> coordinates_of(const Topology& topology, Cell cell);

// Throws std::invalid_argument unless the topologies are equal. Free if both are the same object. `given` and
// `taker` name what lies on each, as in "a position" and "this inference".
void check_same_topology(const Topology& its, const char* given, const Topology& needed, const char* taker);
// The same for boards: topologies and their numbers of mines.
void check_same_board(const Topology& its, std::uint32_t its_mines, const char* given, const Topology& needed,
                      std::uint32_t needed_mines, const char* taker);
// Throws std::invalid_argument unless there is one value for each cell. `given` names the values, as in "a
// minefield".
void check_size(std::size_t size, const char* given, const Topology& topology);
// Throws std::out_of_range unless the topology has the cell.
void check_cell(std::size_t cell, const Topology& topology);

}  // namespace sapper
