// Which cells are certain, by counting configurations: what Inference finds, without probabilities. First
// what components prove by themselves, then, if asked, what the mine count adds. That second part is integer
// logic, so nothing is multiplied out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/components/frontier.hpp"
#include "inference/constraints/constraints.hpp"
#include "inference/coupling/coupling.hpp"
#include "util/limits.hpp"

namespace sapper {

class CertainCells {
  public:
    explicit CertainCells(const Topology& topology);

    // Call before the first question about newly loaded constraints.
    void reset(Constraints& constraints);
    // Finds hidden cells that components prove safe or mined. False when they prove none safe. Clears the
    // constraints' list of changed cells. May throw what counting throws.
    bool find(Constraints& constraints, const Limits& limits);
    // After a find() that returned false, on the same constraints: finds the cells that are safe because of
    // the mine count. False when there are none.
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
