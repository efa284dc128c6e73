#include "minefields/solved_counter.hpp"

#include <algorithm>

namespace sapper {

SolvedCounter::SolvedCounter(const Topology& topology, std::span<const std::uint8_t> mined)
    : first_(topology.size(), kNone), is_open_(topology.size()) {
    const auto is_zero = [&](Cell cell) {
        const auto& around = topology.neighbours(cell);
        return !mined[cell] &&
               std::none_of(around.begin(), around.end(), [&](Cell other) { return mined[other]; });
    };
    std::vector<Cell> queue;
    for (Cell start = 0; start < topology.size(); ++start) {
        if (first_[start] != kNone || !is_zero(start)) continue;
        left_.push_back(0);
        add(start);
        queue.assign(1, start);
        while (!queue.empty()) {
            const Cell zero = queue.back();
            queue.pop_back();
            for (const Cell other : topology.neighbours(zero)) {
                const bool is_new =
                    first_[other] == kNone || parts_[first_[other]].opening + 1 < left_.size();
                if (!is_new) continue;
                add(other);
                if (is_zero(other)) queue.push_back(other);
            }
        }
    }
}

// Adds a cell to the last opening.
void SolvedCounter::add(Cell cell) {
    parts_.push_back({static_cast<std::uint32_t>(left_.size() - 1), first_[cell]});
    first_[cell] = static_cast<std::uint32_t>(parts_.size() - 1);
    ++left_.back();
}

void SolvedCounter::follow(std::span<const Cell> changed, std::span<const Mark> marks) {
    for (const Cell cell : changed) {
        if (!is_number(marks[cell]) || is_open_[cell]) continue;
        is_open_[cell] = true;
        solved_ += first_[cell] == kNone;
        for (std::uint32_t part = first_[cell]; part != kNone; part = parts_[part].next)
            solved_ += --left_[parts_[part].opening] == 0;
    }
}

}  // namespace sapper
