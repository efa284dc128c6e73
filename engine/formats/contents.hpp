// The contents of a file: a position, a minefield or a replay. They are well formed: every board has at least
// one cell, and no number and no mine count is out of range.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "board/position.hpp"
#include "board/topology.hpp"
#include "formats/recording.hpp"
#include "formats/text_reader.hpp"

namespace sapper {

// The kinds, in the order of `Contents`.
enum class Kind { position, minefield, replay };

struct FilePosition {
    Position position;
    bool is_counted;  // whether the mine count is known; if not, the position has the lowest possible
    bool operator==(const FilePosition&) const = default;
};

struct FileMinefield {
    std::shared_ptr<const Topology> topology;
    std::vector<std::uint8_t> mine_bytes;  // a byte for each cell, 0 or 1
    Cell start = kNoCell;                  // the cell to open first, if the file says so
    std::size_t mines() const;
    bool operator==(const FileMinefield& other) const;
};

using Contents = std::variant<FilePosition, FileMinefield, Recording>;

// The name of a kind: "position", "minefield" or "replay".
std::string_view name_of(Kind kind);
inline Kind kind_of(const Contents& contents) {
    return static_cast<Kind>(contents.index());
}

// What the caller knows about a file, or wants from it, and how to read it.
struct Hints {
    std::optional<std::int64_t> mines = {};
    // The board, or the name of a topology that gets the shape of the file's contents. By default a grid.
    std::shared_ptr<const Topology> topology = {};
    std::string topology_name = {};
    std::optional<Kind> kind = {};
    std::size_t first = 0;  // from which errors count rows and columns
    ReadingLimits reading = {};
};

// The origin of a file, and the number from which errors count rows and columns.
struct FileOrigin {
    std::string_view program = {};  // that writes the file
    std::size_t first = 0;
};

// The error of a text whose position is malformed or lacks the mine count.
class MalformedPosition : public std::invalid_argument {
  public:
    explicit MalformedPosition(const std::string& text) : std::invalid_argument(text) {}

    std::vector<std::size_t> cell;                 // the coordinates of the cell at fault, if there is one
    std::vector<std::size_t> shape_without_mines;  // the shape of the board, if its mine count is missing
};

// The name of a cell: "row 3, column 5 (0-based)", "cell (0, 1, 2)" or, in a graph, "cell 7".
std::string name_of_cell(const Topology& topology, Cell cell, std::size_t first);

// The error about a board of this shape whose mine count is missing.
MalformedPosition mines_missing(const std::vector<std::size_t>& shape);

// The board of the hints, or one of this shape. Throws MalformedPosition if there is no such board.
std::shared_ptr<const Topology> topology_of_shape(const Hints& hints, std::vector<std::size_t> shape);

// The position with these marks on the board of topology_of_shape(), and with this mine count, if it is
// known. Throws MalformedPosition.
FilePosition position_of(const Hints& hints, const std::vector<std::size_t>& shape, std::vector<Mark> marks,
                         std::optional<std::int64_t> mines);

// The mine count of a position. Throws MalformedPosition if it is not known.
std::size_t mines_of(const FilePosition& contents);

// The error of a file in a known format whose mine count differs from that of the hints.
class OtherMineCount : public FormatError {
  public:
    using FormatError::FormatError;
};

// Throws OtherMineCount if the hints have another mine count. Its text begins with `subject`, as in "the
// header says ".
void check_mine_count(const std::string& subject, std::size_t mines, const Hints& hints,
                      FormatError::Place place = {});

// Throws FormatError if the board contradicts the hints.
void check_hints(const Topology& topology, std::size_t mines, const Hints& hints, std::string_view format);

// A place in binary data, which moves from front to back. All integers are big-endian. The functions that
// read move past the bytes that they read. If the data ends too early, they throw a FormatError with the
// offset. In its message, `what` names what they should read.

class Cursor {
  public:
    // Every error begins with the name of the format. `data` must outlive the cursor.
    Cursor(std::string_view data, std::string_view format) : data_(data), format_(format) {}

    std::string_view data() const { return data_; }
    std::string_view rest() const { return data_.substr(offset_); }
    std::size_t offset() const { return offset_; }
    std::size_t left() const { return data_.size() - offset_; }
    // Needs offset <= data().size().
    void move_to(std::size_t offset) { offset_ = offset; }

    std::string_view take(std::size_t count, std::string_view what);
    std::uint64_t unsigned_number(std::size_t size, std::string_view what);
    std::int64_t signed_number(std::size_t size, std::string_view what);
    std::uint8_t byte(std::string_view what);
    // Reads up to the text `end`, and moves past it.
    std::string_view until(std::string_view end, std::string_view what);

    // The error at an offset, by default the current one.
    FormatError error(const std::string& text) const { return error(text, offset_); }
    FormatError error(const std::string& text, std::size_t offset) const;

  private:
    std::string_view data_;
    std::string_view format_;
    std::size_t offset_ = 0;
};

}  // namespace sapper
