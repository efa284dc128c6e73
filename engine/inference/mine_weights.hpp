// What a prior over mine counts says of the mines outside the cells whose mines are known, and how these
// mines couple the components of a position and its sea.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/position.hpp"
#include "inference/coupling.hpp"
#include "util/limits.hpp"

namespace sapper {

class MineWeights {
  public:
    // The prior of a board with `cells` cells. It outlives this. `known` mines are elsewhere.
    MineWeights(const MinePrior& prior, std::size_t cells, std::size_t known)
        : prior_(&prior), cells_(static_cast<double>(cells)), known_(known) {}

    // So many more mines are elsewhere.
    void take(std::size_t mines) { known_ += mines; }

    const MinePrior& prior() const { return *prior_; }

    // Calls visit(mines, log weight) for each count that leaves mines for the rest of the board, ascending.
    // The weight is that of one placement: the weight of the count, divided by all its placements. Only for
    // priors of counts.
    template <typename Visit>
    void for_each_count(Visit visit) const {
        double log_placements = 0;
        for (std::size_t mines = 0; mines < prior_->least + prior_->weights.size(); ++mines) {
            if (mines >= prior_->least && mines >= known_) {
                const double weight = prior_->weights[mines - prior_->least];
                if (weight > 0)
                    visit(static_cast<std::int64_t>(mines - known_), std::log(weight) - log_placements);
            }
            const auto count = static_cast<double>(mines);
            log_placements += std::log((cells_ - count) / (count + 1));
        }
    }

  private:
    const MinePrior* prior_;
    double cells_;
    std::size_t known_;
};

// As couple() for a known number of mines: the weights are the means over the counts, each by how likely it
// is now. log_total is that of the configurations with any of the counts. A density, and a prior that says
// nothing, leave the components independent. Costs as much as one coupling for each count.
Coupling couple(std::span<const Factor> factors, std::uint64_t sea, const MineWeights& mines,
                const Limits& limits);

}  // namespace sapper
