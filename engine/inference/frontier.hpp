// The components of a position (parts), brought up to date as cells are opened. To open a cell dissolves the
// parts that it touches. update() finds the new parts among their cells and counts them. A part never
// changes, so pop() can restore the old parts.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "board/cell_list.hpp"
#include "inference/components.hpp"
#include "inference/constraints.hpp"
#include "inference/sweep_builder.hpp"
#include "util/limits.hpp"

namespace sapper {

// A segment tree: combines a row of values, few of which change at a time. Its shape depends only on the
// length of the row, so equal values give the same result to the bit, whatever changed before. A change costs
// time proportional to the logarithm of the length.
template <typename Value>
class SegmentTree {
  public:
    // All places start out of date. join() of a value with `nothing` must leave the value unchanged.
    explicit SegmentTree(std::size_t length, const Value& nothing = {})
        : first_(std::bit_ceil(length)), nodes_(2 * first_, nothing), dirty_(length, false) {
        for (std::size_t place = 0; place < length; ++place)
            touch(place);
    }

    // Marks the value at this place as out of date.
    void touch(std::size_t place) {
        if (dirty_[place]) return;
        dirty_[place] = true;
        stale_.push_back(first_ + place);
    }

    // The combination of all values. Calls make(place) for values that are out of date and join(left, right)
    // for two neighbours. If make throws, all values that were out of date still are.
    template <typename Make, typename Join>
    const Value& operator()(Make make, Join join) {
        for (std::size_t node : stale_)
            nodes_[node] = make(node - first_);
        for (std::size_t node : stale_)
            dirty_[node - first_] = false;
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
    std::vector<bool> dirty_;         // per place
    std::vector<std::size_t> stale_;  // leaves of the touched places
};

class Frontier {
  public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    struct Part {
        Placement placement;
        std::shared_ptr<const Sweep> sweep;
        std::uint32_t index = 0;       // in parts(), at its last call
        std::uint32_t free_index = 0;  // of a free part, in free_parts()
        std::uint64_t serial = 0;      // a number that no other part has, whatever its id

        // A fixed part holds the same number of mines in every configuration. Neither the mine count nor any
        // other part says anything about its cells.
        bool is_fixed() const { return sweep->is_counted() && sweep->ways().size() == 1; }

        // A store for Probabilities.
        std::vector<Marginal> marginals;
        std::uint64_t position = 0;  // to which the marginals belong; 0 for none
    };

    explicit Frontier(const Topology& topology);
    Frontier(const Frontier&) = delete;
    Frontier& operator=(const Frontier&) = delete;
    Frontier(Frontier&&) = default;
    Frontier& operator=(Frontier&&) = default;

    // Starts over without any parts. Takes time proportional to the parts that it drops. Afterwards the
    // constraints must list their frontier as changed, as they do after load().
    void clear();
    // Dissolves the parts that the changed cells of the constraints touch, and clears the list of those
    // cells. Takes time proportional to the changes, however late update() comes.
    void follow(Constraints& constraints);
    enum class Until { end, safe_group };
    // Calls follow() and makes the missing parts. With `safe_group` it may stop early, once it has made a few
    // parts and one of them has a safe group. May throw what counting throws. In both cases the next call
    // continues the work.
    void update(Constraints& constraints, const Limits& limits, Until until = Until::end);
    // False if some component has no configuration. suspects() are then numbers in conflict.
    bool possible() const { return suspects_.empty(); }
    const std::vector<Cell>& suspects() const { return suspects_; }

    // The ids of all parts in the order of their first cells. Valid after update(). If a part changed since
    // the last call, takes time proportional to the number of parts.
    const std::vector<std::uint32_t>& parts();
    // The sweeps of parts(), in the same order.
    std::vector<std::shared_ptr<const Sweep>> sweeps();
    // The ids of the parts that are not fixed, in the same order.
    const std::vector<std::uint32_t>& free_parts();
    // How many parts are too large to count, and how many mines the fixed parts hold.
    std::size_t uncounted_parts() const { return uncounted_parts_; }
    std::int64_t fixed_mines() const { return fixed_mines_; }
    // Parts lie in buckets by their first cells, so that a change touches few buckets.
    std::size_t buckets() const { return buckets_.size(); }
    const std::vector<std::uint32_t>& bucket(std::size_t at) const { return buckets_[at]; }
    // Calls visit(bucket) for each bucket that changed since the last call.
    template <typename Visit>
    void for_each_dirty_bucket(Visit visit) {
        for (std::size_t at : dirty_)
            visit(at);
        for (std::size_t at : dirty_)
            is_dirty_[at] = false;
        dirty_.clear();
    }
    // The ids, in no particular order, of the parts with a group that is safe whatever the rest of the board
    // holds. Takes time proportional to their number.
    const std::vector<std::uint32_t>& parts_with_safe_group();
    const Part& part(std::uint32_t id) const { return *pool_[id]; }
    Part& part(std::uint32_t id) { return *pool_[id]; }
    // All ids are below this.
    std::size_t part_ids() const { return pool_.size(); }
    // The part and the group of a frontier cell, after update().
    std::uint32_t part_of(Cell cell) const { return part_of_[cell]; }
    std::uint32_t group_of(Cell cell) const { return group_of_[cell]; }

    // push() needs an updated frontier. pop() takes back all updates since then.
    void push() { levels_.push_back(events_.size()); }
    void pop();

  private:
    struct Event {
        bool is_new;
        std::uint32_t id;
    };

    void dissolve(const Constraints& constraints, std::uint32_t id);
    Cell* add_stale(const Constraints& constraints, Cell cell, Cell* end);
    void drop_stale();
    void filter_stale(const Constraints& constraints);
    bool create(const Constraints& constraints, Cell cell, const Limits& limits);
    void put(std::uint32_t id);
    void take(std::uint32_t id);
    void touch(std::size_t bucket);
    auto first_cell_of() const {
        return [this](std::uint32_t id) { return pool_[id]->placement.first_cell(); };
    }
    std::uint32_t spare_id();
    bool in_use(std::uint32_t id) const;

    static constexpr std::uint32_t kBucketBits = 12;
    static constexpr std::uint32_t kStale = kNone - 1;  // no part yet, and listed in stale_

    ComponentFinder finder_;
    SweepCache cache_;
    Component scratch_;
    std::vector<std::unique_ptr<Part>> pool_;
    std::vector<std::uint32_t> spare_;  // ids out of use
    std::uint64_t last_serial_ = 0;     // the number of parts made so far
    // Each bucket is sorted by first cells, so that to add a part costs the same on every board.
    std::vector<std::vector<std::uint32_t>> buckets_;
    std::vector<std::uint32_t> order_;  // the ids of all buckets, in order
    bool order_current_ = true;
    std::vector<std::uint32_t> free_parts_;
    bool free_current_ = true;  // whether free_parts_ is in order
    std::size_t uncounted_parts_ = 0;
    std::int64_t fixed_mines_ = 0;
    std::vector<std::size_t> dirty_;        // buckets
    std::vector<bool> is_dirty_;            // per bucket
    std::vector<std::uint32_t> with_safe_;  // ids with a safe group; some are out of use
    std::vector<bool> listed_with_safe_;    // per id
    std::vector<std::uint32_t> part_of_;
    std::vector<std::uint32_t> group_of_;
    CellList stale_;              // all frontier cells without a part, and some other cells
    std::size_t stale_from_ = 0;  // cells before this place are done
    IncrementalFilter filter_;    // of the cells after it
    std::vector<Cell> suspects_;
    std::vector<Event> events_;
    std::vector<std::size_t> levels_;
};

}  // namespace sapper
