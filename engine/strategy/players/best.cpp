#include "strategy/players/best.hpp"

namespace sapper {

Best::Best(std::shared_ptr<const Topology> topology, std::uint32_t mines, const Effort& effort)
    : effort_(effort), game_inference_(std::move(topology), mines), score_(effort.rules) {}

void Best::begin(const Game& game, Random) {
    game_inference_.begin(game);
}

void Best::follow(const Game& game) {
    game_inference_.follow(game);
}

void Best::set_poll(std::function<void()> poll) {
    poll_ = poll;
    game_inference_.set_poll(std::move(poll));
}

Choice Best::next() {
    const std::span<const Cell> safe = game_inference_.safe_cells();
    if (!safe.empty()) return {.cells = safe};
    return guess(game_inference_.inference());
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
