#include "strategy/own_player.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_set>

#include "board/board_names.hpp"
#include "inference/analysis.hpp"
#include "inference/conflict.hpp"
#include "strategy/endgame.hpp"
#include "strategy/game_tree.hpp"
#include "strategy/player.hpp"
#include "strategy/scoring/guess_score.hpp"
#include "strategy/strategies.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

// With more stored values than this, to look ahead takes too long: it counts again for every number that a
// cell may show.
constexpr std::size_t kMostStoredValues = std::size_t{1} << 17;

constexpr EndgameLimits kWinProbability{.configurations = 1000, .nodes = 50000};

const Effort& usual_effort() {
    return *effort_of("best");
}

// To look ahead needs counts, so this inference makes no estimates.
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

// The uncertain cells of a position, each once: first those that add() got, in their order, then the others,
// the safest first.
class GuessOrder {
  public:
    explicit GuessOrder(Inference& inference) : inference_(inference) {}

    void add(Cell cell) {
        if (uncertain(cell) && members_.insert(cell).second) cells_.push_back(guess(cell));
    }
    std::size_t size() const { return cells_.size(); }

    // The first of them, at most `most`.
    std::vector<CellRisk> first(std::size_t most) {
        std::vector<CellRisk> order = cells_;
        if (order.size() < most) {
            const auto size = static_cast<Cell>(inference_.constraints().topology().size());
            for (Cell cell = 0; cell < size; ++cell) {
                if (uncertain(cell) && !members_.contains(cell)) order.push_back(guess(cell));
            }
            const auto others = order.begin() + static_cast<std::ptrdiff_t>(cells_.size());
            std::stable_sort(others, order.end(), [](const CellRisk& one, const CellRisk& other) {
                return round_score(one.risk) < round_score(other.risk);
            });
        }
        order.resize(std::min(order.size(), most));
        return order;
    }

  private:
    bool uncertain(Cell cell) { return inference_.about(cell).verdict == Verdict::uncertain; }
    CellRisk guess(Cell cell) { return {cell, inference_.about(cell).mine_probability}; }

    Inference& inference_;
    std::vector<CellRisk> cells_;
    std::unordered_set<Cell> members_;
};

void check_hidden(const Position& position, Cell cell) {
    check_cell(cell, *position.topology);
    if (!is_hidden(position.marks[cell]))
        throw std::invalid_argument("cell " + std::to_string(cell) + " is not hidden");
}

// win_probability() for a position without an open cell, under rules that protect the first one.
std::optional<double> win_probability_after_protected_click(const Position& position,
                                                            FirstClick first_click) {
    constexpr std::size_t kBytes = std::size_t{1} << 20;
    try {
        const Optimum best = optimum(*position.topology, position.mines, first_click,
                                     {.nodes = kWinProbability.nodes, .bytes = kBytes, .poll = {}});
        return static_cast<double>(best.wins) / static_cast<double>(best.configurations);
    } catch (const OptimumTooLarge&) {
        return std::nullopt;
    }
}

bool in_closed_component(Inference& inference, Cell cell) {
    bool result = false;
    inference.for_each_component([&](const Placement& placement, const Sweep& sweep) {
        if (std::ranges::find(placement.cells, cell) != placement.cells.end())
            result = is_closed(inference.constraints(), placement, sweep);
    });
    return result;
}

