// How many bits of a word are set, without a call: std::popcount is one into the compiler's library on
// processors of the common denominator of x86-64, which need not have an instruction for it. Compilers know
// this form and take the instruction where there is one.
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
