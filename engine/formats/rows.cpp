#include "formats/rows.hpp"

#include <algorithm>
#include <span>

#include "board/board_names.hpp"
#include "formats/text_reader.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

FormatError error_in_row(std::size_t line, const std::string& text) {
    return {"line " + std::to_string(line) + text, {.line = line}};
}

// The error about an unknown `what` at a byte of a row.
FormatError unknown(const TextRow& row, std::size_t at, const std::string& what, const Alphabet& alphabet) {
    const std::size_t column = row.indent + characters_in(row.text.substr(0, at)) + 1;
    return {"line " + std::to_string(row.line) + ", column " + std::to_string(column) + ": unknown " + what +
                "; the text may have " + std::string(alphabet.description()),
            {.line = row.line, .column = column}};
}

// Finds blank cells in a text whose cells tabs delimit. Tabs around whole rows alone are no cells.
class TabbedCells {
  public:
    void add(const Line& line) {
        if (line.whole.find('\t') == std::string_view::npos) return;
        const bool is_between = line.text.find('\t') != std::string_view::npos;
        const bool is_after_cell =
            characters_in(line.text) == 1 && trim_left(line.whole).find('\t') != std::string_view::npos;
        has_tabs_ = has_tabs_ || is_between || is_after_cell;
        std::size_t start = 0;
        while (!first_ && start <= line.whole.size()) {
            const std::size_t end = std::min(line.whole.find('\t', start), line.whole.size());
            if (without_spaces(line.whole.substr(start, end - start)).empty())
                first_ = {line.number, characters_in(line.whole.substr(0, start)) + 1};
            start = end + 1;
        }
    }

    void check() const {
        if (has_tabs_ && first_) throw blank_cell(first_->line, first_->column);
    }

  private:
    struct Place {
        std::size_t line;
        std::size_t column;
    };

    bool has_tabs_ = false;            // between cells, or after one
    std::optional<Place> first_ = {};  // of the blank cells
};

// Throws FormatError at an end of a line within a row, which other programs write.
void check_line_ends(const TextRow& row) {
    constexpr std::string_view kEnds[] = {"\r",   "\v",       "\f",           "\x1c",        "\x1d",
                                          "\x1e", "\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9"};
    for (const std::string_view end : kEnds) {
        const std::size_t at = row.text.find(end);
        if (at == std::string_view::npos) continue;
        const std::size_t column = row.indent + characters_in(row.text.substr(0, at)) + 1;
        throw FormatError("line " + std::to_string(row.line) + ", column " + std::to_string(column) +
                              ": the character " + in_quotes(end) +
                              " stands between two rows: end the first with a line feed",
                          {.line = row.line, .column = column});
    }
}

void check_length(const TextRow& row, std::size_t length, const TextRow& first, std::size_t right_length) {
    if (length == right_length) return;
    throw error_in_row(row.line, " has " + quantity(length, "cell") + ", but line " +
                                     std::to_string(first.line) + " has " + std::to_string(right_length));
}

// Calls visit(word, place) for each word between white space, with the place of its first byte.
template <typename Visit>
void each_word(std::string_view text, Visit visit) {
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t blank = white_space(text.substr(at))) {
            at += blank;
            continue;
        }
        const std::size_t start = at;
        while (at < text.size() && white_space(text.substr(at)) == 0)
            ++at;
        visit(text.substr(start, at - start), start);
    }
}

bool has_white_space(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at)
        if (white_space(text.substr(at)) > 0) return true;
    return false;
}

// The mark of a word. `kUnknown` if the word is not a cell.
Mark mark_of_word(std::string_view word, const Alphabet& alphabet) {
    constexpr std::size_t kMostDigits = 5;
    constexpr unsigned kLargest = 32767;
    if (word.size() == 1) return alphabet.mark_of(word[0]);
    if (word.size() > kMostDigits || !std::ranges::all_of(word, is_digit)) return Alphabet::kUnknown;
    unsigned number = 0;
    for (char digit : word)
        number = 10 * number + static_cast<unsigned>(digit - '0');
    return number <= kLargest ? static_cast<Mark>(number) : Alphabet::kUnknown;
}

