// A place in binary data, which moves from front to back. All integers are big-endian. The functions that
// read move past the bytes that they read. If the data ends too early, they throw a FormatError with the
// offset. In its message, `what` names what they should read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/text_reader.hpp"

namespace sapper {

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
