#include "strategy/game_tree.hpp"

#include <array>
#include <utility>

namespace sapper {

namespace {

constexpr std::uint8_t kUnopened = 0xFF;
constexpr std::uint8_t kSafe = 0xFE;
constexpr std::uint64_t kWorkBetweenPolls = 1 << 14;  // in configurations

// For each cell, the number of configurations, of fewer than 2^32, in which it is a mine. Counts for all
// cells together: each word holds one binary digit of every count.
class MineCounts {
  public:
    explicit MineCounts(std::span<const GameTree::Mask> configurations) {
        // Adds four configurations at a time, with one carry into the fours.
        GameTree::Mask ones = 0;
        GameTree::Mask twos = 0;
        for (; configurations.size() >= 4; configurations = configurations.subspan(4)) {
            const GameTree::Mask first = add(ones, configurations[0], configurations[1]);
            const GameTree::Mask second = add(ones, configurations[2], configurations[3]);
            carry(add(twos, first, second), 2);
        }
        digits_[0] = ones;
        digits_[1] = twos;
        size_ = std::max<std::size_t>(size_, 2);
        for (GameTree::Mask mines : configurations)
            carry(mines, 0);
    }

    // Those of the cells that are a mine in the fewest configurations.
    GameTree::Mask fewest(GameTree::Mask cells) const {
        for (std::size_t i = size_; i-- > 0;) {
            const GameTree::Mask less = cells & ~digits_[i];
            if (less != 0) cells = less;
        }
        return cells;
    }

    std::uint32_t operator[](std::uint32_t cell) const {
        std::uint32_t count = 0;
        for (std::size_t i = size_; i-- > 0;)
            count = count << 1 | static_cast<std::uint32_t>(digits_[i] >> cell & 1);
        return count;
    }

  private:
    // Adds two digits to a third, for each cell, and returns the carry.
    static GameTree::Mask add(GameTree::Mask& digit, GameTree::Mask a, GameTree::Mask b) {
        const GameTree::Mask either = digit ^ a;
        const GameTree::Mask carry_out = (digit & a) | (either & b);
        digit = either ^ b;
        return carry_out;
    }

    void carry(GameTree::Mask digit, std::size_t at) {
        for (; digit != 0; ++at) {
            const GameTree::Mask sum = digits_[at] ^ digit;
            digit &= digits_[at];
            digits_[at] = sum;
            size_ = std::max(size_, at + 1);
        }
    }

