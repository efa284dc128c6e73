// Boards and cells in requests and answers. Functions throw a Refusal if there can be no such board or cell.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "board/board_names.hpp"
#include "board/position.hpp"
#include "board/topology.hpp"
#include "protocol/json.hpp"
#include "protocol/request.hpp"

namespace sapper {

// The most cells of a new board, so that a short line cannot use up the memory.
inline constexpr std::size_t kMostCells = 20'000'000;

struct Board {
    std::shared_ptr<const Topology> topology;
    std::uint32_t mines;
};

// A graph, or the name of a topology, or neither.
struct TopologyChoice {
    std::shared_ptr<const Topology> graph;
    std::optional<std::string_view> name;

    // The graph, or the topology of this name and shape. Without a name a grid.
    std::shared_ptr<const Topology> with_shape(std::vector<std::size_t> shape) const;
};

// Throws a Refusal that suggests the nearest name if there is no such topology.
void check_topology_name(std::string_view name);
TopologyChoice topology_in(Request& request);
std::vector<std::size_t> shape_in(Request& request);
std::uint32_t mines_on(const Topology& topology, const JsonValue& mines);
// What the request says of the number of mines in place of the number. Null if it says nothing.
std::shared_ptr<const MinePrior> mine_prior_in(Request& request);
// The board of the level that the request names, if it names one.
std::optional<Board> level_in(Request& request);
// The topology of the request, with the shape of the request.
std::shared_ptr<const Topology> topology_with_shape_in(Request& request);
// The board of the request: a level, or a topology and a number of mines.
Board board_in(Request& request);
Cell index_of(const Topology& topology, const JsonValue& cell);
// A cell in words: "row 3, column 5 (0-based)".
std::string describe(const Topology& topology, Cell cell);

void write_board(Json& json, const Topology& topology, std::optional<std::uint32_t> mines,
                 const MinePrior* prior = nullptr);
// Writes an array of the coordinates of a cell, on a graph its number, and null for kNoCell.
void write_cell(Json& json, const Topology& topology, Cell cell);
void write_cells(Json& json, const Topology& topology, std::span<const Cell> cells);
// Writes the values of all cells, in arrays nested like the shape.
void write_nested(Json& json, const Topology& topology, std::span<const double> values);

}  // namespace sapper
