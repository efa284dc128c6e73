// Hashes keys made of words, for tables that compare whole keys. No result may depend on hash_of(), because
// std::size_t differs between machines.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace sapper {

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
