#include "board/bitboard.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMostColumns = 62;  // and the empty one: a word cannot be shifted by all its bits

}  // namespace

bool Bitboard::can_hold(const Topology& topology) {
    if (!topology.is_square_board() || topology.shape()[1] > kMostColumns) return false;
    const std::size_t rows_a_word = kBits / (topology.shape()[1] + 1);
    return topology.shape()[0] <= (kWords - 2) * rows_a_word;
}

Bitboard::Bitboard(const Topology& topology) {
    const std::size_t columns = topology.shape()[1];
    const std::size_t stride = columns + 1;
    const std::size_t rows_a_word = kBits / stride;
    words_ = (topology.shape()[0] + rows_a_word - 1) / rows_a_word;
    stride_ = static_cast<unsigned>(stride);
    last_ = static_cast<unsigned>((rows_a_word - 1) * stride);
    all_.assign(words_ + 2, 0);
    cells_.assign((words_ + 2) * kBits, 0);
    for (Cell cell = 0; cell < topology.size(); ++cell) {
        const std::size_t row = cell / columns;
        const std::size_t word = row / rows_a_word + 1;
        const std::size_t bit = row % rows_a_word * stride + cell % columns;
        places_.push_back({static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(bit)});
        cells_[word * kBits + bit] = static_cast<std::uint16_t>(cell);
        all_[word] |= Bits{1} << bit;
    }
}

}  // namespace sapper
