#include "strategy/players/least_risk.hpp"

namespace sapper {

Choice LeastRisk::next() {
    if (const std::span<const Cell> safe = game_inference_.safe_cells(); !safe.empty())
        return {.cells = safe};
    const Guess guess = game_inference_.inference().safest();
    chosen_ = guess.cell;
    return {.cells = {&chosen_, 1}, .risk = guess.risk};
}

}  // namespace sapper
