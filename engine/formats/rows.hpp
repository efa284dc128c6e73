// Rows of cells in a text, and their characters. Each line is a row. On boards of three dimensions, one blank
// line separates the planes. On boards of four, two blank lines separate the cubes, and so on. A graph is one
// row with its cells in order.
//
// White space before and after a row means nothing. But tabs, such as those of a spreadsheet, delimit cells,
// and cells between spaces stand at equal distances. A text that may leave a cell blank is refused, because a
// blank cell may be hidden or open: also one with a line of spaces as wide as the rows, or with a row that
// begins a whole cell further right than others.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "board/position.hpp"
#include "formats/contents.hpp"

namespace sapper {

// The most lines of a text of cells.
inline constexpr std::size_t kMostLines = 100'000;

// The characters of a format and their marks.
class Alphabet {
  public:
    static constexpr Mark kUnknown = -128;

    struct Letters {
        std::string_view characters;  // the writer uses the first
        Mark mark;
    };

    // An alphabet of the letters, and of the digits from 0 to `most`. `description` names all of them in
    // errors.
    constexpr Alphabet(std::initializer_list<Letters> letters, Mark most, std::string_view description)
        : description_(description) {
        marks_.fill(kUnknown);
        for (const auto& [characters, mark] : letters) {
            for (char character : characters)
                marks_[static_cast<unsigned char>(character)] = mark;
            characters_[static_cast<std::size_t>(mark - kLeastMark)] = characters[0];
        }
        for (Mark number = 0; number <= most; ++number) {
            const auto digit = static_cast<char>('0' + number);
            marks_[static_cast<unsigned char>(digit)] = number;
            char& to_write = characters_[static_cast<std::size_t>(number - kLeastMark)];
            if (to_write == '\0') to_write = digit;
        }
    }

    // `kUnknown` for a character that is not in the alphabet.
    Mark mark_of(char character) const { return marks_[static_cast<unsigned char>(character)]; }
    // The character that the writer uses. 0 if there is none.
    char character_of(Mark mark) const {
        const auto place = static_cast<std::size_t>(mark - kLeastMark);
        return place < characters_.size() ? characters_[place] : '\0';
    }
    std::string_view description() const { return description_; }
    // Whether a text has only white space and characters of the alphabet.
    bool has_only(std::string_view text) const;

  private:
    std::array<Mark, 256> marks_ = {};
    std::array<char, 16> characters_ = {};  // of the marks from -6 to 9
    std::string_view description_;
};

// A line that is not blank.
struct TextRow {
    std::string_view text;      // without white space of ASCII at its ends
    std::size_t line = 0;       // from 1
    std::size_t indent = 0;     // the characters before the text
    std::size_t gap = 0;        // the blank lines before it
    bool is_tabbed = false;     // whether there are tabs before the text
    std::size_t blank_row = 0;  // a line above or below it that may be a row of blank cells
};

// Marks and their shape.
struct RowMarks {
    std::vector<Mark> marks;
    std::vector<std::size_t> shape;
};

// The error about a blank cell at a line and a column from 1.
FormatError blank_cell(std::size_t line, std::size_t column);

// The rows of a text. Throws FormatError if there are none, too many lines, or a blank cell beside a tab.
std::vector<TextRow> rows_of(std::string_view text, const Limits& limits);

// Throws FormatError at a line that may be a row of blank cells, and at a row that begins one or more cells
// further right than others, `step` characters each: its first cells may be blank. The first row alone may
// begin further left, where a text was cut out.
void check_margins(const std::vector<TextRow>& rows, std::size_t step);

// Throws FormatError if the first word of each row, or the words of the first row, may be the numbers of
// rows or columns: 0, 1, 2 or 1, 2, 3 and so on, at least `fewest`. There may be a sign in their corner.
void check_coordinates(const std::vector<TextRow>& rows, std::size_t fewest);

// Reads one cell from each character of the rows. Returns rows and columns. Throws FormatError about the
// first character that is not in the alphabet, or the first row of another length.
RowMarks cells_of(const std::vector<TextRow>& rows, const Alphabet& alphabet);

// Reads cells, each one character or, if there is white space between them, one word. A word may be a number
// above 9. The blank lines or the hints give the shape. Throws FormatError, also where the text has room for
// a cell between two others.
RowMarks cells_in_blocks(const std::vector<TextRow>& rows, const Alphabet& alphabet, const Hints& hints);

// The rows below the first `count`, which are a header. Throws FormatError if there are none.
std::vector<TextRow> below(std::vector<TextRow> rows, std::size_t count);

// Throws OtherMineCount if the mine count of a header differs from that of the hints.
void check_header(const TextRow& header, std::size_t mines, const Hints& hints);

// Whether each row has one cell, as the board of the hints says. A row of digits is then a number.
bool is_narrow(const Hints& hints);

// Writes cells in the form that cells_in_blocks() reads. If any number is above 9, all cells are words.
std::string blocks_of(const std::vector<Mark>& marks, const std::vector<std::size_t>& shape,
                      const Alphabet& alphabet);

// Writes one character for each cell, and one line for each row. Throws FormatError if the board has no rows
// and columns, or a mark has no character.
std::string square_text(const FilePosition& contents, const Alphabet& alphabet, std::string_view format,
                        const FileOrigin& origin);

}  // namespace sapper
