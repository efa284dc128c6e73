// The rule of two numbers, as Pairs have it, for a word of numbers at a time: where two numbers share as many
// undecided cells as the one still has mines to find and the other safe cells, those are where the one has
// all its mines and the other all its safe cells. So what only the first has is safe. Numbers that are two
// rows and two columns apart share one cell, which is too few.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "board/bitboard.hpp"

namespace sapper {

class BitPairs {
  public:
    // The numbers of a word that still have 1, 2 or 3 to find, of numbers with undecided cells.
    struct Needs {
        std::array<Bits, 3> mines{};
        std::array<Bits, 3> safe{};
    };
    static Needs needs(Bits live, const Bitboard::Numbers<Bits>& number,
                       const Bitboard::Numbers<Bits>& mines_near, const Bitboard::Numbers<Bits>& unsafe_near);

    // Where the other number of a pair lies.
    struct Offset {
        int rows;
        int columns;
    };
    static constexpr std::array<Offset, 10> kOffsets{
        {{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 1}, {1, -1}, {1, 2}, {1, -2}, {2, 1}, {2, -1}}};
    // By offset: the numbers of the word that make a pair with the other one in which only that one's cells
    // are safe, and in which only their own are.
    struct Found {
        std::array<Bits, kOffsets.size()> other_safe;
        std::array<Bits, kOffsets.size()> own_safe;
        bool any;
    };
    // Of the words from this one on, and the undecided cells around it.
    static Found find(const Bitboard& board, const Bitboard::Rows<Bits>& undecided,
                      std::span<const Needs, 3> needs);
};

}  // namespace sapper
