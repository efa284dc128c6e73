// How hard it is for a person to see what is certain. The rules of the explained hints, easiest first: each
// difficulty is everything that follows by its rule and the easier ones, used as often as it takes. The last
// is everything that is certain, so a position's difficulty is the hardest rule that some certain cell needs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "board/position.hpp"
#include "knowledge/level.hpp"
#include "util/limits.hpp"

namespace sapper {

enum class Difficulty : std::uint8_t {
    single,      // one number, with the cells around it that are known
    subset,      // two numbers, the undecided cells of one among those of the other
    overlap,     // two numbers that share cells: at most and at least so many mines among those
    chain,       // what two numbers say of some cells, put to a third, and so on
    cases,       // suppose a cell is a mine, or safe: single numbers then lead to a contradiction
    mine_count,  // numbers apart from each other take all mines, or all safe cells, that are left
    counting     // anything else
};

struct DifficultyEntry {
    Difficulty difficulty;
    std::string_view name;
    std::string_view summary;  // one line for people
};

// Easiest first.
const std::array<DifficultyEntry, 7>& difficulties();

// A level that concludes just what rules up to this one can. Those up to `chain` follow a game at the cost of
// what changes; `cases` and `mine_count` look at the whole frontier again at every move; `counting` is the
// exact level, whatever the mine count has to do with it.
std::unique_ptr<Level> level_up_to(Difficulty hardest, std::shared_ptr<const Topology> topology,
                                   std::uint32_t mines);

// The hardest rule needed to find every certain cell of a position; nothing when no cell is certain. Throws
// what exact inference throws.
std::optional<Difficulty> difficulty_of(const Position& position, const Limits& limits = {});

}  // namespace sapper
