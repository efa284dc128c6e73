// Deductions in words, and in the order in which a player acts on them. Flags prove nothing, but a mine under
// a flag is no news to the player.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "deduction/clues.hpp"
#include "deduction/explainer.hpp"
#include "deduction/phrase.hpp"

namespace sapper {

// An explanation of a position, with sentences. It makes the sentence of a deduction only when a caller reads
// it: a large board has hundreds of thousands of deductions, and callers read few. A `place` is the index of
// a deduction.
class ExplanationInWords {
  public:
    // The explanation must be one of the position.
    ExplanationInWords(const Position& position, Explanation explanation);

    const Position& position() const { return position_; }
    const std::vector<Deduction>& deductions() const { return deductions_; }
    bool complete() const { return complete_; }
    // The places in the order to act on the deductions: first those that prove cells safe, then those that
    // prove only mines. Of each kind the easiest come first, and of these the ones that rest on the fewest
    // cells that the player has not marked. Leaves out deductions that only prove flagged mines.
    const std::vector<std::size_t>& in_turn() const { return in_turn_; }

    // The name that players have for the deduction, if there is one.
    std::optional<std::string_view> pattern(std::size_t place) const;
    Phrase sentence(std::size_t place) const;
    // The places of all earlier deductions on which the deduction rests, ascending. Mines with flags need
    // none.
    std::vector<std::size_t> support(std::size_t place) const;
    // The sentences of the support and of the deduction itself, and the flags that it proves wrong.
    Phrase explanation(std::size_t place) const;
    // The premises of the deduction and of its support, each cell once.
    Premises premises(std::size_t place) const;

  private:
    bool has_flag(Cell cell) const { return position_.marks[cell] == kFlag; }
    KnownCells known_before(std::size_t place) const;
    Cells unmarked(std::size_t place) const;
    std::vector<std::size_t> support_in_words(std::size_t place) const;
    std::vector<Phrase> clauses_of(const Cells& cells) const;
    std::vector<std::size_t> put_in_turn() const;

    Position position_;
    std::vector<Deduction> deductions_;
    bool complete_;
    DecidedCells decided_;
    std::vector<std::size_t> in_turn_;
};

}  // namespace sapper
