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

bool is_closed(const Constraints& constraints, const Placement& placement, const Walk& walk) {
    if (walk.ways().size() != 1) return false;
    std::vector<Cell> cells(placement.cells.begin(), placement.cells.end());
    std::ranges::sort(cells);
    for (Cell cell : cells) {
        for (Cell other : constraints.topology().neighbours(cell)) {
            if (constraints.undecided(other) && !std::ranges::binary_search(cells, other)) return false;
        }
    }
    return true;
}

std::optional<Endgame::Move> Endgame::solve_region(Inference& inference, const EndgameLimits& limits) {
    const Constraints& constraints = inference.constraints();
    std::optional<Move> move;
    inference.for_each_component([&](const Placement& placement, const Walk& walk) {
        if (move || placement.cells.size() > Listing::kMaxCells) return;
        if (!is_closed(constraints, placement, walk)) return;
        cells_.assign(placement.cells.begin(), placement.cells.end());
        std::ranges::sort(cells_);
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
