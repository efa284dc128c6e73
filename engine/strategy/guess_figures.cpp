#include "strategy/guess_figures.hpp"

#include <algorithm>
#include <vector>

#include "strategy/endgame.hpp"
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

// The chance to win of who opens the cell first, where so few configurations fit. Nothing for a cell that is
// no guess: what is certain of it was settled before anything is listed.
std::optional<double> chance_after(Inference& inference, Cell first, std::size_t configurations,
                                   const TreeLimits& limits) {
    if (!Endgame::reaches(inference, configurations)) return std::nullopt;
    const Constraints& constraints = inference.constraints();
    const auto size = static_cast<Cell>(constraints.topology().size());
    std::vector<Cell> cells;
    for (Cell cell = 0; cell < size; ++cell) {
        if (constraints.undecided(cell)) cells.push_back(cell);
    }
    Listing listing;
    if (!listing.find(constraints, cells, inference.mines_for_undecided(), configurations))
        return std::nullopt;
    const auto at = std::ranges::find(listing.cells(), first);
    if (at == listing.cells().end()) return std::nullopt;
    GameTree tree;
    tree.prepare(listing.neighbours());
    const auto wins = tree.wins_after(static_cast<std::uint32_t>(at - listing.cells().begin()),
                                      listing.configurations(), limits);
    if (!wins) return std::nullopt;
    return static_cast<double>(*wins) / static_cast<double>(listing.configurations().size());
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
    const EndgameLimits& endgame = effort.endgame;
    TreeLimits limits;
    limits.nodes = endgame.nodes;
    figures.win_probability = chance_after(inference, cell, endgame.configurations, limits);
    limits.nodes = endgame.narrow_nodes;
    limits.breadth = 1;
    figures.safest_play = chance_after(inference, cell, endgame.narrow_configurations, limits);
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
