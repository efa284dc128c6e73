#include "board/openings.hpp"

#include <algorithm>

namespace sapper {

// Treats all rows as one line, then subtracts the mines that it counted across the edges. Compilers turn
// these plain loops over bytes into operations on sixteen bytes.
void NumberCounter::operator()(std::size_t columns, std::span<const std::uint8_t> mined,
                               std::vector<Mark>& numbers) {
    const std::size_t size = mined.size();
    numbers.resize(size);
    sums_.assign(size + 2, 0);
    const std::uint8_t* const mines = mined.data();
    std::uint8_t* const sums = sums_.data() + 1;
    for (std::size_t i = 0; i < size; ++i)
        sums[i] = mines[i];
    for (std::size_t i = columns; i < size; ++i)
        sums[i] = static_cast<std::uint8_t>(sums[i] + mines[i - columns]);
    for (std::size_t i = columns; i < size; ++i)
        sums[i - columns] = static_cast<std::uint8_t>(sums[i - columns] + mines[i]);
    const std::uint8_t* const left = sums - 1;
    const std::uint8_t* const right = sums + 1;
    for (std::size_t i = 0; i < size; ++i)
        numbers[i] = static_cast<Mark>(left[i] + sums[i] + right[i] - mines[i]);
    for (std::size_t first = 0; first < size; first += columns) {
        const std::size_t last = first + columns - 1;
        numbers[first] = static_cast<Mark>(numbers[first] - left[first]);
        numbers[last] = static_cast<Mark>(numbers[last] - right[last]);
    }
}

Cascade::Cascade(const Topology& topology)
    : board_(topology.bitboard()), shut_(board_->words() + 2, 0), reached_(board_->words() + 2, 0) {}

void Cascade::reset(std::span<const std::uint8_t> mined) {
    std::vector<Bits>& mines = reached_;
    board_->add(mined, mines);
    for (std::size_t word = 1; word <= board_->words(); ++word)
        shut_[word] =
            board_->all(word) & ~board_->with_neighbours(mines[word - 1], mines[word], mines[word + 1]);
    std::ranges::fill(mines, 0);
}

void Cascade::stop_at(Cell zero) {
    const Bitboard::Place place = board_->place(zero);
    shut_[place.word] &= ~(Bits{1} << place.bit);
}

void Cascade::pass(Cell zero) {
    const Bitboard::Place place = board_->place(zero);
    shut_[place.word] |= Bits{1} << place.bit;
}

void Cascade::follow(Cell zero, const Mark* marks, CellList& opened) {
    for_each_bit(spread(zero), [&](std::size_t word) {
        const Bits around = board_->with_neighbours(reached_[word - 1], reached_[word], reached_[word + 1]) &
                            board_->all(word);
        Cell* end = opened.room(Bitboard::kBits);
        for_each_bit(around, [&](std::uint32_t at) {
            const Cell cell = board_->cell(word, at);
            *end = cell;
            end += may_open(marks[cell]);
        });
        opened.end_at(end);
    });
    std::ranges::fill(reached_, 0);
}

// Spreads within a word as far as possible before it looks at the next one. Returns the words that hold the
// zeros that it reaches, or cells around them.
Bits Cascade::spread(Cell zero) {
    const Bitboard::Place place = board_->place(zero);
    reached_[place.word] = Bits{1} << place.bit;
    shut_[place.word] &= ~reached_[place.word];
    Bits touched = board_->words_around(place.word, reached_[place.word]);
    for (Bits stale = touched; stale != 0;) {
        const std::size_t word = lowest(stale);
        stale &= stale - 1;
        Bits shut = shut_[word];
        Bits fresh = board_->with_neighbours(reached_[word - 1], reached_[word], reached_[word + 1]) & shut;
        while (fresh != 0) {
            shut ^= fresh;
            fresh = board_->with_neighbours(0, fresh, 0) & shut;
        }
        const Bits entered = shut_[word] ^ shut;
        reached_[word] |= entered;
        shut_[word] = shut;
        const Bits around = board_->words_around(word, entered);
        touched |= around;
        stale |= around & ~(Bits{1} << word);
    }
    return touched;
}

}  // namespace sapper
