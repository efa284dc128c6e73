#include "formats/text_reader.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

namespace sapper {

namespace {

// The encodings that replays may name. The reader ignores others, because some are slow with hostile bytes.
constexpr std::array<std::string_view, 10> kEncodings = {
    "latin-1", "iso-8859-1", "gbk", "gb2312", "gb18030", "big5", "shift-jis", "cp932", "cp1251", "cp1252"};

// The most bytes that the guess examines, from the first beyond ASCII.
constexpr std::size_t kBytesToExamine = 4096;

std::uint8_t code_of(char byte) {
    return static_cast<std::uint8_t>(byte);
}

bool is_in(char byte, unsigned first, unsigned last) {
    return first <= code_of(byte) && code_of(byte) <= last;
}

bool is_foreign(char byte) {
    return code_of(byte) >= 0x80;
}

bool is_ascii(std::string_view text) {
    return std::none_of(text.begin(), text.end(), is_foreign);
}

// The number of bytes of the UTF-8 character at the beginning. 0 if there is none.
std::size_t utf8_character(std::string_view text) {
    const unsigned first = code_of(text[0]);
    if (first < 0x80) return 1;
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if (!is_in(text[i], 0x80, 0xbf)) return 0;
    const unsigned second = code_of(text[1]);
    const bool too_long = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool no_character = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
    return too_long || no_character ? 0 : size;
}

// The UTF-8 of UTF-16 with the more significant byte of each two first, or last.
std::string utf8_of_utf16(std::string_view data, bool is_big_endian) {
    constexpr std::uint32_t kNoCharacter = 0xfffd;
    std::string text;
    const auto unit = [&](std::size_t at) {
        const std::uint32_t first = code_of(data[at]);
        const std::uint32_t second = code_of(data[at + 1]);
        return is_big_endian ? first << 8 | second : second << 8 | first;
    };
    std::size_t at = 0;
    for (; at + 1 < data.size(); at += 2) {
        const std::uint32_t first = unit(at);
        if (first < 0xd800 || first > 0xdfff) {
            add_character(text, first);
            continue;
        }
        const std::uint32_t second = at + 3 < data.size() ? unit(at + 2) : 0;
        const bool is_pair = first < 0xdc00 && 0xdc00 <= second && second <= 0xdfff;
        add_character(text, is_pair ? 0x10000 + ((first & 0x3ff) << 10 | (second & 0x3ff)) : kNoCharacter);
        if (is_pair) at += 2;
    }
    if (at < data.size()) add_character(text, kNoCharacter);
    return text;
}

// Calls visit(run, before, after) for each run of bytes beyond ASCII, with the bytes before and after it. At
// the ends of the text these are 0. Stops at the first false. Returns whether all calls returned true.
bool all_foreign(std::string_view text, const std::function<bool(std::string_view, char, char)>& visit) {
    for (std::size_t begin = 0; begin < text.size(); ++begin) {
        if (!is_foreign(text[begin])) continue;
        std::size_t end = begin;
        while (end < text.size() && is_foreign(text[end]))
            ++end;
        const char before = begin == 0 ? '\0' : text[begin - 1];
        const char after = end == text.size() ? '\0' : text[end];
        if (!visit(text.substr(begin, end - begin), before, after)) return false;
        begin = end;
    }
    return true;
}

// A double-byte encoding: the bytes that can be first, and those that can be second. Other bytes beyond ASCII
// are single characters if `single` says so.
struct DoubleBytes {
    bool (*first)(char);
    bool (*second)(char);
    bool (*single)(char);
    bool has_four = false;  // a digit after the first byte begins a character of four bytes
};

constexpr DoubleBytes kGb18030 = {[](char byte) { return is_in(byte, 0x81, 0xfe); },
                                  [](char byte) { return is_in(byte, 0x40, 0xfe) && code_of(byte) != 0x7f; },
                                  [](char) { return false; }, true};
constexpr DoubleBytes kBig5 = {[](char byte) { return is_in(byte, 0x81, 0xfe); },
                               [](char byte) { return is_in(byte, 0x40, 0x7e) || is_in(byte, 0xa1, 0xfe); },
                               [](char) { return false; }};
constexpr DoubleBytes kCp932 = {[](char byte) { return is_in(byte, 0x81, 0x9f) || is_in(byte, 0xe0, 0xfc); },
                                [](char byte) { return is_in(byte, 0x40, 0xfc) && code_of(byte) != 0x7f; },
                                [](char) { return true; }};

// The share of the characters beyond ASCII that have two bytes for which has(first, second) is true.
double share(std::string_view text, const DoubleBytes& encoding, const std::function<bool(char, char)>& has) {
    std::size_t foreign = 0;
    std::size_t matches = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!is_foreign(text[i])) continue;
        const bool is_last = i + 1 == text.size();
        if (encoding.first(text[i]) && !is_last && encoding.second(text[i + 1])) {
            ++foreign;
            matches += has(text[i], text[i + 1]);
            ++i;
        } else if (encoding.first(text[i]) && !is_last && encoding.has_four && is_digit(text[i + 1])) {
            foreign += i + 3 < text.size();
            i += 3;
        } else {
            foreign += encoding.single(text[i]);
        }
    }
    return static_cast<double>(matches) / static_cast<double>(std::max<std::size_t>(1, foreign));
}

