#include "protocol/marks.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "protocol/boards.hpp"
#include "protocol/refusal.hpp"
#include "protocol/words.hpp"
#include "util/quantity.hpp"

namespace sapper {

namespace {

[[noreturn]] void refuse_marks(const std::string& text) {
    throw Refusal("position", text);
}

bool is_nested(const JsonValue& value) {
    return value.array() != nullptr;
}

// Rows differ in length, or in how deep they are nested.
[[noreturn]] void refuse_ragged_marks(const JsonArray& rows) {
    if (std::ranges::all_of(rows, is_nested)) {
        const std::size_t wanted = rows[0].array()->size();
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const std::size_t size = rows[row].array()->size();
            if (size != wanted) {
                refuse_marks("row " + std::to_string(row) + " (0-based) has " + quantity(size, "cell") +
                             ", but row 0 has " + std::to_string(wanted));
            }
        }
    }
    refuse_marks("all rows of a position must have the same number of cells");
}

}  // namespace

NestedMarks::NestedMarks(const JsonArray& given) : given_(given) {
    for (const JsonArray* level = &given; level != nullptr;) {
        shape_.push_back(level->size());
        level = level->empty() ? nullptr : level->front().array();
    }
    collect(given, 1);
    if (values_.empty()) refuse_marks("a position needs at least one cell");
    const auto odd = std::ranges::find_if(values_, [](auto value) { return value->number() == nullptr; });
    if (odd != values_.end()) {
        refuse_marks("marks must be whole numbers, not " + shortened(**odd) +
                     ": 0 and up, -1 hidden, -2 flag, -3 exploded, -4 question mark; for a text, send 'text' "
                     "with a row on each line");
    }
}

void NestedMarks::collect(const JsonArray& level, std::size_t depth) {
    if (level.size() != shape_[depth - 1]) refuse_ragged_marks(given_);
    for (const JsonValue& each : level) {
        const bool is_last = depth == shape_.size();
        if (is_nested(each) == is_last) refuse_ragged_marks(given_);
        if (is_last) {
            values_.push_back(&each);
        } else {
            collect(*each.array(), depth + 1);
        }
    }
}

std::vector<Mark> NestedMarks::marks(const Topology& topology) const {
    std::vector<Mark> marks;
    for (const JsonValue* value : values_) {
        const std::int64_t number = *value->number();
        using MarkLimits = std::numeric_limits<Mark>;
        if (number < MarkLimits::min() || number > MarkLimits::max()) {
            const auto cell = static_cast<Cell>(marks.size());
            Json json;
            write_cell(json, topology, cell);
            throw Refusal("position",
                          describe(topology, cell) + ": " + std::to_string(number) + " is not a mark",
                          ", \"cell\": " + json.text());
        }
        marks.push_back(static_cast<Mark>(number));
    }
    return marks;
}

}  // namespace sapper
