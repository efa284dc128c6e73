// The prospect of a position for the next guess: how safe its safest living cells are, and how many living
// cells are certain. Costs the marginals of the frontier, unless the trivial rules already know enough.
#pragma once

#include <cstdint>

#include "inference/inference.hpp"

namespace sapper {

// The safety of the safest and of the second safest living cell. 1 for certain cells.
struct Prospect {
    double safest = 0;
    double second = 0;
    std::uint32_t certain = 0;  // living cells known to be safe, up to kMostCertain
};

inline constexpr std::uint32_t kMostCertain = 5;

// Expects a possible position.
Prospect prospect_of(Inference& inference);

}  // namespace sapper
