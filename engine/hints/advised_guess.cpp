#include "hints/advised_guess.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "deduction/sentences.hpp"
#include "strategy/first_and_last.hpp"
#include "strategy/strategies.hpp"
#include "util/decimals.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

// Probabilities closer than this count as equal.
constexpr double kEqualChances = 1e-9;

bool is_more(double one, double than) {
    return one > than + kEqualChances;
}

// Both shares, with enough decimals to tell them apart.
std::vector<Phrase> both_shares(double one, double other) {
    constexpr int kMostDecimals = 7;
    int decimals = kUsualDecimals;
    while (decimals < kMostDecimals && percent_text(one, decimals) == percent_text(other, decimals))
        ++decimals;
    return {{"shares", {{"one", one}, {"other", other}, {"decimals", std::int64_t{decimals}}}}};
}

std::vector<Phrase> advantages_of(const GuessFigures& figures, const GuessFigures& safest) {
    std::vector<Phrase> advantages;
    if (is_more(figures.survival, safest.survival))
        advantages.push_back({"survives", {{"shares", both_shares(figures.survival, safest.survival)}}});
    if (is_more(figures.progress, safest.progress))
        advantages.push_back({"proves_more", {{"shares", both_shares(figures.progress, safest.progress)}}});
    return advantages;
}

bool wins_as_often(const GuessFigures& one, const GuessFigures& other) {
    return one.win_probability && other.win_probability &&
           *one.win_probability >= *other.win_probability - kEqualChances;
}

constexpr std::string_view kWithoutCounting = "bounds+density";
constexpr double kLeastDifference = 0.0005;  // less would read 0.0 %
constexpr double kLeastErrors = 2;           // differences of fewer standard errors may be chance

// Whether guesses in the position have figures: these need exact risks and the number of mines.
bool has_figures(const Position& position, const Analysis& analysis) {
    return analysis.exact && position.prior == nullptr;
}

AdvisedGuess explained_guess(const Position& position, const Analysis& analysis, Cell cell,
                             std::optional<Phrase> reason, std::optional<GuessFigures> figures,
                             const Limits& limits) {
    const Guess& safest = analysis.safest;
    AdvisedGuess guess{cell,           analysis.mine_probability[cell],
                       safest.cell,    safest.risk,
                       analysis.exact, std::move(figures),
                       std::nullopt,   std::nullopt};
    if (cell == safest.cell) {
        guess.safest_figures = guess.figures;
        return guess;
    }
    if (has_figures(position, analysis)) guess.safest_figures = figures_of(position, safest.cell, limits);
    if (!reason && guess.figures && guess.safest_figures)
        reason = reason_for(*guess.figures, *guess.safest_figures, *position.topology, safest.cell);
    guess.reason = std::move(reason);
    return guess;
}

AdvisedGuess first_guess(Cell cell, std::optional<FirstClick> first_click, const Analysis& analysis) {
    const bool is_safe = first_click && *first_click != FirstClick::any;
    const double risk = is_safe ? 0 : analysis.mine_probability[cell];
    AdvisedGuess guess{cell, risk, cell, risk, analysis.exact, {}, {}, {}};
    guess.is_first = true;
    return guess;
}

bool speaks_of_perfect_play(const Phrase& reason) {
    if (reason.name == "wins_more" || reason.name == "both_closed") return true;
    return reason.name == "given_reason" &&
           std::get<std::string>(reason.values[0].second).find("perfect play") != std::string::npos;
}

// Adds the chance to win, if the guess has one.
void add_comparison(const AdvisedGuess& guess, std::vector<Phrase>& sentences) {
    if (!guess.comparison) return;
    const ComparedMove& comparison = *guess.comparison;
    sentences.push_back({comparison.games > 0 ? "wins_about" : "wins_exactly",
                         {{"win", comparison.win_probability}, {"error", comparison.error}}});
}

}  // namespace

