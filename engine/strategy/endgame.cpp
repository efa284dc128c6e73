#include "strategy/endgame.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "util/bits.hpp"

namespace sapper {

namespace {

// The most steps of the search for each configuration of the limit. Cells of the same number follow each
// other, so dead ends are short.
constexpr std::size_t kStepsEach = 200;

}  // namespace

bool Listing::find(const Constraints& constraints, std::span<const Cell> cells, std::int64_t mines,
                   std::size_t most) {
    order(constraints, cells);
    connect(constraints);
    configurations_.clear();
    most_ = most;
    steps_ = 0;
    return place(0, 0, mines);
}

// Orders the cells number by number. The next number is the one with the fewest cells left. The sea comes
// last.
void Listing::order(const Constraints& constraints, std::span<const Cell> cells) {
    const Topology& topology = constraints.topology();
    // Every number with its cells, one bit for each.
    std::vector<std::pair<Cell, std::uint64_t>> numbers;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        for (Cell number : topology.neighbours(cells[i])) {
            if (constraints.live(number)) numbers.emplace_back(number, bit(i));
        }
    }
    std::ranges::sort(numbers);
    std::size_t count = 0;
    for (const auto& [number, cell] : numbers) {
        if (count > 0 && numbers[count - 1].first == number) {
            numbers[count - 1].second |= cell;
        } else {
            numbers[count++] = {number, cell};
        }
    }
    numbers.resize(count);

    cells_.clear();
    std::uint64_t left = first_bits(cells.size());
    const auto take = [&](std::uint64_t group) {
        left &= ~group;
        for_each_bit(group, [&](std::uint32_t at) { cells_.push_back(cells[at]); });
    };
    while (!numbers.empty()) {
        // Numbers with cells in the order come first, except at the very beginning.
        const auto next = std::ranges::min_element(numbers, {}, [&](const auto& number) {
            const bool has_placed_cells = cells_.empty() || (number.second & ~left) != 0;
            return count_bits(number.second & left) + (has_placed_cells ? 0 : kMaxCells);
        });
        take(next->second & left);
        numbers.erase(next);
    }
    take(left);
}

void Listing::connect(const Constraints& constraints) {
    const Topology& topology = constraints.topology();
    neighbours_.assign(cells_.size(), 0);
    numbers_of_.resize(kMaxCells);
    numbers_.clear();
    std::vector<Cell> number_cells;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        numbers_of_[i].clear();
        for (Cell other : topology.neighbours(cells_[i])) {
            const auto place = std::ranges::find(cells_, other);
            if (place != cells_.end())
                neighbours_[i] |= bit(static_cast<std::size_t>(place - cells_.begin()));
            if (!constraints.live(other)) continue;
            const auto number =
                static_cast<std::size_t>(std::ranges::find(number_cells, other) - number_cells.begin());
            if (number == number_cells.size()) {
                number_cells.push_back(other);
                numbers_.push_back({0, constraints.need(other)});
            }
            numbers_[number].cells |= bit(i);
            numbers_of_[i].push_back(static_cast<std::uint32_t>(number));
        }
    }
}

// Whether the numbers around a cell can still have their mines when all cells up to it are placed.
bool Listing::fits(std::size_t at, std::uint64_t mine_mask) const {
    const std::uint64_t cells_so_far = first_bits(at + 1);
    return std::ranges::all_of(numbers_of_[at], [&](std::uint32_t index) {
        const Number& number = numbers_[index];
        const std::int32_t need =
            number.need - static_cast<std::int32_t>(count_bits(number.cells & mine_mask));
        return need >= 0 && static_cast<std::uint32_t>(need) <= count_bits(number.cells & ~cells_so_far);
    });
}

bool Listing::place(std::size_t at, std::uint64_t mine_mask, std::int64_t left) {
    if (left < 0 || left > static_cast<std::int64_t>(cells_.size() - at)) return true;
    if (at == cells_.size()) {
        configurations_.push_back(mine_mask);
        return configurations_.size() <= most_;
    }
    if (++steps_ > kStepsEach * most_) return false;
    if (fits(at, mine_mask) && !place(at + 1, mine_mask, left)) return false;
    return !fits(at, mine_mask | bit(at)) || place(at + 1, mine_mask | bit(at), left - 1);
}

namespace {

// Lists all cells of one state, in order.
void cells_in(const Constraints& constraints, Constraints::CellState state, std::vector<Cell>& cells) {
    cells.clear();
    const auto size = static_cast<Cell>(constraints.topology().size());
    for (Cell cell = 0; cell < size; ++cell) {
        if (constraints.state(cell) == state) cells.push_back(cell);
    }
}

}  // namespace

