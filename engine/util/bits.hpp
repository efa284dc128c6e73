// Sets as the bits of a word.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace sapper {

constexpr std::uint64_t bit(std::size_t place) {
    return std::uint64_t{1} << place;
}

// The first `count` bits, up to 64.
constexpr std::uint64_t first_bits(std::size_t count) {
    return count == 64 ? ~std::uint64_t{0} : bit(count) - 1;
}

// The place of the lowest set bit. There must be one.
constexpr std::uint32_t lowest(std::uint64_t bits) {
    return static_cast<std::uint32_t>(std::countr_zero(bits));
}

// Calls visit(place) for each set bit, the lowest first.
template <typename Visit>
void for_each_bit(std::uint64_t bits, Visit visit) {
    for (; bits != 0; bits &= bits - 1)
        visit(lowest(bits));
}

// How many bits are set. If the target may lack the instruction, as plain x86-64 does, std::popcount calls a
// library function. Compilers also recognise this form, and use the instruction if they may. It sums pairs,
// fours and bytes; the product adds the eight bytes into the highest.
constexpr std::uint32_t count_bits(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<std::uint32_t>(bits * 0x0101010101010101 >> 56);
}

}  // namespace sapper
