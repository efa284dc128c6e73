#include "formats/byte_cursor.hpp"

#include "formats/text_reader.hpp"
#include "util/texts.hpp"

namespace sapper {

std::string_view Cursor::take(std::size_t count, std::string_view what) {
    if (count > left()) {
        throw error("expected " + quantity(count, "byte") + " of " + std::string(what) + ", but only " +
                    std::to_string(left()) + (left() == 1 ? " is" : " are") + " left");
    }
    const std::string_view bytes = data_.substr(offset_, count);
    offset_ += count;
    return bytes;
}

std::uint64_t Cursor::unsigned_number(std::size_t size, std::string_view what) {
    std::uint64_t number = 0;
    for (char byte : take(size, what))
        number = number << 8 | static_cast<std::uint8_t>(byte);
    return number;
}

std::int64_t Cursor::signed_number(std::size_t size, std::string_view what) {
    const auto number = static_cast<std::int64_t>(unsigned_number(size, what));
    const std::int64_t sign = std::int64_t{1} << (8 * size - 1);
    return (number ^ sign) - sign;
}

std::uint8_t Cursor::byte(std::string_view what) {
    return static_cast<std::uint8_t>(take(1, what)[0]);
}

std::string_view Cursor::until(std::string_view end, std::string_view what) {
    const std::size_t at = data_.find(end, offset_);
    if (at == std::string_view::npos) {
        throw error("expected b" + in_quotes(end) + " at the end of " + std::string(what) +
                    ", but it does not appear");
    }
    const std::string_view bytes = data_.substr(offset_, at - offset_);
    offset_ = at + end.size();
    return bytes;
}

FormatError Cursor::error(const std::string& text, std::size_t offset) const {
    return {std::string(format_) + ": at offset " + std::to_string(offset) + ": " + text, {.offset = offset}};
}

}  // namespace sapper
