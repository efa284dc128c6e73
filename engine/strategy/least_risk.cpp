#include "strategy/least_risk.hpp"

namespace sapper {

LeastRisk::LeastRisk(std::shared_ptr<const Topology> topology, std::uint32_t mines)
    : start_(topology, mines, std::vector<Mark>(topology->size(), kHidden)),
      inference_(std::move(topology), mines) {}

void LeastRisk::begin(const Game& game, Random) {
    opened_.clear();
    numbers_.clear();
    inference_.load(game.history().empty() ? start_ : game.position());
}

void LeastRisk::follow(const Game& game) {
    for (Cell cell : game.changed()) {
        const Mark mark = game.marks()[cell];
        if (mark == kExploded) inference_.explode(cell);
        if (!is_number(mark)) continue;
        opened_.push_back(cell);
        numbers_.push_back(mark);
    }
}

Choice LeastRisk::next() {
    inference_.reveal(opened_, numbers_);  // all at once: cells opened together tell each other nothing
    opened_.clear();
    numbers_.clear();
    if (const std::span<const Cell> safe = inference_.safe_cells(); !safe.empty()) return {.cells = safe};
    const Guess guess = inference_.safest();
    chosen_ = guess.cell;
    return {.cells = {&chosen_, 1}, .risk = guess.risk};
}

}  // namespace sapper
