#include "strategy/least_risk.hpp"

namespace sapper {

Choice LeastRisk::next() {
    const Guess guess = following_.inference().safest();
    chosen_ = guess.cell;
    return {.cells = {&chosen_, 1}, .risk = guess.risk};
}

}  // namespace sapper