std::optional<Phrase> reason_for(const GuessFigures& figures, const GuessFigures& safest,
                                 const Topology& topology, Cell safest_cell) {
    if (figures.win_probability && safest.win_probability) {
        const double win = *figures.win_probability;
        const double against = *safest.win_probability;
        if (!is_more(win, against)) return std::nullopt;
        return Phrase{"wins_more", {{"shares", both_shares(win, against)}}};
    }
    if (figures.closed && !safest.closed) return Phrase{"closed"};
    std::vector<Phrase> advantages = advantages_of(figures, safest);
    if (safest.numbers == 1 && figures.numbers > 1) {
        const Phrase where = name_cells(topology, std::span(&safest_cell, 1));
        return Phrase{"tells_nothing",
                      {{"cell", std::vector<Phrase>{where}}, {"advantages", std::move(advantages)}}};
    }
    if (figures.safest_play && safest.safest_play && is_more(*figures.safest_play, *safest.safest_play)) {
        return Phrase{"wins_more_safely",
                      {{"shares", both_shares(*figures.safest_play, *safest.safest_play)}}};
    }
    if (!advantages.empty()) return Phrase{"advantages", {{"advantages", std::move(advantages)}}};
    if (figures.closed) return Phrase{"both_closed"};
    if (figures.score > safest.score) return Phrase{"leaves_safer_guesses"};
    if (figures.worth && safest.worth && *figures.worth > *safest.worth) return Phrase{"was_won_more"};
    return std::nullopt;
}

std::optional<Phrase> reason_against(const GuessFigures& figures, const GuessFigures& safest) {
    if (wins_as_often(figures, safest))
        return Phrase{safest.numbers == 1 && figures.numbers > 1 ? "dead_wins_no_more" : "wins_no_more"};
    if (wins_as_often(safest, figures)) return Phrase{"safest_wins_more"};
    std::vector<Phrase> advantages = advantages_of(safest, figures);
    if (advantages.empty()) return std::nullopt;
    return Phrase{"safest_advantages", {{"advantages", std::move(advantages)}}};
}

std::optional<Analysis> estimated_at_least(const Position& position, const Limits& limits) {
    try {
        return analyse(position, false, limits);
    } catch (const BudgetExceeded&) {
        return std::nullopt;
    }
}

std::vector<RankedGuess> preferred_guesses(const Position& position, const Analysis& analysis,
                                           FirstClick first_click, std::size_t most, const Limits& limits) {
    if (has_figures(position, analysis)) return rank_guesses(position, first_click, most, limits);
    std::vector<RankedGuess> guesses;
    for (Cell cell = 0; cell < position.marks.size(); ++cell) {
        if (analysis.verdicts[cell] == Verdict::uncertain)
            guesses.push_back({cell, analysis.mine_probability[cell], std::nullopt});
    }
    std::ranges::stable_sort(guesses, {}, [](const RankedGuess& guess) { return round_score(guess.risk); });
    const auto first = std::ranges::find(guesses, analysis.safest.cell, &RankedGuess::cell);
    if (first != guesses.end()) std::rotate(guesses.begin(), first, first + 1);
    guesses.resize(std::min(guesses.size(), most));
    return guesses;
}

std::vector<GuessByWin> guesses_by_win(const Position& position, std::span<const RankedGuess> preferred,
                                       FirstClick first_click, Cell also, const Limits& limits) {
    std::vector<std::vector<Cell>> moves;
    for (const RankedGuess& guess : preferred.first(std::min(preferred.size(), kComparedGuesses)))
        moves.push_back({guess.cell});
    if (also != kNoCell && std::ranges::find(moves, std::vector{also}) == moves.end())
        moves.push_back({also});
    std::vector<GuessByWin> guesses;
    for (const ComparedMove& each :
         compare_moves(position, moves, first_click, kErrorOfTwo, moves.size(), limits))
        guesses.push_back({moves[each.move][0], each});
    return guesses;
}

