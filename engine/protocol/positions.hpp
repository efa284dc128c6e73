// How requests give positions. Functions throw a Refusal if there can be no such position.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "formats/contents.hpp"
#include "protocol/boards.hpp"
#include "protocol/json.hpp"
#include "protocol/request.hpp"

namespace sapper {

// A board without an open cell. What is wrong with its shape or its mines is an error about the position.
FilePosition hidden_position_in(Request& request);
// Marks in arrays of the shape of the board. Without a mine count there is none.
FilePosition position_of_marks(const JsonArray& marks, const JsonValue* mines,
                               const TopologyChoice& topology);
// A position that was read from a text, and the name of its format if that is not what readers expect.
struct PositionText {
    FilePosition position;
    std::optional<std::string_view> read_as;
};

PositionText position_of_text(std::string_view text, std::string_view format, const JsonValue* mines,
                              const TopologyChoice& topology);
// With the marks of some cells changed.
FilePosition changed_position(const FilePosition& position, std::span<const Cell> cells,
                              std::span<const Mark> marks);

}  // namespace sapper
