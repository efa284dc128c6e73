#include "strategy/least_risk.hpp"

namespace sapper {

LeastRisk::LeastRisk(std::shared_ptr<const Topology> topology, std::uint32_t mines)
    : start_(topology, mines, std::vector<Mark>(topology->size(), kHidden)),
      inference_(std::move(topology), mines) {}

void LeastRisk::begin(const Game& game, Random) {
    inference_.load(game.history().empty() ? start_ : game.position());
}

void LeastRisk::follow(const Game& game) {
    opened_.clear();
    numbers_.clear();
    for (Cell cell : game.changed()) {
        const Mark mark = game.marks()[cell];
        if (mark == kExploded) inference_.explode(cell);
        if (!is_number(mark)) continue;
        opened_.push_back(cell);
        numbers_.push_back(mark);
    }
    inference_.reveal(opened_, numbers_);
}

Choice LeastRisk::next() {
    const Guess guess = inference_.safest();
    chosen_ = guess.cell;
    return {.cells = {&chosen_, 1}, .risk = guess.risk};
}

}  // namespace sapper
