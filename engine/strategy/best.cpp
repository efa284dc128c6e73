#include "strategy/best.hpp"

namespace sapper {

Best::Best(std::shared_ptr<const Topology> topology, std::uint32_t mines, const GuessOptions& options)
    : start_(topology, mines, std::vector<Mark>(topology->size(), kHidden)),
      inference_(topology, mines),
      score_(*topology, options) {}

void Best::begin(const Game& game, Random) {
    inference_.load(game.history().empty() ? start_ : game.position());
}

void Best::follow(const Game& game) {
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

Choice Best::next() {
    const Cell safe = inference_.safe_cell();
    if (safe != kNoCell) {
        chosen_ = safe;
        return {.cells = {&chosen_, 1}};
    }
    const Guess guess = score_.choose(inference_);
    chosen_ = guess.cell;
    return {.cells = {&chosen_, 1}, .risk = guess.risk};
}

}  // namespace sapper
