#include "formats/signs_by_rules.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "formats/text_reader.hpp"

namespace sapper {

namespace {

using Signs = std::vector<std::u32string>;  // rows, or lines

constexpr std::u32string_view kBars = U"|\u2502\u2503\u2551";
constexpr std::u32string_view kFlags = U"Ff!Pp\u2691\U0001f6a9\u00de";
constexpr std::u32string_view kMines = U"\U0001f4a3\U0001f4a5";
// If a text has some of them, no other sign is covered.
constexpr std::u32string_view kCovers = U"#?xX*\u25a0\u2588\u2593\u2592\u2591\u25a1\u25a2";
// What chats have for cells beside numbers, flags and mines: full and empty squares, shades and circles.
constexpr std::u32string_view kSquares =
    U"\u25a0\u25a1\u25a2\u25a3\u25aa\u25ab\u25fb\u25fc\u25fd\u25fe\u2588\u2591\u2592\u2593\u2610\u2b1b\u2b1c"
    U"\u26aa\u26ab\u25cb\u25cf\U0001f532\U0001f533\U0001f534\U0001f535";
constexpr std::size_t kFewestInFrame = 4;  // rows and columns in a frame
constexpr std::size_t kMostSigns = 4;      // other than numbers and flags, whose meaning the rules tell
constexpr std::size_t kWidestStep = 4;     // letters from one cell to the next
constexpr std::size_t kMostPlaces = std::size_t{1} << 22;  // of letters in a board

bool is_one_of(char32_t sign, std::u32string_view signs) {
    return signs.find(sign) != std::u32string_view::npos;
}

bool is_space(char32_t sign) {
    return sign == U' ' || (0x09 <= sign && sign <= 0x0d);
}

bool is_square(char32_t sign) {
    return is_one_of(sign, kSquares) || (U'\U0001f7e0' <= sign && sign <= U'\U0001f7eb');  // in colours
}

bool is_number_sign(char32_t sign) {
    return U'0' <= sign && sign <= U'8';
}

std::u32string_view without_spaces_at_ends(std::u32string_view line) {
    while (!line.empty() && is_space(line.front()))
        line.remove_prefix(1);
    while (!line.empty() && is_space(line.back()))
        line.remove_suffix(1);
    return line;
}

std::vector<std::u32string> words_of(std::u32string_view line) {
    std::vector<std::u32string> words;
    bool is_within = false;
    for (const char32_t sign : line) {
        if (!is_space(sign) && !is_within) words.emplace_back();
        is_within = !is_space(sign);
        if (is_within) words.back() += sign;
    }
    return words;
}

Signs lines_of(std::string_view text) {
    constexpr std::size_t kTab = 8;
    Signs lines(1);
    for (const char32_t sign : characters_of(text)) {
        if (sign == U'\n') {
            lines.emplace_back();
        } else if (sign == U'\t') {
            lines.back().append(kTab - lines.back().size() % kTab, U' ');
        } else if (sign != U'\r') {
            lines.back() += sign;
        }
    }
    return lines;
}

bool is_frame(std::u32string_view line) {
    constexpr std::size_t kFewestInRow = 3;
    std::size_t longest = 0;
    std::size_t in_row = 0;
    for (const char32_t sign : line) {
        const bool draws = is_one_of(sign, U"+-=") || (0x2500 <= sign && sign <= 0x257f);
        if (!draws && !is_space(sign) && !is_one_of(sign, U"|.'`")) return false;
        in_row = draws ? in_row + 1 : 0;
        longest = std::max(longest, in_row);
    }
    return longest >= kFewestInRow;
}

std::size_t bars_in(std::u32string_view line) {
    return static_cast<std::size_t>(
        std::ranges::count_if(line, [](char32_t sign) { return is_one_of(sign, kBars); }));
}

std::optional<std::u32string> within_bars(const std::u32string& line) {
    if (bars_in(line) < 2) return std::nullopt;
    const std::size_t first = line.find_first_of(kBars) + 1;
    return line.substr(first, line.find_last_of(kBars) - first);
}

// The signs of the cells in bars. Nothing if they do not stand in columns.
std::optional<Signs> cells_between_bars(const Signs& block) {
    Signs rows;
    const std::size_t width = std::min(block[0].find_first_of(kBars), block[0].size());
    for (std::u32string_view line : block) {
        std::u32string row;
        for (bool has_more = true; has_more;) {
            const std::size_t end = std::min(line.find_first_of(kBars), line.size());
            if (end != width) return std::nullopt;  // such as the space between two boards
            const std::u32string_view sign = without_spaces_at_ends(line.substr(0, end));
            if (sign.size() > 1) return std::nullopt;
            row += sign.empty() ? U' ' : sign[0];
            has_more = end < line.size();
            line.remove_prefix(has_more ? end + 1 : end);
        }
        rows.push_back(std::move(row));
        if (rows.back().size() != rows[0].size()) return std::nullopt;
    }
    return rows[0].size() >= kFewestInFrame ? std::optional(rows) : std::nullopt;
}

// The signs of the cells. Nothing if they do not stand in columns.
std::optional<Signs> cells_in(Signs block) {
    if (std::ranges::any_of(block, [](const std::u32string& line) { return bars_in(line) > 0; }))
        return cells_between_bars(block);
    std::size_t width = 0;
    for (const std::u32string& line : block)
        width = std::max(width, line.size());
    if (block.size() * width > kMostPlaces) return std::nullopt;
    for (std::u32string& line : block)
        line.resize(width, U' ');
    for (std::size_t step = kWidestStep; step > 0; --step) {
        for (std::size_t start = 0; start < step && start < width; ++start) {
            Signs rows;
            bool is_blank_between = true;
            for (const std::u32string& line : block) {
                rows.emplace_back();
                for (std::size_t i = 0; i < width; ++i) {
                    const bool is_cell = i >= start && (i - start) % step == 0;
                    if (is_cell) rows.back() += line[i];
                    is_blank_between = is_blank_between && (is_cell || line[i] == U' ');
                }
            }
            if (is_blank_between && rows[0].size() >= kFewestInFrame) return rows;
        }
    }
    return std::nullopt;
}

// Keeps the cells of a board. Throws FormatError if there are those of another one already.
void keep_only(std::optional<Signs>& board, std::optional<Signs> cells) {
    if (board && cells) throw FormatError("there are several boards in this text: leave one of them");
    if (cells) board = std::move(cells);
}

// The cells of the block of lines in a frame that may be a board.
std::optional<Signs> cells_in_frame(const Signs& lines) {
    std::optional<Signs> board;
    Signs block;
    std::u32string rules;  // the signs of lines within the frame that may be its rules, or a row of cells
    std::size_t frames = 0;
    std::size_t bars_above = 0;  // in the line above the frame, if that is in bars itself
    for (std::size_t i = 0; i <= lines.size(); ++i) {
        const bool is_line = i < lines.size();
        const std::optional<std::u32string> sides =
            is_line && frames > 0 ? within_bars(lines[i]) : std::nullopt;
        const bool is_a_frame = is_line && is_frame(lines[i]);
        // A row of cells above the first frame would get lost.
        const bool has_more_above =
            sides && block.empty() && bars_above > 2 && bars_in(lines[i]) == bars_above;
        if (sides && is_a_frame && sides->find_first_not_of((*sides)[0]) == std::u32string::npos)
            rules += (*sides)[0];
        if (sides && !has_more_above && !is_a_frame) {
            block.push_back(*sides);
        } else if (is_a_frame && block.size() <= frames) {  // frames may also lie between all rows
            if (frames == 0) bars_above = i > 0 ? bars_in(lines[i - 1]) : 0;
            ++frames;
        } else {
            if (block.size() >= kFewestInFrame) keep_only(board, cells_in(block));
            const auto has_rule = [&rules](const std::u32string& row) {
                return row.find_first_of(rules) != std::u32string::npos;
            };
            if (board && std::ranges::any_of(block, has_rule)) {
                throw FormatError(
                    "a line of this text may be a row of cells or a part of the frame: write the rows alone");
            }
            block.clear();
            rules.clear();
            frames = is_a_frame ? 1 : 0;
            bars_above = 0;
        }
    }
    return board;
}

// Whether words are the numbers from 0 or 1 on, or letters in their order.
bool are_coordinates(const std::vector<std::u32string>& words) {
    const auto count_from = [&words](std::size_t first) {
        for (const std::u32string& word : words) {
            const std::string number = std::to_string(first++);
            if (word != std::u32string(number.begin(), number.end())) return false;
        }
        return true;
    };
    if (count_from(0) || count_from(1)) return true;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] != std::u32string(1, words[0][0] + static_cast<char32_t>(i))) return false;
    return true;
}

