#include "inference/frontier.hpp"

#include <algorithm>

#include "util/lists.hpp"

namespace sapper {

Frontier::Frontier(const Topology& topology)
    : finder_(topology),
      buckets_((topology.size() >> kBucketBits) + 1),
      is_dirty_(buckets_.size(), false),
      part_of_(topology.size(), kNone),
      group_of_(topology.size(), 0) {}

// Lists a cell that needs a new part. A cell outside the frontier joins the list when it changes again.
// Returns the end of the list.
inline Cell* Frontier::add_stale(const Constraints& constraints, Cell cell, Cell* end) {
    const bool has_no_part = part_of_[cell] == kNone, in_frontier = constraints.in_frontier(cell);
    const bool fresh = has_no_part & in_frontier;
    part_of_[cell] -= static_cast<std::uint32_t>(fresh);  // from kNone to kStale
    *end = cell;
    return end + fresh;
}

void Frontier::clear() {
    levels_.clear();
    events_.clear();
    suspects_.clear();
    drop_stale();
    for (std::vector<std::uint32_t>& bucket : buckets_) {
        while (!bucket.empty()) {
            const std::uint32_t id = bucket.back();
            take(id);
            spare_.push_back(id);
        }
    }
}

void Frontier::follow(Constraints& constraints) {
    CellList& changes = constraints.changes();
    Cell* end = stale_.room(changes.size());
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const Cell cell = changes[i];
        if (part_of_[cell] < kStale) {
            stale_.end_at(end);
            dissolve(constraints, part_of_[cell]);
            end = stale_.room(changes.size() - i);
        } else {
            end = add_stale(constraints, cell, end);
        }
    }
    stale_.end_at(end);
    changes.clear();
    filter_stale(constraints);
}

void Frontier::update(Constraints& constraints, const Limits& limits, Until until) {
    // An earlier stop would save nothing.
    constexpr std::size_t kParts = 8;
    follow(constraints);
    std::size_t new_parts = 0;
    bool has_safe_group = false;
    for (; stale_from_ < stale_.size(); ++stale_from_) {
        if (until == Until::safe_group && has_safe_group && new_parts >= kParts) return;
        const Cell cell = stale_[stale_from_];
        if (part_of_[cell] != kStale) continue;
        if (!constraints.in_frontier(cell)) {
            part_of_[cell] = kNone;
            continue;
        }
        has_safe_group |= create(constraints, cell, limits);
        ++new_parts;
        if (!possible()) break;
    }
    drop_stale();
}

void Frontier::dissolve(const Constraints& constraints, std::uint32_t id) {
    take(id);
    const std::vector<Cell>& cells = pool_[id]->placement.cells;
    Cell* end = stale_.room(cells.size());
    for (Cell cell : cells)
        end = add_stale(constraints, cell, end);
    stale_.end_at(end);
    if (levels_.empty()) {
        spare_.push_back(id);
    } else {
        events_.push_back({false, id});
    }
}

void Frontier::drop_stale() {
    for (; stale_from_ < stale_.size(); ++stale_from_) {
        std::uint32_t& part = part_of_[stale_[stale_from_]];
        if (part == kStale) part = kNone;
    }
    stale_.clear();
    stale_from_ = 0;
}

void Frontier::filter_stale(const Constraints& constraints) {
    if (2 * stale_from_ > stale_.size()) {
        stale_.drop_first(stale_from_);
        stale_from_ = 0;
    }
    filter_(stale_, stale_from_, [&](Cell cell) {
        if (part_of_[cell] == kStale && !constraints.in_frontier(cell)) part_of_[cell] = kNone;
        return part_of_[cell] == kStale;
    });
}

// Returns whether the new part has a safe group.
bool Frontier::create(const Constraints& constraints, Cell cell, const Limits& limits) {
    const std::uint32_t id = spare_id();
    Part& part = *pool_[id];
    const bool agree = finder_.find(constraints, cell, scratch_, part.placement, limits);
    if (agree) part.sweep = cache_.find(scratch_, limits);
    part.position = 0;
    part.serial = ++last_serial_;
    if (!agree || !part.sweep->possible()) {
        suspects_.assign(finder_.numbers().begin(), finder_.numbers().end());
        return false;
    }
    spare_.pop_back();
    put(id);
    if (!levels_.empty()) events_.push_back({true, id});
    return part.sweep->has_safe_group();
}

