// A segment tree: combines a row of values, few of which change at a time. Its shape depends only on the
// length of the row, so equal values give the same result to the bit, whatever changed before. A change costs
// time proportional to the logarithm of the length.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace sapper {

template <typename Value>
class SegmentTree {
  public:
    // All places start out of date. join() of a value with `nothing` must leave the value unchanged.
    explicit SegmentTree(std::size_t length, const Value& nothing = {})
        : first_(std::bit_ceil(length)), nodes_(2 * first_, nothing), touched_(length, false) {
        for (std::size_t place = 0; place < length; ++place)
            touch(place);
    }

    // Marks the value at this place as out of date.
    void touch(std::size_t place) {
        if (touched_[place]) return;
        touched_[place] = true;
        stale_.push_back(first_ + place);
    }

    // The combination of all values. Calls make(place) for values that are out of date and join(left, right)
    // for two neighbours. If make throws, all values that were out of date still are.
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
    std::vector<std::size_t> stale_;  // leaves of the touched places
};

}  // namespace sapper
