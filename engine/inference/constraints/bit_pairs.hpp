// The rule of two numbers (see Pairs) for a word of numbers at a time. It applies if the number of shared
// cells equals the mines that the first number still needs plus the safe cells that the second still needs.
// Then all mines of the first and all safe cells of the second are among the shared cells. So the cells that
// only the first has are safe. Numbers two rows and two columns apart share one cell, too few for the rule.
#pragma once

#include <array>
#include <span>

#include "board/bitboard.hpp"

namespace sapper {

class BitPairs {
  public:
    // The numbers in a word that have undecided cells and still need 1, 2 or 3 mines or safe cells.
    struct Needs {
        std::array<Bits, 3> mines{};
        std::array<Bits, 3> safe{};
    };
    static Needs needs(Bits live, const Bitboard::Numbers<Bits>& number,
                       const Bitboard::Numbers<Bits>& mines_near, const Bitboard::Numbers<Bits>& unsafe_near);

    // Where the second number of a pair lies relative to the first.
    struct Offset {
        int rows;
        int columns;
    };
    static constexpr std::array<Offset, 10> kOffsets{
        {{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 1}, {1, -1}, {1, 2}, {1, -2}, {2, 1}, {2, -1}}};
    // For each offset, the numbers in the word whose pair proves cells safe: cells that only the other number
    // has, or cells that only the number itself has.
    struct Found {
        std::array<Bits, kOffsets.size()> other_safe;
        std::array<Bits, kOffsets.size()> own_safe;
        bool any;
    };
    // `undecided` has the undecided cells of this word and around it; `needs` those of this word and the next
    // two.
    static Found find(const Bitboard& board, const Bitboard::Rows<Bits>& undecided,
                      std::span<const Needs, 3> needs);
};

}  // namespace sapper
