// The values of a sweep, layer after layer. Stored values never move: otherwise a growing sweep would be
// copied again and again, and use three times its memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper {

class ValueBlocks {
  public:
    struct Place {
        std::uint32_t block = 0;
        std::uint32_t first = 0;
    };

    // Adds that many zeros side by side. They stay the newest until the next call.
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
    // Removes that many values from the end of the newest ones.
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

}  // namespace sapper
