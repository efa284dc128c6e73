// The bytes of texts in files: white space, digits, and how errors quote them. The encoding of a text is
// often unknown: old programs wrote names in the encoding of the player's machine and did not say which.
// Where bytes are not UTF-8, their patterns tell which encodings are likely. The tables of encodings are not
// here: the caller decodes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sapper {

// White space and the control characters that Python takes for it.
bool is_blank(char byte);
bool is_digit(char byte);
bool is_letter(char byte);  // of ASCII

// The bytes of the character of Unicode's white space at the beginning; 0 if another one stands there.
std::size_t white_space(std::string_view text);
// The text without Unicode's white space at its ends.
std::string_view without_spaces(std::string_view text);
// The first line that is not blank, without white space at its ends.
std::string_view first_line(std::string_view text);
// Each stretch of Unicode's white space becomes one space, and none is left at the ends.
std::string in_one_line(std::string_view text);

std::string_view stripped(std::string_view text);
std::string_view stripped_left(std::string_view text);
// Each stretch of spaces and control characters becomes one space, and none is left at the ends.
std::string one_line(std::string_view text);
std::string lower(std::string_view text);  // letters of ASCII

// How much of a wrong value an error quotes.
inline constexpr std::size_t kShownOfValue = 20;

// In quotes, with at most so many bytes. Bytes that are not printable UTF-8 are written as `\x00`.
std::string quoted(std::string_view text, std::size_t most = std::string_view::npos);

// The length of the longest beginning that is UTF-8.
std::size_t utf8_length(std::string_view text);

// The number of characters of UTF-8.
std::size_t characters_in(std::string_view text);
// The text without so many characters at its beginning.
std::string_view after_characters(std::string_view text, std::size_t characters);

// The text without the byte order mark at its beginning.
std::string_view without_mark(std::string_view data);
// The same. Throws FormatError that names the first byte that is not UTF-8.
std::string_view text_of(std::string_view data);

// The first character; of bytes that are not UTF-8 the first byte. The text is not empty.
std::string_view first_character(std::string_view text);

// The encodings that bytes may have, the likeliest first, as Python spells them. If they are UTF-8, it is the
// only one, or comes after the stated one. Otherwise the encoding is the first that can decode the bytes and
// gives the same bytes back; the last always does.
std::vector<std::string> encodings_of(std::string_view text, std::string_view stated = {});

}  // namespace sapper
