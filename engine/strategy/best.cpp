#include "strategy/best.hpp"

#include <cstdlib>

namespace sapper {

Best::Best(std::shared_ptr<const Topology> topology, std::uint32_t mines, const GuessOptions& options)
    : start_(topology, mines, std::vector<Mark>(topology->size(), kHidden)),
      inference_(topology, mines),
      score_(*topology, options) {
    endgame_limits_.configurations = static_cast<std::size_t>(options.endgame);
    endgame_limits_.nodes = static_cast<std::size_t>(options.nodes);
}

void Best::begin(const Game& game, Random) {
    guessed_ = true;
    features_.clear();
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
    static const bool dump = std::getenv("DUMP") != nullptr;
    if (dump) {
        if (guessed_) features_.push_back(score_.features(inference_));
        guessed_ = false;
    }
    const Cell safe = inference_.safe_cell();
    if (safe != kNoCell) {
        chosen_ = safe;
        return {.cells = {&chosen_, 1}};
    }
    if (endgame_limits_.configurations > 0) {
        if (const auto move = endgame_.solve(inference_, endgame_limits_)) {
            chosen_ = move->cell;
            guessed_ = true;
            return {.cells = {&chosen_, 1}, .risk = move->risk, .win_probability = move->win_probability};
        }
    }
    const Guess guess = score_.choose(inference_);
    chosen_ = guess.cell;
    guessed_ = true;
    return {.cells = {&chosen_, 1}, .risk = guess.risk};
}

}  // namespace sapper