// Whether a line begins with a coordinate alone, before the place `start`.
bool has_coordinate(std::u32string_view line, std::size_t start) {
    std::u32string name(line.substr(0, start));
    std::ranges::replace(name, U'|', U' ');
    const std::u32string_view word = without_spaces_at_ends(name);
    const bool is_letter =
        word.size() == 1 && word[0] < 0x80 && sapper::is_letter(static_cast<char>(word[0]));
    const auto is_figure = [](char32_t sign) { return U'0' <= sign && sign <= U'9'; };
    return !word.empty() && (is_letter || std::ranges::all_of(word, is_figure));
}

// The cells of the block of lines below a head of coordinates that may be a board, without the coordinate at
// the beginning of each.
std::optional<Signs> cells_below_head(const Signs& lines) {
    std::optional<Signs> board;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::u32string& head = lines[i];
        const std::vector<std::u32string> names = words_of(head);
        if (names.size() < kFewestInFrame || !are_coordinates(names)) continue;
        const std::size_t start = head.find(names[0]);
        const std::size_t width = head.find_last_not_of(U" ") + 1 - start;
        Signs block;
        std::size_t j = i + 1;
        for (; j < lines.size() && has_coordinate(lines[j], start); ++j) {
            std::u32string row = lines[j].size() > start ? lines[j].substr(start) : std::u32string();
            while (!row.empty() && (row.back() == U' ' || is_one_of(row.back(), kBars)))
                row.pop_back();
            if (row.size() < width) row.resize(width, U' ');
            block.push_back(std::move(row));
        }
        if (block.size() < kFewestInFrame) continue;
        keep_only(board, cells_in(block));
        const auto has_cells = [&names](const std::u32string& line) {
            const auto words = words_of(line);
            return words.size() > names.size() &&
                   std::all_of(words.begin() + 1, words.end(),
                               [](const auto& word) { return word.size() == 1; });
        };
        if (board && std::any_of(lines.begin() + static_cast<std::ptrdiff_t>(j), lines.end(), has_cells)) {
            throw FormatError(
                "below the board there are more rows, which do not follow on it: write the rows alone");
        }
    }
    return board;
}

