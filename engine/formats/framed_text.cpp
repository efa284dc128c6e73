#include "formats/framed_text.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "formats/text_reader.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

constexpr std::size_t kWidestStep = 4;                     // letters from one cell to the next
constexpr std::size_t kMostPlaces = std::size_t{1} << 22;  // of letters in a board

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

// A line in bars: what is between the first and the last one, and beside them.
struct Sides {
    std::u32string before, within, after;
};

std::optional<Sides> sides_of(const std::u32string& line) {
    if (bars_in(line) < 2) return std::nullopt;
    const std::size_t first = line.find_first_of(kBars);
    const std::size_t last = line.find_last_of(kBars);
    return Sides{line.substr(0, first), line.substr(first + 1, last - first - 1), line.substr(last + 1)};
}

// Lines of a text that are the rows of a board.
struct Block {
    std::vector<std::size_t> lines = {};  // their numbers, from 0
    Signs rows = {};                      // the parts of the lines with the cells
    std::vector<Signs> divisions = {};    // into cells

    void add(std::size_t line, std::u32string row) {
        lines.push_back(line);
        rows.push_back(std::move(row));
    }
};

FormatError error_in_line(std::size_t line, const std::string& text) {
    return {"line " + std::to_string(line + 1) + ": " + text, {.line = line + 1}};
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
    return rows;
}

// The ways to divide lines into cells that stand in columns.
std::vector<Signs> divisions_of(Signs block) {
    std::vector<Signs> divisions;
    const auto is_blank = [](char32_t sign) { return is_space(sign) || is_one_of(sign, kBars); };
    if (std::ranges::all_of(block, [&](const auto& line) { return std::ranges::all_of(line, is_blank); }))
        return divisions;
    if (std::ranges::any_of(block, [](const std::u32string& line) { return bars_in(line) > 0; })) {
        if (std::optional<Signs> cells = cells_between_bars(block)) divisions.push_back(std::move(*cells));
        return divisions;
    }
    std::size_t width = 0;
    for (const std::u32string& line : block)
        width = std::max(width, line.size());
    if (block.size() * width > kMostPlaces) return divisions;
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
            if (is_blank_between && rows[0].size() > 1) divisions.push_back(std::move(rows));
        }
    }
    return divisions;
}

// Whether words are the numbers from 0 or 1 on, perhaps their last figures alone, or letters in their order.
bool count_up(const std::vector<std::u32string>& words) {
    const auto count_from = [&words](std::size_t first) {
        for (const std::u32string& word : words) {
            const std::string digits = std::to_string(first++);
            const std::u32string number(digits.begin(), digits.end());
            if (word != number && word != U'0' + number && word != number.substr(number.size() - 1))
                return false;
        }
        return true;
    };
    if (count_from(0) || count_from(1)) return true;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const char32_t letter = words[0][0] + static_cast<char32_t>(i);
        if (letter >= 0x80 || !is_letter(static_cast<char>(letter)) || words[i] != std::u32string(1, letter))
            return false;
    }
    return true;
}

bool are_coordinates(std::vector<std::u32string> words) {
    if (count_up(words)) return true;
    std::ranges::reverse(words);
    return count_up(words);
}

// Whether what stands beside the bars of rows is no column of cells: nothing, coordinates, or longer words.
bool are_beside(const Signs& parts) {
    std::vector<std::u32string> words;
    bool is_harmless = true;
    for (const std::u32string& part : parts) {
        const std::vector<std::u32string> words_of_part = words_of(part);
        append(words, words_of_part);
        const auto is_long = [](const std::u32string& word) {
            return word.size() > 1 && std::ranges::all_of(word, [](char32_t sign) {
                       return sign < 0x80 && !is_one_of(sign, kHiddenSigns);
                   });
        };
        is_harmless = is_harmless && (words_of_part.empty() || std::ranges::any_of(words_of_part, is_long));
    }
    return is_harmless || (words.size() == parts.size() && are_coordinates(words));
}

bool is_coordinate(const std::u32string& word) {
    const auto is_figure = [](char32_t sign) { return U'0' <= sign && sign <= U'9'; };
    const bool is_one = word.size() == 1 && word[0] < 0x80;
    return (is_one && is_letter(static_cast<char>(word[0]))) ||
           (!word.empty() && std::ranges::all_of(word, is_figure));
}

// Whether a line outside a board may be one of its rows. `known` has the signs of these.
bool may_be_row(const std::u32string& line, const Block& board, const std::set<char32_t>& known) {
    const auto are_cells = [&known](std::u32string_view signs) {
        return std::ranges::all_of(signs, [&known](char32_t sign) {
            const bool is_of_words = sign < 0x80 && (is_letter(static_cast<char>(sign)) || sign == U'9');
            return !is_of_words || has_one_meaning(sign) || known.contains(sign);
        });
    };
    if (is_frame(line)) return false;
    const std::optional<Sides> sides = sides_of(line);
    const std::vector<std::u32string> words = words_of(sides ? sides->within : line);
    const std::size_t bars = sides ? bars_in(sides->within) : 0;
    if (words.empty() || (bars == 0 && are_coordinates(words))) return false;
    if (sides) {
        const bool is_like_rows =
            bars > 0 ? bars == bars_in(board.rows[0]) : sides->within.size() == board.rows[0].size();
        return is_like_rows && std::ranges::all_of(words, are_cells);
    }
    std::size_t signs = 0;  // beside the first word, which may be a coordinate
    for (const std::u32string& word : words)
        signs += &word == words.data() ? 0 : word.size() - bars_in(word);
    if (!std::all_of(words.begin() + 1, words.end(), are_cells)) return false;
    const std::size_t first = words[0].size() - bars_in(words[0]);
    return std::ranges::any_of(board.divisions, [&](const Signs& cells) {
        const std::size_t columns = cells[0].size();
        if (signs == columns || (signs + first == columns && are_cells(words[0]))) return true;
        const bool has_blanks = known.contains(U' ') && is_coordinate(words[0]);
        return has_blanks && 0 < signs && signs < columns;
    });
}

