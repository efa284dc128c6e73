// What chats, editors, tables and terminals put around and between the cells of a board: fences, quotes,
// bars, commas, colours, variants of emoji, and a line with the mine count. Without it the text may be in a
// format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sapper {

// A text without all that. What is gone leaves spaces, so that most places in lines stay the same. Tabs
// delimit the cells of tables.
struct PastedText {
    // A line with a mine count.
    struct Count {
        std::string line;
        std::size_t number;  // of the line, from 1
        std::int64_t mines;
    };

    std::string text;
    std::optional<Count> count;
    bool is_table;      // whether bars, commas or semicolons delimit its cells
    bool keeps_places;  // whether columns are what they were
};

// Takes UTF-8. Throws FormatError if a cell of a table is blank, or if it is not clear what a part means.
PastedText without_surroundings(std::string_view text);

// The text with the letters of plain text for the emoji of flags, and this letter for those of mines.
std::string with_letters(std::string_view text, char mine);

// The text of a table without what is between its cells, if each has one letter; else as it stands.
std::string without_gaps(const std::string& text);

}  // namespace sapper
