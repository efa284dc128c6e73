#include "formats/pasted_text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "formats/rows.hpp"
#include "formats/text_reader.hpp"

namespace sapper {

namespace {

struct Name {
    std::string_view name;
    std::string_view sign;
};

// The names of emoji, as chats write them between colons.
constexpr Name kNames[] = {{"zero", "0"},
                           {"one", "1"},
                           {"two", "2"},
                           {"three", "3"},
                           {"four", "4"},
                           {"five", "5"},
                           {"six", "6"},
                           {"seven", "7"},
                           {"eight", "8"},
                           {"triangular_flag_on_post", "\U0001f6a9"},
                           {"bomb", "\U0001f4a3"},
                           {"boom", "\U0001f4a5"},
                           {"collision", "\U0001f4a5"},
                           {"white_large_square", "\u2b1c"},
                           {"black_large_square", "\u2b1b"},
                           {"blue_square", "\U0001f7e6"},
                           {"green_square", "\U0001f7e9"},
                           {"brown_square", "\U0001f7eb"},
                           {"yellow_square", "\U0001f7e8"}};

// The bytes of a control sequence of a terminal at the beginning that colours, clears or sets a mode, or
// moves the cursor too if `may_move`. 0 if there is none.
std::size_t control_sequence(std::string_view text, bool may_move) {
    constexpr std::size_t kStart = 2;  // bytes
    if (text.size() < kStart || text[0] != '\x1b') return 0;
    std::size_t at = kStart;
    if (text[1] == ']') {
        while (at < text.size() && text[at] != '\x07' && text[at] != '\x1b')
            ++at;
        return std::min(text.size(), at < text.size() && text[at] == '\x07' ? at + 1 : at + 2);
    }
    if (std::string_view(" ()*+-./#%").find(text[1]) != std::string_view::npos)  // chooses the characters
        return text.size() > kStart ? kStart + 1 : 0;
    if (text[1] != '[')
        return std::string_view("=>78cDEHMNOZ").find(text[1]) == std::string_view::npos ? 0 : kStart;
    while (at < text.size() && ' ' <= text[at] && text[at] <= '?')
        ++at;
    if (at == text.size()) return 0;
    const bool moves = std::string_view("mJKhl").find(text[at]) == std::string_view::npos;
    return is_letter(text[at]) && (may_move || !moves) ? at + 1 : 0;
}

// Removes the control sequences of a terminal, which may move the cursor before all other text.
void remove_colours(TracedText& traced) {
    const std::string_view text = traced.text();
    bool is_first = true;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = control_sequence(text.substr(at), is_first);
        is_first = is_first && (size > 0 || is_blank(text[at]));
        traced.remove(at, size);
        at += std::max<std::size_t>(1, size);
    }
    traced.close_gaps();
}

// Removes the marks that say how a sign looks, and characters of no width.
void remove_variants(TracedText& traced) {
    constexpr std::string_view kNone[] = {"\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"};
    constexpr std::string_view kAfter[] = {"\ufe0e", "\ufe0f", "\u20e3"};
    const auto is_one_of = [](std::string_view sign, const auto& signs) {
        return std::ranges::find(signs, sign) != std::end(signs);
    };
    const std::string_view text = traced.text();
    bool is_after_sign = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view sign = first_character(text.substr(at));
        const bool is_mark = is_one_of(sign, kNone) || (is_after_sign && is_one_of(sign, kAfter));
        if (is_mark)
            traced.remove(at, sign.size());
        else
            is_after_sign = white_space(sign) == 0 && (is_digit(sign[0]) || sign.size() > 1);
        at += sign.size();
    }
    traced.close_gaps();
}

