// The marks of a position in nested arrays.
#pragma once

#include <cstddef>
#include <vector>

#include "board/position.hpp"
#include "protocol/json.hpp"

namespace sapper {

class NestedMarks {
  public:
    // The array must outlive this. Throws a Refusal unless its parts form a board and are whole numbers.
    explicit NestedMarks(const JsonArray& given);

    const std::vector<std::size_t>& shape() const { return shape_; }
    // Throws a Refusal about the first number that is no mark.
    std::vector<Mark> marks(const Topology& topology) const;

  private:
    void collect(const JsonArray& level, std::size_t depth);

    const JsonArray& given_;
    std::vector<std::size_t> shape_;
    std::vector<const JsonValue*> values_;
};

}  // namespace sapper