    std::array<GameTree::Mask, 32> digits_{};
    std::size_t size_ = 0;  // digits in use
};

}  // namespace

void GameTree::prepare(std::span<const Mask> neighbours,
                       std::span<const std::vector<std::uint8_t>> symmetries) {
    neighbours_.assign(neighbours.begin(), neighbours.end());
    cells_ = first_bits(neighbours.size());
    symmetries_.assign(symmetries.begin(), symmetries.end());
    table_.clear(neighbours_.size());
}

GameTree::Set GameTree::begin(std::span<const Mask> configurations, const TreeLimits& limits) {
    limits_ = limits;
    nodes_ = work_ = 0;
    is_stopped_ = false;
    stack_.assign(configurations.begin(), configurations.end());
    return {0, stack_.size()};
}

std::optional<GameTree::Solution> GameTree::solve(std::span<const Mask> configurations,
                                                  const TreeLimits& limits) {
    const Set all = begin(configurations, limits);
    const Mask safe = cells_ & ~mine_masks(all).some;
    Value best{};
    if (safe != 0) {
        best = {value(all, 0, 0), lowest(safe)};
    } else if (all.count > 1) {
        best = first_guess(all);
    } else {
        return Solution{1, lowest(cells_), 0};
    }
    if (is_stopped_) return std::nullopt;
    const auto unsafe =
        std::ranges::count_if(configurations, [&](Mask mines) { return (mines & bit(best.cell)) != 0; });
    return Solution{best.wins, best.cell, static_cast<std::uint64_t>(unsafe)};
}

std::optional<std::uint64_t> GameTree::wins_after(std::uint32_t cell, std::span<const Mask> configurations,
                                                  const TreeLimits& limits) {
    const std::uint64_t wins = sum_outcomes(begin(configurations, limits), cell, bit(cell), 0);
    if (is_stopped_) return std::nullopt;
    return wins;
}

GameTree::Value GameTree::first_guess(Set all) {
    if (all.count <= GameTree64::kMost) {
        few_.prepare(view(all), neighbours_, cells_);
        const GameTree64::Value best = few_.guess(limits_of_few());
        count_nodes_of_few(all);
        if (best.cell != GameTree64::kNone) return {best.wins, best.cell};
    }
    return guess(all, 0, 0, SIZE_MAX);
}

bool GameTree::tells_apart(Set set, std::uint32_t cell) const {
    const std::span<const Mask> configurations = view(set);
    const std::uint32_t first = number_on(cell, configurations.front());
    return std::ranges::any_of(configurations.subspan(1),
                               [&](Mask mines) { return number_on(cell, mines) != first; });
}

GameTree::MineMasks GameTree::mine_masks(Set set) const {
    MineMasks masks{0, ~Mask{0}};
    for (Mask mines : view(set)) {
        masks.some |= mines;
        masks.all &= mines;
    }
    return masks;
}

bool GameTree::count_node(Set set) {
    if (is_stopped_) return false;
    ++nodes_;
    work_ += set.count;
    if (work_ >= kWorkBetweenPolls) {
        work_ = 0;
        if (limits_.poll) limits_.poll();
    }
    is_stopped_ = nodes_ > limits_.nodes || table_.bytes() > limits_.bytes;
    return !is_stopped_;
}

// The value of a set. If it is not above `floor`, it is only an upper bound.
std::uint64_t GameTree::value(Set set, Mask open, std::uint64_t floor) {
    if (set.count == 1) return 1;
    if (set.count == 2) return value_of_two(stack_[set.first], stack_[set.first + 1]);
    if (set.count <= floor) return set.count;
    if (!count_node(set)) return 0;
    const MineMasks masks = mine_masks(set);
    const Mask varying = masks.some & ~masks.all;
    const Mask safe = cells_ & ~masks.some;
    std::uint32_t telling = kMaxCells;
    for_each_bit(safe & ~open, [&](std::uint32_t cell) {
        if ((neighbours_[cell] & varying) == 0 || !tells_apart(set, cell)) {
            open |= bit(cell);
        } else if (telling == kMaxCells) {
            telling = cell;
        }
    });
    make_key(set, open, safe);
    {
        const PositionTable::Entry& entry = table_[key_];
        if (entry.is_used && (entry.exact || entry.wins <= floor)) return entry.wins;
    }
    std::array<std::uint8_t, kMaxCells> copy;  // deeper calls overwrite key_
    const std::span key(copy.begin(), std::ranges::copy(key_, copy.begin()).out);
    std::uint64_t wins = 0;
    if (set.count <= GameTree64::kMost) {
        wins = value_of_few(set, floor);
    } else if (telling != kMaxCells) {
        wins = sum_outcomes(set, telling, open | bit(telling), floor);
    } else {
        wins = guess(set, open, floor, limits_.breadth).wins;
    }
    if (!is_stopped_) table_[key] = {wins, wins > floor, true};
    return wins;
}

std::uint64_t GameTree::value_of_few(Set set, std::uint64_t floor) {
    few_.prepare(view(set), neighbours_, cells_);
    const std::uint64_t wins = few_.value(floor, limits_of_few());
    count_nodes_of_few(set);
    return wins;
}

GameTree64::Limits GameTree::limits_of_few() const {
    return {.nodes = limits_.nodes - nodes_, .breadth = limits_.breadth};
}

void GameTree::count_nodes_of_few(Set set) {
    nodes_ += few_.nodes();
    work_ += few_.nodes() * set.count;
    is_stopped_ = nodes_ > limits_.nodes;
}

// If a safe cell shows different numbers in the two, play wins both. Otherwise any guess loses one and finds
// the other.
std::uint64_t GameTree::value_of_two(Mask one, Mask other) const {
    for (Mask safe = cells_ & ~(one | other); safe != 0; safe &= safe - 1) {
        const std::uint32_t cell = lowest(safe);
        if (number_on(cell, one) != number_on(cell, other)) return 2;
    }
    return 1;
}

std::uint32_t GameTree::outcomes(Set set, std::uint32_t cell) const {
    std::uint64_t values = 0;
    for (Mask mines : view(set))
        values |= (~mines >> cell & 1) << number_on(cell, mines);
    return count_bits(values);
}

// Those of the equally safe cells that can tell something, the most outcomes first. If `most` is 1, all but
// the first may be missing.
std::vector<GameTree::Move> GameTree::moves(Set set, Mask cells, Mask varying, std::size_t most) const {
    std::vector<Move> moves;
    std::uint32_t enough = 1;  // cells with no more outcomes do not count
    for_each_bit(cells, [&](std::uint32_t cell) {
        if (count_bits(neighbours_[cell] & varying) < enough) return;
        const std::uint32_t outcomes = this->outcomes(set, cell);
        if (outcomes <= enough) return;
        moves.push_back({cell, outcomes});
        if (most == 1) enough = outcomes;
    });
    std::ranges::stable_sort(moves, std::ranges::greater(), &Move::outcomes);
    return moves;
}

GameTree::Value GameTree::guess(Set set, Mask open, std::uint64_t floor, std::size_t breadth) {
    const MineCounts mines_on(view(set));
    const MineMasks masks = mine_masks(set);
    const Mask varying = masks.some & ~masks.all;
    Mask left = varying;
    Value best{0, lowest(mines_on.fewest(left))};
    std::uint64_t bound = 0;  // an upper bound on the other moves
    std::size_t tries = 0;
    while (left != 0 && tries < breadth && !is_stopped_) {
        const Mask safest = mines_on.fewest(left);
        left &= ~safest;
        const std::uint64_t safe = set.count - mines_on[lowest(safest)];
        if (safe <= std::max(best.wins, floor)) {
            bound = std::max(bound, safe);
            break;
        }
        for (const Move& move : moves(set, safest, varying, breadth - tries)) {
            const std::uint64_t target = std::max(best.wins, floor);
            if (tries == breadth || safe <= target || is_stopped_) break;
            ++tries;
            const std::uint64_t wins = sum_outcomes(set, move.cell, open | bit(move.cell), target);
            if (wins > target) {
                best = {wins, move.cell};
            } else {
                bound = std::max(bound, wins);
            }
        }
    }
    // If no cell tells anything, each order of opening wins one configuration.
    if (tries == 0 && bound == 0) return {1, best.cell};
    return best.wins > floor ? best : Value{bound, best.cell};
}

// Sums the wins over the numbers that the cell can show. Sorts the configurations by that number. Those in
// which the cell is a mine go to the end, because to leave them out would need an unpredictable branch.
std::uint64_t GameTree::sum_outcomes(Set set, std::uint32_t cell, Mask open, std::uint64_t floor) {
    const std::size_t explosion = count_bits(neighbours_[cell]) + 1;  // more than it can show
    std::array<std::size_t, kMaxCells + 2> ends{};
    shows_.resize(set.count);
    std::uint8_t* const shows = shows_.data();  // local: compilers see that no write changes it
    const Mask around = neighbours_[cell];
    const Mask* from = stack_.data() + set.first;
    for (std::size_t i = 0; i < set.count; ++i) {
        const Mask mines = from[i];
        const std::size_t number = (mines >> cell & 1) != 0 ? explosion : count_bits(mines & around);
        shows[i] = static_cast<std::uint8_t>(number);
        ++ends[number];
    }
    const std::size_t base = stack_.size();
    std::size_t end = base;
    for (std::size_t& at : std::span(ends).first(explosion + 1)) {
        const std::size_t count = at;
        at = end;
        end += count;
    }
    stack_.resize(end);
    from = stack_.data() + set.first;
    Mask* const to = stack_.data();
    for (std::size_t i = 0; i < set.count; ++i)
        to[ends[shows[i]]++] = from[i];
    stack_.resize(ends[explosion - 1]);
    // The most that each outcome can be worth, before a look at any.
    std::array<std::uint64_t, kMaxCells + 1> most;
    std::uint64_t bound = 0;
    std::size_t first = base;
    for (std::size_t number = 0; number < explosion; ++number) {
        most[number] = most_wins({first, ends[number] - first}, open);
        bound += most[number];
        first = ends[number];
    }
    first = base;
    for (std::size_t number = 0; number < explosion && bound > floor && !is_stopped_; ++number) {
        const std::size_t count = ends[number] - first;
        if (count > 2) {
            const std::uint64_t others = bound - most[number];
            bound = others + value({first, count}, open, floor > others ? floor - others : 0);
        }
        first = ends[number];
    }
    stack_.resize(base);
    return bound;
}

// An upper bound on the wins: all, if some unopened cell is safe in all of them, otherwise all but those that
// the safest guess loses.
std::uint64_t GameTree::most_wins(Set set, Mask open) const {
    if (set.count < 2) return set.count;
    if (set.count == 2) return value_of_two(stack_[set.first], stack_[set.first + 1]);
    const MineMasks masks = mine_masks(set);
    if ((cells_ & ~masks.some & ~open) != 0) return set.count;
    const MineCounts mines_on(view(set));
    return set.count - mines_on[lowest(mines_on.fewest(masks.some & ~masks.all))];
}

// Makes the key of a position: the state of each cell, as the smallest of its images under the symmetries. It
// includes which hidden cells are safe, because lists for different first cells differ in that.
void GameTree::make_key(Set set, Mask open, Mask safe) {
    const Mask mines = stack_[set.first];
    numbers_.assign(neighbours_.size(), kUnopened);
    for_each_bit(safe, [&](std::uint32_t cell) {
        numbers_[cell] = (open & bit(cell)) != 0 ? static_cast<std::uint8_t>(number_on(cell, mines)) : kSafe;
    });
    key_ = numbers_;
    image_.resize(numbers_.size());
    for (const std::vector<std::uint8_t>& symmetry : symmetries_) {
        for (std::size_t cell = 0; cell < numbers_.size(); ++cell)
            image_[symmetry[cell]] = numbers_[cell];
        if (image_ < key_) std::swap(image_, key_);
    }
}

}  // namespace sapper
