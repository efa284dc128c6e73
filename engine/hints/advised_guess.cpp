#include "hints/advised_guess.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "deduction/explanation_in_words.hpp"
#include "strategy/evaluation.hpp"
#include "strategy/player.hpp"
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

AdvisedGuess guess_with_reason(const Position& position, const Analysis& analysis, Cell cell,
                               std::optional<Phrase> reason, std::optional<GuessFigures> figures,
                               const Limits& limits) {
    const CellRisk& safest = analysis.safest;
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
    const MoveComparison& comparison = *guess.comparison;
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

std::vector<RankedGuess> guesses_by_preference(const Position& position, const Analysis& analysis,
                                               FirstClick first_click, std::size_t most,
                                               const Limits& limits) {
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

std::vector<GuessByWin> guesses_by_win(const Position& position, std::span<const RankedGuess> ranking,
                                       FirstClick first_click, Cell also, std::uint64_t seed,
                                       const Limits& limits) {
    std::vector<std::vector<Cell>> moves;
    for (const RankedGuess& guess : ranking.first(std::min(ranking.size(), kComparedGuesses)))
        moves.push_back({guess.cell});
    if (also != kNoCell && std::ranges::find(moves, std::vector{also}) == moves.end())
        moves.push_back({also});
    std::vector<GuessByWin> guesses;
    for (const MoveComparison& each :
         compare_moves(position, moves, first_click, kErrorOfTwo, moves.size(), seed, limits))
        guesses.push_back({moves[each.move][0], each});
    return guesses;
}

AdvisedGuess advised_guess(const Position& position, const Analysis& analysis,
                           std::optional<FirstClick> first_click, bool by_win, std::uint64_t seed,
                           const Limits& limits) {
    const FirstClick first = first_click.value_or(Rules{}.first_click);
    const Cell safest = analysis.safest.cell;
    if (!by_win || !has_figures(position, analysis)) {
        if (is_fresh(position)) {
            const Cell cell =
                position.has_chances() ? safest : good_first_cell(*position.topology, position.mines, first);
            return first_guess(cell, first_click, analysis);
        }
        RankedGuess guess = guesses_by_preference(position, analysis, first, 1, limits).at(0);
        return guess_with_reason(position, analysis, guess.cell, std::nullopt, std::move(guess.figures),
                                 limits);
    }
    const std::vector<RankedGuess> ranking =
        guesses_by_preference(position, analysis, first, kComparedGuesses, limits);
    const std::vector<GuessByWin> guesses = guesses_by_win(position, ranking, first, safest, seed, limits);
    if (is_fresh(position)) {
        AdvisedGuess guess = first_guess(guesses[0].cell, first_click, analysis);
        guess.comparison = guesses[0].comparison;
        return guess;
    }
    const Cell cell = guesses[0].cell;
    const MoveComparison& against = std::ranges::find(guesses, safest, &GuessByWin::cell)->comparison;
    std::optional<Phrase> reason;
    if (against.behind >= std::max(kLeastDifference, kLeastErrors * against.behind_error))
        reason = Phrase{against.games > 0 ? "wins_by_play" : "wins_by",
                        {{"behind", against.behind}, {"error", against.behind_error}}};
    AdvisedGuess guess = guess_with_reason(position, analysis, cell, std::move(reason),
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
    return guess_with_reason(position, analysis, other.cell, std::move(reason), std::move(figures), limits);
}

AdvisedGuess guess_without_count(const Position& position) {
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

namespace {

constexpr std::size_t kFirstRound = 256;  // games of each move
constexpr std::size_t kMostGamesOfTwo = 4096;

// Sums the halves first, so that rounding errors hardly grow with the number of values. Short sums use eight
// accumulators.
double pairwise_sum(std::span<const double> values) {
    constexpr std::size_t kShortSum = 128;
    constexpr std::size_t kTurns = 8;
    if (values.size() > kShortSum) {
        const std::size_t half = values.size() / 2 / kTurns * kTurns;
        return pairwise_sum(values.first(half)) + pairwise_sum(values.subspan(half));
    }
    if (values.size() < kTurns) return std::accumulate(values.begin(), values.end(), 0.0);
    double sums[kTurns];
    std::copy_n(values.begin(), kTurns, sums);
    std::size_t next = kTurns;
    for (; next + kTurns <= values.size(); next += kTurns) {
        for (std::size_t i = 0; i < kTurns; ++i)
            sums[i] += values[next + i];
    }
    const double sum =
        ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(next), values.end(), sum);
}

double mean_value(std::span<const double> values) {
    return pairwise_sum(values) / static_cast<double>(values.size());
}

// The standard error of the mean, as in GameValues.
double standard_error_of(std::span<const double> values) {
    const double mean = mean_value(values);
    std::vector<double> squares;
    for (const double value : values)
        squares.push_back((value - mean) * (value - mean));
    const auto count = static_cast<double>(values.size());
    return std::sqrt((mean_value(squares) + 1 / count) / count);
}

// The value of each game of one move, less that of the other, for the games that `other` has played.
std::vector<double> differences_of(std::span<const double> one, std::span<const double> other) {
    std::vector<double> differences;
    for (std::size_t game = 0; game < other.size(); ++game)
        differences.push_back(one[game] - other[game]);
    return differences;
}

class Comparison {
  public:
    Comparison(Evaluation& evaluation, std::uint64_t seed, std::span<const std::vector<Cell>> moves)
        : evaluation_(evaluation),
          seed_(evaluation.seed_here(seed)),
          moves_(moves),
          values_(moves.size()),
          means_(moves.size()) {}

    // The exact comparison. Nothing if too many minefields fit.
    std::optional<std::vector<MoveComparison>> exactly() {
        for (std::size_t move = 0; move < moves_.size(); ++move) {
            const std::optional<double> chance = evaluation_.exact(moves_[move]);
            if (!chance) return std::nullopt;
            means_[move] = *chance;
        }
        std::vector<std::size_t> order = all();
        sort(order);
        std::vector<MoveComparison> result;
        const double best = means_[order[0]];
        for (const std::size_t move : order) {
            const double behind = round_score(best - means_[move]);
            result.push_back({move, best - behind, 0, behind, 0, 0});
        }
        return result;
    }

    std::vector<MoveComparison> by_games(double error, std::size_t against) {
        std::vector<std::size_t> left = all();
        for (std::size_t games = kFirstRound;; games *= 2) {
            for (const std::size_t move : left)
                play(move, games);
            sort(left);
            if (left.size() <= 2 && (games >= kMostGamesOfTwo || error_between(left) <= error)) break;
            const std::size_t most = std::max<std::size_t>(2, (left.size() + 1) / 2);
            if (left.size() <= most) continue;
            const auto first_out = left.begin() + static_cast<std::ptrdiff_t>(most);
            if (std::find(first_out, left.end(), against) != left.end()) left[most - 1] = against;
            left.resize(most);
        }
        // Moves that left earlier come later.
        std::vector<std::size_t> order = all();
        sort(order);
        std::ranges::stable_sort(order, std::ranges::greater{},
                                 [this](std::size_t move) { return values_[move].size(); });
        std::vector<MoveComparison> result;
        for (const std::size_t move : order)
            result.push_back(beside(move, order[0]));
        return result;
    }

  private:
    std::vector<std::size_t> all() const {
        std::vector<std::size_t> all(moves_.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        return all;
    }

    void sort(std::vector<std::size_t>& moves) const {
        std::ranges::stable_sort(moves, std::ranges::greater{},
                                 [this](std::size_t move) { return round_score(means_[move]); });
    }

    void play(std::size_t move, std::size_t games) {
        std::vector<double>& values = values_[move];
        while (values.size() < games)
            values.push_back(evaluation_.value(seed_, values.size(), moves_[move]));
        means_[move] = mean_value(values);
    }

    double error_between(const std::vector<std::size_t>& moves) const {
        if (moves.size() < 2) return 0;
        return standard_error_of(differences_of(values_[moves[0]], values_[moves[1]]));
    }

    // The best move has played the most games. So the chance of another move is that of the best, less the
    // difference in their common games.
    MoveComparison beside(std::size_t move, std::size_t best) const {
        const std::vector<double>& most = values_[best];
        const double chance = means_[best];
        const double error = standard_error_of(most);
        const std::size_t games = values_[move].size();
        if (move == best) return {move, chance, error, 0, 0, games};
        const std::vector<double> behind = differences_of(most, values_[move]);
        const double mean = mean_value(behind);
        const double behind_error = standard_error_of(behind);
        std::vector<double> products;
        for (std::size_t game = 0; game < games; ++game)
            products.push_back((most[game] - chance) * (behind[game] - mean));
        const double variance = error * error + behind_error * behind_error -
                                2 * mean_value(products) / static_cast<double>(most.size());
        return {move, chance - mean, std::sqrt(std::max(variance, 0.0)), mean, behind_error, games};
    }

    Evaluation& evaluation_;
    std::uint64_t seed_;
    std::span<const std::vector<Cell>> moves_;
    std::vector<std::vector<double>> values_;  // of the games of each move
    std::vector<double> means_;
};

}  // namespace

std::vector<MoveComparison> compare_moves(const Position& position, std::span<const std::vector<Cell>> moves,
                                          FirstClick first_click, double error, std::size_t against,
                                          std::uint64_t seed, const Limits& limits) {
    const Rules rules{.first_click = first_click};
    Evaluation evaluation(position, first_click,
                          make_player("fast", position.topology, position.mines, rules), limits);
    Comparison comparison(evaluation, seed, moves);
    std::optional<std::vector<MoveComparison>> exact = comparison.exactly();
    return exact ? std::move(*exact) : comparison.by_games(error, against);
}

}  // namespace sapper
