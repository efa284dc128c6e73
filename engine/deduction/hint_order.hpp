// Deductions in words, and in the order in which a player acts on them. Flags prove nothing, but a mine under
// a flag is not new to the player.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "deduction/clues.hpp"
#include "deduction/explainer.hpp"
#include "deduction/phrase.hpp"

namespace sapper {

// An explanation of a position. It makes the words of a deduction only when a caller reads them: a large
// board has hundreds of thousands of deductions, and few are read. Deductions go by their places among all.
class ToldExplanation {
  public:
    // Expects an explanation of the position.
    ToldExplanation(const Position& position, Explanation explanation);

    const Position& position() const { return position_; }
    const std::vector<Deduction>& deductions() const { return deductions_; }
    bool complete() const { return complete_; }
    // The places in the order to act on the deductions: first those that prove cells safe, then those that
    // prove only mines. Of each kind the easiest come first, and of these the ones that rest on the fewest
    // cells that the player has not marked. Deductions only about flagged mines are left out.
    const std::vector<std::size_t>& in_turn() const { return in_turn_; }

    // The players' name of a deduction, if it has one.
    std::optional<std::string_view> pattern(std::size_t place) const;
    Phrase sentence(std::size_t place) const;
    // The places of all earlier deductions on which it rests, ascending. Mines that have flags need none.
    std::vector<std::size_t> support(std::size_t place) const;
    // The sentences of its support, its own, and the flags that it proves wrong.
    Phrase explanation(std::size_t place) const;
    // All that its explanation rests on: its premises and those of its support, each cell once.
    Premises premises(std::size_t place) const;

  private:
    bool flagged(Cell cell) const { return position_.marks[cell] == kFlag; }
    KnownCells known_before(std::size_t place) const;
    Cells unmarked(std::size_t place) const;
    std::vector<std::size_t> explained_support(std::size_t place) const;
    std::vector<Phrase> known(const Cells& cells) const;
    std::vector<std::size_t> put_in_turn() const;

    Position position_;
    std::vector<Deduction> deductions_;
    bool complete_;
    FoundCells found_;
    std::vector<std::size_t> in_turn_;
};

}  // namespace sapper
