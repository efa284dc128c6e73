#include "formats/signs_by_rules.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "formats/board_signs.hpp"
#include "formats/framed_text.hpp"
#include "formats/text_reader.hpp"

namespace sapper {

namespace {

// If a text has some of them, or of those that are hidden in plain text, no other sign is covered.
constexpr std::u32string_view kCovers = U"\u25a0\u2588\u2593\u2592\u2591\u25a1\u25a2";
constexpr std::u32string_view kUnclear = U"!9QqSs";  // a frame hardly has what they mean in plain text
// What chats have for cells beside numbers, flags and mines: full and empty squares, shades and circles.
constexpr std::u32string_view kSquares =
    U"\u25a0\u25a1\u25a2\u25a3\u25aa\u25ab\u25fb\u25fc\u25fd\u25fe\u2588\u2591\u2592\u2593\u2610\u2b1b\u2b1c"
    U"\u26aa\u26ab\u25cb\u25cf\U0001f532\U0001f533\U0001f534\U0001f535";
constexpr std::size_t kMostSigns = 4;  // other than those with one meaning, whose meaning the rules tell

bool is_square(char32_t sign) {
    return is_one_of(sign, kSquares) || (U'\U0001f7e0' <= sign && sign <= U'\U0001f7eb');  // in colours
}

// Whether no empty cell touches a covered one, and each number touches as many, and not more mines.
bool obeys_rules(const RowMarks& cells) {
    const std::size_t rows = cells.shape[0];
    const std::size_t columns = cells.shape[1];
    bool has_covered = false;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            const Mark mark = cells.marks[row * columns + column];
            has_covered = has_covered || mark < 0;
            if (mark < 0) continue;
            Mark covered = 0;
            Mark mines = 0;
            for (std::size_t r = row > 0 ? row - 1 : 0; r < std::min(row + 2, rows); ++r) {
                for (std::size_t c = column > 0 ? column - 1 : 0; c < std::min(column + 2, columns); ++c) {
                    const Mark around = cells.marks[r * columns + c];
                    covered = static_cast<Mark>(covered + (around < 0));
                    mines = static_cast<Mark>(mines + (around == kExploded));
                }
            }
            if (covered < mark || mines > mark || (mark == 0 && covered > 0)) return false;
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

// What the signs without one meaning mean.
struct Meanings {
    std::map<char32_t, Mark> marks;
    bool has_usual;  // signs of covered cells
};

Mark mark_of_sign(char32_t sign, const Meanings& meanings) {
    if (is_number_sign(sign)) return static_cast<Mark>(sign - U'0');
    if (is_one_of(sign, kFlagSigns)) return kFlag;
    if (is_one_of(sign, kMineSigns)) return kExploded;
    return is_one_of(sign, kHiddenSigns) ? kHidden : meanings.marks.at(sign);
}

// The meanings that boards have, whatever the rules say. At most one sign is covered that is not usual for
// covered cells, and only if there is no usual one. A star is a covered cell, or a mine as in plain text.
std::vector<Meanings> meanings_of(const std::set<char32_t>& signs, bool has_hidden) {
    std::vector<Meanings> all;
    for (std::size_t subset = 0; subset < std::size_t{1} << signs.size(); ++subset) {
        std::map<char32_t, Mark> marks;
        std::size_t covers = 0;  // signs usual for covered cells
        std::size_t usual = 0;   // of these and stars, those that are covered
        std::size_t others = 0;  // others that are covered
        std::size_t i = 0;
        for (const char32_t sign : signs) {
            const bool is_covered = (subset >> i++ & 1) != 0;
            const bool is_star = sign == U'*';
            marks[sign] = is_covered ? kHidden : is_star ? kExploded : Mark{0};
            covers += is_one_of(sign, kCovers);
            if (is_covered) ++(is_star || is_one_of(sign, kCovers) ? usual : others);
        }
        const bool has_usual = has_hidden || usual > 0;
        if (has_usual ? others == 0 : covers == 0 && others <= 1)
            all.push_back({std::move(marks), has_usual});
    }
    return all;
}

// The marks of the cells, which may be divided in several ways, first into the fewest columns.
RowMarks marks_of(const std::vector<Signs>& divisions) {
    std::vector<RowMarks> candidates;
    bool is_clear = true;
    bool has_covered_blank = false;
    std::set<char32_t> signs;
    for (const Signs& rows : divisions) {
        bool has_hidden = false;
        signs.clear();
        for (const std::u32string& row : rows) {
            for (const char32_t sign : row) {
                has_hidden = has_hidden || is_one_of(sign, kHiddenSigns);
                if (!has_one_meaning(sign)) signs.insert(sign);
            }
        }
        const auto is_unclear = [](char32_t sign) { return is_one_of(sign, kUnclear); };
        if (signs.size() > kMostSigns || std::ranges::any_of(signs, is_unclear)) {
            throw FormatError("this text has the signs " + list_of(signs, "", " ") +
                              ": use 0 to 8, F for a flag and . for a covered cell");
        }
        for (const Meanings& meanings : meanings_of(signs, has_hidden)) {
            RowMarks cells{{}, {rows.size(), rows[0].size()}};
            for (const std::u32string& row : rows)
                for (const char32_t sign : row)
                    cells.marks.push_back(mark_of_sign(sign, meanings));
            if (!obeys_rules(cells)) continue;
            candidates.push_back(std::move(cells));
            // Of two signs for empty cells, one may be that of covered ones.
            is_clear = is_clear && (meanings.has_usual || signs.size() < 2);
            has_covered_blank =
                has_covered_blank || (signs.contains(U' ') && meanings.marks.at(U' ') == kHidden);
        }
        // Then the blanks between the cells are no cells: some of them would be covered in each row.
        if (!candidates.empty() && !has_covered_blank) break;
    }
    if (candidates.size() == 1 && is_clear) return candidates[0];
    throw FormatError(
        "the rules allow " + std::string(candidates.empty() ? "no meaning of" : "more than one meaning of") +
        " the signs " + list_of(signs, "'", ", ") +
        ": write the rows alone, with 0 for empty cells, . for covered ones, F for flags and ! for mines");
}

}  // namespace

std::optional<RowMarks> marks_in_frame(std::string_view text) {
    const std::vector<Signs> divisions = cells_in_frame(lines_of(text));
    if (divisions.empty()) return std::nullopt;
    RowMarks cells = marks_of(divisions);
    if (cells.shape[1] >= kFewestInFrame) return cells;
    throw FormatError("a board in a frame has at least " + std::to_string(kFewestInFrame) +
                      " rows and columns: write the rows alone");
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
                                 is_one_of(sign, kMineSigns) || is_square(sign);
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
    check_margins(rows_of(text, {}), gaps.empty() ? 0 : *gaps.begin() + 1);
    return marks_of({rows});
}

}  // namespace sapper
