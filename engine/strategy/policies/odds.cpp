#include "strategy/policies/odds.hpp"

namespace sapper {

Odds::Odds(std::shared_ptr<const Topology> topology, std::uint32_t mines) : inference_(topology, mines) {
    if (topology->bitboard() != nullptr) rules_.emplace(*topology);
}

void Odds::begin(const Game& game, Random) {
    opened_.clear();
    numbers_.clear();
    by_rules_ = rules_ && game.is_fresh();
    if (by_rules_) rules_->reset();
    if (game.is_fresh()) {
        inference_.reset();
    } else {
        inference_.load(game.position());
    }
}

void Odds::follow(const Game& game) {
    if (by_rules_) {
        rules_->follow(game.changed(), game.marks().data());
        return;
    }
    for (Cell cell : game.changed()) {
        const Mark mark = game.marks()[cell];
        if (mark == kExploded) inference_.explode(cell);
        if (!is_number(mark)) continue;
        opened_.push_back(cell);
        numbers_.push_back(mark);
    }
}

std::span<const Cell> Odds::safe_cells() {
    if (by_rules_) {
        if (const std::span<const Cell> safe = rules_->safe(); !safe.empty()) return safe;
    }
    return inference().safe_cells();
}

// Cells that opened together tell nothing about each other, so all are revealed at once.
Inference& Odds::inference() {
    if (by_rules_) inference_.learn(*rules_);
    if (!opened_.empty()) inference_.reveal(opened_, numbers_);
    opened_.clear();
    numbers_.clear();
    return inference_;
}

}  // namespace sapper
