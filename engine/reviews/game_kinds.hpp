// The kinds of recorded games: which of them can be compared, and which were played on the same board.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sapper {

// What games must share to be compared.
struct GameKind {
    std::string mode;   // as the file says it; empty for the usual game
    std::string level;  // that of level_of()
    std::string board;  // a text that only equal boards share
    std::string style;  // that of the line
};

// The number of the kind of each game, from 0: the usual games come first, then other modes; in each the
// levels from the easiest on, and custom boards by their texts.
std::vector<std::size_t> kind_numbers(std::span<const GameKind> games);

// The minefield of a game: that of its board with this key of its line. 0 is not known.
struct PlayedField {
    std::string board;
    std::uint64_t board_key;
};

// For each game, the first game before it on the same minefield. Nothing if there is none.
std::vector<std::optional<std::size_t>> earlier_games(std::span<const PlayedField> games);

}  // namespace sapper
