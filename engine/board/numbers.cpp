#include "board/numbers.hpp"

namespace sapper {

// Treats all rows as one line, then subtracts what that adds wrongly at the edges. Compilers turn these plain
// loops over bytes into operations on sixteen bytes.
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

}  // namespace sapper
