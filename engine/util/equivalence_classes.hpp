// Finds equal lists and gives each class of equal lists a number, in the order of first appearance. Lists are
// stored end to end: list i is data[ends[i - 1] .. ends[i]). Costs time linear in the data. Keeps its buffers
// from one call to the next.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "util/hash.hpp"

namespace sapper {

using Numbers = std::span<const std::uint32_t>;

inline Numbers list_at(Numbers data, Numbers ends, std::size_t i) {
    const std::uint32_t first = i == 0 ? 0 : ends[i - 1];
    return data.subspan(first, ends[i] - first);
}

class EquivalenceClasses {
  public:
    // Returns the number of classes. class_of(i) is then the class of list i.
    std::uint32_t find(Numbers data, Numbers ends) {
        const std::size_t buckets = std::bit_ceil(2 * ends.size() + 1);
        first_.assign(buckets, 0);
        class_of_.resize(ends.size());
        std::uint32_t classes = 0;
        for (std::uint32_t i = 0; i < ends.size(); ++i) {
            const Numbers list = list_at(data, ends, i);
            std::size_t at = hash_of(list) & (buckets - 1);
            while (first_[at] != 0 && !std::ranges::equal(list_at(data, ends, first_[at] - 1), list)) {
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