// Whether all bytes beyond ASCII form words of Cyrillic letters, with a capital only at the beginning. Common
// Chinese characters hardly ever look like this, because the second would have to begin with a byte of small
// letters.
bool is_cyrillic(std::string_view text) {
    std::size_t longest = 0;
    const bool all = all_foreign(text, [&](std::string_view word, char, char) {
        longest = std::max(longest, word.size());
        const auto is_small = [](char byte) { return code_of(byte) == 0xb8 || is_in(byte, 0xe0, 0xff); };
        const bool is_capital = code_of(word[0]) == 0xa8 || is_in(word[0], 0xc0, 0xdf);
        const std::string_view small = word.substr(is_capital ? 1 : 0);
        return small.size() >= 2 && std::all_of(small.begin(), small.end(), is_small);
    });
    return all && longest > 2;
}

// Whether at least half of the characters are among the 3,755 most common of GB 2312.
bool is_common_chinese(std::string_view text) {
    return share(text, kGb18030, [](char first, char second) {
               return is_in(first, 0xb0, 0xd7) && code_of(second) >= 0xa1;
           }) >= 0.5;
}

bool is_common_traditional(std::string_view text) {
    return share(text, kBig5, [](char first, char) { return is_in(first, 0xa4, 0xc6); }) == 1;
}

bool is_japanese(std::string_view text) {
    return share(text, kCp932, [](char first, char) { return is_in(first, 0x82, 0x83); }) >= 0.5;
}

// Whether the text has Chinese characters, common or not, that are not beside Latin letters.
bool is_rare_chinese(std::string_view text) {
    return all_foreign(text, [](std::string_view word, char before, char after) {
        if (word.size() % 2 != 0 || is_letter(before) || is_letter(after)) return false;
        for (std::size_t i = 0; i < word.size(); i += 2)
            if (!is_in(word[i], 0xb0, 0xf7) || !is_in(word[i + 1], 0xa1, 0xfe)) return false;
        return true;
    });
}

}  // namespace

bool is_blank(char byte) {
    return byte == ' ' || is_in(byte, 0x09, 0x0d) || is_in(byte, 0x1c, 0x1f);
}

bool is_letter(char byte) {
    return ('a' <= byte && byte <= 'z') || ('A' <= byte && byte <= 'Z');
}

