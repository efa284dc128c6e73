// Finds small parts of a large component: the constraints nearest to one of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/components.hpp"

namespace sapper {

class Neighbourhoods {
  public:
    explicit Neighbourhoods(const Component& component);

    std::span<const std::uint32_t> groups_of(std::uint32_t constraint) const {
        return groups_of_(constraint);
    }
    // At most `most` constraints: this one, then the nearest to it in steps through shared groups.
    const std::vector<std::uint32_t>& around(std::uint32_t constraint, std::size_t most);

  private:
    const Component& component_;
    GroupsOf groups_of_;
    std::vector<bool> seen_;
    std::vector<std::uint32_t> found_;
};

// The part of a component with these groups, each once and in this order, and with the constraints on them. A
// constraint whose entry in `needs` is kNoNeed is left out.
inline constexpr std::uint32_t kNoNeed = UINT32_MAX;
Component part_of(const Component& component, std::span<const std::uint32_t> groups,
                  std::span<const std::uint32_t> needs);

}  // namespace sapper