Mark mark_of_sign(char32_t sign, std::u32string_view covers) {
    if (is_one_of(sign, kFlags)) return kFlag;
    if (is_one_of(sign, kMines)) return kExploded;
    if (is_one_of(sign, covers)) return kHidden;
    return is_number_sign(sign) ? static_cast<Mark>(sign - U'0') : Mark{0};
}

// Whether no empty cell touches a covered one, and each number touches as many.
bool obeys_rules(const RowMarks& cells) {
    const std::size_t rows = cells.shape[0];
    const std::size_t columns = cells.shape[1];
    bool has_covered = false;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            const Mark mark = cells.marks[row * columns + column];
            has_covered = has_covered || mark < 0;
            if (mark < 0) continue;
            Mark around = 0;
            for (std::size_t r = row > 0 ? row - 1 : 0; r < std::min(row + 2, rows); ++r)
                for (std::size_t c = column > 0 ? column - 1 : 0; c < std::min(column + 2, columns); ++c)
                    around = static_cast<Mark>(around + (cells.marks[r * columns + c] < 0));
            if (around < mark || (mark == 0 && around > 0)) return false;
        }
    }
    return has_covered;
}

std::string list_of(const std::set<char32_t>& signs, std::string_view quote, std::string_view between) {
    std::string list;
    for (const char32_t sign : signs) {
        if (!list.empty()) list += between;
        list += quote;
        add_character(list, sign);
        list += quote;
    }
    return list;
}

