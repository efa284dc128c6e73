// The best play among configurations of at most 64 cells, each set of them in machine words.
#include <algorithm>

#include "strategy/game_tree.hpp"
#include "util/bits.hpp"

namespace sapper {

void GameTree64::prepare(std::span<const Mask> configurations, std::span<const Mask> neighbours, Mask cells) {
    if (++generation_ == 0) {
        std::ranges::fill(entries_, Entry{});
        generation_ = 1;
    }
    all_ = first_bits(configurations.size());
    std::array<Set, 64> mine_set{};
    Mask in_some = 0;
    Mask in_all = ~Mask{0};
    for (std::size_t i = 0; i < configurations.size(); ++i) {
        in_some |= configurations[i];
        in_all &= configurations[i];
        for_each_bit(configurations[i], [&](std::uint32_t cell) { mine_set[cell] |= bit(i); });
    }
    cells_.clear();
    showing_.clear();
    for_each_bit(cells & ~in_all, [&](std::uint32_t cell) {
        // A number tells only about cells that are a mine in some but not all configurations.
        const Mask around = neighbours[cell] & in_some & ~in_all;
        if (around != 0) add(cell, mine_set, around);
    });
}

// Counts around the cell in all configurations at once: each digit of the numbers is a word.
void GameTree64::add(std::uint32_t cell, std::span<const Set> mine_set, Mask around) {
    std::array<Set, 7> digits{};
    for_each_bit(around, [&](std::uint32_t near) {
        Set carry = mine_set[near];
        for (std::size_t digit = 0; carry != 0; ++digit) {
            const Set sum = digits[digit] ^ carry;
            carry &= digits[digit];
            digits[digit] = sum;
        }
    });
    const auto first = static_cast<std::uint32_t>(showing_.size());
    showing_.push_back(all_ & ~mine_set[cell]);
    for (Set digit : digits) {
        if (digit == 0) continue;
        const std::size_t end = showing_.size();
        for (std::size_t i = first; i < end; ++i) {
            const Set with = showing_[i] & digit;
            if (with == 0 || with == showing_[i]) continue;
            showing_[i] &= ~digit;
            showing_.push_back(with);
        }
    }
    const auto end = static_cast<std::uint32_t>(showing_.size());
    if (end - first > 1) {
        cells_.push_back({mine_set[cell], first, end, cell});
    } else {
        showing_.pop_back();
    }
}

GameTree64::Glance GameTree64::begin(const Limits& limits) {
    nodes_ = 0;
    limits_ = limits;
    return glance(all_, first_bits(cells_.size()));
}

std::uint64_t GameTree64::value(std::uint64_t floor, const Limits& limits) {
    return value_of(all_, begin(limits), static_cast<std::uint32_t>(std::min<std::uint64_t>(floor, kMost)));
}

GameTree64::Value GameTree64::guess(const Limits& limits) {
    return guess_of(all_, begin(limits).telling, 0, SIZE_MAX);
}

std::uint32_t GameTree64::outcomes(const CellOfTree& cell, Set set) const {
    std::uint32_t outcomes = 0;
    for (std::uint32_t i = cell.first; i < cell.end; ++i)
        outcomes += (showing_[i] & set) != 0;
    return outcomes;
}

GameTree64::Entry& GameTree64::entry(Set set) {
    return entries_[spread(set) >> (64 - kEntryBits)];
}

// Play may win all if some safe cell distinguishes them, otherwise all but those that the safest guess loses.
GameTree64::Glance GameTree64::glance(Set set, TellingCells telling) const {
    const std::uint32_t all = count_bits(set);
    Glance glance{1, kNone, 0};
    for (; telling != 0; telling &= telling - 1) {
        const std::uint32_t at = lowest(telling);
        const CellOfTree& cell = cells_[at];
        const Set mine_set = cell.mine_set & set;
        const Set safe = set ^ mine_set;
        if (safe == 0) continue;
        bool tells = false;
        for (std::uint32_t i = cell.first; i < cell.end; ++i) {
            const Set alike = showing_[i] & set;
            if (alike == 0) continue;
            tells = alike != safe;
            break;
        }
        if (!tells) continue;
        glance.telling |= TellingCells{1} << at;
        if (mine_set == 0) {
            // The cells after it may also tell something.
            return {all, at, glance.telling | telling};
        }
        glance.most = std::max(glance.most, count_bits(safe));
    }
    return glance;
}

// Play wins both if some safe cell distinguishes them.
std::uint32_t GameTree64::value_of_two(Set set, TellingCells telling) const {
    for (; telling != 0; telling &= telling - 1) {
        const CellOfTree& cell = cells_[lowest(telling)];
        if ((cell.mine_set & set) != 0) continue;
        std::uint32_t i = cell.first;
        while ((showing_[i] & set) == 0)
            ++i;
        if ((showing_[i] & set) != set) return 2;
    }
    return 1;
}

// The value of a set. If it is not above `floor`, it is only an upper bound.
std::uint32_t GameTree64::value_of(Set set, const Glance& glance, std::uint32_t floor) {
    if (glance.most <= floor || glance.most == 1) return glance.most;
    if (++nodes_ > limits_.nodes) return 0;
    if (glance.safe != kNone) return sum_outcomes(set, cells_[glance.safe], glance.telling, floor);
    const Entry& result = entry(set);
    if (result.set == set && result.generation == generation_ && (result.exact || result.wins <= floor))
        return result.wins;
    const auto wins = static_cast<std::uint32_t>(guess_of(set, glance.telling, floor, limits_.breadth).wins);
    if (!is_stopped()) entry(set) = {set, generation_, static_cast<std::uint16_t>(wins), wins > floor};
    return wins;
}

// Finds the best guess if no safe cell distinguishes the configurations.
GameTree64::Value GameTree64::guess_of(Set set, TellingCells telling, std::uint32_t floor,
                                       std::size_t breadth) {
    // The moves in the order of fewest mines, most outcomes, first cell.
    std::array<std::uint32_t, 64> moves;
    std::size_t size = 0;
    for_each_bit(telling, [&](std::uint32_t at) {
        const std::uint32_t outcomes = this->outcomes(cells_[at], set);
        moves[size++] = count_bits(cells_[at].mine_set & set) << 16 | (64 - outcomes) << 8 | at;
    });
    // Each order of opening wins one configuration.
    if (size == 0) return {1, kNone};
    std::sort(moves.begin(), moves.begin() + size);
    const std::uint32_t all = count_bits(set);
    Value best{0, cells_[moves[0] & 0xff].cell};
    std::uint32_t bound = 0;  // an upper bound on the other guesses
    for (std::size_t i = 0; i < std::min(size, breadth) && !is_stopped(); ++i) {
        const CellOfTree& cell = cells_[moves[i] & 0xff];
        const std::uint32_t safe = all - (moves[i] >> 16);
        const std::uint32_t target = std::max(static_cast<std::uint32_t>(best.wins), floor);
        if (safe <= target) {
            bound = std::max(bound, safe);
            break;
        }
        const std::uint32_t wins = sum_outcomes(set, cell, telling, target);
        if (wins > target) {
            best = {wins, cell.cell};
        } else {
            bound = std::max(bound, wins);
        }
    }
    return best.wins > floor ? best : Value{bound, best.cell};
}

// Sums the wins over the numbers that the cell can show.
std::uint32_t GameTree64::sum_outcomes(Set set, const CellOfTree& cell, TellingCells telling,
                                       std::uint32_t floor) {
    // The most that each outcome can be worth, before a look at any.
    struct Outcome {
        Set set;
        Glance glance;
    };
    std::array<Outcome, kMost> outcomes;
    std::size_t size = 0;
    std::uint32_t bound = 0;
    for (std::uint32_t i = cell.first; i < cell.end; ++i) {
        const Set alike = showing_[i] & set;
        if (alike == 0) continue;
        if (const Set second = alike & (alike - 1); (second & (second - 1)) == 0) {
            bound += second == 0 ? 1 : value_of_two(alike, telling);
            continue;
        }
        outcomes[size] = {alike, glance(alike, telling)};
        bound += outcomes[size++].glance.most;
    }
    for (std::size_t i = 0; i < size && bound > floor && !is_stopped(); ++i) {
        const std::uint32_t others = bound - outcomes[i].glance.most;
        bound = others + value_of(outcomes[i].set, outcomes[i].glance, floor > others ? floor - others : 0);
    }
    return bound;
}

}  // namespace sapper
