// Stores a value for each position, where a position is a fixed number of bytes. Exact: whole keys are stored
// and compared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "util/bits.hpp"

namespace sapper {

class PositionTable {
  public:
    struct Entry {
        std::uint64_t wins = 0;
        bool exact = false;  // otherwise an upper bound
        bool used = false;
    };

    void clear(std::size_t key_bytes) {
        key_bytes_ = key_bytes;
        keys_.clear();
        entries_.clear();
        // A small search does not clear the memory that a large one needed.
        buckets_.assign(std::min(buckets_.size(), kKeptBuckets), 0U);
    }

    // The entry of a key; a new entry is not `used`. Valid until the next call.
    Entry& operator[](std::span<const std::uint8_t> key) {
        if (2 * (entries_.size() + 1) > buckets_.size()) grow();
        std::size_t at = hash_of_bytes(key) & (buckets_.size() - 1);
        for (; buckets_[at] != 0; at = (at + 1) & (buckets_.size() - 1)) {
            if (std::ranges::equal(key_at(buckets_[at] - 1), key)) return entries_[buckets_[at] - 1];
        }
        keys_.insert(keys_.end(), key.begin(), key.end());
        entries_.emplace_back();
        buckets_[at] = static_cast<std::uint32_t>(entries_.size());
        return entries_.back();
    }

    std::size_t bytes() const {
        return keys_.capacity() + entries_.capacity() * sizeof(Entry) +
               buckets_.size() * sizeof(std::uint32_t);
    }

  private:
    static constexpr std::size_t kFirstBuckets = 64;
    static constexpr std::size_t kKeptBuckets = 1024;

    std::span<const std::uint8_t> key_at(std::size_t entry) const {
        return std::span(keys_).subspan(entry * key_bytes_, key_bytes_);
    }

    static std::size_t hash_of_bytes(std::span<const std::uint8_t> key) {
        std::uint64_t hash = key.size();
        for (std::size_t i = 0; i < key.size(); i += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, key.data() + i, std::min<std::size_t>(8, key.size() - i));
            hash = mix(hash, word);
        }
        return static_cast<std::size_t>(hash);
    }

    void grow() {
        buckets_.assign(std::max(kFirstBuckets, 2 * buckets_.size()), 0U);
        for (std::uint32_t i = 0; i < entries_.size(); ++i) {
            std::size_t at = hash_of_bytes(key_at(i)) & (buckets_.size() - 1);
            while (buckets_[at] != 0)
                at = (at + 1) & (buckets_.size() - 1);
            buckets_[at] = i + 1;
        }
    }

    std::size_t key_bytes_ = 0;
    std::vector<std::uint8_t> keys_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> buckets_;  // 1 + entry, or 0
};

}  // namespace sapper
