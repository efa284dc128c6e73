#include "inference/sweep/sweep_plan.hpp"

#include <bit>

namespace sapper {

namespace {

constexpr std::uint32_t kWordBits = 64;

}  // namespace

void SweepPlan::make(const Component& component, Order order, const Limits& limits) {
    cells_left_.assign(component.needs.size(), 0);
    for (std::size_t g = 0; g < component.groups(); ++g) {
        for (std::uint32_t c : component.constraints_of(g))
            cells_left_[c] += component.group_sizes[g];
    }
    field_of_.assign(component.needs.size(), Field{});
    used_.assign(1, 0);
    steps_.clear();
    fields_.clear();
    Poller poller(limits);
    for (std::uint32_t group :
         order == Order::quick ? find_order_.sweep(component) : find_order_.search(component, limits)) {
        poller.work(kWordBits * used_.size());
        const std::uint32_t size = component.group_sizes[group];
        for (std::uint32_t c : component.constraints_of(group)) {
            Field& field = field_of_[c];
            field.opens = field.mask == 0;
            if (field.opens) {
                field.need = component.needs[c];
                take_slot(field);
            }
            cells_left_[c] -= size;
            field.after = cells_left_[c];
            fields_.push_back(field);
        }
        for (std::uint32_t c : component.constraints_of(group)) {
            const Field& field = field_of_[c];
            const std::uint64_t bits = cells_left_[c] == 0 ? field.mask << field.shift : 0;
            used_[field.word] &= ~bits;
        }
        steps_.push_back({group, size, static_cast<std::uint32_t>(fields_.size())});
    }
}

// Takes the first run of free bits that holds the need and lies in one word.
void SweepPlan::take_slot(Field& field) {
    const auto bits = static_cast<std::uint32_t>(std::bit_width(field.need));
    field.mask = (std::uint64_t{1} << bits) - 1;
    for (field.word = 0;; ++field.word) {
        if (field.word == used_.size()) used_.push_back(0);
        const std::uint64_t free = ~used_[field.word];
        std::uint64_t starts = free;
        constexpr std::uint32_t kUsual = 4;  // no branch up to here: the number of bits is hard to predict
        for (std::uint32_t bit = 1; bit < kUsual; ++bit)
            starts &= bit < bits ? free >> bit : free;
        for (std::uint32_t bit = kUsual; bit < bits; ++bit)
            starts &= free >> bit;
        if (starts == 0) continue;
        field.shift = static_cast<std::uint32_t>(std::countr_zero(starts));
        used_[field.word] |= field.mask << field.shift;
        return;
    }
}

}  // namespace sapper
