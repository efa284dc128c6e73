// Deductions in words, and in the order in which a player acts on them. Flags prove nothing, but a mine under
// a flag is not new to the player.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "knowledge/explainer.hpp"
#include "knowledge/phrase.hpp"

namespace sapper {

// How one deduction is told.
struct ToldDeduction {
    std::optional<std::string_view> pattern;  // the players' name of it
    Phrase sentence;
    // The indices of the earlier deductions on which it rests, ascending. Mines that have flags need none.
    // Empty if there are more than two.
    std::vector<std::size_t> support;
    // The sentences of its support, the sentence, and the flags that it proves wrong. Nothing if it is only
    // the sentence.
    std::optional<Phrase> explanation = {};

    const Phrase& whole() const { return explanation ? *explanation : sentence; }
};

struct ToldExplanation {
    std::vector<ToldDeduction> deductions;
    // The indices of the deductions in the order to act on them: first those that prove cells safe, then
    // those that prove only mines. Of each kind the easiest come first, and of these the ones that rest on
    // the fewest cells that the player has not marked. Deductions only about flagged mines are left out.
    std::vector<std::size_t> in_turn;
    // What to say after everything else.
    Phrase conclusion;
};

// Expects an explanation of the position. Calls the poll of the limits now and then.
ToldExplanation tell(const Position& position, const Explanation& explanation, const Limits& limits);

}  // namespace sapper
