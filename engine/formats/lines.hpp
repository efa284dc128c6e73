// Reads a text line by line, because a list of many short lines could take gigabytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "util/limits.hpp"

namespace sapper {

struct Line {
    std::string_view text;  // without white space at its ends
    std::size_t number;     // from 1
    std::size_t indent;     // how many characters of white space come before the text
};

class Lines {
  public:
    // next() throws FormatError after `most` lines. The text and the limits must outlive this object.
    Lines(std::string_view text, std::size_t most, const Limits& limits)
        : rest_(text), most_(most), limits_(limits) {}

    std::optional<Line> next();
    // The number of the last line. 1 if there was none yet.
    std::size_t number() const { return number_ == 0 ? 1 : number_; }

  private:
    std::string_view rest_;
    std::size_t most_;
    const Limits& limits_;
    std::size_t number_ = 0;
};

// The column, from 1, of a byte in a line. Counts characters if the line is UTF-8, and bytes otherwise.
std::size_t column_of(const Line& line, std::size_t at);

}  // namespace sapper
