#include "strategy/least_risk.hpp"

namespace sapper {

Choice LeastRisk::next() {
    Inference& inference = following_.inference();
    if (const std::span<const Cell> safe = inference.safe_cells(); !safe.empty()) return {.cells = safe};
    const Guess guess = inference.safest();
    chosen_ = guess.cell;
    return {.cells = {&chosen_, 1}, .risk = guess.risk};
}

}  // namespace sapper
