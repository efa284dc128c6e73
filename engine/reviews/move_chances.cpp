#include "reviews/move_chances.hpp"

#include <algorithm>

#include "strategy/advice/ranking.hpp"
#include "strategy/evaluation.hpp"
#include "strategy/strategies.hpp"

namespace sapper {

namespace {

// The standard errors of the chance to win before a certain move, and of the difference between the move
// played and the best guess.
constexpr double kError = 0.02;
constexpr double kErrorOfGuess = 0.005;
// How many guesses are compared with the one played.
constexpr std::size_t kCompared = 4;
// A move has lost something if it is behind the best by more than this many standard errors.
constexpr double kToldApart = 2;
// The most stored values for one component. To find a chance, thousands of positions are counted, each in
// milliseconds at most. Expert games need a quarter of this. Boards whose cells have many neighbours soon
// need more.
constexpr std::size_t kQuickToCount = std::size_t{1} << 14;

constexpr Rules kRules{.first_click = FirstClick::any};

Limits for_many_positions(Limits limits) {
    limits.values = std::min(limits.values, kQuickToCount);
    return limits;
}

MoveChance unchanged(double before, double error, double lost_error = 0) {
    return {before, error, before, 0, lost_error, kNotKnown, kNoCell};
}

// The chance to win from a position, as if a certain move followed.
MoveChance chance_at(const Position& position, const Limits& limits) {
    std::shared_ptr<Player> player = make_player("fast", position.topology, position.mines, kRules);
    Evaluation evaluation(position, kRules.first_click, std::move(player), limits);
    if (const std::optional<double> exact = evaluation.exact()) return unchanged(*exact, 0);
    const std::uint64_t seed = evaluation.seed_here(0);
    GameValues tally;
    std::vector<double> values;
    for (double more = tally.wanted(kError); more > 0; more = tally.wanted(kError)) {
        values.clear();
        for (std::uint64_t game = tally.games(); values.size() < static_cast<std::size_t>(more); ++game)
            values.push_back(evaluation.value(seed, game));
        tally.add(values);
    }
    return unchanged(tally.mean(), tally.error());
}

// The cells that a guess is compared with: a safe cell, or the guesses that our own player prefers.
std::vector<Cell> others(const ReviewedMove& move, const Position& position, const Limits& limits) {
    if (judgement_of(move).could_avoid()) return {move.best.cell};
    std::vector<Cell> cells;
    const auto ranked = rank_moves(position, {kRules, kCompared}, limits);
    for (const RankedMove& each : *ranked) {
        if (!each.flag) cells.push_back(each.cell);
    }
    return cells;
}

std::optional<MoveChance> chance_of_guess(const ReviewedMove& move, Action action, const Position& position,
                                          const Limits& limits) {
    if (!move.exact) return std::nullopt;
    std::vector<std::vector<Cell>> moves{opened_by(position, action)};
    for (const Cell cell : others(move, position, limits)) {
        if (moves[0] != std::vector{cell}) moves.push_back({cell});
    }
    const std::vector<ComparedMove> compared =
        compare_moves(position, moves, kRules.first_click, kErrorOfGuess, 0, limits);
    const ComparedMove& best = compared.front();
    const ComparedMove& own = *std::ranges::find(compared, std::size_t{0}, &ComparedMove::move);
    if (own.behind <= kToldApart * own.behind_error)
        return unchanged(best.win_probability, best.error, own.behind_error);
    return MoveChance{best.win_probability, best.error, own.win_probability,     own.behind,
                      own.behind_error,     kNotKnown,  moves[best.move].front()};
}

}  // namespace

std::optional<MoveChance> chance_of(const ReviewedMove& move, Action action, const Position& position,
                                    const Limits& limits) {
    const bool guess = judgement_of(move).is_guess();
    if (!guess && move.verdict != MoveVerdict::certain) return std::nullopt;
    if (std::ranges::find(position.marks, kExploded) != position.marks.end()) return std::nullopt;
    const Limits tight = for_many_positions(limits);
    try {
        return guess ? chance_of_guess(move, action, position, tight) : chance_at(position, tight);
    } catch (const BudgetExceeded&) {
        return std::nullopt;
    }
}

void set_outcomes(std::span<ReviewedMove> moves, Status status, const Position& end, const Limits& limits) {
    double after = status == Status::won ? 1 : 0;
    if (status == Status::playing || status == Status::cleared) {
        try {
            after = chance_at(end, for_many_positions(limits)).before;
        } catch (const BudgetExceeded&) {
            after = kNotKnown;
        }
    }
    for (std::size_t i = moves.size(); i-- > 0;) {
        if (moves[i].exploded) after = 0;
        if (!moves[i].chance) continue;
        moves[i].chance->after = after;
        after = moves[i].chance->before;
    }
}

}  // namespace sapper
