// What a text says of the number of mines on a board: "99", "90-110" for each of these numbers alike, "20%"
// for the share of the cells, or "unknown".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "board/position.hpp"

namespace sapper {

struct MineRange {
    std::uint32_t least;
    std::uint32_t most;
    bool operator==(const MineRange&) const = default;
};

// Nothing, a number, the probability of a mine in each cell, or numbers that are equally likely.
using MineClaim = std::variant<std::monostate, std::uint32_t, double, MineRange>;

// Blanks around the text and its parts do not matter. Throws std::invalid_argument with a text for people.
MineClaim mine_claim(std::string_view text);

// The prior of a claim that is no number.
MinePrior prior_of(const MineClaim& claim);

// The position of these marks. Throws PositionError if the board cannot have so many mines.
Position claimed_position(std::shared_ptr<const Topology> topology, std::vector<Mark> marks,
                          const MineClaim& claim);

// The number of mines where a mine counter shows this number, which may be too large for `left`. Throws
// PositionError if the flags and the exploded mines leave no such number.
std::uint32_t mines_of_counter(std::span<const Mark> marks, std::string_view digits,
                               std::optional<std::int64_t> left);

}  // namespace sapper
