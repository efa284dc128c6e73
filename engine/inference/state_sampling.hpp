// Which states a sampled sweep keeps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "inference/components.hpp"
#include "inference/sweep_plan.hpp"
#include "util/limits.hpp"
#include "util/random.hpp"

namespace sapper {

// Belief propagation between the groups and constraints of a component: it estimates the mines in each group
// from the constraints. It is exact on trees and a good guess otherwise. It steers sampling and never decides
// a result.

class Beliefs {
  public:
    // `odds` is the weight of a mine against a safe cell.
    Beliefs(const Component& component, double odds, const Limits& limits);

    // The likelihood of each number of mines in a group, by all constraints of the group but one. `place` is
    // the index of that one in component.constraints.
    std::span<const double> to_constraint(std::size_t place) const {
        return std::span(to_constraint_).subspan(first_[place], size_[place] + 1);
    }

    // The likelihood of each number of mines in a group, by all its constraints but two.
    std::vector<double> without(std::uint32_t group, std::uint32_t one, std::uint32_t other) const;

  private:
    std::vector<double> prior_of(std::uint32_t group) const;
    void send_from_groups();
    void send_from_constraints(Poller& poller);
    void send_from_constraint(std::uint32_t constraint);

    const Component& component_;
    double odds_;
    std::vector<std::uint32_t> first_place_;  // per group
    // Per place in component.constraints: where its messages begin, which have entries for 0 to size_ mines.
    std::vector<std::uint32_t> size_;
    std::vector<std::size_t> first_;
    std::vector<double> to_constraint_;
    std::vector<double> to_group_;
    std::vector<std::vector<std::uint32_t>> places_;  // of each constraint
};

// The distribution of the sum of two independent counts, cut off at the length of `sum`.
void convolve(std::span<const double> one, std::span<const double> other, std::span<double> sum);

// Keeps a few of many weighted states. The expected value of every weighted sum stays the same. Heavy states
// always stay. A light state stays with a chance proportional to its weight, and its weight is then
// divided by that chance. Systematic sampling keeps the variance low. The threshold is that of Fearnhead and
// Clifford (2003).
struct Resampling {
    std::vector<std::uint32_t> states;  // those that stay, ascending
    std::vector<double> boosts;         // per state that stays: 1 / its chance

    // Replaces `states` and `boosts`. `weights` must be positive and `most` at least one. About `most` states
    // stay.
    void draw(std::span<const double> weights, std::size_t most, Random& random);

  private:
    double threshold(std::span<const double> weights, std::size_t most);

    std::vector<double> descending_;
};

// Estimates the promise of a state of a sweep: the chance that its open constraints find their missing mines
// in the remaining groups. Pairs each open constraint with the one with which it shares the most cells, and
// ignores all other connections. A sampled sweep keeps states by this estimate. A poor estimate costs
// accuracy but does not bias the result. A Proposal serves one component and one plan.
class Proposal {
  public:
    Proposal(const Component& component, const SweepPlan& plan, const Limits& limits);

    // The promise of a state, packed in words, after this step.
    double promise(std::size_t step, const std::uint64_t* words) const {
        double promise = 1;
        const std::size_t first = step == 0 ? 0 : ends_[step - 1];
        for (std::size_t i = first; i < ends_[step]; ++i) {
            const Open& open = open_[i];
            const std::uint64_t beside = open.beside.need_in(words) * open.stride;
            promise *= chances_[open.chances + beside + open.own.need_in(words)];
        }
        return promise;
    }
    // The odds of a mine that the numbers suggest.
    double odds() const { return odds_; }

  private:
    struct Slot {
        std::uint32_t word = 0;
        std::uint32_t shift = 0;
        std::uint64_t mask = 0;
        std::uint64_t need_in(const std::uint64_t* words) const { return (words[word] >> shift) & mask; }
    };
    // For each need of the paired constraint, a row of chances by this constraint's own need 0, 1, ...
    struct Open {
        Slot own;
        Slot beside;  // of the paired constraint; always 0 without one
        std::size_t stride;
        std::size_t chances;
    };
    // A constraint and its progress in the sweep.
    struct Progress {
        std::vector<std::uint32_t> groups;  // in the order of the sweep
        std::vector<std::size_t> places;    // per group: the place of this constraint in it
        std::size_t next_group = 0;         // of `groups`: those before it are swept
        Slot slot;
    };
    static constexpr std::uint32_t kAlone = UINT32_MAX;

    void sweep(const SweepPlan& plan, Poller& poller);
    std::uint32_t partner_of(std::uint32_t constraint);
    std::size_t chances_of(std::uint32_t constraint, std::uint32_t beside);
    void add_chances(std::uint32_t constraint, std::uint32_t beside);
    std::vector<double> of_groups(std::uint32_t constraint, std::uint32_t other, bool in_both) const;
    bool has(std::uint32_t group, std::uint32_t constraint) const;

    const Component& component_;
    double odds_;
    Beliefs beliefs_;
    std::vector<Progress> progress_;
    std::vector<std::uint32_t> open_now_;  // open constraints, the oldest first
    std::map<std::array<std::size_t, 4>, std::size_t> place_of_;
    std::vector<std::uint32_t> overlap_;  // per constraint: shared cells, scratch of partner_of()

    std::vector<double> chances_;
    std::vector<Open> open_;
    std::vector<std::size_t> ends_;  // per step, in open_
};

}  // namespace sapper