std::string beginning_of(std::string_view word) {
    constexpr std::size_t kMostInError = 20;
    const std::string_view rest = after_characters(word, kMostInError);
    if (rest.empty()) return in_quotes(word);
    return in_quotes(std::string(word.substr(0, word.size() - rest.size())) + "...");
}

// The error about a character at a byte of a row that is no cell.
FormatError unknown_sign(const TextRow& row, std::size_t at, const Alphabet& alphabet) {
    const std::string_view sign = first_character(row.text.substr(at));
    const FormatError error = unknown(row, at, in_quotes(sign), alphabet);
    return sign.size() > 1 && white_space(sign) > 0 ? blank_cell(row.line, *error.place.column) : error;
}

// The error about a word at a byte of a row that is no cell.
FormatError unknown_word(const TextRow& row, std::size_t at, std::string_view word,
                         const Alphabet& alphabet) {
    const FormatError error = unknown(row, at, beginning_of(word), alphabet);
    if (std::ranges::all_of(word, is_digit) || !alphabet.has_only(word)) return error;
    return {"line " + std::to_string(*error.place.line) + ", column " + std::to_string(*error.place.column) +
                ": no white space divides " + beginning_of(word) +
                " into cells, as others: write the same between all cells, and 0 or the sign of hidden cells "
                "for each that is blank",
            error.place};
}

// A gap between words: the byte where it begins, and its characters.
struct Gap {
    std::size_t begin;
    std::size_t width;
};

std::vector<Gap> gaps_of(std::string_view text) {
    std::vector<Gap> gaps;
    std::size_t end = 0;
    each_word(text, [&](std::string_view word, std::size_t at) {
        if (at > 0) gaps.push_back({end, characters_in(text.substr(end, at - end))});
        end = at + word.size();
    });
    return gaps;
}

// The characters from one cell to the next. 0 if these differ, or tabs delimit the cells. Throws FormatError
// at a gap that has room for a cell, or for several, with the distance that others keep.
std::size_t step_of(const std::vector<TextRow>& rows) {
    constexpr std::size_t kFewest = 3;  // characters: a blank cell, and a space on each side
    std::size_t narrowest = std::string_view::npos;
    for (const TextRow& row : rows) {
        if (row.text.find('\t') != std::string_view::npos) return 0;  // see TabbedCells
        bool has_long_words = false;  // then columns may be as wide as their longest number
        each_word(row.text, [&](std::string_view word, std::size_t) { has_long_words |= word.size() > 1; });
        if (has_long_words) return 0;
        for (const Gap& gap : gaps_of(row.text))
            narrowest = std::min(narrowest, gap.width);
    }
    for (const TextRow& row : rows) {
        for (const auto& [begin, width] : gaps_of(row.text)) {
            if (width == narrowest || width < kFewest || (width + 1) % (narrowest + 1) != 0) continue;
            const std::size_t column = row.indent + characters_in(row.text.substr(0, begin)) + narrowest + 1;
            throw blank_cell(row.line, column);
        }
    }
    return narrowest == std::string_view::npos ? 0 : narrowest + 1;
}

// Throws FormatError at white space beyond ASCII at an end of a row, which may stand for a blank cell.
void check_ends(const TextRow& row) {
    const std::string_view content = without_spaces(row.text);
    if (content.size() == row.text.size()) return;
    const std::size_t end = content.data() == row.text.data() ? characters_in(content) : 0;
    throw blank_cell(row.line, row.indent + end + 1);
}

RowMarks cells_of_words(const std::vector<TextRow>& rows, const Alphabet& alphabet, bool is_shifted) {
    RowMarks cells;
    std::vector<std::size_t> lengths;
    for (const TextRow& row : rows) {
        const std::size_t before = cells.marks.size();
        each_word(row.text, [&](std::string_view word, std::size_t at) {
            const Mark mark = mark_of_word(word, alphabet);
            if (mark == Alphabet::kUnknown) throw unknown_word(row, at, word, alphabet);
            cells.marks.push_back(mark);
        });
        lengths.push_back(cells.marks.size() - before);
        check_ends(row);
    }
    const std::size_t step = step_of(rows);
    if (!is_shifted) check_margins(rows, step);
    for (std::size_t i = 0; i < rows.size(); ++i)
        check_length(rows[i], lengths[i], rows[0], lengths[0]);
    cells.shape = {rows.size(), lengths[0]};
    return cells;
}

