// What the marks and counts of a request mean as a position, and which of its cells an error names.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "board/board_names.hpp"
#include "board/position.hpp"
#include "formats/registry.hpp"
#include "formats/text_reader.hpp"
#include "protocol/boards.hpp"
#include "protocol/request.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

// The marks of a position in nested arrays.
class NestedMarks {
  public:
    // The array must outlive this. Throws a Refusal unless its parts form a board and are whole numbers.
    explicit NestedMarks(const JsonArray& array);

    const std::vector<std::size_t>& shape() const { return shape_; }
    // Throws a Refusal about the first number that is no mark.
    std::vector<Mark> marks(const Topology& topology) const;

  private:
    void collect(const JsonArray& level, std::size_t depth);

    const JsonArray& array_;
    std::vector<std::size_t> shape_;
    std::vector<const JsonValue*> values_;
};

[[noreturn]] void refuse_marks(const std::string& text) {
    throw Refusal("position", text);
}

bool is_nested(const JsonValue& value) {
    return value.array() != nullptr;
}

// Throws the Refusal of rows that differ in length or in depth.
[[noreturn]] void refuse_ragged_marks(const JsonArray& rows) {
    if (std::ranges::all_of(rows, is_nested)) {
        const std::size_t columns = rows[0].array()->size();
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const std::size_t size = rows[row].array()->size();
            if (size != columns) {
                refuse_marks("row " + std::to_string(row) + " (0-based) has " + quantity(size, "cell") +
                             ", but row 0 has " + std::to_string(columns));
            }
        }
    }
    refuse_marks("all rows of a position must have the same number of cells");
}

NestedMarks::NestedMarks(const JsonArray& array) : array_(array) {
    for (const JsonArray* level = &array; level != nullptr;) {
        shape_.push_back(level->size());
        level = level->empty() ? nullptr : level->front().array();
    }
    collect(array, 1);
    if (values_.empty()) refuse_marks("a position needs at least one cell");
    const auto odd = std::ranges::find_if(values_, [](auto value) { return value->number() == nullptr; });
    if (odd != values_.end()) {
        refuse_marks("`marks` must be whole numbers, not " + short_json(**odd) +
                     ": 0 and up, -1 hidden, -2 flag, -3 exploded, -4 question mark, -6 safe; for a text, "
                     "send `text` with a row on each line");
    }
}

void NestedMarks::collect(const JsonArray& level, std::size_t depth) {
    if (level.size() != shape_[depth - 1]) refuse_ragged_marks(array_);
    for (const JsonValue& each : level) {
        const bool is_last = depth == shape_.size();
        if (is_nested(each) == is_last) refuse_ragged_marks(array_);
        if (is_last) {
            values_.push_back(&each);
        } else {
            collect(*each.array(), depth + 1);
        }
    }
}

// The field of an error about one cell.
std::string cell_field(const Topology& topology, Cell cell) {
    Json more;
    more.more("cell", [&] { write_cell(more, topology, cell); });
    return more.text();
}

std::vector<Mark> NestedMarks::marks(const Topology& topology) const {
    std::vector<Mark> marks;
    for (const JsonValue* value : values_) {
        const std::int64_t number = *value->number();
        using MarkLimits = std::numeric_limits<Mark>;
        if (number < MarkLimits::min() || number > MarkLimits::max()) {
            const auto cell = static_cast<Cell>(marks.size());
            throw Refusal("position",
                          describe(topology, cell) + ": " + std::to_string(number) + " is not a mark",
                          cell_field(topology, cell));
        }
        marks.push_back(static_cast<Mark>(number));
    }
    return marks;
}

// Calls `build`, and turns errors about a board into errors about a position.
auto as_position(const auto& build) {
    try {
        return build();
    } catch (const Refusal& refusal) {
        if (refusal.type != "board") throw;
        throw Refusal("position", refusal.what());
    }
}

FilePosition position_on(std::shared_ptr<const Topology> topology, std::vector<Mark> marks,
                         std::optional<std::uint32_t> mines) {
    const auto least = static_cast<std::uint32_t>(std::ranges::count(marks, kExploded));
    try {
        return {Position(topology, mines.value_or(least), std::move(marks)), mines.has_value()};
    } catch (const PositionError& error) {
        if (error.cell == kNoCell) throw Refusal("position", error.what());
        throw Refusal("position", describe(*topology, error.cell) + ": " + error.what(),
                      cell_field(*topology, error.cell));
    }
}

}  // namespace

FilePosition hidden_position_in(Request& request) {
    const auto hidden = [](const Board& board) {
        return position_on(board.topology, std::vector<Mark>(board.topology->size(), kHidden), board.mines);
    };
    if (const auto level = level_in(request)) return hidden(*level);
    const std::shared_ptr<const MinePrior> prior = mine_prior_in(request);
    const JsonValue* mines = prior == nullptr ? &request.need_whole("mines") : request.whole("mines");
    const TopologyChoice choice = topology_in(request);
    const std::vector<std::size_t> shape = choice.graph ? choice.graph->shape() : shape_in(request);
    return as_position([&] {
        const std::shared_ptr<const Topology> topology = choice.with_shape(shape);
        if (mines != nullptr) return with_prior(hidden({topology, mines_on(*topology, *mines)}), prior);
        const std::vector<Mark> marks(topology->size(), kHidden);
        return with_prior(position_on(topology, marks, std::nullopt), prior);
    });
}

