// Words of 64 bits as small sets, and hashes of them.
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

// Counts the set bits. Without the instruction, as on plain x86-64, std::popcount calls a library function.
// Compilers recognise this form, too, and use the instruction where it exists. It sums pairs, fours and
// bytes; the product adds the eight bytes into the highest.
constexpr std::uint32_t count_bits(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<std::uint32_t>(bits * 0x0101010101010101 >> 56);
}

// These hashes serve only tables that compare whole keys. No result may depend on hash_of(), because
// std::size_t differs between machines.

// Multiplies by 2^64 divided by the golden ratio. The high bits of the result depend on all bits of the word.
constexpr std::uint64_t spread(std::uint64_t word) {
    return word * 0x9e3779b97f4a7c15ULL;
}

// Adds a word to a hash. Folds the high bits of the result into the low ones, which tables use.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    hash = spread(hash ^ word);
    return hash ^ (hash >> 32);
}

// The hash of a range of integers or doubles, with its length.
template <typename Words>
constexpr std::size_t hash_of(const Words& words) {
    std::uint64_t hash = words.size();
    for (const auto word : words) {
        if constexpr (sizeof(word) == sizeof(std::uint64_t)) {
            hash = mix(hash, std::bit_cast<std::uint64_t>(word));
        } else {
            hash = mix(hash, static_cast<std::uint64_t>(word));
        }
    }
    return static_cast<std::size_t>(hash);
}

}  // namespace sapper
