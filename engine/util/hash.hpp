// The hash of keys made of words, for tables that compare whole keys: no result may depend on hash_of(), as
// its size is that of the machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace sapper {

// Multiplies by 2^64 divided by the golden ratio. The high bits of the result depend on all bits of the word.
constexpr std::uint64_t spread(std::uint64_t word) {
    return word * 0x9e3779b97f4a7c15ULL;
}

// Adds a word to a hash. Tables take the low bits of the result, so the high ones are folded into them.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    hash = spread(hash ^ word);
    return hash ^ (hash >> 32);
}

// Of a range of integers or doubles, its length included.
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