AdvisedGuess advised_guess(const Position& position, const Analysis& analysis,
                           std::optional<FirstClick> first_click, bool by_win, const Limits& limits) {
    const FirstClick first = first_click.value_or(Rules{}.first_click);
    const Cell safest = analysis.safest.cell;
    if (!by_win || !has_figures(position, analysis)) {
        if (is_fresh(position)) {
            const Cell cell =
                position.has_chances() ? safest : good_first_cell(*position.topology, position.mines, first);
            return first_guess(cell, first_click, analysis);
        }
        RankedGuess guess = preferred_guesses(position, analysis, first, 1, limits).at(0);
        return explained_guess(position, analysis, guess.cell, std::nullopt, std::move(guess.figures),
                               limits);
    }
    const std::vector<RankedGuess> preferred =
        preferred_guesses(position, analysis, first, kComparedGuesses, limits);
    const std::vector<GuessByWin> guesses = guesses_by_win(position, preferred, first, safest, limits);
    if (is_fresh(position)) {
        AdvisedGuess guess = first_guess(guesses[0].cell, first_click, analysis);
        guess.comparison = guesses[0].comparison;
        return guess;
    }
    const Cell cell = guesses[0].cell;
    const ComparedMove& against = std::ranges::find(guesses, safest, &GuessByWin::cell)->comparison;
    std::optional<Phrase> reason;
    if (against.behind >= std::max(kLeastDifference, kLeastErrors * against.behind_error))
        reason = Phrase{against.games > 0 ? "wins_by_play" : "wins_by",
                        {{"behind", against.behind}, {"error", against.behind_error}}};
    AdvisedGuess guess = explained_guess(position, analysis, cell, std::move(reason),
                                         figures_of(position, cell, limits), limits);
    guess.comparison = guesses[0].comparison;
    return guess;
}

AdvisedGuess advised_guess(const Position& position, const Analysis& analysis,
                           std::optional<FirstClick> first_click, OtherGuess other, const Limits& limits) {
    std::optional<Phrase> reason;
    if (other.reason) reason = Phrase{"given_reason", {{"reason", *std::move(other.reason)}}};
    if (is_fresh(position)) {
        AdvisedGuess guess = first_guess(other.cell, first_click, analysis);
        guess.reason = std::move(reason);
        return guess;
    }
    std::optional<GuessFigures> figures;
    if (has_figures(position, analysis)) figures = figures_of(position, other.cell, limits);
    return explained_guess(position, analysis, other.cell, std::move(reason), std::move(figures), limits);
}

AdvisedGuess uncounted_guess(const Position& position) {
    const Game game(position, {});
    const std::unique_ptr<Player> player =
        make_player(kWithoutCounting, position.topology, position.mines, game.rules());
    player->begin(game, Random(0, 0, Stream::strategy));
    const Choice choice = player->next();
    const Cell cell = choice.cells.front();
    return {cell, choice.risk, cell, choice.risk, false, std::nullopt, std::nullopt, std::nullopt};
}

Phrase advice_on(const AdvisedGuess& guess, const Topology& topology) {
    using Phrases = std::vector<Phrase>;
    const auto name_of = [&](Cell cell) { return Phrases{name_cells(topology, std::span(&cell, 1))}; };
    Phrases sentences;
    if (guess.is_first) {
        sentences.push_back(
            {guess.risk == 0 ? "beginning_safe" : "beginning", {{"cell", name_of(guess.cell)}}});
        if (guess.reason) sentences.push_back({"chosen_because", {{"reason", Phrases{*guess.reason}}}});
        add_comparison(guess, sentences);
        return {"sentences", {{"sentences", std::move(sentences)}}};
    }
    const auto risk = [&](double share) {
        return Phrases{{guess.exact ? "risk" : "risk_about", {{"risk", share}}}};
    };
    const bool equal = !(guess.risk > guess.safest_risk + kEqualChances);
    const bool has_no_reason = !guess.reason && !equal;
    sentences.push_back({has_no_reason ? "guess"
                         : equal       ? "best_guess_lowest"
                                       : "best_guess",
                         {{"cell", name_of(guess.cell)}, {"risk", risk(guess.risk)}}});
    if (has_no_reason) {
        std::optional<Phrase> against;
        if (guess.figures && guess.safest_figures)
            against = reason_against(*guess.figures, *guess.safest_figures);
        sentences.push_back({"safest_cell",
                             {{"cell", name_of(guess.safest)},
                              {"risk", risk(guess.safest_risk)},
                              {"against", against ? Phrases{*std::move(against)} : Phrases{}}}});
    }
    if (guess.reason) {
        const Phrases against = equal ? Phrases{{"same_risk"}} : risk(guess.safest_risk);
        sentences.push_back(
            {"better_than",
             {{"cell", name_of(guess.safest)}, {"risk", against}, {"reason", Phrases{*guess.reason}}}});
    }
    if (guess.figures && guess.figures->win_probability &&
        !(guess.reason && speaks_of_perfect_play(*guess.reason)))
        sentences.push_back({"wins", {{"win", *guess.figures->win_probability}}});
    add_comparison(guess, sentences);
    return {"sentences", {{"sentences", std::move(sentences)}}};
}

}  // namespace sapper
