#include "strategy/game_tree.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace sapper {

namespace {

constexpr std::uint8_t kUnopened = 0xFF;
// Configurations looked at, one by one.
constexpr std::uint64_t kWorkBetweenPolls = 1 << 14;

constexpr GameTree::Mask bit(std::uint32_t cell) {
    return GameTree::Mask{1} << cell;
}

// Calls visit(cell) for every bit, until it returns false.
template <typename Visit>
void for_each_cell(GameTree::Mask mask, Visit visit) {
    for (; mask != 0; mask &= mask - 1) {
        if (!visit(static_cast<std::uint32_t>(std::countr_zero(mask)))) return;
    }
}

using CountsPerCell = std::array<std::uint32_t, GameTree::kMaxCells>;

// In how many configurations each cell is a mine. All cells are counted at once, in binary: a word holds a
// digit of each.
CountsPerCell count_mines(std::span<const GameTree::Mask> configurations) {
    std::array<GameTree::Mask, 32> digits{};
    std::size_t size = 0;  // digits in use
    for (GameTree::Mask carry : configurations) {
        for (std::size_t i = 0; carry != 0; ++i) {
            const GameTree::Mask sum = digits[i] ^ carry;
            carry &= digits[i];
            digits[i] = sum;
            size = std::max(size, i + 1);
        }
    }
    CountsPerCell counts{};
    for (std::size_t i = 0; i < size; ++i) {
        for_each_cell(digits[i], [&](std::uint32_t cell) {
            counts[cell] += std::uint32_t{1} << i;
            return true;
        });
    }
    return counts;
}

}  // namespace

void GameTree::prepare(std::span<const Mask> neighbours,
                       std::span<const std::vector<std::uint8_t>> symmetries) {
    neighbours_.assign(neighbours.begin(), neighbours.end());
    const auto count = static_cast<std::uint32_t>(neighbours.size());
    cells_ = count == kMaxCells ? ~Mask{0} : bit(count) - 1;
    symmetries_.assign(symmetries.begin(), symmetries.end());
    table_.clear(neighbours_.size());
}

std::optional<GameTree::Solution> GameTree::solve(std::span<const Mask> configurations, Mask opened,
                                                  const TreeLimits& limits) {
    limits_ = limits;
    nodes_ = work_ = 0;
    stopped_ = false;
    stack_.assign(configurations.begin(), configurations.end());
    const Set all{0, stack_.size()};
    const Mask mined = [&] {
        Mask any = 0;
        for (Mask mines : configurations)
            any |= mines;
        return any;
    }();
    const Mask safe = cells_ & ~mined & ~opened;
    Value best{};
    if (safe != 0) {
        best = {value(all, opened, 0), static_cast<std::uint32_t>(std::countr_zero(safe))};
    } else if (all.count > 1) {
        best = first_guess(all, opened);
    } else {
        return Solution{1, static_cast<std::uint32_t>(std::countr_zero(cells_ & ~opened)), 0};
    }
    if (stopped_) return std::nullopt;
    const auto unsafe =
        std::ranges::count_if(configurations, [&](Mask mines) { return (mines & bit(best.cell)) != 0; });
    return Solution{best.wins, best.cell, static_cast<std::uint64_t>(unsafe)};
}

GameTree::Value GameTree::first_guess(Set all, Mask opened) {
    if (all.count <= WordTree::kMost) {
        few_.prepare(view(all), neighbours_, cells_);
        const WordTree::Value best = few_.guess(limits_of_few());
        count_nodes_of_few(all);
        if (best.cell != WordTree::kNone) return {best.wins, best.cell};
    }
    return guess(all, opened, 0, SIZE_MAX);
}

bool GameTree::tells_apart(Set set, std::uint32_t cell) const {
    const std::span<const Mask> configurations = view(set);
    const std::uint32_t first = shown(cell, configurations.front());
    return std::ranges::any_of(configurations.subspan(1),
                               [&](Mask mines) { return shown(cell, mines) != first; });
}

