#include "inference/walk_plan.hpp"

#include <bit>

#include "inference/order.hpp"

namespace sapper {

namespace {

constexpr std::uint32_t kWordBits = 64;

// Hands out runs of bits that do not cross a word.
class Slots {
  public:
    void take(std::uint32_t bits, WalkPlan::Field& field) {
        const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
        for (std::uint32_t word = 0;; ++word) {
            if (word == used_.size()) used_.push_back(0);
            for (std::uint32_t shift = 0; shift + bits <= kWordBits; ++shift) {
                if ((used_[word] & (mask << shift)) != 0) continue;
                used_[word] |= mask << shift;
                field.word = word;
                field.shift = shift;
                field.mask = mask;
                return;
            }
        }
    }

    void give_back(const WalkPlan::Field& field) { used_[field.word] &= ~(field.mask << field.shift); }

    std::size_t words() const { return used_.size(); }

  private:
    std::vector<std::uint64_t> used_{0};
};

}  // namespace

WalkPlan::WalkPlan(const Component& component) {
    std::vector<std::uint32_t> cells_left(component.needs.size(), 0);
    for (std::size_t g = 0; g < component.groups(); ++g) {
        for (std::uint32_t c : component.constraints_of(g))
            cells_left[c] += component.group_sizes[g];
    }
    std::vector<Field> field_of(component.needs.size());
    std::vector<bool> opened(component.needs.size(), false);
    Slots slots;
    steps.reserve(component.groups());
    fields.reserve(component.constraints.size());
    for (std::uint32_t group : walking_order(component)) {
        const std::uint32_t size = component.group_sizes[group];
        for (std::uint32_t c : component.constraints_of(group)) {
            Field& field = field_of[c];
            field.opens = !opened[c];
            if (!opened[c]) {
                opened[c] = true;
                field.need = component.needs[c];
                slots.take(static_cast<std::uint32_t>(std::bit_width(field.need)), field);
            }
            cells_left[c] -= size;
            field.after = cells_left[c];
            fields.push_back(field);
        }
        for (std::uint32_t c : component.constraints_of(group)) {
            if (cells_left[c] == 0) slots.give_back(field_of[c]);
        }
        steps.push_back({group, size, static_cast<std::uint32_t>(fields.size())});
    }
    words = slots.words();
}

}  // namespace sapper
