// What a position promises to the next guess: how safe the safest cells are that can still tell something,
// and how many cells are certain. Costs the marginals of the frontier, unless the trivial rules already know
// enough.
#pragma once

#include <cstdint>

#include "inference/inference.hpp"

namespace sapper {

// The chances that the safest and the second safest living cell are safe: 1 for certain ones.
struct Prospect {
    double safest = 0;
    double second = 0;
    std::uint32_t certain = 0;  // living cells known to be safe, up to kMostCertain
};

inline constexpr std::uint32_t kMostCertain = 5;

class ProspectFinder {
  public:
    // Of a possible position.
    Prospect operator()(Inference& inference);

  private:
    void consider(const Constraints& constraints, Cell cell, double risk);
    void rank(double safety);

    Prospect prospect_;
};

}  // namespace sapper
