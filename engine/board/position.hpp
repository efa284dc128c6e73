// What the player sees: each cell is a number, hidden, flagged, questioned, an exploded mine, or safe without
// a number. The number of mines is known, or there is a prior over it. A Position is well formed: it has one
// mark for each cell, no number exceeds its cell's neighbours, and the mines fit the cells. It may still
// contradict itself: only inference finds out that no configuration fits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

// What is believed about the number of mines on a board whose mine count is not known, before any cell is
// open. For a given count all placements are equally likely. So a count of T mines on n cells gives each of
// its C(n, T) placements an equal share of the weight of the count.
struct MinePrior {
    enum class Kind : std::uint8_t {
        none,     // nothing is believed: only what holds for every count that fits is known
        density,  // each cell by itself holds a mine with the same probability
        counts,   // each count has a weight
    };

    static MinePrior of_density(double density);
    // The weight of `least` + i mines is weights[i]; only ratios of weights matter. The first and the last
    // are positive.
    static MinePrior of_counts(std::uint32_t least, std::vector<double> weights);

    bool operator==(const MinePrior&) const = default;

    double odds() const { return density / (1 - density); }

    Kind kind = Kind::none;
    double density = 0.5;
    std::uint32_t least = 0;
    std::vector<double> weights;
};

// Numbers are 0 and up, the other marks are negative. Python arrays hold the same values.
using Mark = std::int16_t;
inline constexpr Mark kHidden = -1;
inline constexpr Mark kFlag = -2;
inline constexpr Mark kExploded = -3;
inline constexpr Mark kQuestion = -4;
// Known to hold no mine, but its number is not known: a clue that a puzzle leaves out, or a cell that
// something covers. It counts as open and says nothing about other cells.
inline constexpr Mark kSafeMark = -6;  // -5 is no cell: observations have it for places beyond the edge
inline constexpr Mark kLeastMark = kSafeMark;

inline constexpr bool is_number(Mark mark) {
    return mark >= 0;
}
// Whether the cell is certainly no mine, and nothing is left to open there.
inline constexpr bool is_open(Mark mark) {
    return is_number(mark) | (mark == kSafeMark);
}
// Flags and question marks are the player's opinion: the cell under them is still hidden.
inline constexpr bool is_hidden(Mark mark) {
    return mark == kHidden || mark == kFlag || mark == kQuestion;
}

// Whether a click opens the cell: hidden, and not under a flag.
inline constexpr bool may_open(Mark mark) {
    return (mark == kHidden) | (mark == kQuestion);
}

// A malformed position. `cell` says where, or is kNoCell.
class PositionError : public std::invalid_argument {
  public:
    PositionError(const std::string& what, Cell cell) : std::invalid_argument(what), cell(cell) {}
    Cell cell;
};

// The error about a cell with a value that no mark has.
PositionError not_a_mark(const std::string& value, Cell cell);

struct Position {
    // Throws PositionError. Takes one pass over the cells.
    Position(std::shared_ptr<const Topology> topology, std::uint32_t mines, std::vector<Mark> marks);

    bool operator==(const Position& other) const {
        const bool same_prior = prior == other.prior || (prior && other.prior && *prior == *other.prior);
        return mines == other.mines && same_prior && marks == other.marks && *topology == *other.topology;
    }

    // Whether there are chances without the number of mines.
    bool has_chances() const { return prior != nullptr && prior->kind != MinePrior::Kind::none; }

    std::shared_ptr<const Topology> topology;
    std::uint32_t mines;
    std::vector<Mark> marks;
    // Inference heeds it in place of `mines`. Everything else needs a position without one.
    std::shared_ptr<const MinePrior> prior;
};

// The mines around a cell as the player sees them: flags and exploded mines.
inline Mark visible_mines(const Topology& topology, std::span<const Mark> marks, Cell cell) {
    int mines = 0;
    for (const Cell other : topology.neighbours(cell))
        mines += marks[other] == kFlag || marks[other] == kExploded;
    return static_cast<Mark>(mines);
}

// Whether every cell is hidden.
bool is_fresh(const Position& position);

// The position with an exploded mine for every flag, so that flags count as certain. Without `mine_count`,
// the position has as many mines as it then shows. Throws PositionError if it shows more mines than it has.
Position with_flags_as_mines(const Position& position, bool mine_count);

struct MineRange {
    std::uint32_t least;
    std::uint32_t most;
    bool operator==(const MineRange&) const = default;
};

// What is claimed of the number of mines on a board: nothing, a number, the probability of a mine in each
// cell, or numbers that are equally likely.
using MineClaim = std::variant<std::monostate, std::uint32_t, double, MineRange>;

// The claim of a text: "unknown", "99", "20%" for the share of the cells, or "90-110". Blanks around the text
// and its parts do not matter. Throws std::invalid_argument with a text for people.
MineClaim mine_claim(std::string_view text);

// The prior of a claim that is no number.
MinePrior prior_of(const MineClaim& claim);

// The position of these marks. Throws PositionError if the board cannot have so many mines.
Position position_of_claim(std::shared_ptr<const Topology> topology, std::vector<Mark> marks,
                           const MineClaim& claim);

// The number of mines where a mine counter shows this number, which may be too large for `left`. Throws
// PositionError if the flags and the exploded mines leave no such number.
std::uint32_t mines_of_counter(std::span<const Mark> marks, std::string_view digits,
                               std::optional<std::int64_t> left);

}  // namespace sapper