std::size_t white_space(std::string_view text) {
    if (text.empty()) return 0;
    if (is_blank(text[0])) return 1;
    if (text.starts_with("\xc2\x85") || text.starts_with("\xc2\xa0")) return 2;
    constexpr std::size_t kLongestSpace = 3;
    if (text.size() < kLongestSpace) return 0;
    const bool spaces = text.starts_with("\xe2\x80") &&
                        (is_in(text[2], 0x80, 0x8a) || is_in(text[2], 0xa8, 0xa9) || text[2] == '\xaf');
    const bool others = text.starts_with("\xe1\x9a\x80") || text.starts_with("\xe2\x81\x9f") ||
                        text.starts_with("\xe3\x80\x80");
    return spaces || others ? kLongestSpace : 0;
}

std::string_view without_spaces(std::string_view text) {
    while (const std::size_t blank = white_space(text))
        text.remove_prefix(blank);
    constexpr std::size_t kLongest = 3;  // bytes of white space
    for (std::size_t size = 1; size <= std::min(kLongest, text.size());) {
        const bool is_blank = white_space(text.substr(text.size() - size)) == size;
        if (is_blank) text.remove_suffix(size);
        size = is_blank ? 1 : size + 1;
    }
    return text;
}

std::string_view first_line(std::string_view text) {
    const std::string_view content = without_spaces(text);
    return without_spaces(content.substr(0, content.find('\n')));
}

std::string in_one_line(std::string_view text) {
    std::string line;
    bool gap = false;
    while (!text.empty()) {
        const std::size_t blank = white_space(text);
        if (blank == 0) {
            if (gap && !line.empty()) line += ' ';
            line += text[0];
        }
        gap = blank > 0;
        text.remove_prefix(std::max<std::size_t>(1, blank));
    }
    return line;
}

std::string_view trim_left(std::string_view text) {
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
    return text;
}

