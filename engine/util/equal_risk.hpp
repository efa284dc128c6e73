// Comparing risks. Two ways to compute the same risk may differ in the last digits, so risks that agree to
// twelve digits count as equal.
#pragma once

namespace sapper {

constexpr bool is_riskier(double risk, double than) {
    return risk > than * (1 + 1e-12);
}

}  // namespace sapper
