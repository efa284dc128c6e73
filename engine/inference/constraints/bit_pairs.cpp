#include "inference/constraints/bit_pairs.hpp"

namespace sapper {

namespace {

using Needs = BitPairs::Needs;

// Where one number exceeds another by 1, by 2 and by 3. The difference must be from 1 to 7.
std::array<Bits, 3> differences(Bits among, const Bitboard::Numbers<Bits>& large,
                                const Bitboard::Numbers<Bits>& small) {
    const Bits ones = large[0] ^ small[0];
    const Bits borrowed = ~large[0] & small[0];
    const Bits unequal = large[1] ^ small[1];
    const Bits twos = unequal ^ borrowed;
    const Bits borrowed_again = (~large[1] & small[1]) | (~unequal & borrowed);
    const Bits below_four = among & ~(large[2] ^ small[2] ^ borrowed_again);
    return {below_four & ones & ~twos, below_four & ~ones & twos, below_four & ones & twos};
}

// Applies `change` to every set.
template <typename Change>
Needs each(const Needs& needs, Change change) {
    Needs changed;
    for (std::size_t i = 0; i < needs.mines.size(); ++i) {
        changed.mines[i] = change(needs.mines[i]);
        changed.safe[i] = change(needs.safe[i]);
    }
    return changed;
}

Needs below(const Bitboard& board, const Needs& here, const Needs& after) {
    Needs below;
    for (std::size_t i = 0; i < here.mines.size(); ++i) {
        below.mines[i] = board.rows(Bits{0}, here.mines[i], after.mines[i]).below;
        below.safe[i] = board.rows(Bits{0}, here.safe[i], after.safe[i]).below;
    }
    return below;
}

// Shifts the sets so that each bit stands for the cell that many columns to the right.
Needs right(const Needs& needs, unsigned columns) {
    return each(needs, [columns](Bits bits) { return bits >> columns; });
}
Needs left(const Needs& needs, unsigned columns) {
    return each(needs, [columns](Bits bits) { return bits << columns; });
}

// Where two, three or four cells are shared.
struct Shared {
    Bits two;
    Bits three;
    Bits four;
};

Shared shared(Bits a, Bits b) {
    return {a & b, 0, 0};
}
Shared shared(Bits a, Bits b, Bits c) {
    const Bits all = a & b & c;
    return {((a & b) | ((a | b) & c)) & ~all, all, 0};
}
Shared shared(Bits a, Bits b, Bits c, Bits d) {
    const Bits one = a ^ b;
    const Bits both = a & b;
    const Bits other_one = c ^ d;
    const Bits other_both = c & d;
    const Bits two = (one & other_one) | ((both ^ other_both) & ~(one | other_one));
    return {two, (one & other_both) | (both & other_one), both & other_both};
}

// Where there are as many shared cells as needed safe cells and mines together.
Bits equal(const Shared& shared, const std::array<Bits, 3>& safe, const std::array<Bits, 3>& mines) {
    return (shared.two & safe[0] & mines[0]) |
           (shared.three & ((safe[0] & mines[1]) | (safe[1] & mines[0]))) |
           (shared.four & ((safe[0] & mines[2]) | (safe[1] & mines[1]) | (safe[2] & mines[0])));
}

}  // namespace

BitPairs::Needs BitPairs::needs(Bits live, const Bitboard::Numbers<Bits>& number,
                                const Bitboard::Numbers<Bits>& mines_near,
                                const Bitboard::Numbers<Bits>& unsafe_near) {
    return {differences(live, number, mines_near), differences(live, unsafe_near, number)};
}

BitPairs::Found BitPairs::find(const Bitboard& board, const Bitboard::Rows<Bits>& undecided,
                               std::span<const Needs, 3> needs) {
    const auto& [above, here, under] = undecided;
    const Needs& own = needs[0];
    const Needs next_row = below(board, needs[0], needs[1]);
    const Needs second_row = below(board, next_row, below(board, needs[1], needs[2]));
    Found found;
    Bits any = 0;
    std::size_t at = 0;
    const auto look = [&](const Shared& shared, const Needs& other) {
        found.other_safe[at] = equal(shared, own.safe, other.mines);
        found.own_safe[at] = equal(shared, other.safe, own.mines);
        any |= found.other_safe[at] | found.own_safe[at];
        ++at;
    };
    look(shared(above, above >> 1, under, under >> 1), right(own, 1));
    look(shared(here << 1, here >> 1, under << 1, under >> 1), next_row);
    look(shared(above >> 1, here >> 1, under >> 1), right(own, 2));
    look(shared(under << 1, under, under >> 1), second_row);
    look(shared(here >> 1, under), right(next_row, 1));
    look(shared(here << 1, under), left(next_row, 1));
    look(shared(here >> 1, under >> 1), right(next_row, 2));
    look(shared(here << 1, under << 1), left(next_row, 2));
    look(shared(under, under >> 1), right(second_row, 1));
    look(shared(under, under << 1), left(second_row, 1));
    found.any = any != 0;
    return found;
}

}  // namespace sapper