// Makes spaces of other kinds usual ones between the signs of a line. At its ends they stay, since emoji of
// their width may be cells.
void make_spaces_usual(TracedText& traced) {
    constexpr std::string_view kLineEnds[] = {"\n", "\u0085", "\u2028", "\u2029"};
    const std::string_view text = traced.text();
    std::vector<std::pair<std::size_t, std::size_t>>
        spaces;               // since the last sign of this line: place, bytes
    bool is_in_line = false;  // after a sign
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view sign = first_character(text.substr(at));
        const std::size_t size = sign.size();
        if (white_space(sign) > 0) {
            is_in_line = is_in_line && std::ranges::find(kLineEnds, sign) == std::end(kLineEnds);
            if (!is_in_line) spaces.clear();
            if (is_in_line && size > 1) spaces.emplace_back(at, size);
        } else {
            for (const auto& [place, bytes] : spaces)
                traced.replace(place, bytes, " ");
            spaces.clear();
            is_in_line = true;
        }
        at += size;
    }
    traced.close_gaps();
}

// Puts an emoji in the place of each name of one between colons.
void replace_names(TracedText& traced) {
    const std::string_view text = traced.text();
    for (std::size_t at = text.find(':'); at < text.size(); at = text.find(':', at + 1)) {
        const std::string_view rest = text.substr(at + 1);
        const auto* name = std::ranges::find_if(kNames, [rest](const Name& each) {
            return rest.starts_with(each.name) && rest.substr(each.name.size()).starts_with(':');
        });
        if (name == std::end(kNames)) continue;
        traced.replace(at, name->name.size() + 2, name->sign);
        at += name->name.size() + 1;
    }
    traced.close_gaps();
}

// Removes what is between the cells of a table, if each has one letter.
void remove_gaps(TracedText& traced) {
    const std::string_view text = traced.text();
    const auto is_gap = [](char byte) {
        return std::string_view(" \t\r").find(byte) != std::string_view::npos;
    };
    const auto is_letter = [is_gap](char byte) { return !is_gap(byte) && byte != '\n'; };
    const auto are_letters = [is_letter](char left, char right) {
        return is_letter(left) && is_letter(right);
    };
    if (std::ranges::adjacent_find(text, are_letters) != text.end()) return;
    for (std::size_t at = 0; at < text.size(); ++at)
        if (is_gap(text[at])) traced.remove(at, 1);
    traced.close_gaps();
}

// A line that is not blank, and the place of its first byte.
struct FullLine {
    std::size_t begin;
    std::string_view text;
};

// Takes what is around and between the cells from a text, step by step.
class Surroundings {
  public:
    Surroundings(TracedText& traced, bool is_of_chat) : traced_(traced), is_of_chat_(is_of_chat) {}

    // Each returns whether it changed anything.
    bool remove_quotes();
    bool remove_count();
    bool remove_fences();
    // The signs around the cells of a chat that it hides. They have to hide all cells or none.
    bool remove_spoilers(std::string_view open, std::string_view close);
    bool remove_bars();
    bool remove_commas();

    std::optional<PastedText::Count> count() { return std::move(count_); }

  private:
    std::vector<FullLine> full_lines() const {
        std::vector<FullLine> lines;
        const std::string_view text = traced_.text();
        for (std::size_t begin = 0; begin < text.size();) {
            const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
            if (!trim(line).empty()) lines.push_back({begin, line});
            begin += line.size() + 1;
        }
        return lines;
    }
    // Puts tabs between the cells of a table. `ends` has the places of what delimits them, for each row.
    void delimit(const std::vector<FullLine>& rows, const std::vector<std::vector<std::size_t>>& ends);

    TracedText& traced_;
    bool is_of_chat_;  // whether there were signs beyond ASCII, or names of some
    std::optional<PastedText::Count> count_ = {};
};

// The signs of quotes, at the beginning of every line.
bool Surroundings::remove_quotes() {
    const std::vector<FullLine> lines = full_lines();
    const auto all_begin_with = [&lines](std::string_view sign) {
        return std::ranges::all_of(
            lines, [sign](const FullLine& line) { return trim(line.text).starts_with(sign); });
    };
    // If all lines begin with `>!`, that may be the sign of a spoiler.
    if (lines.empty() || !all_begin_with(">") || all_begin_with(">!")) return false;
    for (const FullLine& line : lines) {
        const std::size_t at = line.text.find('>');
        traced_.remove(line.begin + at, line.text.substr(at).starts_with("> ") ? 2 : 1);
    }
    traced_.close_gaps();
    return true;
}

