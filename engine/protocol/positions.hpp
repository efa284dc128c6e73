// Positions in requests. Functions throw a Refusal if there can be no such position.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "formats/contents.hpp"
#include "protocol/boards.hpp"
#include "protocol/json.hpp"
#include "protocol/request.hpp"

namespace sapper {

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
FilePosition changed_position(const FilePosition& position, std::span<const Cell> cells,
                              std::span<const Mark> marks);

}  // namespace sapper
