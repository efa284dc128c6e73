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

// The neighbourhoods of the kind `offsets` that have a name.
struct NamedSteps {
    std::string_view name;
    std::array<Step, 8> steps;
};

inline constexpr std::array<NamedSteps, 2> kNeighbourhoods = {{
    // One and two steps in each of the four directions.
    {"cross", {{{-2, 0}, {-1, 0}, {0, -2}, {0, -1}, {0, 1}, {0, 2}, {1, 0}, {2, 0}}}},
    // A knight's moves in chess.
    {"knight", {{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}}},
}};

// The topology that a name and a shape determine. Null if there is no such name. Throws std::invalid_argument
// if the shape does not suit the name. A topology of the kind `offsets` is called by its neighbourhood,
// "cross" or "knight", or by its steps in rows and columns, "offsets:-1,0/0,-1/0,1/1,0". "/wrap" at the end
// joins the edges.
std::shared_ptr<const Topology> named_topology(std::string_view name, std::vector<std::size_t> shape);
// Whether a name is that of a topology for some shape.
bool is_topology_name(std::string_view name);
// The names that people choose from. They have "square" but not "grid", which is the name of a grid of one
// dimension or of three and more.
std::vector<std::string_view> topology_names();
// The name by which named_topology() makes it; "graph" for a graph.
std::string topology_name(const Topology& topology);
// The steps of a neighbourhood by its name. Null if there is no such name.
const NamedSteps* named_steps(std::string_view name);

// The topology in words: "a grid of 16 x 30 cells".
std::string in_words(const Topology& topology);
// The name of the kind. A grid is a "grid", whatever its dimensions.
std::string_view kind_name(const Topology& topology);
// A shape in Python's form: "(16, 30)", and "(5,)" for one dimension.
std::string in_brackets(const std::vector<std::size_t>& shape);
// The coordinates of a cell in the shape of its board.
std::vector<std::size_t> coordinates_of(const Topology& topology, Cell cell);

// Throws std::invalid_argument unless the topologies are equal. Costs nothing if both are the same object.
// For the message, `name` says what lies on the topology, as in "a position", and `user` what needs the
// other, as in "this inference".
void check_same_topology(const Topology& topology, const char* name, const Topology& own, const char* user);
// Throws std::invalid_argument unless the boards are equal: topologies and numbers of mines.
void check_same_board(const Topology& topology, std::uint32_t mines, const char* name, const Topology& own,
                      std::uint32_t own_mines, const char* user);
// Throws std::invalid_argument unless there is one value for each cell. `name` says what the values are, as
// in "a minefield".
void check_size(std::size_t size, const char* name, const Topology& topology);
// Throws std::out_of_range unless the topology has the cell.
void check_cell(std::size_t cell, const Topology& topology);

}  // namespace sapper
