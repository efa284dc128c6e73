// Which of many lists are equal: components, and factors of a coupling, are counted once for each class.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "util/bits.hpp"

namespace sapper {

// Finds equal lists and gives each class of equal lists a number, in the order of first appearance. Costs
// time linear in the data. Keeps its buffers from one call to the next.
class EquivalenceClasses {
  public:
    // Classifies the lists list_of(0) to list_of(lists - 1) and returns the number of classes. class_of(i) is
    // then the class of list i.
    template <typename ListOf>
    std::uint32_t find(std::size_t lists, ListOf list_of) {
        const std::size_t buckets = std::bit_ceil(2 * lists + 1);
        first_.assign(buckets, 0);
        class_of_.resize(lists);
        std::uint32_t classes = 0;
        for (std::uint32_t i = 0; i < lists; ++i) {
            const auto list = list_of(i);
            std::size_t at = hash_of(list) & (buckets - 1);
            while (first_[at] != 0 && !std::ranges::equal(list_of(first_[at] - 1), list)) {
                at = (at + 1) & (buckets - 1);
            }
            if (first_[at] == 0) {
                first_[at] = i + 1;
                class_of_[i] = classes++;
            } else {
                class_of_[i] = class_of_[first_[at] - 1];
            }
        }
        return classes;
    }

    std::uint32_t class_of(std::size_t list) const { return class_of_[list]; }

  private:
    std::vector<std::uint32_t> first_;  // per bucket: 1 + the first list of its class, or 0
    std::vector<std::uint32_t> class_of_;
};

}  // namespace sapper
