#include "strategy/players/best.hpp"

namespace sapper {

Best::Best(std::shared_ptr<const Topology> topology, std::uint32_t mines, const Effort& effort)
    : effort_(effort), following_(std::move(topology), mines), score_(effort.rules) {}

void Best::begin(const Game& game, Random) {
    following_.begin(game);
}

void Best::follow(const Game& game) {
    following_.follow(game);
}

void Best::heed(std::function<void()> poll) {
    poll_ = poll;
    following_.heed(std::move(poll));
}

Choice Best::next() {
    const std::span<const Cell> safe = following_.safe_cells();
    if (!safe.empty()) return {.cells = safe};
    return guess(following_.inference());
}

Choice Best::guess(Inference& inference) {
    if (const auto move = endgame_.solve(inference, effort_.endgame, poll_)) {
        chosen_ = move->cell;
        return {.cells = {&chosen_, 1}, .risk = move->risk, .win_probability = move->win_probability};
    }
    const Guess guess = score_.best(inference);
    chosen_ = guess.cell;
    return {.cells = {&chosen_, 1}, .risk = guess.risk};
}

}  // namespace sapper
