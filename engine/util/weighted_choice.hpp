// Draws one of several items with probability proportional to its weight.
#pragma once

#include <utility>
#include <vector>

#include "board/random.hpp"

namespace sapper {

template <typename T>
class WeightedChoice {
  public:
    void clear() { tickets_.clear(); }
    // Items without weight are never drawn.
    void add(T what, double weight) {
        if (!(weight > 0)) return;
        const double before = tickets_.empty() ? 0 : tickets_.back().end;
        tickets_.push_back({std::move(what), before + weight});
    }
    // At least one item must have weight.
    const T& draw(Random& random) const {
        const double at = random.unit() * tickets_.back().end;
        std::size_t i = 0;
        while (i + 1 < tickets_.size() && tickets_[i].end <= at)
            ++i;
        return tickets_[i].what;
    }

  private:
    struct Ticket {
        T what;
        double end;  // cumulative weight up to and including this one
    };
    std::vector<Ticket> tickets_;
};

}  // namespace sapper
