// The components of a position, kept up to date as cells are opened. Opening a cell dissolves the components
// it touches; update() finds the new ones around their cells and counts those that were never counted before.
// Every component is an immutable value: taking a change back only brings the replaced ones back.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "inference/components/components.hpp"
#include "inference/constraints/constraints.hpp"
#include "inference/sweep/sweep_cache.hpp"
#include "util/cell_list.hpp"
#include "util/incremental_filter.hpp"
#include "util/limits.hpp"

namespace sapper {

class Frontier {
  public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    struct Part {
        Placement placement;
        std::shared_ptr<const Sweep> sweep;
        std::uint32_t index = 0;       // in parts(), when that was last asked for
        std::uint32_t free_index = 0;  // of a free part, in free_parts()
        std::uint64_t made = 0;        // no two parts share this number, whatever their ids

        // A fixed part holds the same number of mines in every configuration. Neither the mine count nor any
        // other part says anything about its cells.
        bool is_fixed() const { return sweep->counted() && sweep->ways().size() == 1; }

        // Kept here for Probabilities.
        std::vector<Marginal> marginals;
        std::uint64_t position = 0;  // that the marginals belong to; 0 for none
    };

    explicit Frontier(const Topology& topology);
    Frontier(const Frontier&) = delete;
    Frontier& operator=(const Frontier&) = delete;
    Frontier(Frontier&&) = default;
    Frontier& operator=(Frontier&&) = default;

    // Starts over without any parts: costs what was there. The constraints are to list their frontier as
    // changed, as they do after a load().
    void clear();
    // Follows the cells that the constraints list as changed, and clears that list: parts that they touch are
    // dissolved. Costs what changed, however long it is until update().
    void follow(Constraints& constraints);
    enum class Until { done, safe_group_found };
    // Does the same and makes the parts that are missing. May stop once a few new parts were made and one has
    // a safe group: then parts are missing. May throw what counting throws. Either way the work is taken up
    // again by the next call.
    void update(Constraints& constraints, const Limits& limits, Until until = Until::done);
    // False when some component has no configuration; `suspects` are then numbers in conflict.
    bool possible() const { return suspects_.empty(); }
    const std::vector<Cell>& suspects() const { return suspects_; }

    // The parts in use, ordered by their first cell. Valid after update(). Costs their number when any came
    // or went since the last call.
    const std::vector<std::uint32_t>& parts();
    // Their sweeps, in that order.
    std::vector<std::shared_ptr<const Sweep>> sweeps();
    // Those that are not fixed, likewise.
    const std::vector<std::uint32_t>& free_parts();
    // How many are too large to count, and the mines in all that are fixed.
    std::size_t uncounted() const { return uncounted_; }
    std::int64_t fixed_mines() const { return fixed_mines_; }
    // Parts are kept in buckets by their first cell, so that what changes touches few of them.
    std::size_t buckets() const { return buckets_.size(); }
    const std::vector<std::uint32_t>& bucket(std::size_t at) const { return buckets_[at]; }
    // Calls visit(bucket) for each that changed since the last call.
    template <typename Visit>
    void for_each_touched_bucket(Visit visit) {
        for (std::size_t at : touched_)
            visit(at);
        for (std::size_t at : touched_)
            is_touched_[at] = false;
        touched_.clear();
    }
    // Those with a group that is safe whatever the rest of the board holds, in no order. Costs their number.
    const std::vector<std::uint32_t>& parts_with_safe_group();
    const Part& part(std::uint32_t id) const { return *pool_[id]; }
    Part& part(std::uint32_t id) { return *pool_[id]; }
    // Ids are below this.
    std::size_t part_ids() const { return pool_.size(); }
    // Of a frontier cell, after update().
    std::uint32_t part_of(Cell cell) const { return part_of_[cell]; }
    std::uint32_t group_of(Cell cell) const { return group_of_[cell]; }

    // Both expect an updated frontier; pop() takes back all updates since push().
    void push() { levels_.push_back(events_.size()); }
    void pop();

  private:
    struct Event {
        bool created;
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
    static constexpr std::uint32_t kStale = kNone - 1;  // without a part, but listed in stale_

    ComponentFinder finder_;
    SweepCache cache_;
    Component scratch_;
    std::vector<std::unique_ptr<Part>> pool_;
    std::vector<std::uint32_t> spare_;  // ids out of use
    std::uint64_t made_ = 0;            // parts so far
    // Ordered in buckets by first cell, so that a part comes and goes at the same cost on every board.
    std::vector<std::vector<std::uint32_t>> buckets_;
    std::vector<std::uint32_t> order_;  // the buckets end to end
    bool order_current_ = true;
    std::vector<std::uint32_t> free_parts_;
    bool free_current_ = true;  // whether they are in order
    std::size_t uncounted_ = 0;
    std::int64_t fixed_mines_ = 0;
    std::vector<std::size_t> touched_;      // buckets
    std::vector<bool> is_touched_;          // per bucket
    std::vector<std::uint32_t> with_safe_;  // some may be out of use
    std::vector<bool> listed_with_safe_;    // per id
    std::vector<std::uint32_t> part_of_;
    std::vector<std::uint32_t> group_of_;
    CellList stale_;              // all cells of the frontier without a part, and some others
    std::size_t stale_from_ = 0;  // those before are done with
    IncrementalFilter filter_;    // of the rest
    std::vector<Cell> suspects_;
    std::vector<Event> events_;
    std::vector<std::size_t> levels_;
};

}  // namespace sapper
