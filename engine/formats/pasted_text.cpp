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

// The text without the control sequences of a terminal, which may move the cursor before all other text.
std::string without_colours(std::string_view text) {
    std::string plain;
    bool is_first = true;
    while (!text.empty()) {
        if (const std::size_t size = control_sequence(text, is_first)) {
            text.remove_prefix(size);
            continue;
        }
        is_first = is_first && is_blank(text[0]);
        plain += text[0];
        text.remove_prefix(1);
    }
    return plain;
}

// The text without the marks that say how a sign looks, and without characters of no width.
std::string without_variants(std::string_view text) {
    constexpr std::string_view kNone[] = {"\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"};
    constexpr std::string_view kAfter[] = {"\ufe0e", "\ufe0f", "\u20e3"};
    std::string plain;
    while (!text.empty()) {
        const std::string_view first = first_character(text);
        const bool is_after_sign = !plain.empty() && (is_digit(plain.back()) || (plain.back() & 0x80) != 0);
        const bool is_variant = is_after_sign && std::ranges::find(kAfter, first) != std::end(kAfter);
        if (!is_variant && std::ranges::find(kNone, first) == std::end(kNone)) plain += first;
        text.remove_prefix(first.size());
    }
    return plain;
}

// The text with an emoji for each name of one between colons.
std::string with_emoji(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::string_view rest = text.substr(1);
        const auto is_here = [rest](const Name& each) {
            return rest.starts_with(each.name) && rest.substr(each.name.size()).starts_with(':');
        };
        const auto* name = text[0] == ':' ? std::ranges::find_if(kNames, is_here) : std::end(kNames);
        if (name == std::end(kNames)) {
            result += text[0];
            text = rest;
        } else {
            result += name->sign;
            text = rest.substr(name->name.size() + 1);
        }
    }
    return result;
}

// The lines of a text, which the steps below change.
class Surroundings {
  public:
    explicit Surroundings(std::string_view text) {
        for (bool has_more = true; has_more;) {
            const std::size_t end = text.find('\n');
            has_more = end != std::string_view::npos;
            lines_.emplace_back(trim(text.substr(0, end)).empty() ? "" : text.substr(0, end));
            if (has_more) text.remove_prefix(end + 1);
        }
    }

    void remove_spoilers();
    // Each returns whether it changed anything.
    bool remove_quotes();
    bool remove_count();
    bool remove_fences();
    void remove_bars();
    void remove_commas();

    bool is_table() const { return is_table_; }
    std::optional<PastedText::Count> count() { return std::move(count_); }
    std::string text() const {
        std::string text;
        for (const std::string& line : lines_)
            text += line + '\n';
        return text;
    }

  private:
    // The numbers, from 0, of the lines that are not blank.
    std::vector<std::size_t> full_lines() const {
        std::vector<std::size_t> numbers;
        for (std::size_t i = 0; i < lines_.size(); ++i)
            if (!lines_[i].empty()) numbers.push_back(i);
        return numbers;
    }
    // The cells of a table: in each row, from the first to the last of the places that delimit them.
    void delimit(const std::vector<std::size_t>& rows, const std::vector<std::vector<std::size_t>>& ends);

    std::vector<std::string> lines_;
    std::optional<PastedText::Count> count_ = {};
    bool is_table_ = false;
};

// The bars of spoilers around all cells of a chat. If they hide some cells alone, these may be hidden ones.
void Surroundings::remove_spoilers() {
    constexpr std::string_view kSpoiler = "||";
    bool has_open = false;  // cells that no spoiler hides
    std::size_t first = lines_.size();
    std::vector<std::string> plain = lines_;
    for (const std::size_t number : full_lines()) {
        std::string line;
        std::string_view rest = lines_[number];
        while (!rest.empty()) {
            if (!rest.starts_with(kSpoiler)) {
                has_open = has_open || !is_blank(rest[0]);
                line += rest[0];
                rest.remove_prefix(1);
                continue;
            }
            const std::size_t end = rest.find(kSpoiler, kSpoiler.size());
            if (end == std::string_view::npos) return;
            const std::string_view sign = trim(rest.substr(kSpoiler.size(), end - kSpoiler.size()));
            if (characters_in(sign) != 1) return;
            first = std::min(first, number);
            line += sign;
            rest.remove_prefix(end + kSpoiler.size());
        }
        plain[number] = line;
    }
    if (first == lines_.size()) return;
    if (has_open) {
        throw FormatError("line " + std::to_string(first + 1) +
                              ": spoilers hide some cells and not others: write . for each cell that is "
                              "hidden, or take all spoilers away",
                          {.line = first + 1});
    }
    lines_ = plain;
}