// The mine count in a line such as `Mines: 10` or `10 mines`.
std::optional<std::int64_t> count_of(std::string_view line) {
    constexpr std::size_t kMostDigits = 9;
    constexpr std::string_view kWords[] = {"number of mines", "total mines", "mine count", "mines", "bombs"};
    const std::string small = lower(trim(line));
    Scanner scanner(small);
    const auto take_word = [&] {
        return std::ranges::any_of(kWords, [&](std::string_view word) { return scanner.take(word); });
    };
    std::optional<std::size_t> mines = scanner.number(kMostDigits);
    if (mines) {
        scanner.skip_blanks();
        if (!take_word() && !scanner.take("mine")) return std::nullopt;
    } else {
        if (!take_word()) return std::nullopt;
        scanner.skip_blanks();
        if (!scanner.take(":")) scanner.take("=");
        scanner.skip_blanks();
        mines = scanner.number(kMostDigits);
    }
    if (!mines || !scanner.is_at_end()) return std::nullopt;
    return static_cast<std::int64_t>(*mines);
}

// A mine count in the first or the last line.
bool Surroundings::remove_count() {
    const std::vector<FullLine> lines = full_lines();
    if (count_ || lines.size() < 2) return false;
    for (const FullLine& line : {lines.front(), lines.back()}) {
        const std::optional<std::int64_t> mines = count_of(line.text);
        if (!mines) continue;
        count_ = {std::string(trim(line.text)), *traced_.place_of(line.begin).line, *mines};
        traced_.remove(line.begin, line.text.size());
        traced_.close_gaps();
        return true;
    }
    return false;
}

// The fences of Markdown around all lines, or the signs of code around each.
bool Surroundings::remove_fences() {
    constexpr std::size_t kFence = 3;  // signs
    constexpr std::string_view kLanguages[] = {"", "text", "txt", "plain", "plaintext", "ansi", "none"};
    const std::vector<FullLine> lines = full_lines();
    if (lines.empty()) return false;
    const auto blank = [this](std::string_view part) {
        traced_.blank(static_cast<std::size_t>(part.data() - traced_.text().data()), part.size());
    };
    const std::string_view first = trim(lines.front().text);
    const std::string_view last = trim(lines.back().text);
    const std::size_t ticks = std::min(first.find_first_not_of('`'), first.size());
    const auto is_code = [ticks](const FullLine& line) {
        const std::string_view text = trim(line.text);
        return text.find_first_not_of('`') == ticks && text.find('`', ticks) == text.size() - ticks &&
               text.find_last_not_of('`') + ticks + 1 == text.size();
    };
    if (ticks > 0 && std::ranges::all_of(lines, is_code)) {
        for (const FullLine& line : lines) {
            blank(trim(line.text).substr(0, ticks));
            blank(trim(line.text).substr(trim(line.text).size() - ticks));
        }
        return true;
    }
    if (lines.size() < 2 || last.size() < kFence) return false;
    const std::string_view fence = last.substr(last.size() - kFence);
    if ((fence != "```" && fence != "~~~") || !first.starts_with(fence)) return false;
    const std::string language = lower(trim(first.substr(kFence)));
    if (std::ranges::find(kLanguages, language) == std::end(kLanguages)) return false;
    if (fence.size() < last.size() && last.find(fence[0]) != last.size() - kFence) return false;
    for (const std::string_view part : {first, fence})
        traced_.remove(static_cast<std::size_t>(part.data() - traced_.text().data()), part.size());
    traced_.close_gaps();
    return true;
}