std::optional<Endgame::Move> Endgame::solve(Inference& inference, const EndgameLimits& limits,
                                            const std::function<void()>& poll) {
    if (limits.configurations == 0) return std::nullopt;
    const TreeLimits exact{.nodes = limits.nodes, .poll = poll};
    if (auto move = solve_board(inference, limits.configurations, exact)) return move;
    if (auto move = solve_region(inference, limits.configurations, exact)) return move;
    const TreeLimits broader{.nodes = limits.narrow_nodes, .breadth = 2, .poll = poll};
    const TreeLimits narrow{.nodes = limits.narrow_nodes, .breadth = 1, .poll = poll};
    auto move = solve_board(inference, limits.broader_configurations, broader);
    if (!move) move = solve_board(inference, limits.narrow_configurations, narrow);
    if (move) move->win_probability = kNotKnown;
    return move;
}

std::vector<CellRisk> Endgame::rank(Inference& inference, const EndgameLimits& limits,
                                    const std::function<void()>& poll) {
    const auto best = solve(inference, limits, poll);
    if (!best) return {};
    struct Other {
        CellRisk guess;
        std::optional<std::uint64_t> wins;
    };
    std::vector<Other> others;
    for (std::uint32_t place = 0; place < listing_.cells().size(); ++place) {
        const Cell cell = listing_.cells()[place];
        const double risk = inference.about(cell).mine_probability;
        if (cell == best->cell || risk == 1) continue;
        others.push_back(
            {{cell, risk}, tree_.wins_after(place, listing_.configurations(), limits_of_solution_)});
    }
    // nullopt is less than any number of wins.
    std::ranges::stable_sort(others, [](const Other& one, const Other& two) {
        if (one.wins != two.wins) return one.wins > two.wins;
        return is_riskier(two.guess.risk, one.guess.risk);
    });
    std::vector<CellRisk> ranking{{best->cell, best->risk}};
    for (const Other& other : others)
        ranking.push_back(other.guess);
    return ranking;
}

bool Endgame::reaches(Inference& inference, std::size_t configurations) {
    if (inference.constraints().undecided_cells() > Listing::kMaxCells) return false;
    // The slack allows for rounding. Listing::find() counts exactly.
    return inference.log_configurations() <= std::log(static_cast<double>(configurations)) + 1e-6;
}

// Lists the configurations of the whole board. Returns false if there are too many.
bool Endgame::list_board(Inference& inference, std::size_t configurations) {
    if (!reaches(inference, configurations)) return false;
    const Constraints& constraints = inference.constraints();
    cells_in(constraints, Constraints::CellState::undecided, cells_);
    return listing_.find(constraints, cells_, inference.mines_for_undecided(), configurations);
}

std::optional<Endgame::Move> Endgame::solve_board(Inference& inference, std::size_t configurations,
                                                  const TreeLimits& limits) {
    if (!list_board(inference, configurations)) return std::nullopt;
    return solve_listing(limits);
}

std::optional<double> Endgame::win_probability(Inference& inference, const EndgameLimits& limits,
                                               std::span<const Cell> first,
                                               const std::function<void()>& poll) {
    if (!inference.exact() || !list_board(inference, limits.configurations)) return std::nullopt;
    std::vector<std::uint32_t> uncertain;
    for (const Cell cell : first) {
        if (inference.constraints().known_mine(cell)) return 0;
        const auto at = std::ranges::find(listing_.cells(), cell);
        if (at != listing_.cells().end())
            uncertain.push_back(static_cast<std::uint32_t>(at - listing_.cells().begin()));
    }
    std::vector<std::uint64_t> neighbours = listing_.neighbours();
    add_safe(inference.constraints(), neighbours);
    if (neighbours.size() > GameTree::kMaxCells) return std::nullopt;
    tree_.prepare(neighbours);
    const std::optional<std::uint64_t> wins =
        wins_after(uncertain, listing_.configurations(), {.nodes = limits.nodes, .poll = poll});
    if (!wins) return std::nullopt;
    return static_cast<double>(*wins) / static_cast<double>(listing_.configurations().size());
}

