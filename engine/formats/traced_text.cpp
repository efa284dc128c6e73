#include "formats/traced_text.hpp"

#include <algorithm>
#include <numeric>

namespace sapper {

namespace {

// The byte at a place in a text, or the last one before it.
std::size_t byte_at(std::string_view text, const FormatError::Place& place) {
    std::size_t start = 0;
    for (std::size_t line = 1; line < place.line.value_or(1); ++line) {
        const std::size_t end = text.find('\n', start);
        if (end == std::string_view::npos) break;
        start = end + 1;
    }
    const std::string_view line = text.substr(start, text.find('\n', start) - start);
    return start + line.size() - after_characters(line, place.column.value_or(1) - 1).size();
}

}  // namespace

TracedText::TracedText(std::string_view original)
    : original_(original), text_(original), origins_(original.size() + 1) {
    std::iota(origins_.begin(), origins_.end(), 0U);
}

void TracedText::replace(std::size_t at, std::size_t size, std::string_view sign) {
    text_.replace(at, sign.size(), sign);
    remove(at + sign.size(), size - sign.size());
}

void TracedText::close_gaps() {
    std::size_t kept = 0;
    for (std::size_t at = 0; at < text_.size(); ++at) {
        if (text_[at] == '\0') continue;
        text_[kept] = text_[at];
        origins_[kept++] = origins_[at];
    }
    origins_[kept] = origins_[text_.size()];
    text_.resize(kept);
    origins_.resize(kept + 1);
}

FormatError::Place TracedText::place_of(std::size_t at) const {
    const std::string_view before = original_.substr(0, origins_[at]);
    const std::size_t start = before.rfind('\n') + 1;  // 0 in the first line
    const auto lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
    return {.line = lines + 1, .column = characters_in(before.substr(start)) + 1};
}

FormatError TracedText::about_original(const FormatError& error) const {
    constexpr std::size_t kMostDigits = 9;
    constexpr std::string_view kLine = "line ";
    constexpr std::string_view kColumn = ", column ";
    const auto original_of = [this](const FormatError::Place& place) {
        FormatError::Place original = place_of(byte_at(text_, place));
        if (!place.column) original.column.reset();
        return original;
    };
    const std::string_view text = error.what();
    std::string words;
    for (std::size_t at = 0; at < text.size();) {
        Scanner scanner(text.substr(at));
        FormatError::Place place;
        if ((at == 0 || text[at - 1] == ' ') && scanner.take(kLine)) place.line = scanner.number(kMostDigits);
        if (!place.line) {
            words += text[at++];
            continue;
        }
        if (scanner.take(kColumn)) place.column = scanner.number(kMostDigits);
        const FormatError::Place original = original_of(place);
        words += std::string(kLine) + std::to_string(*original.line);
        if (original.column) words += std::string(kColumn) + std::to_string(*original.column);
        at += scanner.place();
    }
    return {words, error.place.line ? original_of(error.place) : error.place, error.formats};
}

}  // namespace sapper
