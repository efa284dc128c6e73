#include "formats/dialects.hpp"

#include <algorithm>

#include "formats/scanner.hpp"
#include "formats/texts.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMostCountDigits = 9;  // enough for every board

}  // namespace

bool is_never_written(std::string_view text) {
    if (text.find_first_of("?xX#*") != std::string_view::npos) return true;
    const std::string_view count = first_line(text);
    const std::string_view row = first_line(below_first_line(text));
    return count_in(count) && !row.empty() && differs_from_row(count, row);
}

std::string_view below_first_line(std::string_view text) {
    const std::string_view first = first_line(text);
    return text.substr(static_cast<std::size_t>(first.data() - text.data()) + first.size());
}

std::optional<std::size_t> count_in(std::string_view line) {
    if (line.size() > 1 && line.starts_with('0')) return std::nullopt;
    Scanner scanner(line);
    const std::optional<std::size_t> mines = scanner.number(kMostCountDigits);
    return scanner.is_at_end() ? mines : std::nullopt;
}

bool differs_from_row(std::string_view count, std::string_view row) {
    return count.size() != row.size() || std::ranges::any_of(row, is_blank);
}

std::optional<Size> size_in(std::string_view first, std::string_view second) {
    Scanner scanner(first);
    const std::optional<std::size_t> rows = scanner.number(kMostCountDigits);
    if (!rows || scanner.is_at_end() || !is_blank(scanner.rest()[0])) return std::nullopt;
    scanner.skip_blanks();
    const std::optional<std::size_t> columns = scanner.number(kMostCountDigits);
    const std::optional<std::size_t> mines = count_in(second);
    if (!columns || !scanner.is_at_end() || !mines) return std::nullopt;
    return Size{*rows, *columns, *mines};
}

}  // namespace sapper