// How many of some configurations are won after opening these listed cells. Uses the tree as it is prepared.
std::optional<std::uint64_t> Endgame::wins_after(std::span<const std::uint32_t> first,
                                                 std::vector<std::uint64_t> configurations,
                                                 const TreeLimits& limits) {
    if (configurations.size() < 2 && first.empty()) return configurations.size();
    if (first.empty()) {
        const auto solution = tree_.solve(configurations, limits);
        return solution ? std::optional(solution->wins) : std::nullopt;
    }
    std::erase_if(configurations, [&](std::uint64_t mine_mask) { return (mine_mask & bit(first[0])) != 0; });
    std::uint64_t wins = 0;
    const std::uint64_t around = listing_.neighbours()[first[0]];
    for (std::uint32_t number = 0; !configurations.empty(); ++number) {
        std::vector<std::uint64_t> group;
        std::erase_if(configurations, [&](std::uint64_t mine_mask) {
            const bool is_shown = count_bits(mine_mask & around) == number;
            if (is_shown) group.push_back(mine_mask);
            return is_shown;
        });
        const std::optional<std::uint64_t> more = wins_after(first.subspan(1), std::move(group), limits);
        if (!more) return std::nullopt;
        wins += *more;
    }
    return wins;
}

Endgame::Chances Endgame::after(Inference& inference, Cell first, const EndgameLimits& limits,
                                const std::function<void()>& poll) {
    if (!list_board(inference, std::max(limits.configurations, limits.narrow_configurations))) return {};
    const auto at = std::ranges::find(listing_.cells(), first);
    if (at == listing_.cells().end()) return {};  // certain cells are not listed
    const auto place = static_cast<std::uint32_t>(at - listing_.cells().begin());
    const std::size_t count = listing_.configurations().size();
    const auto chance = [&](std::uint64_t nodes, std::size_t breadth) -> std::optional<double> {
        tree_.prepare(listing_.neighbours());
        const auto wins = tree_.wins_after(place, listing_.configurations(),
                                           {.nodes = nodes, .breadth = breadth, .poll = poll});
        if (!wins) return std::nullopt;
        return static_cast<double>(*wins) / static_cast<double>(count);
    };
    Chances chances;
    if (count <= limits.configurations) chances.best = chance(limits.nodes, SIZE_MAX);
    if (count <= limits.narrow_configurations)
        chances.safest = chance(limits.narrow_nodes, count <= limits.broader_configurations ? 2 : 1);
    return chances;
}

// Adds the cells that are known to be safe and still hidden, because their numbers can distinguish
// configurations.
void Endgame::add_safe(const Constraints& constraints, std::vector<std::uint64_t>& neighbours) {
    const std::vector<Cell>& cells = listing_.cells();
    std::vector<Cell> safe;
    cells_in(constraints, Constraints::CellState::safe, safe);
    for (Cell cell : safe) {
        std::uint64_t around = 0;
        for (Cell other : constraints.topology().neighbours(cell)) {
            const auto place = std::ranges::find(cells, other);
            if (place != cells.end()) around |= std::uint64_t{1} << (place - cells.begin());
        }
        if (around != 0) neighbours.push_back(around);
    }
}

bool is_closed(const Constraints& constraints, const Placement& placement, const Sweep& sweep) {
    if (sweep.ways().size() != 1) return false;
    std::vector<Cell> cells(placement.cells.begin(), placement.cells.end());
    std::ranges::sort(cells);
    for (Cell cell : cells) {
        for (Cell other : constraints.topology().neighbours(cell)) {
            if (constraints.undecided(other) && !std::ranges::binary_search(cells, other)) return false;
        }
    }
    return true;
}

std::optional<Endgame::Move> Endgame::solve_region(Inference& inference, std::size_t configurations,
                                                   const TreeLimits& limits) {
    const Constraints& constraints = inference.constraints();
    std::optional<Move> move;
    inference.for_each_component([&](const Placement& placement, const Sweep& sweep) {
        if (move || placement.cells.size() > Listing::kMaxCells) return;
        if (!is_closed(constraints, placement, sweep)) return;
        cells_.assign(placement.cells.begin(), placement.cells.end());
        std::ranges::sort(cells_);
        if (!listing_.find(constraints, cells_, sweep.least_mines(), configurations)) return;
        move = solve_listing(limits);
        if (move) move->win_probability = kNotKnown;
    });
    return move;
}

std::optional<Endgame::Move> Endgame::solve_listing(const TreeLimits& limits) {
    tree_.prepare(listing_.neighbours());
    const auto solution = tree_.solve(listing_.configurations(), limits);
    if (!solution) return std::nullopt;
    limits_of_solution_ = limits;
    const auto all = static_cast<double>(listing_.configurations().size());
    return Move{listing_.cells()[solution->cell], static_cast<double>(solution->unsafe) / all,
                static_cast<double>(solution->wins) / all};
}

}  // namespace sapper
