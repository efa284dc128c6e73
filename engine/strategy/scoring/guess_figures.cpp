#include "strategy/scoring/guess_figures.hpp"

#include <algorithm>
#include <vector>

#include "strategy/endgame/game_tree.hpp"
#include "strategy/endgame/listing.hpp"
#include "strategy/scoring/outcomes.hpp"

namespace sapper {

namespace {

bool in_closed_component(Inference& inference, Cell cell) {
    bool closed = false;
    inference.for_each_component([&](const Placement& placement, const Sweep& sweep) {
        if (std::ranges::find(placement.cells, cell) != placement.cells.end())
            closed = is_closed(inference.constraints(), placement, sweep);
    });
    return closed;
}

// Computes the chances to win after a guess, where few enough configurations fit. Skips cells that are
// already certain, which are not listed.
void look_to_the_end(Inference& inference, Cell first, const EndgameLimits& limits,
                     const std::function<void()>& poll, GuessFigures& figures) {
    const std::size_t most = std::max(limits.configurations, limits.narrow_configurations);
    if (!Endgame::reaches(inference, most)) return;
    const Constraints& constraints = inference.constraints();
    std::vector<Cell> cells;
    Endgame::cells_in(constraints, Constraints::CellState::undecided, cells);
    Listing listing;
    if (!listing.find(constraints, cells, inference.mines_for_undecided(), most)) return;
    const auto at = std::ranges::find(listing.cells(), first);
    if (at == listing.cells().end()) return;
    const auto place = static_cast<std::uint32_t>(at - listing.cells().begin());
    const std::size_t count = listing.configurations().size();
    GameTree tree;
    const auto chance = [&](std::uint64_t nodes, std::size_t breadth) -> std::optional<double> {
        TreeLimits tree_limits;
        tree_limits.nodes = nodes;
        tree_limits.breadth = breadth;
        tree_limits.poll = poll;
        tree.prepare(listing.neighbours());
        const auto wins = tree.wins_after(place, listing.configurations(), tree_limits);
        if (!wins) return std::nullopt;
        return static_cast<double>(*wins) / static_cast<double>(count);
    };
    if (count <= limits.configurations) figures.win_probability = chance(limits.nodes, SIZE_MAX);
    if (count <= limits.narrow_configurations)
        figures.safest_play = chance(limits.narrow_nodes, count <= limits.broader_configurations ? 2 : 1);
}

}  // namespace

GuessFigures figures_of(Inference& inference, Cell cell, const ScoreRules& rules,
                        const EndgameLimits& endgame, const std::function<void()>& poll) {
    GuessFigures figures;
    figures.risk = inference.about(cell).mine_probability;
    for_each_outcome(inference, inference.log_configurations(), cell, [&](Mark, double chance) {
        const Guess next = inference.safest();
        ++figures.numbers;
        if (next.cell == kNoCell) {  // only mines are left
            figures.progress += chance;
            figures.survival += chance;
        } else {
            if (next.risk == 0) figures.progress += chance;
            figures.survival += chance * (1 - next.risk);
        }
        return true;
    });
    figures.progress = std::min(figures.progress, 1.0);  // rounding may lift a sum of chances above 1
    figures.survival = std::min(figures.survival, 1.0);
    figures.closed = in_closed_component(inference, cell);
    look_to_the_end(inference, cell, endgame, poll, figures);
    const GuessLook look = GuessScore(rules).look(inference, cell);
    figures.score = look.score;
    if (GuessNet::can_judge(inference.constraints().topology()))
        figures.worth = GuessNet::worth(GuessNet::input(inference, cell, look));
    return figures;
}

}  // namespace sapper