RowMarks cells_of_letters(const std::vector<TextRow>& rows, const Alphabet& alphabet, bool is_shifted) {
    RowMarks cells;
    for (const TextRow& row : rows) {
        for (std::size_t at = 0; at < row.text.size(); ++at) {
            const Mark mark = alphabet.mark_of(row.text[at]);
            if (mark == Alphabet::kUnknown) throw unknown_sign(row, at, alphabet);
            cells.marks.push_back(mark);
        }
    }
    if (!is_shifted) check_margins(rows, 1);
    for (const TextRow& row : rows)
        check_length(row, row.text.size(), rows[0], rows[0].text.size());
    cells.shape = {rows.size(), rows[0].text.size()};
    return cells;
}

// The shape of the rows, without the length of a row. `gap` is the largest of their gaps.
std::vector<std::size_t> block_shape(std::span<const TextRow> rows, std::size_t gap) {
    if (gap == 0) return {rows.size()};
    std::vector<std::size_t> first;
    std::size_t blocks = 0;
    for (std::size_t start = 0; start < rows.size(); ++blocks) {
        std::size_t end = start + 1;
        while (end < rows.size() && rows[end].gap != gap)
            ++end;
        std::vector<std::size_t> shape = block_shape(rows.subspan(start, end - start), gap - 1);
        if (blocks == 0) {
            first = std::move(shape);
        } else if (shape != first) {
            throw error_in_row(rows[start].line, ": the block of rows that begins here has shape " +
                                                     in_brackets(shape) + ", but the first one has shape " +
                                                     in_brackets(first));
        }
        start = end;
    }
    first.insert(first.begin(), blocks);
    return first;
}

std::vector<std::size_t> outer_shape(const std::vector<TextRow>& rows) {
    const TextRow& deepest = *std::ranges::max_element(rows, {}, &TextRow::gap);
    if (deepest.gap + 2 > kMaxDimensions) {
        throw error_in_row(deepest.line, ": the " + std::to_string(deepest.gap) +
                                             " blank lines above it would mean too many dimensions");
    }
    return block_shape(rows, deepest.gap);
}

std::span<const std::size_t> without_leading_ones(const std::vector<std::size_t>& shape) {
    const auto first = std::ranges::find_if(shape, [](std::size_t extent) { return extent != 1; });
    return {first, shape.end()};
}

void check_shape(const RowMarks& cells, const Topology& topology) {
    const bool fits =
        topology.kind() == Topology::Kind::graph
            ? cells.marks.size() == topology.size()
            : std::ranges::equal(without_leading_ones(cells.shape), without_leading_ones(topology.shape()));
    if (fits) return;
    throw FormatError("the text has cells of shape " + in_brackets(cells.shape) +
                      ", but the board has shape " + in_brackets(topology.shape()));
}

std::string name_of_mark(Mark mark) {
    switch (mark) {
        case kHidden:
            return "a hidden cell";
        case kFlag:
            return "a flag";
        case kExploded:
            return "an exploded mine";
        case kQuestion:
            return "a question mark";
        case kSafeMark:
            return "a safe cell without a number";
        default:
            return "the number " + std::to_string(mark);
    }
}

// The number of line breaks before a row: one, and one more for each outer dimension that starts again.
std::size_t breaks_before(std::size_t row, const std::vector<std::size_t>& shape) {
    std::size_t breaks = row == 0 ? 0 : 1;
    for (std::size_t d = shape.size() - 2; d >= 1 && row > 0 && row % shape[d] == 0; --d) {
        row /= shape[d];
        ++breaks;
    }
    return breaks;
}

}  // namespace