// The cell must be hidden, and the position must have no safe cells and be counted, not estimated. Calls
// `poll` now and then. A poll that throws stops the work.
GuessFigures figures_of(Inference& inference, Cell cell, const ScoreRules& rules,
                        const EndgameLimits& endgame, const std::function<void()>& poll) {
    GuessFigures figures;
    figures.risk = inference.about(cell).mine_probability;
    for_each_outcome(inference, inference.log_configurations(), cell, [&](Mark, double chance) {
        const CellRisk next = inference.safest();
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

}  // namespace

std::optional<GuessFigures> figures_of(const Position& position, Cell cell, const Limits& limits) {
    check_hidden(position, cell);
    Inference inference = exact_inference(position, limits);
    if (!can_look_ahead(inference)) return std::nullopt;
    const Effort& effort = usual_effort();
    return figures_of(inference, cell, effort.rules, effort.endgame, limits.poll);
}

std::vector<RankedGuess> rank_guesses(const Position& position, FirstClick first_click, std::size_t most,
                                      const Limits& limits) {
    Inference inference = exact_inference(position, limits);
    const Effort& effort = usual_effort();
    const bool look_ahead = can_look_ahead(inference);
    GuessOrder order(inference);
    if (is_fresh(position)) order.add(good_first_cell(*position.topology, position.mines, first_click));
    if (look_ahead && most > 1) {
        for (const CellRisk& guess : Endgame().rank(inference, effort.endgame, limits.poll))
            order.add(guess.cell);
        if (order.size() < most) {
            for (const CellRisk& guess : GuessScore(effort.rules).rank(inference))
                order.add(guess.cell);
        }
    } else if (order.size() < most) {
        const auto move = Endgame().solve(inference, effort.endgame, limits.poll);
        order.add(move ? move->cell : GuessScore(effort.rules).best(inference).cell);
    }
    std::vector<RankedGuess> ranking;
    for (const CellRisk& guess : order.first(most)) {
        ranking.push_back({guess.cell, guess.risk, std::nullopt});
        if (!look_ahead) continue;
        ranking.back().figures = figures_of(inference, guess.cell, effort.rules, effort.endgame, limits.poll);
    }
    return ranking;
}

std::vector<Cell> dead_cells(const Position& position, bool trust_flags, const Limits& limits) {
    Inference inference(position.topology, position.mines, limits);
    inference.load(position, trust_flags);
    const Constraints& constraints = inference.constraints();
    std::vector<Cell> dead;
    for (Cell cell = 0; cell < position.marks.size(); ++cell) {
        if (!constraints.undecided(cell) || !is_dead(constraints, cell)) continue;
        if (inference.about(cell).verdict == Verdict::uncertain) dead.push_back(cell);
    }
    return dead;
}

std::optional<double> win_probability(const Position& position, FirstClick first_click, bool trust_flags,
                                      std::span<const Verdict> verdicts, bool exact) {
    constexpr std::ptrdiff_t kMostUncertain = 64;  // uncertain cells
    const std::ptrdiff_t uncertain = std::ranges::count(verdicts, Verdict::uncertain);
    if (uncertain == 0) return 1;
    if (uncertain > kMostUncertain || !exact) return std::nullopt;
    if (first_click != FirstClick::any && is_fresh(position) &&
        !(trust_flags && std::ranges::count(position.marks, kFlag) > 0))
        return win_probability_after_protected_click(position, first_click);
    Inference inference(position.topology, position.mines);
    inference.load(position, trust_flags);
    inference.check_possible();
    return Endgame().win_probability(inference, kWinProbability);
}

GuessNet::Input guess_input(const Position& position, Cell cell) {
    check_hidden(position, cell);
    Inference inference = exact_inference(position, {});
    return GuessNet::input(inference, cell, GuessScore(usual_effort().rules).look(inference, cell));
}

namespace {

Position with_number(const Position& position, Cell cell, Mark number) {
    std::vector<Mark> marks = position.marks;
    marks[cell] = number;
    return {position.topology, position.mines, std::move(marks)};
}

// The analysis. Nothing if no configuration fits.
std::optional<Analysis> analyse_if_possible(const Position& position, bool trust_flags,
                                            const Limits& limits) {
    try {
        return analyse(position, trust_flags, limits);
    } catch (const Contradiction&) {
        return std::nullopt;
    }
}

// Finds cells far from every number: they and all their neighbours are hidden, have no flag, and touch no
// number.
class Seas {
  public:
    explicit Seas(const Position& position)
        : topology_(*position.topology), marks_(position.marks), places_(marks_.size(), Place::unknown) {}

    bool is_far(Cell cell) {
        const Topology::Neighbours around = topology_.neighbours(cell);
        const auto is_at_sea = [this](Cell other) { return at_sea(other); };
        return at_sea(cell) && std::all_of(around.begin(), around.end(), is_at_sea);
    }

  private:
    enum class Place : std::uint8_t { unknown, at_sea, near };

    bool at_sea(Cell cell) {
        Place& place = places_[cell];
        if (place == Place::unknown) {
            const Topology::Neighbours around = topology_.neighbours(cell);
            const bool touches = std::any_of(around.begin(), around.end(),
                                             [this](Cell other) { return is_number(marks_[other]); });
            place = may_open(marks_[cell]) && !touches ? Place::at_sea : Place::near;
        }
        return place == Place::at_sea;
    }

    const Topology& topology_;
    const std::vector<Mark>& marks_;
    std::vector<Place> places_;
};

}  // namespace

Aftermath aftermath_of(const Position& position, Cell cell, bool trust_flags, const Limits& limits) {
    const Analysis before = analyse(position, trust_flags, limits);
    Aftermath aftermath{before.mine_probability[cell], before.log_configurations,
                        std::vector<double>(position.topology->degree(cell) + 1)};
    if (before.verdicts[cell] == Verdict::mine) return aftermath;
    for (std::size_t number = 0; number < aftermath.numbers.size(); ++number) {
        const Position after_number = with_number(position, cell, static_cast<Mark>(number));
        const std::optional<Analysis> after = analyse_if_possible(after_number, trust_flags, limits);
        if (!after) continue;
        const double chance = std::exp(after->log_configurations - before.log_configurations);
        const bool is_won = after->safest.cell == kNoCell;
        aftermath.numbers[number] = chance;
        aftermath.progress += is_won || after->safest.risk == 0 ? chance : 0;
        aftermath.next_safety += chance * (is_won ? 1 : 1 - after->safest.risk);
        aftermath.proven = aftermath.proven && win_probability(after_number, FirstClick::any, trust_flags,
                                                               after->verdicts, after->exact) == 1.0;
    }
    return aftermath;
}

std::vector<double> zero_chances(const Position& position, std::span<const Cell> cells, bool trust_flags,
                                 const Limits& limits) {
    const Analysis before = analyse(position, trust_flags, limits);
    Seas seas(position);
    std::map<std::size_t, double> by_degree;
    const auto chance_of = [&](Cell cell) {
        if (before.verdicts[cell] == Verdict::mine) return 0.0;
        const auto after = analyse_if_possible(with_number(position, cell, 0), trust_flags, limits);
        return after ? std::exp(after->log_configurations - before.log_configurations) : 0.0;
    };
    std::vector<double> chances;
    for (Cell cell : cells) {
        if (!is_hidden(position.marks[cell])) {
            chances.push_back(std::numeric_limits<double>::quiet_NaN());
        } else if (seas.is_far(cell)) {
            const std::size_t degree = position.topology->degree(cell);
            if (!by_degree.contains(degree)) by_degree[degree] = chance_of(cell);
            chances.push_back(by_degree[degree]);
        } else {
            chances.push_back(chance_of(cell));
        }
    }
    return chances;
}

}  // namespace sapper
