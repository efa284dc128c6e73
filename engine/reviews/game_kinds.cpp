#include "reviews/game_kinds.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "board/board_names.hpp"

namespace sapper {

namespace {

// The place of a level among all; the last for a custom board.
std::size_t place_of_level(std::string_view level) {
    const auto found = std::ranges::find(kBoardLevels, level, &LevelBoard::name);
    return static_cast<std::size_t>(found - kBoardLevels.begin());
}

}  // namespace

std::vector<std::size_t> kind_numbers(std::span<const GameKind> games) {
    using Key = std::tuple<std::string_view, std::size_t, std::string_view, std::string_view>;
    const auto key_of = [](const GameKind& kind) -> Key {
        return {kind.mode, place_of_level(kind.level), kind.board, kind.style};
    };
    std::map<Key, std::size_t> kinds;
    for (const GameKind& game : games)
        kinds.try_emplace(key_of(game), 0);
    std::size_t number = 0;
    for (auto& [key, its_number] : kinds)
        its_number = number++;
    std::vector<std::size_t> numbers;
    numbers.reserve(games.size());
    for (const GameKind& game : games)
        numbers.push_back(kinds.at(key_of(game)));
    return numbers;
}

std::vector<std::optional<std::size_t>> earlier_games(std::span<const PlayedField> games) {
    std::map<std::pair<std::string_view, std::uint64_t>, std::size_t> first;
    std::vector<std::optional<std::size_t>> earlier(games.size());
    for (std::size_t game = 0; game < games.size(); ++game) {
        const auto& [board, board_key] = games[game];
        if (board_key == 0) continue;
        const auto [found, is_new] = first.try_emplace({board, board_key}, game);
        if (!is_new) earlier[game] = found->second;
    }
    return earlier;
}

}  // namespace sapper