RowMarks marks_of(const Signs& rows) {
    std::set<char32_t> signs;
    std::u32string usual;
    for (const std::u32string& row : rows)
        for (const char32_t sign : row)
            if (!is_one_of(sign, kFlags) && !is_one_of(sign, kMines) && !is_number_sign(sign))
                signs.insert(sign);
    if (signs.size() > kMostSigns) {
        throw FormatError("this text has the signs " + list_of(signs, "", " ") +
                          ": use 0 to 8, F for a flag and . for a covered cell");
    }
    for (const char32_t sign : signs)
        if (is_one_of(sign, kCovers)) usual += sign;
    Signs choices;  // of the covered signs
    if (usual.empty())
        for (const char32_t sign : signs)
            choices.emplace_back(1, sign);
    for (std::size_t subset = 1; subset < std::size_t{1} << usual.size(); ++subset) {
        choices.emplace_back();
        for (std::size_t i = 0; i < usual.size(); ++i)
            if ((subset >> i & 1) != 0) choices.back() += usual[i];
    }
    if (usual.empty()) choices.emplace_back();  // flags may lie on all mines
    std::vector<RowMarks> candidates;
    bool is_clear = true;
    for (const std::u32string& covers : choices) {
        RowMarks cells{{}, {rows.size(), rows[0].size()}};
        for (const std::u32string& row : rows)
            for (const char32_t sign : row)
                cells.marks.push_back(mark_of_sign(sign, covers));
        if (obeys_rules(cells)) candidates.push_back(std::move(cells));
        // Of two signs for empty cells, one may be that of covered ones.
        is_clear = is_clear && (!usual.empty() || signs.size() < covers.size() + 2 || candidates.empty());
    }
    if (candidates.size() == 1 && is_clear) return candidates[0];
    throw FormatError(
        "the rules allow " + std::string(candidates.empty() ? "no meaning of" : "more than one meaning of") +
        " the signs " + list_of(signs, "'", ", ") + ": write 0 for empty cells, and . for covered ones");
}

}  // namespace

std::optional<RowMarks> marks_in_frame(std::string_view text) {
    const Signs lines = lines_of(text);
    std::optional<Signs> rows = cells_in_frame(lines);
    if (!rows) rows = cells_below_head(lines);
    return rows ? std::optional(marks_of(*rows)) : std::nullopt;
}

std::optional<RowMarks> marks_of_signs(std::string_view text) {
    Signs rows;
    bool has_foreign = false;
    bool has_numbers = false;
    std::set<std::size_t> gaps;  // the letters between words, and 0 between the letters of one
    for (const std::u32string& line : lines_of(text)) {
        std::u32string row;
        std::size_t gap = 0;
        for (const char32_t sign : without_spaces_at_ends(line)) {
            if (is_space(sign)) {
                ++gap;
                continue;
            }
            const bool is_foreign = sign >= 0x80;
            const bool is_cell = is_number_sign(sign) || is_one_of(sign, U"Ff.\u2691\U0001f6a9") ||
                                 is_one_of(sign, kMines) || is_square(sign);
            if (!is_cell) return std::nullopt;
            if (!row.empty()) gaps.insert(gap);
            gap = 0;
            has_foreign = has_foreign || is_foreign;
            has_numbers = has_numbers || is_number_sign(sign);
            row += sign;
        }
        if (!row.empty() || !rows.empty()) rows.push_back(std::move(row));
    }
    while (!rows.empty() && rows.back().empty())
        rows.pop_back();
    const auto differs = [&rows](const std::u32string& row) { return row.size() != rows[0].size(); };
    if (!has_foreign || !has_numbers || gaps.size() > 1 || std::ranges::any_of(rows, differs))
        return std::nullopt;
    rows_of(text, {});  // finds blank cells between tabs
    return marks_of(rows);
}

}  // namespace sapper
