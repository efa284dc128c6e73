#include "board/bitboard.hpp"

namespace sapper {

namespace {

// A row takes one more bit, its empty column. It has at most 63 bits, because a word cannot be shifted by all
// its bits.
constexpr std::size_t kMostColumns = 62;

// Packs one bit of each of eight bytes into eight bits. The product moves all of them into its highest byte.
// The loads are written out so that compilers merge them into one.
Bits eight(const std::uint8_t* bytes, unsigned bit) {
    const auto byte = [bytes](unsigned i) { return Bits{bytes[i]} << 8 * i; };
    const Bits together = byte(0) | byte(1) | byte(2) | byte(3) | byte(4) | byte(5) | byte(6) | byte(7);
    return (together >> bit & 0x0101010101010101) * 0x0102040810204080 >> 56;
}

}  // namespace

bool Bitboard::can_hold(std::size_t rows, std::size_t columns) {
    return columns <= kMostColumns && rows <= (kWords - 2) * (kBits / (columns + 1));
}

Bitboard::Bitboard(std::size_t rows, std::size_t columns) : columns_(columns) {
    const std::size_t stride = columns_ + 1;
    const std::size_t rows_a_word = kBits / stride;
    words_ = (rows + rows_a_word - 1) / rows_a_word;
    all_words_ = ~Bits{0} >> (kWords - 1 - words_) & ~Bits{1};
    stride_ = static_cast<unsigned>(stride);
    last_ = static_cast<unsigned>((rows_a_word - 1) * stride);
    all_.assign(words_ + 2, 0);
    places_.reserve(rows * columns);
    cells_.assign((words_ + 2) * kBits, 0);
    for (Cell cell = 0; cell < rows * columns; ++cell) {
        const std::size_t row = cell / columns_;
        const std::size_t word = row / rows_a_word + 1;
        const std::size_t bit = row % rows_a_word * stride + cell % columns_;
        places_.push_back({static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(bit)});
        cells_[word * kBits + bit] = static_cast<std::uint16_t>(cell);
        all_[word] |= Bits{1} << bit;
    }
}

void Bitboard::add(std::span<const std::uint8_t> bytes, unsigned bit, std::span<Bits> set) const {
    for (std::size_t first = 0; first < bytes.size(); first += columns_) {
        const Place start = places_[first];
        const std::uint8_t* const row = &bytes[first];
        Bits bits = 0;
        if (columns_ >= 8) {
            for (std::size_t column = 0; column + 8 < columns_; column += 8)
                bits |= eight(row + column, bit) << column;
            bits |= eight(row + columns_ - 8, bit) << (columns_ - 8);  // may overlap those before
        } else {
            for (std::size_t column = 0; column < columns_; ++column)
                bits |= Bits{row[column] >> bit & 1U} << column;
        }
        set[start.word] |= bits << start.bit;
    }
}

}  // namespace sapper
