// A square board in machine words, so that a few operations handle a whole word of cells and their
// neighbours. A word holds as many whole rows as fit, each followed by an empty column. A set of cells takes
// words 1 to words(), with an empty word before the first and after the last. The functions compute one word
// of a result from the same word of a set and the words before and after it. The bits of a result that stand
// for no cell are undefined.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "util/bits.hpp"

namespace sapper {

// The place of a cell in row-major order.
using Cell = std::uint32_t;
inline constexpr Cell kNoCell = UINT32_MAX;

using Bits = std::uint64_t;

// Two sets side by side. Where the compiler has vectors, an operation on both is one instruction.
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

// `Set` below is Bits or TwoSets.
class Bitboard {
  public:
    // The most words, the empty ones included. So a set of words fits in one word.
    static constexpr std::size_t kWords = 64;
    static constexpr std::size_t kBits = 64;  // in a word

    // True for boards of at most 62 columns whose rows fit in the words.
    static bool can_hold(std::size_t rows, std::size_t columns);
    Bitboard(std::size_t rows, std::size_t columns);

    std::size_t words() const { return words_; }
    // The bits that stand for cells.
    Bits all(std::size_t word) const { return all_[word]; }

    struct Place {
        std::uint8_t word;
        std::uint8_t bit;
    };
    Place place(Cell cell) const { return places_[cell]; }
    std::size_t columns() const { return columns_; }
    Cell cell(std::size_t word, unsigned bit) const { return cells_[word * kBits + bit]; }
    // The cell `rows` rows below and `columns` columns to the right. It must be on the board.
    Cell beside(Cell cell, int rows, int columns) const {
        return static_cast<Cell>(static_cast<int>(cell) + rows * static_cast<int>(columns_) + columns);
    }

    // Adds the cells whose bytes have this bit to a set. `bytes` has one byte for each cell.
    void add(std::span<const std::uint8_t> bytes, unsigned bit, std::span<Bits> set) const;

    // A set shifted so that each bit stands for the cell above, the cell itself, or the cell below.
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

    // A number up to 9 for each cell, as four sets: one for each binary digit, the lowest first.
    template <typename Set>
    using Numbers = std::array<Set, 4>;
    // One number, up to 8, for every cell.
    static const Numbers<Bits>& digits(std::size_t number) { return kDigits[number]; }
    static std::uint32_t at(const Numbers<Bits>& numbers, unsigned bit) {
        const auto digit = [&](std::size_t i) {
            return static_cast<std::uint32_t>(numbers[i] >> bit & 1) << i;
        };
        return digit(0) | digit(1) | digit(2) | digit(3);
    }
    // Counts, for each cell, how many of the cell and its neighbours are in the set.
    template <typename Set>
    static Numbers<Set> count(const Rows<Set>& rows) {
        const Sum<Set> column = sum(rows.above, rows.here, rows.below);
        const Sum<Set> ones = sum(column.ones << 1, column.ones, column.ones >> 1);
        const Sum<Set> twos = sum(column.twos << 1, column.twos, column.twos >> 1);
        const Set carry = twos.ones & ones.twos;
        return {ones.ones, twos.ones ^ ones.twos, twos.twos ^ carry, twos.twos & carry};
    }
    // The cells that are in the set or touch it.
    Bits with_neighbours(Bits before, Bits here, Bits after) const {
        const Rows<Bits> set = rows(before, here, after);
        const Bits column = set.above | set.here | set.below;
        return column | column << 1 | column >> 1;
    }

    // A set in one word and all cells that touch it: those in the word before, in that word and in the word
    // after.
    struct Spread {
        Bits before;
        Bits here;
        Bits after;
    };
    Spread spread(Bits here) const {
        const Bits row = here | here << 1 | here >> 1;
        return {row << last_, row << stride_ | row | row >> stride_, row >> last_};
    }
    // The words that hold a set in one word and the cells that touch it, one bit for each word. May include
    // others.
    Bits words_around(std::size_t word, Bits here) const {
        return (Bits{here << last_ != 0} | Bits{here != 0} << 1 | Bits{here >> last_ != 0} << 2)
                   << (word - 1) &
               all_words_;
    }
    // The words that hold cells, one bit for each word.
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
    unsigned stride_;  // the bits from a row to the next
    unsigned last_;    // the bit where the last row of a word begins
    std::vector<Bits> all_;
    std::vector<Place> places_;
    std::vector<std::uint16_t> cells_;  // by word and bit
};

}  // namespace sapper
