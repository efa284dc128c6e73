#include "protocol/page_hint.hpp"

#include <string_view>
#include <vector>

#include "hints/hint.hpp"
#include "hints/loss.hpp"
#include "protocol/json.hpp"
#include "protocol/moves.hpp"

namespace sapper {

namespace {

// A deduction with all that its explanation rests on; without a deduction only a sentence.
struct Told {
    std::optional<std::string_view> rule = {};
    std::optional<std::string_view> pattern = {};
    std::optional<std::string_view> difficulty = {};
    std::vector<Cell> safe = {};
    std::vector<Cell> mines = {};
    Premises premises = {};
    Phrase sentence = {};
};

Told told_at(const ToldExplanation& told, std::size_t place) {
    const Deduction& deduction = told.deductions()[place];
    return {name_of(deduction.rule),  told.pattern(place),     name_of(deduction.difficulty),
            deduction.claimed(false), deduction.claimed(true), told.premises(place),
            told.explanation(place)};
}

void write(Json& json, const Told& told, const auto&... others) {
    json.object("rule", told.rule, "pattern", told.pattern, "difficulty", told.difficulty, "safe", told.safe,
                "mines", told.mines, "numbers", told.premises.numbers, "cells", told.premises.given,
                "mine_count", told.premises.mine_count, "sentence", told.sentence, others...);
}

// What one press after the other shows: the deductions, then the advice if no cell is safe.
std::vector<Told> in_turn(const Hint& hint, std::size_t most) {
    std::vector<Told> hints;
    for (const std::size_t place : hint.told.in_turn()) {
        if (hints.size() == most) return hints;
        hints.push_back(told_at(hint.told, place));
    }
    if (hint.ending.adds_advice && hints.size() < most) hints.push_back({.sentence = hint.ending.advice});
    return hints;
}

// The best guesses with their figures. None if these take too long.
std::vector<RankedMove> compared(const Position& position, const Hint& hint, std::size_t most,
                                 const Limits& limits) {
    if (!hint.guess || !hint.guess->figures) return {};
    std::vector<RankedMove> moves;
    try {
        moves = *rank_moves(position, {{}, most}, limits);
    } catch (const BudgetExceeded&) {
    } catch (const TimeIsUp&) {
    }
    std::erase_if(moves, [](const RankedMove& move) { return move.flag; });
    return moves;
}

}  // namespace

std::string page_hint(const Position& position, const PageHintOrder& order, const Limits& limits) {
    const Hint found = hint(position, true, order.first_click, false, limits);
    const bool is_certain = !found.told.in_turn().empty();
    Told first;
    if (is_certain) first = told_at(found.told, found.told.in_turn()[0]);
    first.sentence = found.ending.text;
    const std::vector<Told> hints = in_turn(found, order.most_in_turn);
    const std::vector<RankedMove> moves = compared(position, found, order.most_compared, limits);
    Json json(kFirstForPeople);
    const auto write_hints = [&] { json.list(hints, [&](const Told& each) { write(json, each); }); };
    const auto write_guess = [](Json& to, const AdvisedGuess& guess) {
        std::optional<double> win;
        if (guess.figures) win = guess.figures->win_probability;
        to.object("cell", guess.cell, "risk", guess.risk, "win", win, "reason", guess.reason);
    };
    const auto write_safest = [](Json& to, const AdvisedGuess& guess) {
        to.object("cell", guess.safest, "risk", guess.safest_risk);
    };
    const auto write_moves = [&] {
        json.list(moves, [&](const RankedMove& move) { write_move(json, move, nullptr); });
    };
    write(json, first, "certain", is_certain, "hints", write_hints, "conclusion", found.ending.conclusion,
          "guess", or_null(json, found.guess, write_guess), "safest",
          or_null(json, found.guess, write_safest), "moves", write_moves);
    return json.text();
}

std::string page_loss(const Position& position, Action action, bool first_is_safe, const Limits& limits) {
    const Loss loss = loss_of(position, action, first_is_safe, limits);
    Json json(kFirstForPeople);
    json.object("risk", loss.risk, "safe", loss.safe, "numbers", loss.numbers, "cells", loss.given, "best",
                loss.best, "sentence", loss.sentence);
    return json.text();
}

}  // namespace sapper
