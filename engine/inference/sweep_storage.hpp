// The states and values that a sweep stores, and how it keeps the values inside the range of a double.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "util/bits.hpp"

namespace sapper {

template <std::size_t Words>
using StateKey = std::array<std::uint64_t, Words>;

// The states of one layer of a sweep: packed keys, numbered in the order of first appearance. It compares few
// states one by one, and finds more by hashing.
template <std::size_t Words>
class StateTable {
  public:
    using Key = StateKey<Words>;

    void clear() {
        keys_.clear();
        used_buckets_ = 0;
    }

    // The number of a state. A new state gets the next number.
    std::uint32_t number(const Key& key) {
        if (used_buckets_ == 0) {
            const auto size = static_cast<std::uint32_t>(keys_.size());
            // Finds the state without a branch, because whether it is new cannot be predicted.
            std::uint32_t number = size;
            for (std::uint32_t i = 0; i < size; ++i)
                number = keys_[i] == key ? i : number;
            if (number < size) return number;
            keys_.push_back(key);
            if (keys_.size() > kFew) rehash(8 * kFew);
            return number;
        }
        std::size_t at = hash_of(key) & (used_buckets_ - 1);
        for (; buckets_[at] != 0; at = (at + 1) & (used_buckets_ - 1)) {
            if (keys_[buckets_[at] - 1] == key) return buckets_[at] - 1;
        }
        keys_.push_back(key);
        const auto number = static_cast<std::uint32_t>(keys_.size());
        buckets_[at] = number;
        if (2 * keys_.size() > used_buckets_) rehash(4 * used_buckets_);
        return number - 1;
    }

    const std::vector<Key>& keys() const { return keys_; }

    // Keeps the states with these ascending numbers, renumbers them and drops the others. Call clear() before
    // adding states again.
    void keep(std::span<const std::uint32_t> numbers) {
        for (std::uint32_t i = 0; i < numbers.size(); ++i)
            keys_[i] = keys_[numbers[i]];
        keys_.resize(numbers.size());
    }

  private:
    static constexpr std::size_t kFew = 8;

    void rehash(std::size_t buckets) {
        if (buckets_.size() < buckets) buckets_.resize(buckets);
        used_buckets_ = buckets;
        std::fill_n(buckets_.begin(), buckets, 0U);
        for (std::uint32_t i = 0; i < keys_.size(); ++i) {
            std::size_t at = hash_of(keys_[i]) & (buckets - 1);
            while (buckets_[at] != 0)
                at = (at + 1) & (buckets - 1);
            buckets_[at] = i + 1;
        }
    }

    std::vector<Key> keys_;
    std::vector<std::uint32_t> buckets_;  // 1 + number of the state, or 0
    std::size_t used_buckets_ = 0;        // a power of two, or 0 while there are few states
};

// The values of a sweep, layer after layer. They never move: otherwise a growing sweep would copy them again
// and again, and use three times its memory.
class ValueBlocks {
  public:
    struct Place {
        std::uint32_t block = 0;
        std::uint32_t first = 0;
    };

    // Adds `count` zeros side by side. They stay the newest until the next call.
    Place add(std::size_t count) {
        if (newest().capacity() - newest().size() < count) {
            if (size_ > 0) more_.emplace_back();
            newest().reserve(std::max(count, std::clamp(2 * size_, kFirstBlock, kLargestBlock)));
        }
        std::vector<double>& block = newest();
        const Place place{static_cast<std::uint32_t>(more_.size()), static_cast<std::uint32_t>(block.size())};
        block.resize(block.size() + count, 0.0);
        size_ += count;
        return place;
    }
    // Removes `count` values from the end of the newest ones.
    void give_back(std::size_t count) {
        newest().resize(newest().size() - count);
        size_ -= count;
    }
    double* at(Place place) {
        return (place.block == 0 ? first_ : more_[place.block - 1]).data() + place.first;
    }
    const double* at(Place place) const {
        return (place.block == 0 ? first_ : more_[place.block - 1]).data() + place.first;
    }
    std::size_t size() const { return size_; }
    // Keeps the memory of the first block.
    void clear() {
        first_.clear();
        more_.clear();
        size_ = 0;
    }

  private:
    static constexpr std::size_t kFirstBlock = std::size_t{1} << 10;
    static constexpr std::size_t kLargestBlock = std::size_t{1} << 20;

    std::vector<double>& newest() { return more_.empty() ? first_ : more_.back(); }

    std::vector<double> first_;  // most sweeps have no other
    std::vector<std::vector<double>> more_;
    std::size_t size_ = 0;
};

// Over n cells no count exceeds 2^n, and marginals multiply the counts of both directions and a binomial.
// That product does not overflow if counts are scaled at least once in this many cells.
inline constexpr std::uint32_t kCellsBetweenScalings = 460;

// Divides by 2^exponent. Positive values stay positive.
inline void divide_by_power(std::span<double> values, int exponent) {
    for (double& value : values) {
        if (value > 0) value = std::max(std::ldexp(value, -exponent), std::numeric_limits<double>::min());
    }
}

// Divides by a power of two so that the largest value lies in [0.5, 1), and returns the exponent.
inline int scale_down(std::span<double> values) {
    const double largest = *std::ranges::max_element(values);
    int exponent = 0;
    std::frexp(largest, &exponent);
    divide_by_power(values, exponent);
    return exponent;
}

// Divides all lists by one power of two so that the largest value lies in [0.5, 1).
inline void scale_down_together(std::span<std::vector<double>> lists) {
    double largest = 0;
    for (const std::vector<double>& list : lists)
        largest = std::max(largest, *std::ranges::max_element(list));
    int exponent = 0;
    std::frexp(largest, &exponent);
    for (std::vector<double>& list : lists)
        divide_by_power(list, exponent);
}

}  // namespace sapper
