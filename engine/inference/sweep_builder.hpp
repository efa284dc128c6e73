// Counts components: makes their sweeps, layer by layer. Keeps its buffers from one component to the next,
// while each sweep takes only the memory it needs. Not for use by several threads at once.
//
// It can sample a component that is too large to count. The sweep then keeps a limited number of states in
// each layer. It draws them by their ways so far and by the promise that a proposal gives them. Each also
// stands for states that it drops. So the ways are random, and their mean is the true number.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "inference/components.hpp"
#include "inference/state_sampling.hpp"
#include "inference/sweep.hpp"
#include "inference/sweep_plan.hpp"
#include "util/limits.hpp"
#include "util/random.hpp"

namespace sapper {

class SweepBuilder {
  public:
    // Throws BudgetExceeded, and whatever the limits' poll throws.
    std::shared_ptr<const Sweep> operator()(const Component& component, const Limits& limits);

    struct Sampling {
        const Proposal& proposal;
        std::size_t states;  // most states to keep in a layer
        Random& random;
    };
    // sample() takes the component of the last plan(). A plan is valid until the next one.
    const SweepPlan& plan(const Component& component, const Limits& limits);
    Sweep sample(const Sampling& sampling, const Limits& limits);

  private:
    template <std::size_t Words>
    struct States {
        StateTable<Words> here;
        StateTable<Words> next;
    };

    enum class End { through, to_a_dead_end, past_easy };

    template <std::size_t Words>
    End run(States<Words>& states, const Sampling* sampling, std::size_t most_rows, const Limits& limits);
    template <std::size_t Words>
    bool branch(States<Words>& states, std::size_t step, Poller& poller, const Limits& limits);
    template <std::size_t Words>
    void thin(StateTable<Words>& states, std::size_t step, const Sampling& sampling);
    End sweep_groups(const Sampling* sampling, std::size_t most_rows, const Limits& limits);
    void weigh_rows(double odds);
    void keep_rows();
    void reach(std::uint32_t target, std::uint32_t low, std::uint32_t length);
    void accumulate(Poller& poller, const Limits& limits);
    double* newest() { return sweep_.values_.at(values_); }
    void check_budget(std::size_t more, const Limits& limits) const;
    void add_layer(const SweepPlan::Step& step);
    void find_possibilities();

    SweepPlan plan_;
    States<1> one_word_;
    States<4> four_words_;
    States<16> sixteen_words_;
    Sweep sweep_;                   // under construction
    std::size_t layer_row_ = 0;     // first row of the layer before the step
    std::size_t next_row_ = 0;      // first row of the layer after it
    ValueBlocks::Place values_;     // of the newest layer
    std::size_t length_ = 0;        // number of those values
    std::size_t layer_target_ = 0;  // first transition into it
    std::vector<std::uint8_t> alive_;
    std::vector<double> powers_;  // of the odds, for weigh_rows()
    std::vector<double> weights_;
    std::vector<std::uint32_t> new_number_;  // per state before resampling: its new number
    Resampling resampling_;
};

// A cache of sweeps, by the content of their components. It also remembers which components are too large to
// count. The sweeps are shared and stay valid when the cache forgets them. Not for use by several threads at
// once.

class SweepCache {
  public:
    // Counts the component if it is new.
    std::shared_ptr<const Sweep> find(const Component& component, const Limits& limits);

  private:
    // The numbers of a component, one after another.
    using Key = std::vector<std::uint32_t>;
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };

    std::shared_ptr<const Sweep> count(const Component& component, const Limits& limits);

    SweepBuilder build_;
    Key key_;  // of the component being looked up
    std::unordered_map<Key, std::shared_ptr<const Sweep>, Hash> sweeps_;
    std::size_t values_ = 0;  // values stored in all sweeps together
    SeldomPoll poll_;
};

}  // namespace sapper
