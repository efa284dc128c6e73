// A text that loses parts, such as the colours of a terminal, and still knows the line and the column of each
// of its bytes in the text as the user has it. So an error can name these.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/text_reader.hpp"

namespace sapper {

class TracedText {
  public:
    // Takes UTF-8 without zeros, which stay in memory as long as this object.
    explicit TracedText(std::string_view original);

    const std::string& text() const { return text_; }
    // Puts a sign in the place of bytes, at least as many as its own.
    void replace(std::size_t at, std::size_t size, std::string_view sign);
    void blank(std::size_t at, std::size_t size = 1) { text_.replace(at, size, size, ' '); }
    // Bytes that go at the next close_gaps(). Until then they are zeros, so that all others stay in place.
    void remove(std::size_t at, std::size_t size) { text_.replace(at, size, size, '\0'); }
    void close_gaps();

    // The line and the column of a byte in the original.
    FormatError::Place place_of(std::size_t at) const;
    // The error about this text as one about the original: each "line 2, column 3" in it, and its place.
    FormatError about_original(const FormatError& error) const;

  private:
    std::string_view original_;
    std::string text_;
    std::vector<std::uint32_t> origins_;  // of the bytes of the text and of its end
};

}  // namespace sapper