bool GameTree::count_node(Set set) {
    if (stopped_) return false;
    ++nodes_;
    work_ += set.count;
    if (work_ >= kWorkBetweenPolls) {
        work_ = 0;
        if (limits_.poll) limits_.poll();
    }
    stopped_ = nodes_ > limits_.nodes || table_.bytes() > limits_.bytes;
    return !stopped_;
}

// Exact if it is above `floor`; else the value is no more than what this returns.
std::uint64_t GameTree::value(Set set, Mask opened, std::uint64_t floor) {
    if (set.count == 1) return 1;
    if (set.count == 2) return value_of_two(stack_[set.first], stack_[set.first + 1]);
    if (set.count <= floor) return set.count;
    if (!count_node(set)) return 0;
    Mask mined = 0;
    for (Mask mines : view(set))
        mined |= mines;
    std::uint32_t telling = kMaxCells;
    for_each_cell(cells_ & ~mined & ~opened, [&](std::uint32_t cell) {
        opened |= bit(cell);
        if (tells_apart(set, cell)) telling = cell;
        return telling == kMaxCells;
    });
    const bool few = set.count <= WordTree::kMost;
    if (telling != kMaxCells)
        return few ? value_of_few(set, floor) : sum_outcomes(set, telling, opened, floor);

    make_key(set, opened);
    {
        const PositionTable::Entry& known = table_[key_];
        if (known.used && (known.exact || known.wins <= floor)) return known.wins;
    }
    const std::vector<std::uint8_t> key = key_;
    const std::uint64_t wins =
        few ? value_of_few(set, floor) : guess(set, opened, floor, limits_.breadth).wins;
    if (!stopped_) table_[key] = {wins, wins > floor, true};
    return wins;
}

std::uint64_t GameTree::value_of_few(Set set, std::uint64_t floor) {
    few_.prepare(view(set), neighbours_, cells_);
    const std::uint64_t wins = few_.value(floor, limits_of_few());
    count_nodes_of_few(set);
    return wins;
}

WordTree::Limits GameTree::limits_of_few() const {
    return {.nodes = limits_.nodes - nodes_, .breadth = limits_.breadth};
}

void GameTree::count_nodes_of_few(Set set) {
    nodes_ += few_.nodes();
    work_ += few_.nodes() * set.count;
    stopped_ = nodes_ > limits_.nodes;
}

// A safe cell that shows different numbers tells them apart; otherwise any guess loses one and finds the
// other.
std::uint64_t GameTree::value_of_two(Mask one, Mask other) const {
    std::uint64_t wins = 1;
    for_each_cell(cells_ & ~(one | other), [&](std::uint32_t cell) {
        if (shown(cell, one) != shown(cell, other)) wins = 2;
        return wins == 1;
    });
    return wins;
}

// Cells that are a mine in some configurations, the safest first.
std::vector<GameTree::Move> GameTree::moves(Set set) const {
    const CountsPerCell mines_on = count_mines(view(set));
    std::vector<Move> moves;
    for_each_cell(cells_, [&](std::uint32_t cell) {
        const std::uint32_t mines = mines_on[cell];
        if (mines > 0 && mines < set.count) moves.push_back({cell, mines, 0});
        return true;
    });
    std::ranges::sort(moves, [](const Move& a, const Move& b) {
        return std::pair(a.mines, a.cell) < std::pair(b.mines, b.cell);
    });
    return moves;
}

std::uint32_t GameTree::outcomes(Set set, std::uint32_t cell) const {
    std::uint64_t values = 0;
    for (Mask mines : view(set)) {
        if ((mines & bit(cell)) == 0) values |= Mask{1} << shown(cell, mines);
    }
    return count_bits(values);
}

// Of those as safe as the first, which come to be in the order in which they are tried: by most outcomes. The
// others need them only if these do not settle it.
void GameTree::count_outcomes(Set set, std::span<Move> moves) const {
    const auto end =
        std::ranges::find_if(moves, [&](const Move& move) { return move.mines != moves[0].mines; });
    const std::ranges::subrange equals(moves.begin(), end);
    for (Move& move : equals)
        move.outcomes = outcomes(set, move.cell);
    std::ranges::stable_sort(equals, std::ranges::greater(), &Move::outcomes);
}

