// The values of a walk, layer after layer. What is stored never moves: a large walk would else be copied
// again and again while it grows, and touch three times the memory it needs.
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

    // That many zeros side by side; the newest until the next call.
    Place add(std::size_t count) {
        if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < count) {
            const std::size_t least = blocks_.empty() ? kFirstBlock : std::min(2 * size_, kLargestBlock);
            blocks_.emplace_back().reserve(std::max(count, least));
        }
        std::vector<double>& block = blocks_.back();
        const Place place{static_cast<std::uint32_t>(blocks_.size() - 1),
                          static_cast<std::uint32_t>(block.size())};
        block.resize(block.size() + count, 0.0);
        size_ += count;
        return place;
    }
    // Gives back the end of the newest.
    void give_back(std::size_t count) {
        blocks_.back().resize(blocks_.back().size() - count);
        size_ -= count;
    }
    double* at(Place place) { return blocks_[place.block].data() + place.first; }
    const double* at(Place place) const { return blocks_[place.block].data() + place.first; }
    std::size_t size() const { return size_; }
    // Keeps the first block for what comes.
    void clear() {
        if (blocks_.size() > 1) blocks_.resize(1);
        if (!blocks_.empty()) blocks_.front().clear();
        size_ = 0;
    }

  private:
    static constexpr std::size_t kFirstBlock = std::size_t{1} << 10;
    static constexpr std::size_t kLargestBlock = std::size_t{1} << 20;

    std::vector<std::vector<double>> blocks_;
    std::size_t size_ = 0;
};

}  // namespace sapper
