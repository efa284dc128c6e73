// Counts the bits of a word that are set. std::popcount calls a library function on the oldest x86-64
// processors, which lack the instruction. Compilers recognise this form and use the instruction where it
// exists.
#pragma once

#include <cstdint>

namespace sapper {

// By pairs, by fours, by eights; the product adds the eight bytes into the highest.
constexpr std::uint32_t count_bits(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<std::uint32_t>(bits * 0x0101010101010101 >> 56);
}

}  // namespace sapper
