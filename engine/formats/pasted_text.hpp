// What chats, editors, tables and terminals put around and between the cells of a board: fences, quotes,
// bars, commas, colours, variants of emoji, and a line with the mine count. Without it the text may be in a
// format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/traced_text.hpp"

namespace sapper {

// A text without all that. Tabs delimit the cells of tables.
struct PastedText {
    // A line with a mine count.
    struct Count {
        std::string line;
        std::size_t number;  // of the line, from 1
        std::int64_t mines;
    };

    TracedText text;
    std::optional<Count> count;
    bool is_table;  // whether bars, commas or semicolons delimit its cells

    // The text with the letters of plain text for the emoji of flags, and this letter for those of mines.
    // Without what is between the cells of a table, if each has one letter.
    TracedText in_letters(char mine) const;
};

// Takes UTF-8, which stays in memory as long as the result. Throws FormatError if a cell of a table is blank,
// or if it is not clear what a part means.
PastedText without_surroundings(std::string_view text);

}  // namespace sapper
