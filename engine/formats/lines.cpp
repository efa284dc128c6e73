#include "formats/lines.hpp"

#include <algorithm>
#include <string>

#include "formats/format_error.hpp"
#include "formats/texts.hpp"

namespace sapper {

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
    return Line{stripped(raw), number_, raw.size() - stripped_left(raw).size()};
}

std::size_t column_of(const Line& line, std::size_t at) {
    const std::string_view before = line.text.substr(0, at);
    if (utf8_length(line.text) < line.text.size()) return line.indent + at + 1;
    const auto is_inside = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; };
    const auto inside = static_cast<std::size_t>(std::ranges::count_if(before, is_inside));
    return line.indent + at - inside + 1;
}

}  // namespace sapper