FilePosition with_prior(FilePosition position, std::shared_ptr<const MinePrior> prior) {
    if (prior == nullptr) return position;
    if (position.is_counted)
        throw wrong_request("the position has a number of mines: leave out `mine_prior`, or `mines`");
    const std::size_t cells = position.position.topology->size();
    if (prior->kind == MinePrior::Kind::counts && prior->least + prior->weights.size() > cells + 1) {
        throw Refusal("position", "a board of " + quantity(cells, "cell") + " cannot hold " +
                                      quantity(prior->least + prior->weights.size() - 1, "mine"));
    }
    position.position.prior = std::move(prior);
    return position;
}

FilePosition position_of_marks(const JsonArray& marks, const JsonValue* mines, const TopologyChoice& choice) {
    const NestedMarks nested_marks(marks);
    return as_position([&] {
        const std::shared_ptr<const Topology> topology = choice.with_shape(nested_marks.shape());
        if (topology->shape() != nested_marks.shape()) {
            throw Refusal("position", "marks of shape " + in_brackets(nested_marks.shape()) +
                                          " do not fit a board of shape " + in_brackets(topology->shape()));
        }
        std::optional<std::uint32_t> count;
        if (mines != nullptr) count = mines_on(*topology, *mines);
        return position_on(topology, nested_marks.marks(*topology), count);
    });
}

PositionText position_of_text(std::string_view text, std::string_view format, const JsonValue* mines,
                              const TopologyChoice& choice) {
    constexpr std::string_view kAuto = "auto";
    constexpr std::int64_t kMostMines = std::int64_t{1} << 62;  // far more than a board has
    Hints hints{.topology = choice.graph, .kind = Kind::position};
    if (mines != nullptr) {
        const std::int64_t* number = mines->number();
        hints.mines = number != nullptr      ? std::clamp(*number, -kMostMines, kMostMines)
                      : mines->is_negative() ? -kMostMines
                                             : kMostMines;
    }
    if (choice.name && !choice.graph) {
        as_position([&] { check_topology_name(*choice.name); });
        hints.topology_name = *choice.name;
    }
    std::vector<std::string_view> names{kAuto};
    const FileFormat* format_of_name = nullptr;
    for (const FileFormat& each : file_formats()) {
        names.push_back(each.name);
        if (each.name == format) format_of_name = &each;
    }
    if (format_of_name == nullptr && format != kAuto)
        throw Refusal("format", unknown_name("format", format, names));
    try {
        Reading reading = identify(text, hints, format_of_name);
        std::optional<std::string_view> read_as;
        if (format_of_name == nullptr && reading.format->name != "plain") read_as = reading.format->name;
        return {std::get<FilePosition>(std::move(reading.contents)), read_as};
    } catch (const FormatError& error) {
        Json more;
        if (error.place.offset) more.more("offset", *error.place.offset);
        if (error.place.line) more.more("line", *error.place.line);
        if (error.place.column) more.more("column", *error.place.column);
        if (!error.formats.empty()) more.more("formats", error.formats);
        throw Refusal("format", error.what(), more.text());
    } catch (const MalformedPosition& error) {
        if (error.cell.empty()) throw Refusal("position", error.what());
        Json more;
        const auto write_place = [&] { choice.graph ? more.value(error.cell[0]) : more.value(error.cell); };
        more.more("cell", write_place);
        throw Refusal("position", error.what(), more.text());
    }
}

FilePosition with_mines_left(FilePosition position, const JsonValue* mines_left) {
    if (mines_left == nullptr) return position;
    const Position& on_board = position.position;
    if (position.is_counted || on_board.prior != nullptr)
        throw wrong_request("`mines_left` stands in place of `mines` and `mine_prior`: give one of them");
    const std::int64_t* number = mines_left->number();
    const auto left = number == nullptr ? std::nullopt : std::optional(*number);
    try {
        return position_on(on_board.topology, on_board.marks,
                           mines_of_counter(on_board.marks, mines_left->digits(), left));
    } catch (const PositionError& error) {
        throw Refusal("position", error.what());
    }
}

FilePosition position_with_changes(const FilePosition& position, std::span<const Cell> cells,
                                   std::span<const Mark> marks) {
    std::vector<Mark> marks_after = position.position.marks;
    for (std::size_t i = 0; i < cells.size(); ++i)
        marks_after[cells[i]] = marks[i];
    std::optional<std::uint32_t> mines;
    if (position.is_counted) mines = position.position.mines;
    return with_prior(position_on(position.position.topology, std::move(marks_after), mines),
                      position.position.prior);
}

}  // namespace sapper