bool Surroundings::remove_spoilers(std::string_view open, std::string_view close) {
    const std::string_view text = traced_.text();
    const std::vector<FullLine> lines = full_lines();
    const auto is_in_bars = [](const FullLine& line) {
        return trim(line.text).starts_with('|') && trim(line.text).ends_with('|');
    };
    // A cell of a table has at most two digits, so a line with more between its bars is a row in a spoiler.
    const auto hides_row = [open, close](const FullLine& line) {
        constexpr std::size_t kMostInCell = 2;  // signs
        const std::string_view text = trim(line.text);
        const std::size_t end = text.find(close[0], open.size());
        return text.starts_with(open) && text.substr(std::min(end, text.size())) == close &&
               trim(text.substr(open.size(), end - open.size())).size() > kMostInCell;
    };
    if (!is_of_chat_ && std::ranges::all_of(lines, is_in_bars) && !std::ranges::all_of(lines, hides_row))
        return false;  // perhaps a table
    std::vector<std::size_t> signs;
    bool has_open = false;       // cells that no spoiler hides
    bool hides_one_each = true;  // cell
    for (std::size_t at = 0; at < text.size();) {
        if (!text.substr(at).starts_with(open)) {
            has_open = has_open || !is_blank(text[at]);
            ++at;
            continue;
        }
        const std::size_t end = text.find(close, at + open.size());
        if (end == std::string_view::npos) return false;
        const std::string_view hidden = text.substr(at + open.size(), end - at - open.size());
        if (trim(hidden).empty() || hidden.find(open[0]) != std::string_view::npos) return false;
        hides_one_each = hides_one_each && characters_in(trim(hidden)) == 1;
        signs.insert(signs.end(), {at, end});
        at = end + close.size();
    }
    if (signs.empty()) return false;
    if (has_open) {
        if (!hides_one_each || !is_of_chat_) return false;
        const FormatError::Place place = traced_.place_of(signs[0]);
        throw FormatError("line " + std::to_string(*place.line) +
                              ": spoilers hide some cells and not others: write . for each cell that is "
                              "hidden, or take all spoilers away",
                          {.line = place.line});
    }
    for (const std::size_t at : signs)
        traced_.remove(at, open.size());
    traced_.close_gaps();
    return true;
}

void Surroundings::delimit(const std::vector<FullLine>& rows,
                           const std::vector<std::vector<std::size_t>>& ends) {
    std::vector<TextRow> cells;
    std::vector<std::pair<std::size_t, std::size_t>> blanks;  // beside the cells: place, bytes
    for (std::size_t row = 0; row < rows.size(); ++row) {
        std::size_t start = rows[row].begin;
        const std::size_t last = start + rows[row].text.size();
        for (std::size_t i = 0; i <= ends[row].size(); ++i) {
            const std::size_t end = i < ends[row].size() ? ends[row][i] : last;
            const std::string_view space = std::string_view(traced_.text()).substr(start, end - start);
            const std::string_view cell = trim(space);
            if (cell.empty()) {
                const FormatError::Place place = traced_.place_of(start);
                throw blank_cell(*place.line, *place.column);
            }
            const auto before = static_cast<std::size_t>(cell.data() - space.data());
            blanks.emplace_back(start, before);
            blanks.emplace_back(start + before + cell.size(), space.size() - before - cell.size());
            if (end < last) traced_.replace(end, 1, "\t");
            start = end + 1;
        }
        cells.push_back({trim(rows[row].text), *traced_.place_of(rows[row].begin).line});
    }
    constexpr std::size_t kFewest = 3;  // coordinates
    check_coordinates(cells, kFewest);
    for (const auto& [at, bytes] : blanks)  // so that the signs of all cells stand at the same places
        traced_.remove(at, bytes);
}