GameTree::Value GameTree::guess(Set set, Mask opened, std::uint64_t floor, std::size_t breadth) {
    std::vector<Move> moves = this->moves(set);
    Value best{0, moves.front().cell};
    std::uint64_t bound = 0;  // on what was not looked through
    std::size_t tried = 0;
    for (std::size_t i = 0; i < moves.size() && tried < breadth && !stopped_; ++i) {
        const std::uint64_t target = std::max(best.wins, floor);
        const std::uint64_t safe = set.count - moves[i].mines;
        if (safe <= target) {
            bound = std::max(bound, safe);
            break;
        }
        if (moves[i].outcomes == 0) count_outcomes(set, std::span(moves).subspan(i));
        const Move& move = moves[i];
        if (move.outcomes < 2) continue;
        ++tried;
        const std::uint64_t wins = sum_outcomes(set, move.cell, opened | bit(move.cell), target);
        if (wins > target) {
            best = {wins, move.cell};
        } else {
            bound = std::max(bound, wins);
        }
    }
    // Nothing can be learnt any more: one order of opening wins one configuration.
    if (tried == 0 && bound == 0) return {1, best.cell};
    return best.wins > floor ? best : Value{bound, best.cell};
}

// The configurations in which the cell is safe, by the number it shows.
std::uint64_t GameTree::sum_outcomes(Set set, std::uint32_t cell, Mask opened, std::uint64_t floor) {
    std::array<std::size_t, kMaxCells + 1> ends{};
    for (Mask mines : view(set)) {
        if ((mines & bit(cell)) == 0) ++ends[shown(cell, mines)];
    }
    const std::size_t base = stack_.size();
    std::size_t end = base;
    for (std::size_t& at : ends) {
        const std::size_t count = at;
        at = end;
        end += count;
    }
    stack_.resize(end);
    for (std::size_t i = set.first; i < set.first + set.count; ++i) {
        const Mask mines = stack_[i];
        if ((mines & bit(cell)) == 0) stack_[ends[shown(cell, mines)]++] = mines;
    }
    // Before any outcome is looked into, what each can be worth at most.
    std::array<std::uint64_t, kMaxCells + 1> most{};
    std::uint64_t bound = 0;
    std::size_t first = base;
    for (std::size_t number = 0; number < ends.size(); ++number) {
        most[number] = most_wins({first, ends[number] - first}, opened);
        bound += most[number];
        first = ends[number];
    }
    first = base;
    for (std::size_t number = 0; number < ends.size() && bound > floor && !stopped_; ++number) {
        const std::size_t count = ends[number] - first;
        if (count > 2) {
            const std::uint64_t others = bound - most[number];
            bound = others + value({first, count}, opened, floor > others ? floor - others : 0);
        }
        first = ends[number];
    }
    stack_.resize(base);
    return bound;
}

// All, if some cell not yet opened is safe in all of them; else all but those that the safest guess loses.
std::uint64_t GameTree::most_wins(Set set, Mask opened) const {
    if (set.count < 2) return set.count;
    if (set.count == 2) return value_of_two(stack_[set.first], stack_[set.first + 1]);
    Mask mined = 0;
    Mask all = ~Mask{0};
    for (Mask mines : view(set)) {
        mined |= mines;
        all &= mines;
    }
    if ((cells_ & ~mined & ~opened) != 0) return set.count;
    const CountsPerCell mines_on = count_mines(view(set));
    std::uint32_t least = UINT32_MAX;
    for_each_cell(mined & ~all, [&](std::uint32_t cell) {
        least = std::min(least, mines_on[cell]);
        return true;
    });
    return set.count - least;
}

// The numbers on view, in the least of their images under the symmetries.
void GameTree::make_key(Set set, Mask opened) {
    const Mask mines = stack_[set.first];
    numbers_.assign(neighbours_.size(), kUnopened);
    for_each_cell(opened, [&](std::uint32_t cell) {
        numbers_[cell] = static_cast<std::uint8_t>(shown(cell, mines));
        return true;
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
