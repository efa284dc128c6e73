// Counts components: makes their walks, layer by layer from the first group to the last. Keeps its buffers
// from one component to the next; what it makes takes just the memory it needs. Not for use by several
// threads at once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "inference/component.hpp"
#include "inference/limits.hpp"
#include "inference/state_table.hpp"
#include "inference/walk.hpp"
#include "inference/walk_plan.hpp"

namespace sapper {

class WalkBuilder {
  public:
    // Throws BudgetExceeded, and whatever limits.poll throws.
    std::shared_ptr<const Walk> operator()(const Component& component, const Limits& limits);

  private:
    template <std::size_t Words>
    struct States {
        StateTable<Words> here;
        StateTable<Words> next;
    };

    template <std::size_t Words>
    bool run(States<Words>& states, const Limits& limits);
    template <std::size_t Words>
    bool branch(States<Words>& states, std::size_t step, Poller& poller, const Limits& limits);
    void reach(std::uint32_t target, std::uint32_t low, std::uint32_t length);
    void accumulate(Poller& poller);
    void check_budget(const Limits& limits) const;
    void add_layer(const WalkPlan::Step& step);
    void find_possibilities();

    WalkPlan plan_;
    States<1> one_word_;
    States<4> four_words_;
    States<16> sixteen_words_;
    Walk walk_;                    // under construction
    std::size_t layer_row_ = 0;    // first row of the layer before the step
    std::size_t next_row_ = 0;     // first row of the layer after it
    std::size_t layer_value_ = 0;  // first value of the newest layer
    std::vector<std::uint8_t> alive_;
};

}  // namespace sapper
