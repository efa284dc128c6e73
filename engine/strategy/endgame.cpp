#include "strategy/endgame.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

std::optional<Endgame::Move> Endgame::solve(Inference& inference, const EndgameLimits& limits,
                                            const std::function<void()>& poll) {
    if (limits.configurations == 0) return std::nullopt;
    tree_limits_.nodes = limits.nodes;
    tree_limits_.poll = poll;
    if (auto move = solve_board(inference, limits)) return move;
    return solve_region(inference, limits);
}

std::optional<Endgame::Move> Endgame::solve_board(Inference& inference, const EndgameLimits& limits) {
    const Constraints& constraints = inference.constraints();
    if (constraints.undecided_cells() > Listing::kMaxCells) return std::nullopt;
    // The slack keeps rounding from mattering: listing counts for itself.
    if (inference.log_configurations() > std::log(static_cast<double>(limits.configurations)) + 1e-6) {
        return std::nullopt;
    }
    cells_.clear();
    const auto size = static_cast<Cell>(constraints.topology().size());
    for (Cell cell = 0; cell < size; ++cell) {
        if (constraints.undecided(cell)) cells_.push_back(cell);
    }
    return solve_cells(inference, inference.mines_for_undecided(), limits);
}

// Components whose mines are counted by their own numbers and whose cells touch no others.
std::optional<Endgame::Move> Endgame::solve_region(Inference& inference, const EndgameLimits& limits) {
    const Constraints& constraints = inference.constraints();
    const Topology& topology = constraints.topology();
    std::optional<Move> move;
    inference.for_each_component([&](const Placement& placement, const Walk& walk) {
        if (move || walk.ways().size() != 1 || placement.cells.size() > Listing::kMaxCells) return;
        cells_.assign(placement.cells.begin(), placement.cells.end());
        std::ranges::sort(cells_);
        for (Cell cell : cells_) {
            for (Cell other : topology.neighbours(cell)) {
                if (constraints.undecided(other) && !std::ranges::binary_search(cells_, other)) return;
            }
        }
        move = solve_cells(inference, walk.least_mines(), limits);
        if (move) move->win_probability = std::numeric_limits<double>::quiet_NaN();
    });
    return move;
}

std::optional<Endgame::Move> Endgame::solve_cells(Inference& inference, std::int64_t mines,
                                                  const EndgameLimits& limits) {
    if (!listing_.find(inference.constraints(), cells_, mines, limits.configurations)) return std::nullopt;
    tree_.prepare(listing_.neighbours());
    const auto solution = tree_.solve(listing_.configurations(), 0, tree_limits_);
    if (!solution) return std::nullopt;
    const auto all = static_cast<double>(listing_.configurations().size());
    return Move{listing_.cells()[solution->cell], static_cast<double>(solution->unsafe) / all,
                static_cast<double>(solution->wins) / all};
}

}  // namespace sapper