// The signs of quotes, at the beginning of every line.
bool Surroundings::remove_quotes() {
    const std::vector<std::size_t> full = full_lines();
    const auto is_quoted = [this](std::size_t number) { return trim(lines_[number]).starts_with('>'); };
    if (full.empty() || !std::ranges::all_of(full, is_quoted)) return false;
    for (const std::size_t number : full) {
        std::string& line = lines_[number];
        line[line.find('>')] = ' ';
        if (trim(line).empty()) line.clear();
    }
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
    const std::vector<std::size_t> full = full_lines();
    if (count_ || full.size() < 2) return false;
    for (const std::size_t number : {full.front(), full.back()}) {
        const std::optional<std::int64_t> mines = count_of(lines_[number]);
        if (!mines) continue;
        count_ = {std::string(trim(lines_[number])), number + 1, *mines};
        lines_[number].clear();
        return true;
    }
    return false;
}

// The fences of Markdown, in the first and the last line.
bool Surroundings::remove_fences() {
    constexpr std::size_t kFence = 3;  // signs
    constexpr std::string_view kLanguages[] = {"", "text", "txt", "plain", "plaintext", "ansi", "none"};
    const std::vector<std::size_t> full = full_lines();
    if (full.size() < 2) return false;
    std::string& first = lines_[full.front()];
    std::string& last = lines_[full.back()];
    const std::string_view fence = trim(last);
    if (fence != "```" && fence != "~~~") return false;
    const std::string_view beginning = trim(first);
    if (!beginning.starts_with(fence)) return false;
    const std::string language = lower(trim(beginning.substr(kFence)));
    if (std::ranges::find(kLanguages, language) == std::end(kLanguages)) return false;
    first.clear();
    last.clear();
    return true;
}

void Surroundings::delimit(const std::vector<std::size_t>& rows,
                           const std::vector<std::vector<std::size_t>>& ends) {
    is_table_ = true;
    std::vector<std::string> first_row, first_column;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        std::string& line = lines_[rows[row]];
        std::size_t start = 0;
        for (std::size_t i = 0; i <= ends[row].size(); ++i) {
            const std::size_t end = i < ends[row].size() ? ends[row][i] : line.size();
            const std::string_view cell = trim(std::string_view(line).substr(start, end - start));
            if (cell.empty()) {
                throw blank_cell(rows[row] + 1, characters_in(std::string_view(line).substr(0, start)) + 1);
            }
            const std::string_view number = cell.size() > 1 && cell[0] == '0' ? cell.substr(1) : cell;
            if (row == 0) first_row.emplace_back(number);
            if (i == 0) first_column.emplace_back(number);
            if (end < line.size()) line[end] = '\t';
            start = end + 1;
        }
    }
    const auto counts_from = [](const std::vector<std::string>& cells, std::size_t from) {
        constexpr std::size_t kFewestCells = 3;
        bool counts = cells.size() >= kFewestCells;
        for (std::size_t i = 0; counts && i < cells.size(); ++i)
            counts = cells[i] == std::to_string(from + i);
        return counts;
    };
    const auto refuse_numbers = [&](const std::vector<std::string>& cells, const std::string& meanings) {
        if (!counts_from(cells, 0) && !counts_from(cells, 1)) return;
        throw FormatError("line " + std::to_string(rows[0] + 1) + ": this may be " + meanings +
                              ": leave the numbers out, or write the rows without anything between the cells",
                          {.line = rows[0] + 1});
    };
    refuse_numbers(first_row, "a row of cells or the numbers of the columns");
    refuse_numbers(first_column, "the first cell of a column or the numbers of the rows");
}

