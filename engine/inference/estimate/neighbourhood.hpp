// Small pieces of a large component: the constraints nearest to one of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/components/component.hpp"

namespace sapper {

// A component seen from its constraints.
class Neighbourhoods {
  public:
    explicit Neighbourhoods(const Component& component);

    std::span<const std::uint32_t> groups_of(std::uint32_t constraint) const {
        return groups_of_(constraint);
    }
    // The constraints nearest to one, itself first, by steps through shared groups; at most `most` of them.
    const std::vector<std::uint32_t>& around(std::uint32_t constraint, std::size_t most);

  private:
    const Component& component_;
    GroupsOf groups_of_;
    std::vector<bool> seen_;
    std::vector<std::uint32_t> found_;
};

// The part of a component that consists of these groups, each once, and of the constraints on them that
// `needs` has a need for; kNoNeed leaves a constraint out. Its groups come in the order given.
inline constexpr std::uint32_t kNoNeed = UINT32_MAX;
Component part_of(const Component& component, std::span<const std::uint32_t> groups,
                  std::span<const std::uint32_t> needs);

}  // namespace sapper