// The last of the spare ids. The caller removes it from there.
std::uint32_t Frontier::spare_id() {
    if (spare_.empty()) {
        spare_.push_back(static_cast<std::uint32_t>(pool_.size()));
        pool_.push_back(std::make_unique<Part>());
        listed_with_safe_.push_back(false);
    }
    return spare_.back();
}

void Frontier::put(std::uint32_t id) {
    const Placement& placement = pool_[id]->placement;
    for (std::uint32_t group = 0; group < placement.groups(); ++group) {
        for (Cell cell : placement.cells_of(group)) {
            part_of_[cell] = id;
            group_of_[cell] = group;
        }
    }
    const std::size_t at = placement.first_cell() >> kBucketBits;
    std::vector<std::uint32_t>& bucket = buckets_[at];
    bucket.insert(std::ranges::lower_bound(bucket, placement.first_cell(), {}, first_cell_of()), id);
    order_current_ = false;
    touch(at);
    Part& part = *pool_[id];
    if (part.is_fixed()) {
        fixed_mines_ += part.sweep->least_mines();
    } else {
        part.free_index = static_cast<std::uint32_t>(free_parts_.size());
        free_parts_.push_back(id);
        free_current_ = false;
        uncounted_parts_ += !part.sweep->is_counted();
    }
    if (part.sweep->has_safe_group() && !listed_with_safe_[id]) {
        listed_with_safe_[id] = true;
        with_safe_.push_back(id);
    }
}

void Frontier::take(std::uint32_t id) {
    const Part& part = *pool_[id];
    const Placement& placement = part.placement;
    for (Cell cell : placement.cells)
        part_of_[cell] = kNone;
    const std::size_t at = placement.first_cell() >> kBucketBits;
    std::vector<std::uint32_t>& bucket = buckets_[at];
    bucket.erase(std::ranges::lower_bound(bucket, placement.first_cell(), {}, first_cell_of()));
    order_current_ = false;
    touch(at);
    if (part.is_fixed()) {
        fixed_mines_ -= part.sweep->least_mines();
        return;
    }
    const std::uint32_t last = free_parts_.back();
    free_parts_[part.free_index] = last;
    pool_[last]->free_index = part.free_index;
    free_parts_.pop_back();
    free_current_ = false;
    uncounted_parts_ -= !part.sweep->is_counted();
}

void Frontier::touch(std::size_t bucket) {
    if (is_dirty_[bucket]) return;
    is_dirty_[bucket] = true;
    dirty_.push_back(bucket);
}

const std::vector<std::uint32_t>& Frontier::parts() {
    if (!order_current_) {
        order_.clear();
        for (const std::vector<std::uint32_t>& bucket : buckets_)
            append(order_, bucket);
        for (std::uint32_t index = 0; index < order_.size(); ++index)
            pool_[order_[index]]->index = index;
        order_current_ = true;
    }
    return order_;
}

std::vector<std::shared_ptr<const Sweep>> Frontier::sweeps() {
    std::vector<std::shared_ptr<const Sweep>> sweeps;
    sweeps.reserve(parts().size());
    for (std::uint32_t id : parts())
        sweeps.push_back(pool_[id]->sweep);
    return sweeps;
}

const std::vector<std::uint32_t>& Frontier::free_parts() {
    if (!free_current_) {
        std::ranges::sort(free_parts_, {}, first_cell_of());
        for (std::uint32_t index = 0; index < free_parts_.size(); ++index)
            pool_[free_parts_[index]]->free_index = index;
        free_current_ = true;
    }
    return free_parts_;
}

const std::vector<std::uint32_t>& Frontier::parts_with_safe_group() {
    std::erase_if(with_safe_, [this](std::uint32_t id) {
        const bool stays = in_use(id) && pool_[id]->sweep->has_safe_group();
        listed_with_safe_[id] = stays;
        return !stays;
    });
    return with_safe_;
}

bool Frontier::in_use(std::uint32_t id) const {
    return part_of_[pool_[id]->placement.first_cell()] == id;
}

void Frontier::pop() {
    const std::size_t first = levels_.back();
    levels_.pop_back();
    for (std::size_t i = events_.size(); i-- > first;) {
        const Event& event = events_[i];
        if (event.is_new) {
            take(event.id);
            spare_.push_back(event.id);
        } else {
            put(event.id);
        }
    }
    events_.resize(first);
    drop_stale();
    suspects_.clear();
}

}  // namespace sapper
