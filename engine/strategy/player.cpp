#include "strategy/player.hpp"

#include <algorithm>

namespace sapper {

namespace {

// The cell that many steps from the first cell along every axis, but never past the middle.
Cell inward(const Topology& topology, std::size_t steps) {
    std::size_t cell = 0;
    for (std::size_t extent : topology.shape())
        cell = cell * extent + std::min(steps, (extent - 1) / 2);
    return static_cast<Cell>(cell);
}

}  // namespace

Cell good_first_cell(const Topology& topology, std::uint32_t mines, FirstClick first_click) {
    constexpr std::size_t kIntermediate = 256;
    if (first_click != FirstClick::opening || !Borders(topology).exist()) return 0;
    const Cell inner = inward(topology, topology.size() > kIntermediate ? 3 : 2);
    return has_room_for_opening(topology, mines, inner) ? inner : 0;
}

Cell middle_cell(const Topology& topology) {
    return Borders(topology).exist() ? inward(topology, SIZE_MAX) : 0;
}

Cell cell_at(const Topology& topology, std::uint32_t mines, FirstClick first_click, std::size_t row,
             std::size_t column) {
    const std::vector<std::size_t>& shape = topology.shape();
    const bool fits =
        topology.kind() != Topology::Kind::graph && shape.size() == 2 && row < shape[0] && column < shape[1];
    return fits ? static_cast<Cell>(row * shape[1] + column) : good_first_cell(topology, mines, first_click);
}

FirstAndLast::FirstAndLast(std::shared_ptr<Player> player, Cell first_cell)
    : player_(std::move(player)), first_cell_(first_cell) {}

void FirstAndLast::begin(const Game& game, Random random) {
    game_ = &game;
    player_->begin(game, random);
}

void FirstAndLast::follow(const Game& game) {
    game_ = &game;
    player_->follow(game);
}

Choice FirstAndLast::next() {
    if (game_->is_fresh()) return first();
    return game_->safe_left() == 0 ? flags() : player_->next();
}

Choice FirstAndLast::first() {
    const double density = static_cast<double>(game_->mines()) / static_cast<double>(game_->marks().size());
    const bool is_safe = game_->rules().first_click != FirstClick::any;
    Choice choice = {.cells = {&first_cell_, 1}, .risk = density, .proven = {.risk = density}};
    if (first_cell_ == kNoCell) choice = player_->next();
    if (is_safe) {
        choice.risk = 0;
        choice.proven = {};  // these figures do not know that the rules make it safe
    }
    return choice;
}

Choice FirstAndLast::flags() {
    flags_.clear();
    const std::vector<Mark>& marks = game_->marks();
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        if (is_hidden(marks[cell]) && marks[cell] != kFlag) flags_.push_back(cell);
    }
    return {.cells = {}, .flags = flags_};
}

}  // namespace sapper