// The ways to divide the lines of a board. Throws FormatError if other lines may be rows of it.
std::vector<Signs> divisions_of(const Block& board, const Signs& lines) {
    std::set<char32_t> known;
    for (const std::u32string& row : board.rows)
        known.insert(row.begin(), row.end());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (std::ranges::binary_search(board.lines, i) || !may_be_row(lines[i], board, known)) continue;
        throw error_in_line(i, "this may be one more row of the board: write the rows alone");
    }
    return board.divisions;
}

// Keeps the block of a board. Throws FormatError if there is another one already.
void keep_only(std::optional<Block>& board, Block block) {
    if (board) {
        throw error_in_line(block.lines[0],
                            "here begins another board: there are several boards in this text: leave one");
    }
    board = std::move(block);
}

// Divides the block of lines in a frame. Throws FormatError if it is not clear what is a cell.
void divide(Block& block, const Signs& before, const Signs& after, std::u32string_view rules) {
    block.divisions = divisions_of(block.rows);
    if (block.divisions.empty()) return;
    for (std::size_t i = 0; i < block.rows.size(); ++i) {
        const std::u32string& row = block.rows[i];
        if (bars_in(row) == 0 && row.size() != block.rows[0].size())
            throw error_in_line(block.lines[i], "this row in a frame is not as wide as the first one");
        if (row.find_first_of(rules) != std::u32string::npos) {
            throw FormatError(
                "a line of this text may be a row of cells or a part of the frame: write the rows alone");
        }
    }
    if (are_beside(before) && are_beside(after)) return;
    throw error_in_line(block.lines[0], "the signs outside the bars may be cells: write the rows alone");
}

// The block of lines in a frame that may be a board.
std::optional<Block> block_in_frame(const Signs& lines) {
    std::optional<Block> board;
    Block block;
    Signs before, after;   // the first and the last bar
    std::u32string rules;  // the signs of lines within the frame that may be its rules, or a row of cells
    std::size_t frames = 0;
    for (std::size_t i = 0; i <= lines.size(); ++i) {
        const bool is_line = i < lines.size();
        const bool is_a_frame = is_line && is_frame(lines[i]);
        const std::optional<Sides> sides = is_line && frames > 0 ? sides_of(lines[i]) : std::nullopt;
        if (sides && is_a_frame && sides->within.find_first_not_of(sides->within[0]) == std::u32string::npos)
            rules += sides->within[0];
        if (sides && !is_a_frame) {
            block.add(i, sides->within);
            before.push_back(sides->before);
            after.push_back(sides->after);
        } else if (is_a_frame && block.rows.size() <= frames) {  // frames may also lie between all rows
            ++frames;
        } else {
            if (block.rows.size() >= kFewestInFrame) divide(block, before, after, rules);
            if (!block.divisions.empty()) keep_only(board, std::move(block));
            block = {};
            before.clear();
            after.clear();
            rules.clear();
            frames = is_a_frame ? 1 : 0;
        }
    }
    return board;
}

// The coordinate alone with which a line begins, before the place `start`.
std::optional<std::u32string> coordinate_of(std::u32string_view line, std::size_t start) {
    std::u32string name(line.substr(0, start));
    std::ranges::replace(name, U'|', U' ');
    std::u32string word(without_spaces_at_ends(name));
    return is_coordinate(word) ? std::optional(word) : std::nullopt;
}

// The block of lines below a head of coordinates that may be a board, without the coordinate at the beginning
// of each.
std::optional<Block> block_below_head(const Signs& lines) {
    std::optional<Block> board;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::u32string& head = lines[i];
        const std::vector<std::u32string> names = words_of(head);
        if (names.size() < kFewestInFrame || !are_coordinates(names)) continue;
        const std::size_t start = head.find_first_not_of(U' ');
        const std::size_t width = head.find_last_not_of(U' ') + 1 - start;
        Block block;
        std::vector<std::u32string> coordinates;
        const bool has_rule = i + 1 < lines.size() && is_frame(lines[i + 1]);
        for (std::size_t j = i + (has_rule ? 2 : 1); j < lines.size(); ++j) {
            const std::optional<std::u32string> coordinate = coordinate_of(lines[j], start);
            if (!coordinate) break;
            coordinates.push_back(*coordinate);
            std::u32string row = lines[j].size() > start ? lines[j].substr(start) : std::u32string();
            while (!row.empty() && (row.back() == U' ' || is_one_of(row.back(), kBars)))
                row.pop_back();
            if (row.size() < width) row.resize(width, U' ');
            block.add(j, std::move(row));
        }
        if (block.rows.size() < kFewestInFrame) continue;
        block.divisions = divisions_of(block.rows);
        std::erase_if(block.divisions,
                      [&names](const Signs& cells) { return cells[0].size() != names.size(); });
        if (block.divisions.empty()) continue;
        if (!are_coordinates(coordinates)) {
            throw error_in_line(
                block.lines[0],
                "the coordinates of the rows from here on are not in their order: a row may be "
                "missing; write the rows alone");
        }
        keep_only(board, std::move(block));
    }
    return board;
}

}  // namespace

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

std::vector<Signs> cells_in_frame(const Signs& lines) {
    std::optional<Block> board = block_in_frame(lines);
    if (!board) board = block_below_head(lines);
    return board ? divisions_of(*board, lines) : std::vector<Signs>();
}

}  // namespace sapper