// A table with bars, also one of Markdown, in which the first row is the head.
bool Surroundings::remove_bars() {
    std::vector<FullLine> rows = full_lines();
    const auto is_rule = [](const FullLine& line) {
        return line.text.find('-') != std::string_view::npos &&
               line.text.find_first_not_of("|-: \t\r") == std::string_view::npos;
    };
    const std::ptrdiff_t rules = std::ranges::count_if(rows, is_rule);
    if (rows.size() < 2 || rules > 1 || (rules == 1 && !is_rule(rows[1]))) return false;
    const FullLine rule = rows[1];
    if (rules == 1) rows.erase(rows.begin() + 1);
    std::vector<std::vector<std::size_t>> bars(1);  // those of each row, and at the end those around the rows
    for (const auto& [begin, text] : rows) {
        const std::string_view line = trim(text);
        if (line.size() < 2 || line.front() != '|' || line.back() != '|') return false;
        std::vector<std::size_t> between;
        for (std::size_t at = text.find('|'); at != std::string_view::npos; at = text.find('|', at + 1))
            between.push_back(begin + at);
        bars.back().insert(bars.back().end(), {between.front(), between.back()});
        between.erase(between.begin());
        between.pop_back();
        bars.insert(bars.end() - 1, std::move(between));
        if (bars[0].empty() || bars.end()[-2].size() != bars[0].size()) return false;
    }
    for (const std::size_t at : bars.back())
        traced_.blank(at);
    bars.pop_back();
    delimit(rows, bars);
    const std::size_t end_of_head = rows[0].begin + rows[0].text.size();
    if (rules == 1) traced_.remove(end_of_head, rule.begin + rule.text.size() - end_of_head);
    traced_.close_gaps();
    return true;
}

// A table in which commas or semicolons delimit the cells.
bool Surroundings::remove_commas() {
    const std::vector<FullLine> rows = full_lines();
    if (rows.empty()) return false;
    const char sign = rows[0].text.find(';') != std::string_view::npos ? ';' : ',';
    std::vector<std::vector<std::size_t>> ends;
    std::vector<std::size_t> quotes;
    for (const auto& [begin, line] : rows) {
        ends.emplace_back();
        std::size_t start = 0;
        for (std::size_t at = 0; at <= line.size(); ++at) {
            if (at < line.size() && line[at] != sign) continue;
            std::string_view cell = trim(line.substr(start, at - start));
            if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') {
                quotes.push_back(begin + line.find('"', start));
                quotes.push_back(begin + line.rfind('"', at));
                cell = trim(cell.substr(1, cell.size() - 2));
            }
            const auto is_other = [](char byte) {
                return is_blank(byte) || std::string_view(",;\"").find(byte) != std::string_view::npos;
            };
            if (std::ranges::any_of(cell, is_other)) return false;
            if (at < line.size()) ends.back().push_back(begin + at);
            start = at + 1;
        }
        if (ends.back().empty()) return false;
    }
    for (const std::size_t at : quotes)
        traced_.blank(at);
    delimit(rows, ends);
    traced_.close_gaps();
    return true;
}

}  // namespace

PastedText without_surroundings(std::string_view text) {
    constexpr int kMostLayers = 8;
    TracedText traced(text);
    remove_colours(traced);
    remove_variants(traced);
    replace_names(traced);
    const auto is_foreign = [](char byte) { return (byte & 0x80) != 0; };
    Surroundings surroundings(traced,
                              std::ranges::any_of(text, is_foreign) || traced.text().size() < text.size());
    for (int layer = 0; layer < kMostLayers; ++layer) {
        const bool is_less = surroundings.remove_quotes() || surroundings.remove_count() ||
                             surroundings.remove_fences() || surroundings.remove_spoilers("||", "||") ||
                             surroundings.remove_spoilers(">!", "!<");
        if (!is_less) break;
    }
    make_spaces_usual(traced);
    const bool is_table = surroundings.remove_bars() || surroundings.remove_commas();
    return {std::move(traced), surroundings.count(), is_table};
}

TracedText PastedText::in_letters(char mine) const {
    TracedText letters = text;
    const std::string_view signs = letters.text();
    for (std::size_t at = 0; at < signs.size();) {
        const std::string_view sign = first_character(signs.substr(at));
        const std::size_t size = sign.size();
        if (sign == "\U0001f6a9" || sign == "\u2691") letters.replace(at, size, "F");
        if (sign == "\U0001f4a3" || sign == "\U0001f4a5") letters.replace(at, size, {&mine, 1});
        at += size;
    }
    letters.close_gaps();
    if (is_table) remove_gaps(letters);
    return letters;
}

}  // namespace sapper
