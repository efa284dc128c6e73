// The plan of a sweep: the groups in order, and for each group the fields of the state that it reads and
// changes. A state holds what every open constraint still needs, packed into fields of 64-bit words. A
// constraint gets a field at its first group. After its last group the field is zero and free again. A plan
// keeps its buffers from one component to the next.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/components/component.hpp"
#include "inference/components/order.hpp"
#include "util/limits.hpp"

namespace sapper {

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

    // `quick` suits most components, `searched` those that are expensive to count. May throw whatever the
    // limits' poll throws; then call make() next.
    enum class Order { quick, searched };
    void make(const Component& component, Order order, const Limits& limits = {});

    const std::vector<Step>& steps() const { return steps_; }
    std::span<const Field> fields_of(std::size_t step) const {
        const std::uint32_t first = step == 0 ? 0 : steps_[step - 1].fields_end;
        return std::span(fields_).subspan(first, steps_[step].fields_end - first);
    }
    // The words of a packed state.
    std::size_t words() const { return used_.size(); }

  private:
    void take_slot(Field& field);

    OrderFinder find_order_;
    std::vector<Step> steps_;
    std::vector<Field> fields_;
    std::vector<Field> field_of_;            // per constraint, once opened
    std::vector<std::uint32_t> cells_left_;  // per constraint
    std::vector<std::uint64_t> used_;        // bits in use, per word
};

}  // namespace sapper
