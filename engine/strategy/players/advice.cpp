#include "strategy/players/advice.hpp"

#include <stdexcept>
#include <string>

#include "board/same_board.hpp"
#include "strategy/endgame/endgame.hpp"
#include "strategy/players/efforts.hpp"
#include "strategy/scoring/candidates.hpp"
#include "strategy/scoring/dead_cells.hpp"

namespace sapper {

namespace {

// With more stored values than this it takes too long to look ahead: every number that a cell may show is
// counted anew.
constexpr std::size_t kMostStoredValues = std::size_t{1} << 17;

constexpr EndgameLimits kWinProbability{.configurations = 1000, .nodes = 50000};

const Effort& usual_effort() {
    return *effort_of("best");
}

// Looking ahead needs counts, so nothing is estimated.
Inference exact_inference(const Position& position, const Limits& limits) {
    Inference inference(position.topology, position.mines, {limits.values, limits.poll, false});
    inference.load(position);
    inference.check_possible();
    return inference;
}

bool can_look_ahead(Inference& inference) {
    std::size_t values = 0;
    inference.for_each_component(
        [&](const Placement&, const Sweep& sweep) { values += sweep.stored_values(); });
    return values <= kMostStoredValues;
}

void check_hidden(const Position& position, Cell cell) {
    check_cell(cell, *position.topology);
    if (!is_hidden(position.marks[cell]))
        throw std::invalid_argument("cell " + std::to_string(cell) + " is not hidden");
}

}  // namespace

std::optional<Cell> best_guess(const Position& position, const Limits& limits) {
    Inference inference = exact_inference(position, limits);
    if (!can_look_ahead(inference)) return std::nullopt;
    const Effort& effort = usual_effort();
    if (const auto move = Endgame().solve(inference, effort.endgame, limits.poll)) return move->cell;
    return GuessScore(effort.rules).best(inference).cell;
}

std::optional<GuessFigures> figures_of(const Position& position, Cell cell, const Limits& limits) {
    check_hidden(position, cell);
    Inference inference = exact_inference(position, limits);
    if (!can_look_ahead(inference)) return std::nullopt;
    const Effort& effort = usual_effort();
    return figures_of(inference, cell, effort.rules, effort.endgame, limits.poll);
}

Weighing weigh(const Position& position, bool trust_flags, const Limits& limits) {
    Inference inference(position.topology, position.mines, limits);
    inference.load(position, trust_flags);
    const Constraints& constraints = inference.constraints();
    Weighing found;
    for (Cell cell = 0; cell < position.marks.size(); ++cell) {
        if (!constraints.undecided(cell) || !is_dead(constraints, cell)) continue;
        if (inference.about(cell).verdict == Verdict::uncertain) found.dead.push_back(cell);
    }
    if (!inference.safe_cells().empty()) return found;
    CandidateFinder find_candidates;
    for (const Candidate& candidate : find_candidates(inference, CandidateRules{}))
        found.considered.push_back(candidate.cell);
    return found;
}

std::optional<double> win_probability(Inference& inference) {
    inference.check_possible();
    return Endgame().win_probability(inference, kWinProbability);
}

GuessNet::Input guess_input(const Position& position, Cell cell) {
    check_hidden(position, cell);
    Inference inference = exact_inference(position, {});
    return GuessNet::input(inference, cell, GuessScore(usual_effort().rules).look(inference, cell));
}

}  // namespace sapper
