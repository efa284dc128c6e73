#include "strategy/guess_figures.hpp"

#include <algorithm>

#include "strategy/scoring/guess_score.hpp"

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
    const Endgame::Chances chances = Endgame().after(inference, cell, endgame, poll);
    figures.win_probability = chances.best;
    figures.safest_play = chances.safest;
    const GuessLook look = GuessScore(rules).look(inference, cell);
    figures.score = look.score;
    if (GuessNet::can_judge(inference.constraints().topology()))
        figures.worth = GuessNet::worth(GuessNet::input(inference, cell, look));
    return figures;
}

}  // namespace sapper
