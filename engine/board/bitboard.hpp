// Square boards in machine words: as many whole rows a word as fit, with an empty column behind each, so that
// what cells have to do with their neighbours takes a few operations for a word of them. A set of cells is
// words 1 to words(), with an empty one before the first and one behind the last; of one of its words the
// functions tell from its bits and those of the words before and after. What they tell of bits that stand for
// no cell means nothing.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

using Bits = std::uint64_t;

// The place of the lowest bit that is set; there must be one.
inline unsigned lowest(Bits bits) {
    return static_cast<unsigned>(std::countr_zero(bits));
}

class Bitboard {
  public:
    // At most, with the empty ones: a set of words is a word, too.
    static constexpr std::size_t kWords = 64;
    static constexpr std::size_t kBits = 64;  // in a word

    // At most 62 columns, and no more rows than the words can take.
    static bool can_hold(const Topology& topology);
    explicit Bitboard(const Topology& topology);

    std::size_t words() const { return words_; }
    // The bits that stand for cells.
    Bits all(std::size_t word) const { return all_[word]; }

    struct Place {
        std::uint8_t word;
        std::uint8_t bit;
    };
    Place place(Cell cell) const { return places_[cell]; }
    Cell cell(std::size_t word, unsigned bit) const { return cells_[word * kBits + bit]; }

    // A set as it is above every cell, at it and below it.
    struct Rows {
        Bits above;
        Bits here;
        Bits below;
    };
    Rows rows(Bits before, Bits here, Bits after) const {
        return {here << stride_ | before >> last_, here, here >> stride_ | after << last_};
    }

    // A number up to 9 for each cell: its binary digits, lowest first.
    using Counts = std::array<Bits, 4>;
    static std::uint32_t at(const Counts& counts, unsigned bit) {
        const auto digit = [&](std::size_t i) {
            return static_cast<std::uint32_t>(counts[i] >> bit & 1) << i;
        };
        return digit(0) | digit(1) | digit(2) | digit(3);
    }
    // How many of a cell and its neighbours are in the set.
    static Counts count(const Rows& rows) {
        const Sum column = sum(rows.above, rows.here, rows.below);
        const Sum ones = sum(column.ones << 1, column.ones, column.ones >> 1);
        const Sum twos = sum(column.twos << 1, column.twos, column.twos >> 1);
        const Bits carry = twos.ones & ones.twos;
        return {ones.ones, twos.ones ^ ones.twos, twos.twos ^ carry, twos.twos & carry};
    }
    // The cells that are in the set or touch it.
    Bits widened(Bits before, Bits here, Bits after) const {
        const Rows set = rows(before, here, after);
        const Bits column = set.above | set.here | set.below;
        return column | column << 1 | column >> 1;
    }

    // A set in one word and all that touches it, in that word and the ones before and after.
    struct Spread {
        Bits before;
        Bits here;
        Bits after;
    };
    Spread spread(Bits here) const {
        const Bits row = here | here << 1 | here >> 1;
        return {row << last_, row << stride_ | row | row >> stride_, row >> last_};
    }
    // The words that a set in one of them touches, a bit each; some may be too many.
    Bits words_around(std::size_t word, Bits here) const {
        return (Bits{here << last_ != 0} | Bits{here != 0} << 1 | Bits{here >> last_ != 0} << 2)
               << (word - 1);
    }

  private:
    struct Sum {
        Bits ones;
        Bits twos;
    };
    static Sum sum(Bits a, Bits b, Bits c) { return {a ^ b ^ c, (a & b) | ((a ^ b) & c)}; }

    std::size_t words_;
    unsigned stride_;  // from a row to the next
    unsigned last_;    // where the last row of a word begins
    std::vector<Bits> all_;
    std::vector<Place> places_;
    std::vector<std::uint16_t> cells_;  // of every bit
};

}  // namespace sapper
