// Finds certain cells by counting configurations, as Inference does, but without probabilities. First finds
// what components prove by themselves and, if asked, what the mine count adds. That second part needs only
// integers, so no products are computed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/constraints.hpp"
#include "inference/coupling.hpp"
#include "inference/frontier.hpp"
#include "util/limits.hpp"

namespace sapper {

class CertainCells {
  public:
    explicit CertainCells(const Topology& topology);

    // Call it before the first find() on newly loaded constraints.
    void reset(Constraints& constraints);
    // Finds hidden cells that components prove safe, or mines. False if they prove none safe. Clears the
    // constraints' list of changed cells. May throw what counting throws.
    bool find(Constraints& constraints, const Limits& limits);
    // Finds the cells that are safe because of the mine count. False if there are none. Call it after a
    // find() that returned false, on the same constraints.
    bool find_by_mine_count(const Constraints& constraints, std::uint32_t mines, const Limits& limits);

    std::span<const Cell> safe() const { return safe_; }
    std::span<const Cell> mines() const { return mines_; }

  private:
    void add_sea(const Constraints& constraints);

    Frontier frontier_;
    std::vector<Factor> factors_;
    std::vector<double> weights_;
    std::vector<Cell> safe_;
    std::vector<Cell> mines_;
};

}  // namespace sapper
