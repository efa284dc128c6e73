// Boards, cells and positions in requests and answers. Functions throw a Refusal if there can be no such
// board, cell or position.
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
#include "formats/contents.hpp"
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

// The position of a board without an open cell. An error in its shape or its mines is one about the position.
FilePosition hidden_position_in(Request& request);
// The position of marks in arrays of the shape of the board. `mines` may be null.
FilePosition position_of_marks(const JsonArray& marks, const JsonValue* mines,
                               const TopologyChoice& topology);
// A position from a text, and the name of its format if readers may not expect it.
struct PositionText {
    FilePosition position;
    std::optional<std::string_view> read_as;
};

PositionText position_of_text(std::string_view text, std::string_view format, const JsonValue* mines,
                              const TopologyChoice& topology);
// The position with a prior over the number of mines, if there is one.
FilePosition with_prior(FilePosition position, std::shared_ptr<const MinePrior> prior);
// The position with the number of mines that follows from a mine counter, unless `mines_left` is null.
FilePosition with_mines_left(FilePosition position, const JsonValue* mines_left);
// The position with other marks in some cells.
FilePosition position_with_changes(const FilePosition& position, std::span<const Cell> cells,
                                   std::span<const Mark> marks);

}  // namespace sapper
