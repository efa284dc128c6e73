#include "hints/hint.hpp"

#include <algorithm>

namespace sapper {

namespace {

bool is_any_safe(const ToldExplanation& told) {
    return std::ranges::any_of(told.deductions(), [](const Deduction& each) {
        return std::ranges::any_of(each.claims, [](Claim claim) { return !claim.mine; });
    });
}

std::string_view without_guess(std::size_t hidden, bool any_safe, bool lacks_count, bool complete) {
    if (hidden == 0) return "nothing_hidden";
    if (any_safe) return "no_guess_needed";
    if (!lacks_count) return "all_are_mines";
    return complete ? "no_mine_count" : "no_mine_count_incomplete";
}

}  // namespace

bool wants_guess(const ToldExplanation& told, bool mine_count) {
    return mine_count && !is_any_safe(told);
}

HintEnding ending_of(const ToldExplanation& told, bool mine_count, const std::optional<AdvisedGuess>& guess) {
    const Position& position = told.position();
    const auto hidden = static_cast<std::size_t>(std::ranges::count_if(position.marks, is_hidden));
    const bool any_safe = is_any_safe(told);
    std::size_t mines = 0;
    for (const Deduction& each : told.deductions())
        mines += static_cast<std::size_t>(std::ranges::count(each.claims, true, &Claim::mine));
    const bool lacks_count = !mine_count && mines < hidden;
    HintEnding ending;
    ending.conclusion = {told.complete() ? "all_that_follows" : "all_that_was_found"};
    if (guess && guess->is_first) {
        ending.advice = advice_on(*guess, *position.topology);
        ending.conclusion = {"nothing_else_known"};
    } else if (guess) {
        ending.advice = {told.complete() ? "advice" : "advice_incomplete",
                         {{"guess", std::vector<Phrase>{advice_on(*guess, *position.topology)}}}};
    } else {
        ending.advice = {without_guess(hidden, any_safe, lacks_count, told.complete())};
    }
    ending.adds_advice = !any_safe && (guess || lacks_count || told.in_turn().empty());
    std::vector<Phrase> sentences;
    if (!told.in_turn().empty()) {
        sentences.push_back(told.explanation(told.in_turn()[0]));
    }
    if (sentences.empty() || ending.adds_advice) sentences.push_back(ending.advice);
    ending.text = {"sentences", {{"sentences", std::move(sentences)}}};
    return ending;
}

Hint hint(const Position& position, bool mine_count, std::optional<FirstClick> first_click, bool by_win,
          const Limits& limits) {
    Hint hint{{position, explain(position, limits, kMostLooks, mine_count)}, {}, {}};
    if (wants_guess(hint.told, mine_count)) {
        const std::optional<Analysis> analysis = estimated_at_least(position, limits);
        if (!analysis) {
            hint.guess = uncounted_guess(position);
        } else if (analysis->best.cell != kNoCell) {
            hint.guess = advised_guess(position, *analysis, first_click, by_win, limits);
        }
    }
    hint.ending = ending_of(hint.told, mine_count, hint.guess);
    return hint;
}

}  // namespace sapper
