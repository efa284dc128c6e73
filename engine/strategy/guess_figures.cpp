#include "strategy/guess_figures.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "board/bits.hpp"
#include "strategy/game_tree.hpp"
#include "strategy/listing.hpp"
#include "strategy/outcomes.hpp"

namespace sapper {

namespace {

bool in_closed_component(Inference& inference, Cell cell) {
    bool closed = false;
    inference.for_each_component([&](const Placement& placement, const Walk& walk) {
        if (std::ranges::find(placement.cells, cell) != placement.cells.end())
            closed = is_closed(inference.constraints(), placement, walk);
    });
    return closed;
}

// The undecided cells if they and the configurations are few enough to look through.
std::vector<Cell> last_cells(Inference& inference, const EndgameLimits& limits) {
    const Constraints& constraints = inference.constraints();
    std::vector<Cell> cells;
    const bool few = constraints.undecided_cells() <= Listing::kMaxCells &&
                     inference.log_configurations() <= std::log(static_cast<double>(limits.configurations));
    const auto size = static_cast<Cell>(constraints.topology().size());
    for (Cell cell = 0; few && cell < size; ++cell) {
        if (constraints.undecided(cell)) cells.push_back(cell);
    }
    return cells;
}

// Best play after the first move, for each number that it can show. Nothing for a cell that is no guess: what
// is certain of it was settled before anything is listed.
std::optional<double> win_probability(Inference& inference, Cell first, const EndgameLimits& limits) {
    const std::vector<Cell> cells = last_cells(inference, limits);
    Listing listing;
    if (cells.empty() ||
        !listing.find(inference.constraints(), cells, inference.mines_for_undecided(), limits.configurations))
        return std::nullopt;
    const auto at = std::ranges::find(listing.cells(), first);
    if (at == listing.cells().end()) return std::nullopt;
    const std::size_t place = static_cast<std::size_t>(at - listing.cells().begin());
    const GameTree::Mask bit = GameTree::Mask{1} << place;
    std::vector<std::vector<GameTree::Mask>> by_number;
    for (GameTree::Mask mines : listing.configurations()) {
        if ((mines & bit) != 0) continue;
        const std::size_t number = count_bits(mines & listing.neighbours()[place]);
        by_number.resize(std::max(by_number.size(), number + 1));
        by_number[number].push_back(mines);
    }
    GameTree tree;
    tree.prepare(listing.neighbours());
    TreeLimits tree_limits;
    tree_limits.nodes = limits.nodes;
    std::uint64_t wins = 0;
    for (const std::vector<GameTree::Mask>& configurations : by_number) {
        if (configurations.empty()) continue;
        const auto solution = tree.solve(configurations, bit, tree_limits);
        if (!solution) return std::nullopt;
        wins += solution->wins;
    }
    return static_cast<double>(wins) / static_cast<double>(listing.configurations().size());
}

}  // namespace

GuessFigures figures_of(Inference& inference, Cell cell, const Effort& effort) {
    GuessFigures figures;
    figures.risk = inference.about(cell).mine_probability;
    for_each_outcome(inference, inference.log_configurations(), cell, [&](Mark, double chance) {
        const Guess next = inference.safest();
        ++figures.numbers;
        if (next.cell == kNoCell) {  // nothing but mines is left
            figures.progress += chance;
            figures.survival += chance;
        } else {
            if (next.risk == 0) figures.progress += chance;
            figures.survival += chance * (1 - next.risk);
        }
        return true;
    });
    figures.progress = std::min(figures.progress, 1.0);  // sums of chances may be off in the last digit
    figures.survival = std::min(figures.survival, 1.0);
    figures.closed = in_closed_component(inference, cell);
    figures.win_probability = win_probability(inference, cell, effort.endgame);
    const GuessLook look = GuessScore(effort.rules).look(inference, cell);
    figures.score = look.score;
    if (GuessNet::can_judge(inference.constraints().topology()))
        figures.worth = GuessNet::worth(GuessNet::input(inference, cell, look));
    return figures;
}

std::size_t stored_values(Inference& inference) {
    std::size_t values = 0;
    inference.for_each_component([&](const Placement&, const Walk& walk) { values += walk.stored_values(); });
    return values;
}

}  // namespace sapper
