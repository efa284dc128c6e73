// The words of RawVF that its reader and its writer share.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "board/board_names.hpp"
#include "board/game.hpp"
#include "formats/text_reader.hpp"

namespace sapper {

inline constexpr std::string_view kBoardLine = "Board:";
inline constexpr std::string_view kEventsLine = "Events:";

inline constexpr std::string_view kVersionKey = "RawVF_Version";
inline constexpr std::string_view kLevelKey = "Level";
inline constexpr std::string_view kWidthKey = "Width";
inline constexpr std::string_view kHeightKey = "Height";
inline constexpr std::string_view kMinesKey = "Mines";
inline constexpr std::string_view kMarksKey = "Marks";
inline constexpr std::string_view kSquareSizeKey = "SquareSize";
inline constexpr std::string_view kSuperClickKey = "SuperClick";
inline constexpr std::string_view kTopologyKey = "Sapper_Topology";
inline constexpr std::string_view kWinKey = "Sapper_Win";
inline constexpr std::string_view kOnMineKey = "Sapper_OnMine";
inline constexpr std::string_view kGuessingKey = "Sapper_Guessing";

// The keys that do not become fields. Only their case does not matter.
inline constexpr std::array<std::string_view, 12> kOwnKeys = {
    kVersionKey,    kLevelKey,      kWidthKey,    kHeightKey, kMinesKey,  kMarksKey,
    kSquareSizeKey, kSuperClickKey, kTopologyKey, kWinKey,    kOnMineKey, kGuessingKey};

// The key in the case of kOwnKeys, if it is one of them. Otherwise empty.
inline std::string_view own_rawvf_key(std::string_view key) {
    const std::string small = lower(key);
    const auto entry =
        std::ranges::find_if(kOwnKeys, [&](std::string_view own) { return lower(own) == small; });
    return entry == kOwnKeys.end() ? std::string_view{} : *entry;
}

template <typename Value, std::size_t size>
using Names = std::array<std::pair<std::string_view, Value>, size>;

inline constexpr Names<Win, 2> kWins = {{{"cleared", Win::cleared}, {"flagged", Win::flagged}}};
inline constexpr Names<OnMine, 2> kOnMines = {{{"stop", OnMine::stop}, {"continue", OnMine::resume}}};
inline constexpr Names<Guessing, 4> kGuessings = {{{"free", Guessing::free},
                                                   {"hard_core", Guessing::hard_core},
                                                   {"lucky", Guessing::lucky},
                                                   {"kaboom", Guessing::kaboom}}};

// The name of a value.
template <typename Value, std::size_t size>
std::string_view name_in(const Names<Value, size>& names, Value value) {
    return std::ranges::find(names, value, &std::pair<std::string_view, Value>::second)->first;
}

}  // namespace sapper