std::string_view trim(std::string_view text) {
    text = trim_left(text);
    while (!text.empty() && is_blank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string one_line(std::string_view text) {
    std::string line;
    bool gap = false;
    for (char byte : text) {
        if (code_of(byte) <= ' ') {
            gap = true;
        } else {
            if (gap && !line.empty()) line += ' ';
            gap = false;
            line += byte;
        }
    }
    return line;
}

std::string lower(std::string_view text) {
    std::string small(text);
    for (char& byte : small)
        if ('A' <= byte && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
    return small;
}

std::string in_quotes(std::string_view text, std::size_t most) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string result = "'";
    text = text.substr(0, most);
    while (!text.empty()) {
        const std::size_t size = utf8_character(text);
        if (size > 1 || (size == 1 && is_in(text[0], 0x20, 0x7e) && text[0] != '\'' && text[0] != '\\')) {
            result += text.substr(0, size);
            text.remove_prefix(size);
            continue;
        }
        if (text[0] == '\'' || text[0] == '\\') {
            result += {'\\', text[0]};
        } else {
            result += {'\\', 'x', kDigits[code_of(text[0]) >> 4], kDigits[code_of(text[0]) & 15]};
        }
        text.remove_prefix(1);
    }
    return result + "'";
}

std::size_t utf8_length(std::string_view text) {
    std::size_t length = 0;
    while (length < text.size()) {
        const std::size_t size = utf8_character(text.substr(length));
        if (size == 0) break;
        length += size;
    }
    return length;
}

std::u32string characters_of(std::string_view text) {
    constexpr std::uint32_t kFirstBits[] = {0x7f, 0x1f, 0x0f, 0x07};
    std::u32string characters;
    while (!text.empty()) {
        const std::string_view first = first_character(text);
        std::uint32_t character = code_of(first[0]) & kFirstBits[first.size() - 1];
        for (const char byte : first.substr(1))
            character = character << 6 | (code_of(byte) & 0x3f);
        characters += static_cast<char32_t>(character);
        text.remove_prefix(first.size());
    }
    return characters;
}

void add_character(std::string& text, std::uint32_t character) {
    const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    const auto add_rest = [&](unsigned shift) { add(0x80 | (character >> shift & 0x3f)); };
    if (character < 0x80) return add(character);
    if (character < 0x800) {
        add(0xc0 | character >> 6);
    } else if (character < 0x10000) {
        add(0xe0 | character >> 12);
        add_rest(6);
    } else {
        add(0xf0 | character >> 18);
        add_rest(12);
        add_rest(6);
    }
    add_rest(0);
}

std::size_t characters_in(std::string_view text) {
    const auto begins = [](char byte) { return !is_in(byte, 0x80, 0xbf); };
    return static_cast<std::size_t>(std::ranges::count_if(text, begins));
}

std::string_view after_characters(std::string_view text, std::size_t characters) {
    for (; characters > 0 && !text.empty(); --characters)
        text.remove_prefix(first_character(text).size());
    return text;
}

std::optional<std::string> in_usual_bytes(std::string_view data) {
    std::optional<std::string> usual;
    for (const bool is_big_endian : {false, true})
        if (const std::string_view mark = is_big_endian ? "\xfe\xff" : "\xff\xfe"; data.starts_with(mark))
            usual = utf8_of_utf16(data.substr(mark.size()), is_big_endian);
    const std::string_view text = usual ? *usual : data;
    if (text.find('\n') != std::string_view::npos || text.find('\r') == std::string_view::npos) return usual;
    if (!usual) usual.emplace(data);
    std::ranges::replace(*usual, '\r', '\n');
    return usual;
}

std::string_view without_mark(std::string_view data) {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    return data.starts_with(kMark) ? data.substr(kMark.size()) : data;
}

FormatError not_text(std::size_t offset) {
    return {"this is not text: there is no character at offset " + std::to_string(offset),
            {.offset = offset}};
}

std::string_view text_of(std::string_view data) {
    const std::size_t length = utf8_length(data);
    if (length == data.size()) return without_mark(data);
    throw not_text(length);
}

std::string_view first_character(std::string_view text) {
    return text.substr(0, std::max<std::size_t>(1, utf8_character(text)));
}

std::vector<std::string> encodings_of(std::string_view text, std::string_view claim) {
    std::vector<std::string> encodings;
    const std::string small = lower(claim);
    if (!is_ascii(text) && std::ranges::find(kEncodings, small) != kEncodings.end())
        encodings.push_back(small);
    if (is_ascii(text) || (utf8_length(text) == text.size() && claim != kNotUtf8)) {
        encodings.emplace_back("utf-8");
        return encodings;
    }
    const auto first =
        static_cast<std::size_t>(std::find_if(text.begin(), text.end(), is_foreign) - text.begin());
    const std::size_t start = first == 0 ? 0 : first - 1;
    const std::string_view sample = text.substr(start, first + kBytesToExamine - start);
    if (is_cyrillic(sample)) encodings.emplace_back("cp1251");
    if (is_common_chinese(sample)) encodings.emplace_back("gb18030");
    if (is_common_traditional(sample)) encodings.emplace_back("big5");
    if (is_japanese(sample)) encodings.emplace_back("cp932");
    if (is_rare_chinese(sample)) encodings.emplace_back("gb18030");
    encodings.emplace_back("cp1252");
    encodings.emplace_back("latin-1");
    return encodings;
}

std::optional<Line> Lines::next() {
    constexpr std::size_t kBetweenPolls = 1024;
    if (rest_.empty()) return std::nullopt;
    if (number_++ % kBetweenPolls == 0 && limits_.poll) limits_.poll();
    if (number_ > most_) {
        throw FormatError("line " + std::to_string(number_) + ": a text may have at most " +
                              std::to_string(most_) + " lines",
                          {.line = number_});
    }
    const std::string_view raw = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(raw.size() + 1, rest_.size()));
    return Line{trim(raw), number_, raw.size() - trim_left(raw).size(), raw};
}

std::size_t column_of(const Line& line, std::size_t at) {
    const bool is_utf8 = utf8_length(line.text) == line.text.size();
    return line.indent + (is_utf8 ? characters_in(line.text.substr(0, at)) : at) + 1;
}

}  // namespace sapper
