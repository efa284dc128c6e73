// The order in which a sweep takes the groups of a component, and the fields of its states.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "inference/components.hpp"
#include "util/limits.hpp"

namespace sapper {

// Finds an order for sweeping the groups of a component in which few constraints are open at any time. The
// cost of counting is exponential in the number of open constraints, so the order decides what can be
// counted. It depends only on the component. The finder keeps its buffers from one component to the next.
class OrderFinder {
  public:
    // Both return a permutation of the groups, valid until the next call.
    //
    // Finds an order that is good enough for most components in play, in linear time.
    std::span<const std::uint32_t> sweep(const Component& component);
    // Compares orders from a few starts, if the best one costs more to count than the search. Takes nearly
    // linear time for long thin components. May throw whatever the limits' poll throws.
    std::span<const std::uint32_t> search(const Component& component, const Limits& limits);

  private:
    void prepare(const Component& component, Poller& poller);
    void find_neighbours(Poller& poller);
    std::span<const std::uint32_t> neighbours_of(std::uint32_t constraint) const {
        return list_at(neighbours_, neighbour_ends_, constraint);
    }
    std::uint32_t farthest(std::uint32_t start);

    void try_from(std::uint32_t first_constraint, Poller& poller);
    double grow(std::uint32_t first_constraint, Poller& poller);
    void open(std::uint32_t constraint);
    void take(std::uint32_t group);
    double values(std::uint32_t constraint) const;
    std::uint32_t best_group_of(std::uint32_t constraint) const;
    std::uint32_t cheapest_open() const;

    const Component* component_ = nullptr;
    GroupsOf groups_of_;
    std::vector<std::uint32_t> cells_;       // of each constraint
    std::vector<std::uint32_t> neighbours_;  // per constraint: those that share a group, itself included
    std::vector<std::uint32_t> neighbour_ends_;

    std::vector<std::uint32_t> best_;
    double best_cost_ = 0;

    // The order that grows. A constraint is closed until one of its groups is taken.
    std::vector<std::uint32_t> order_;
    double cost_ = 0;
    double states_ = 1;                           // upper bound on the states between two groups
    std::vector<std::uint32_t> left_;             // per constraint: groups not yet taken
    std::vector<std::uint32_t> past_cells_;       // per constraint: cells of the groups already taken
    std::vector<double> values_;                  // per constraint: how many values its need can have
    std::vector<std::uint32_t> closed_around_;    // per constraint: how many of its neighbours are closed
    std::vector<std::uint32_t> closed_of_group_;  // per group: its closed constraints, or kTaken
    std::vector<std::uint8_t> is_open_;           // per constraint
    std::vector<std::uint32_t> open_;             // open constraints with groups left, oldest first
    std::vector<std::uint32_t> neighbour_of_;     // scratch of find_neighbours()

    // For sweep().
    static constexpr std::size_t kRanks = 2;
    std::vector<std::uint8_t> is_taken_;                      // per group
    std::array<std::vector<std::uint32_t>, kRanks> by_rank_;  // the groups of one constraint that open others
};

// The plan of a sweep: the groups in order, and for each group the fields of the state that it reads and
// changes. A state holds what every open constraint still needs, packed into fields of 64-bit words. A
// constraint gets a field at its first group. After its last group the field is zero and free again. A plan
// keeps its buffers from one component to the next.
class SweepPlan {
  public:
    struct Field {
        std::uint32_t word;
        std::uint32_t shift;
        std::uint64_t mask;   // unshifted
        std::uint32_t need;   // of the whole constraint
        std::uint32_t after;  // cells of the constraint after this group
        bool opens;           // this is the constraint's first group
    };
    struct Step {
        std::uint32_t group;
        std::uint32_t size;
        std::uint32_t fields_end;
    };

    // `quick` suits most components, `by_search` those that are expensive to count. May throw whatever the
    // limits' poll throws; then call make() next.
    enum class Order { quick, by_search };
    void make(const Component& component, Order order, const Limits& limits = {});

    const std::vector<Step>& steps() const { return steps_; }
    std::span<const Field> fields_of(std::size_t step) const {
        const std::uint32_t first = step == 0 ? 0 : steps_[step - 1].fields_end;
        return std::span(fields_).subspan(first, steps_[step].fields_end - first);
    }
    // The words of a packed state.
    std::size_t words() const { return busy_bits_.size(); }

  private:
    void take_slot(Field& field);

    OrderFinder find_order_;
    std::vector<Step> steps_;
    std::vector<Field> fields_;
    std::vector<Field> field_of_;            // per constraint, once opened
    std::vector<std::uint32_t> cells_left_;  // per constraint
    std::vector<std::uint64_t> busy_bits_;   // bits in use, per word
};

}  // namespace sapper
