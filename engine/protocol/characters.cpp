#include "protocol/characters.hpp"

#include <algorithm>
#include <bit>

namespace sapper {

namespace {

void append_digits(std::string& text, std::uint32_t number, int digits) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        text += kDigits[number >> shift & 15];
}

}  // namespace

std::uint32_t take_character(std::string_view& text) {
    const auto first = static_cast<unsigned char>(text[0]);
    text.remove_prefix(1);
    const int ones = std::countl_one(first);
    if (ones < 2) return first;
    std::uint32_t character = first & (0x7fU >> ones);
    for (int i = 1; i < ones && !text.empty(); ++i, text.remove_prefix(1))
        character = character << 6 | (static_cast<unsigned char>(text[0]) & 0x3fU);
    return character;
}

void append_character(std::string& text, std::uint32_t character) {
    const auto append = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (character < 0x80) return append(character);
    const int more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    append((0x780U >> more & 0xff) | character >> 6 * more);
    for (int shift = 6 * (more - 1); shift >= 0; shift -= 6)
        append(0x80U | (character >> shift & 0x3fU));
}

void append_escaped(std::string& json, std::uint32_t character) {
    if (character >= 0x10000) {
        append_escaped(json, 0xd800 + ((character - 0x10000) >> 10));
        character = 0xdc00 + (character & 0x3ff);
    }
    json += "\\u";
    append_digits(json, character, 4);
}

std::string_view first_characters(std::string_view text, std::size_t most) {
    std::string_view rest = text;
    for (std::size_t i = 0; i < most && !rest.empty(); ++i)
        take_character(rest);
    return text.substr(0, text.size() - rest.size());
}

std::string quoted_text(std::string_view text) {
    const bool has_single = text.find('\'') != std::string_view::npos;
    const char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
    std::string quoted(1, quote);
    while (!text.empty()) {
        constexpr std::string_view kNames = "\\nrt";
        constexpr std::string_view kMeanings = "\\\n\r\t";
        const std::uint32_t character = take_character(text);
        const bool is_ascii = character < 0x80;
        const std::size_t place =
            is_ascii ? kMeanings.find(static_cast<char>(character)) : std::string_view::npos;
        if (place != std::string_view::npos) {
            quoted += '\\';
            quoted += kNames[place];
        } else if (character < 0x20 || (character >= 0x7f && character <= 0xa0) || character == 0xad) {
            quoted += "\\x";
            append_digits(quoted, character, 2);
        } else if (character >= 0xd800 && character < 0xe000) {
            append_escaped(quoted, character);
        } else {
            if (is_ascii && static_cast<char>(character) == quote) quoted += '\\';
            append_character(quoted, character);
        }
    }
    return quoted + quote;
}

}  // namespace sapper
