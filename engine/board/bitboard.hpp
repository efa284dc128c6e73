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
#include <span>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

using Bits = std::uint64_t;

// The place of the lowest bit that is set; there must be one.
inline unsigned lowest(Bits bits) {
    return static_cast<unsigned>(std::countr_zero(bits));
}

// Two sets side by side, for what is done to both: one instruction where the compiler has vectors.
#if defined(__GNUC__)
using TwoSets = Bits __attribute__((vector_size(16)));
#else
struct TwoSets {
    Bits sets[2];

    Bits operator[](std::size_t i) const { return sets[i]; }
    friend TwoSets operator&(TwoSets a, TwoSets b) { return {a[0] & b[0], a[1] & b[1]}; }
    friend TwoSets operator|(TwoSets a, TwoSets b) { return {a[0] | b[0], a[1] | b[1]}; }
    friend TwoSets operator^(TwoSets a, TwoSets b) { return {a[0] ^ b[0], a[1] ^ b[1]}; }
    friend TwoSets operator<<(TwoSets a, unsigned bits) { return {a[0] << bits, a[1] << bits}; }
    friend TwoSets operator>>(TwoSets a, unsigned bits) { return {a[0] >> bits, a[1] >> bits}; }
};
#endif

// A Set is one of them, or two.
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
    // So many rows below a cell and columns to its right; it must be on the board.
    Cell beside(Cell cell, int rows, int columns) const {
        return static_cast<Cell>(static_cast<int>(cell) + rows * static_cast<int>(columns_) + columns);
    }

    // Adds the cells that are marked, by one byte each, 0 or 1.
    void add(std::span<const std::uint8_t> marked, std::span<Bits> set) const;

    // A set as it is above every cell, at it and below it.
    template <typename Set>
    struct Rows {
        Set above;
        Set here;
        Set below;
    };
    template <typename Set>
    Rows<Set> rows(const Set& before, const Set& here, const Set& after) const {
        return {here << stride_ | before >> last_, here, here >> stride_ | after << last_};
    }

    // A number up to 9 for each cell: its binary digits, lowest first.
    template <typename Set>
    using Numbers = std::array<Set, 4>;
    // The same number, up to 8, for every cell.
    static const Numbers<Bits>& digits(std::size_t number) { return kDigits[number]; }
    static std::uint32_t at(const Numbers<Bits>& numbers, unsigned bit) {
        const auto digit = [&](std::size_t i) {
            return static_cast<std::uint32_t>(numbers[i] >> bit & 1) << i;
        };
        return digit(0) | digit(1) | digit(2) | digit(3);
    }
    // How many of a cell and its neighbours are in each set.
    template <typename Set>
    static Numbers<Set> count(const Rows<Set>& rows) {
        const Sum<Set> column = sum(rows.above, rows.here, rows.below);
        const Sum<Set> ones = sum(column.ones << 1, column.ones, column.ones >> 1);
        const Sum<Set> twos = sum(column.twos << 1, column.twos, column.twos >> 1);
        const Set carry = twos.ones & ones.twos;
        return {ones.ones, twos.ones ^ ones.twos, twos.twos ^ carry, twos.twos & carry};
    }
    // The cells that are in the set or touch it.
    Bits widened(Bits before, Bits here, Bits after) const {
        const Rows<Bits> set = rows(before, here, after);
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
                   << (word - 1) &
               all_words_;
    }
    // All but the empty ones, a bit each.
    Bits all_words() const { return all_words_; }

  private:
    template <typename Set>
    struct Sum {
        Set ones;
        Set twos;
    };
    template <typename Set>
    static Sum<Set> sum(const Set& a, const Set& b, const Set& c) {
        return {a ^ b ^ c, (a & b) | ((a ^ b) & c)};
    }
    static constexpr std::array<Numbers<Bits>, 9> kDigits = [] {
        std::array<Numbers<Bits>, 9> digits{};
        for (std::size_t number = 0; number < digits.size(); ++number) {
            for (std::size_t i = 0; i < digits[number].size(); ++i)
                digits[number][i] = Bits{0} - (number >> i & 1);
        }
        return digits;
    }();

    std::size_t columns_;
    std::size_t words_;
    Bits all_words_;
    unsigned stride_;  // from a row to the next
    unsigned last_;    // where the last row of a word begins
    std::vector<Bits> all_;
    std::vector<Place> places_;
    std::vector<std::uint16_t> cells_;  // of every bit
};

}  // namespace sapper
