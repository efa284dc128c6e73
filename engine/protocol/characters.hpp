// Characters of UTF-8, in which half of a surrogate pair may stand alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sapper {

// Takes the first character of a text that is not empty, and returns its number.
std::uint32_t take_character(std::string_view& text);
void append_character(std::string& text, std::uint32_t character);
// Appends it as JSON escapes it: "\u00e4", or two of these.
void append_escaped(std::string& json, std::uint32_t character);

// At most so many characters from the beginning.
std::string_view first_characters(std::string_view text, std::size_t most);
// The text in the quotes that Python gives it.
std::string quoted_text(std::string_view text);

}  // namespace sapper
