#include "strategy/following.hpp"

namespace sapper {

Following::Following(std::shared_ptr<const Topology> topology, std::uint32_t mines)
    : inference_(std::move(topology), mines) {}

void Following::begin(const Game& game) {
    opened_.clear();
    numbers_.clear();
    if (game.is_fresh()) {
        inference_.reset();
    } else {
        inference_.load(game.position());
    }
}

void Following::follow(const Game& game) {
    for (Cell cell : game.changed()) {
        const Mark mark = game.marks()[cell];
        if (mark == kExploded) inference_.explode(cell);
        if (!is_number(mark)) continue;
        opened_.push_back(cell);
        numbers_.push_back(mark);
    }
}

// Cells opened together tell each other nothing, so all are told at once.
Inference& Following::inference() {
    if (!opened_.empty()) inference_.reveal(opened_, numbers_);
    opened_.clear();
    numbers_.clear();
    return inference_;
}

}  // namespace sapper