bool Alphabet::has_only(std::string_view text) const {
    static constexpr std::string_view kBetween = " \t\r\n";
    return std::ranges::all_of(text, [this](char character) {
        return mark_of(character) != kUnknown || kBetween.find(character) != std::string_view::npos;
    });
}

FormatError blank_cell(std::size_t line, std::size_t column) {
    return {"line " + std::to_string(line) + ", column " + std::to_string(column) +
                ": this cell is blank: write 0 if it is open, or the sign of hidden cells",
            {.line = line, .column = column}};
}

std::vector<TextRow> rows_of(std::string_view text, const Limits& limits) {
    std::vector<TextRow> rows;
    std::size_t gap = 0;
    std::size_t last_end = 0;  // of the characters of the last row
    bool is_tight = false;     // no spaces follow on the last row
    Line blank{};              // the widest line of spaces after it, which may be a row of blank cells
    const auto spaces_in = [](const Line& line) {
        return std::min(line.whole.find_first_not_of(' '), line.whole.size());
    };
    TabbedCells tabs;
    Lines lines(text, kMostLines, limits);
    while (const std::optional<Line> line = lines.next()) {
        tabs.add(*line);
        if (without_spaces(line->text).empty()) {
            ++gap;
            if (line->whole.size() > blank.whole.size()) blank = *line;
            continue;
        }
        const bool is_tabbed = line->whole.substr(0, line->indent).find('\t') != std::string_view::npos;
        const std::size_t end = line->indent + characters_in(line->text);
        is_tight = !line->whole.substr(line->indent + line->text.size()).starts_with(' ');
        // At the ends of a text, wider lines may be those that a terminal fills with spaces.
        const bool has_blank =
            rows.empty() ? is_tight && spaces_in(blank) == end : spaces_in(blank) >= std::max(end, last_end);
        rows.push_back({line->text, line->number, line->indent, rows.empty() ? 0 : gap, is_tabbed,
                        has_blank ? blank.number : 0});
        check_line_ends(rows.back());
        last_end = end;
        blank = {};
        gap = 0;
    }
    if (is_tight && spaces_in(blank) == last_end) rows.back().blank_row = blank.number;
    tabs.check();
    if (rows.empty()) throw FormatError("the text is empty: it has no row of cells");
    return rows;
}

void check_margins(const std::vector<TextRow>& rows, std::size_t step) {
    for (const TextRow& row : rows)
        if (row.blank_row > 0) throw blank_cell(row.blank_row, row.indent + 1);
    const auto is_tabbed = [](const TextRow& row) { return row.is_tabbed; };
    if (step == 0 || rows.size() < 2 || std::ranges::any_of(rows, is_tabbed)) return;
    const auto [least, most] = std::ranges::minmax(std::span(rows).subspan(1), {}, &TextRow::indent);
    if (least.indent == most.indent && rows[0].indent <= least.indent) return;
    const std::size_t left = std::min(rows[0].indent, least.indent);
    for (const TextRow& row : rows)
        if (row.indent > left && (row.indent - left) % step == 0) {
            throw error_in_row(row.line,
                               " begins further right than others: write 0 or the sign of hidden cells "
                               "for each cell that is blank, or begin all rows at the same place");
        }
}

void check_coordinates(const std::vector<TextRow>& rows, std::size_t fewest) {
    std::vector<std::string_view> first_row, first_column;
    bool has_long_words = false;  // beside the first row and the first column
    for (const TextRow& row : rows) {
        each_word(row.text, [&](std::string_view word, std::size_t at) {
            if (&row != rows.data() && at > 0) has_long_words = has_long_words || characters_in(word) > 1;
            if (&row == rows.data()) first_row.push_back(word);
            if (at == 0) first_column.push_back(word);
        });
    }
    if (has_long_words || rows.size() < 2 || first_row.size() < 2) return;
    const auto counts = [fewest](std::span<const std::string_view> words) {
        if (words.size() < fewest) return false;
        for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
            const auto is_number = [&, number = first](std::string_view word) mutable {
                return word.substr(word.size() > 1 && word[0] == '0') == std::to_string(number++);
            };
            if (std::ranges::all_of(words, is_number)) return true;
        }
        return false;
    };
    const bool has_corner =
        counts(std::span(first_row).subspan(1)) && counts(std::span(first_column).subspan(1));
    const bool is_column = counts(first_column);
    if (!has_corner && !is_column && !counts(first_row)) return;
    throw error_in_row(rows[0].line,
                       std::string(": this may be ") +
                           (is_column ? "the first cell of a column or the numbers of the rows"
                                      : "a row of cells or the numbers of the columns") +
                           ": leave the numbers out, or write the rows without anything between the cells");
}