// A table with bars, also one of Markdown, in which the first row is the head.
void Surroundings::remove_bars() {
    std::vector<std::size_t> rows = full_lines();
    std::vector<std::vector<std::size_t>> ends;
    const auto is_rule = [this](std::size_t number) {
        return lines_[number].find('-') != std::string::npos &&
               lines_[number].find_first_not_of("|-: \t\r") == std::string::npos;
    };
    for (const std::size_t number : rows) {
        const std::string_view line = trim(lines_[number]);
        if (line.size() < 2 || line.front() != '|' || line.back() != '|') return;
    }
    if (rows.size() < 2) return;
    const std::ptrdiff_t rules = std::ranges::count_if(rows, is_rule);
    if (rules > 1 || (rules == 1 && !is_rule(rows[1]))) return;
    std::vector<std::string> lines = lines_;
    if (rules == 1) {
        lines[rows[1]] = std::exchange(lines[rows[0]], {});  // next to the other rows
        rows.erase(rows.begin());
    }
    for (const std::size_t number : rows) {
        std::string& line = lines[number];
        line[line.find('|')] = ' ';
        line[line.rfind('|')] = ' ';
        ends.emplace_back();
        for (std::size_t at = line.find('|'); at != std::string::npos; at = line.find('|', at + 1))
            ends.back().push_back(at);
        if (ends.back().empty() || ends.back().size() != ends[0].size()) return;
    }
    lines_ = lines;
    delimit(rows, ends);
}

// A table in which commas or semicolons delimit the cells.
void Surroundings::remove_commas() {
    const std::vector<std::size_t> rows = full_lines();
    if (rows.empty()) return;
    const char sign = lines_[rows[0]].find(';') != std::string::npos ? ';' : ',';
    std::vector<std::vector<std::size_t>> ends;
    std::vector<std::string> lines = lines_;
    for (const std::size_t number : rows) {
        std::string& line = lines[number];
        ends.emplace_back();
        std::size_t start = 0;
        for (std::size_t at = 0; at <= line.size(); ++at) {
            if (at < line.size() && line[at] != sign) continue;
            std::string_view cell = trim(std::string_view(line).substr(start, at - start));
            const bool is_quoted = cell.size() > 1 && cell.front() == '"' && cell.back() == '"';
            if (is_quoted) cell = trim(cell.substr(1, cell.size() - 2));
            const auto is_other = [](char byte) {
                return is_blank(byte) || std::string_view(",;\"").find(byte) != std::string_view::npos;
            };
            if (std::ranges::any_of(cell, is_other)) return;
            if (is_quoted) {
                line[line.find('"', start)] = ' ';
                line[line.rfind('"', at)] = ' ';
            }
            if (at < line.size()) ends.back().push_back(at);
            start = at + 1;
        }
        if (ends.back().empty()) return;
    }
    lines_ = lines;
    delimit(rows, ends);
}

}  // namespace

PastedText without_surroundings(std::string_view text) {
    constexpr int kMostLayers = 8;
    const std::string plain = with_emoji(without_variants(without_colours(text)));
    Surroundings surroundings(plain);
    for (int layer = 0; layer < kMostLayers; ++layer)
        if (!surroundings.remove_quotes() && !surroundings.remove_count() && !surroundings.remove_fences())
            break;
    const auto is_foreign = [](char byte) { return (byte & 0x80) != 0; };
    if (std::ranges::any_of(text, is_foreign) || plain.size() < text.size()) surroundings.remove_spoilers();
    surroundings.remove_bars();
    surroundings.remove_commas();
    return {surroundings.text(), surroundings.count(), surroundings.is_table(), plain.size() == text.size()};
}

std::string with_letters(std::string_view text, char mine) {
    std::string letters;
    while (!text.empty()) {
        const std::string_view first = first_character(text);
        if (first == "\U0001f6a9" || first == "\u2691") {
            letters += 'F';
        } else if (first == "\U0001f4a3" || first == "\U0001f4a5") {
            letters += mine;
        } else {
            letters += first;
        }
        text.remove_prefix(first.size());
    }
    return letters;
}

std::string without_gaps(const std::string& text) {
    std::string solid;
    bool is_after_letter = false;
    for (const char letter : text) {
        const bool is_gap = letter == ' ' || letter == '\t' || letter == '\r';
        if (!is_gap && letter != '\n' && is_after_letter) return text;
        is_after_letter = !is_gap && letter != '\n';
        if (!is_gap) solid += letter;
    }
    return solid;
}

}  // namespace sapper
