// The bytes of texts in files: white space, digits, and how errors quote them. The encoding of a text is
// often unknown: old programs wrote names in the encoding of the player's machine and did not say which. If
// bytes are not UTF-8, their patterns tell which encodings are likely. The caller decodes them, so this file
// needs no tables of encodings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "util/limits.hpp"
#include "util/lists.hpp"

namespace sapper {

// An error in a file, and its place if known: the offset of a byte, or a line and a column from 1. If the
// file has different meanings in several formats, their names.
class FormatError : public std::runtime_error {
  public:
    struct Place {
        std::optional<std::size_t> offset = {};
        std::optional<std::size_t> line = {};
        std::optional<std::size_t> column = {};
    };

    explicit FormatError(const std::string& text) : std::runtime_error(text) {}
    FormatError(const std::string& text, Place place, std::vector<std::string_view> formats = {})
        : std::runtime_error(text), place(place), formats(std::move(formats)) {}

    Place place;
    std::vector<std::string_view> formats;
};

// White space of ASCII, and the control characters that Python treats as white space.
bool is_blank(char byte);
bool is_letter(char byte);  // of ASCII

// The number of bytes of the white space character (of Unicode) at the beginning. 0 if there is none.
std::size_t white_space(std::string_view text);
// The text without Unicode's white space at its ends.
std::string_view without_spaces(std::string_view text);
// The first line that is not blank, without white space at its ends.
std::string_view first_line(std::string_view text);
// The text with each run of Unicode's white space as one space, and none at the ends.
std::string in_one_line(std::string_view text);

// The text without blanks at its ends, or at its beginning.
std::string_view trim(std::string_view text);
std::string_view trim_left(std::string_view text);
// The text with each run of spaces and control characters as one space, and none at the ends.
std::string one_line(std::string_view text);
std::string lower(std::string_view text);  // letters of ASCII

// The most bytes of a wrong value that an error quotes.
inline constexpr std::size_t kMostOfValue = 20;

// The first `most` bytes of the text, in quotes. Bytes that are not printable UTF-8 become `\x00`.
std::string in_quotes(std::string_view text, std::size_t most = std::string_view::npos);

// The number of bytes from the beginning that are UTF-8.
std::size_t utf8_length(std::string_view text);

// The characters of UTF-8, and UTF-8 with one more character, from U+0000 to U+10FFFF.
std::u32string characters_of(std::string_view text);
void add_character(std::string& text, std::uint32_t character);

// The number of characters of UTF-8.
std::size_t characters_in(std::string_view text);
// The text without its first `characters` characters.
std::string_view after_characters(std::string_view text, std::size_t characters);

// The error about a byte that is not text.
FormatError not_text(std::size_t offset);

// What a text in other bytes is in the usual ones: UTF-16 with its byte order mark as UTF-8, and the ends of
// lines of old Macs, which are carriage returns alone, as line feeds. Nothing if the bytes are usual. What is
// no character of UTF-16 becomes U+FFFD.
std::optional<std::string> in_usual_bytes(std::string_view data);

// The text without the byte order mark of UTF-8 at its beginning.
std::string_view without_mark(std::string_view data);
// The text without that mark. Throws FormatError at the first byte that is not UTF-8.
std::string_view text_of(std::string_view data);

// The first character, or the first byte if it is not UTF-8. The text must not be empty.
std::string_view first_character(std::string_view text);

// Stands for a stated encoding that is any but UTF-8.
inline constexpr std::string_view kNotUtf8 = "not utf-8";

// The encodings that bytes may have, the likeliest first, as Python spells them. A stated encoding comes
// first. If the bytes are UTF-8, that is the only other one, unless they are stated not to be. The caller
// takes the first that can decode the bytes and encode them back to the same bytes; the last always can.
std::vector<std::string> encodings_of(std::string_view text, std::string_view claim = {});

// Reads parts of a text from its beginning.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    bool take(std::string_view text) {
        if (!rest().starts_with(text)) return false;
        at_ += text.size();
        return true;
    }
    // A number with one to `most_digits` digits, at most nine.
    std::optional<std::size_t> number(std::size_t most_digits) {
        std::size_t value = 0;
        const std::size_t start = at_;
        while (at_ < text_.size() && at_ - start < most_digits && is_digit(text_[at_]))
            value = 10 * value + static_cast<std::size_t>(text_[at_++] - '0');
        return at_ == start ? std::nullopt : std::optional(value);
    }
    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_]))
            ++at_;
    }
    std::size_t place() const { return at_; }
    std::string_view rest() const { return text_.substr(at_); }
    bool is_at_end() const { return at_ == text_.size(); }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

struct Line {
    std::string_view text;   // without white space at its ends
    std::size_t number;      // from 1
    std::size_t indent;      // the characters of white space before the text
    std::string_view whole;  // with that white space
};

// Reads a text line by line, because a list of many short lines could take gigabytes.
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