RowMarks cells_of(const std::vector<TextRow>& rows, const Alphabet& alphabet) {
    return cells_of_letters(rows, alphabet, false);
}

RowMarks cells_in_blocks(const std::vector<TextRow>& rows, const Alphabet& alphabet, const Hints& hints) {
    const bool in_words = std::ranges::any_of(rows, has_white_space, &TextRow::text);
    // Rows of hexagons may be drawn half a cell apart, and a board that is known shows what is blank.
    const bool is_shifted = hints.topology || hints.topology_name == facts(Topology::Kind::hexagons).name;
    RowMarks cells = in_words || is_narrow(hints) ? cells_of_words(rows, alphabet, is_shifted)
                                                  : cells_of_letters(rows, alphabet, is_shifted);
    constexpr std::size_t kFewest = 4;  // coordinates
    if (in_words && !hints.topology) check_coordinates(rows, kFewest);
    std::vector<std::size_t> shape = outer_shape(rows);
    shape.push_back(cells.shape[1]);
    cells.shape = std::move(shape);
    if (hints.topology) {
        check_shape(cells, *hints.topology);
        cells.shape = hints.topology->shape();
    }
    return cells;
}

std::vector<TextRow> below(std::vector<TextRow> rows, std::size_t count) {
    if (rows.size() <= count)
        throw error_in_row(rows.back().line, ": expected rows of cells below it, but there are none");
    rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count));
    rows[0].gap = 0;
    return rows;
}

void check_header(const TextRow& header, std::size_t mines, const Hints& hints) {
    check_mine_count("line " + std::to_string(header.line) + ": the header says ", mines, hints,
                     {.line = header.line});
}

bool is_narrow(const Hints& hints) {
    return hints.topology && hints.topology->shape().back() == 1;
}

std::string blocks_of(const std::vector<Mark>& marks, const std::vector<std::size_t>& shape,
                      const Alphabet& alphabet) {
    const std::size_t columns = shape.back();
    const bool in_words = std::ranges::any_of(marks, [](Mark mark) { return mark > 9; });
    std::string text;
    for (std::size_t cell = 0; cell < marks.size(); ++cell) {
        if (cell % columns == 0) {
            if (shape.size() > 1) text.append(breaks_before(cell / columns, shape), '\n');
        } else if (in_words) {
            text += ' ';
        }
        if (const char character = alphabet.character_of(marks[cell])) {
            text += character;
        } else {
            text += std::to_string(marks[cell]);
        }
    }
    return text;
}

std::string square_text(const FilePosition& contents, const Alphabet& alphabet, std::string_view format,
                        const FileOrigin& origin) {
    const std::shared_ptr<const Topology>& topology = contents.position.topology;
    const std::vector<Mark>& marks = contents.position.marks;
    const std::string subject = std::string(format) + " text ";
    if (topology->kind() == Topology::Kind::graph || topology->shape().size() != 2) {
        throw FormatError(subject + "needs rows and columns; this board is " + in_words(*topology));
    }
    for (std::size_t cell = 0; cell < marks.size(); ++cell) {
        if (alphabet.character_of(marks[cell])) continue;
        throw FormatError(name_of_cell(*topology, static_cast<Cell>(cell), origin.first) + ": " + subject +
                          "cannot hold " + name_of_mark(marks[cell]) + "; it may have " +
                          std::string(alphabet.description()));
    }
    return blocks_of(marks, topology->shape(), alphabet);
}

}  // namespace sapper
