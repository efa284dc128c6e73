// A row of values folded into one, where few change at a time. Partial results are kept in a binary tree
// whose shape depends on the length of the row alone: the same values give the same result to the last bit,
// whatever changed on the way. A change costs the logarithm of the length.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper {

template <typename Value>
class SegmentTree {
  public:
    // All places are touched. To join anything with `nothing` is to leave it as it is.
    explicit SegmentTree(std::size_t length, const Value& nothing = {})
        : first_(std::bit_ceil(length)), nodes_(2 * first_, nothing), touched_(length, false) {
        for (std::size_t place = 0; place < length; ++place)
            touch(place);
    }

    // What stands at this place is out of date.
    void touch(std::size_t place) {
        if (touched_[place]) return;
        touched_[place] = true;
        stale_.push_back(first_ + place);
    }

    // The whole, with make(place) for what is out of date and join(left, right) for two neighbours. What make
    // throws leaves everything as it was.
    template <typename Make, typename Join>
    const Value& operator()(Make make, Join join) {
        for (std::size_t node : stale_)
            nodes_[node] = make(node - first_);
        for (std::size_t node : stale_)
            touched_[node - first_] = false;
        std::ranges::sort(stale_);
        while (!stale_.empty() && stale_.front() > 1) {
            for (std::size_t& node : stale_)
                node /= 2;
            stale_.erase(std::unique(stale_.begin(), stale_.end()), stale_.end());
            for (std::size_t node : stale_)
                nodes_[node] = join(nodes_[2 * node], nodes_[2 * node + 1]);
        }
        stale_.clear();
        return nodes_[1];
    }

  private:
    std::size_t first_;  // of the leaves
    std::vector<Value> nodes_;
    std::vector<bool> touched_;       // per place
    std::vector<std::size_t> stale_;  // their leaves
};

}  // namespace sapper
