#include "protocol/turn.hpp"

#include <cmath>
#include <string>

#include "board/game.hpp"
#include "inference/conflict.hpp"
#include "protocol/boards.hpp"
#include "protocol/json.hpp"
#include "protocol/request.hpp"
#include "util/decimals.hpp"

namespace sapper {

namespace {

Refusal contradiction(const Contradiction& error, const Position& position) {
    constexpr std::size_t kMostNumbers = 8;
    const Topology& topology = *position.topology;
    std::string text = error.what();
    for (std::size_t i = 0; i < error.numbers.size() && i < kMostNumbers; ++i) {
        const Cell cell = error.numbers[i];
        text += (i == 0 ? ": the " : "; the ") + std::to_string(position.marks[cell]) + " at " +
                describe(topology, cell);
    }
    if (error.numbers.size() > kMostNumbers)
        text += " and " + std::to_string(error.numbers.size() - kMostNumbers) + " more";
    Json more;
    more.more("cells", [&] { write_cells(more, topology, error.numbers); }, "mine_count", error.mine_count);
    return {"contradiction", text, more.text()};
}

}  // namespace

Turn::Turn(const Caller& caller, std::optional<double> seconds) : caller_(caller), seconds_(seconds) {}

double Turn::milliseconds() const {
    const std::chrono::duration<double, std::milli> time = Clock::now() - begin_;
    return std::nearbyint(1000 * time.count()) / 1000;
}

bool Turn::is_over() const {
    const std::chrono::duration<double> time = Clock::now() - begin_;
    return seconds_ && time.count() >= *seconds_;
}

Limits Turn::limits() const {
    Limits limits;
    if (!caller_.poll && !seconds_) return limits;
    limits.poll = [this] {
        if (caller_.poll) caller_.poll();
        if (is_over()) throw TimeIsUp();
    };
    limits.poll();  // short computations never poll by themselves, so they poll here
    return limits;
}

void Turn::refuse(std::string_view what, const Position* position) const {
    try {
        throw;
    } catch (const Contradiction& error) {
        if (position == nullptr) throw;
        throw contradiction(error, *position);
    } catch (const TimeIsUp&) {
        throw Refusal("budget", std::string(what) + " did not finish within " +
                                    general_text(seconds_.value_or(0), 6) + " seconds");
    } catch (const Cancellation&) {
        throw Refusal("cancelled", std::string(what) + " was cancelled");
    } catch (const BudgetExceeded& error) {
        throw Refusal("budget", error.what());
    } catch (const GameError& error) {
        throw Refusal("error", error.what());
    }
}

namespace {

void write_figures(Json& json, const GuessFigures& figures) {
    json.object("risk", figures.risk, "numbers", figures.numbers, "progress", figures.progress, "survival",
                figures.survival, "closed", figures.closed, "score", figures.score, "worth", figures.worth,
                "win_probability", figures.win_probability, "safest_play", figures.safest_play);
}

}  // namespace

std::string_view name_of(Difficulty rule) {
    return difficulties()[static_cast<std::size_t>(rule)].name;
}

void write_deduction(Json& json, const ExplanationInWords& explanation, std::size_t place,
                     const Topology& topology) {
    const Deduction& deduction = explanation.deductions()[place];
    const auto cells = [&](const std::vector<Cell>& its) {
        return [&json, &topology, its] { write_cells(json, topology, its); };
    };
    json.object("rule", name_of(deduction.rule), "pattern", explanation.pattern(place), "difficulty",
                name_of(deduction.difficulty), "safe", cells(deduction.proved_cells(false)), "mines",
                cells(deduction.proved_cells(true)), "numbers", cells(deduction.premises.numbers), "given",
                cells(deduction.premises.known_cells), "mine_count", deduction.premises.mine_count, "text",
                explanation.sentence(place));
}

void write_guess(Json& json, const AdvisedGuess& guess, const Topology& topology) {
    json.object(
        "cell", [&] { write_cell(json, topology, guess.cell); }, "risk", guess.risk, "safest",
        [&] { write_cell(json, topology, guess.safest); }, "safest_risk", guess.safest_risk, "reason",
        guess.reason, "figures", or_null(json, guess.figures, write_figures), "safest_figures",
        or_null(json, guess.safest_figures, write_figures));
}

void write_move(Json& json, const RankedMove& move, const Topology* topology) {
    const auto write_comparison = [](Json& to, const MoveComparison& its) {
        to.object("win_probability", its.win_probability, "error", its.error, "behind", its.behind,
                  "behind_error", its.behind_error, "games", its.games);
    };
    const auto write_place = [&] {
        topology == nullptr ? json.value(move.cell) : write_cell(json, *topology, move.cell);
    };
    const auto rule = move.rule ? std::optional(name_of(*move.rule)) : std::nullopt;
    json.object("kind", move.flag ? "flag" : "open", "cell", write_place, "risk", move.risk, "exact",
                move.exact, "rule", rule, "figures", or_null(json, move.figures, write_figures), "evaluation",
                or_null(json, move.comparison, write_comparison));
}

}  // namespace sapper
