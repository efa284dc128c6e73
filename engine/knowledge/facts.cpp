#include "knowledge/facts.hpp"

#include <utility>

namespace sapper {

Facts::Facts(std::shared_ptr<const Topology> topology) : topology_(std::move(topology)) {}

void Facts::load(std::span<const Mark> marks) {
    marks_.assign(marks.begin(), marks.end());
    states_.assign(marks.size(), CellState::undecided);
    need_.assign(marks.begin(), marks.end());
    around_.assign(marks.size(), 0);
    undecided_cells_ = known_mines_ = 0;
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        const bool hidden = is_hidden(marks[cell]);
        const bool exploded = marks[cell] == kExploded;
        if (!hidden) states_[cell] = CellState::revealed;
        undecided_cells_ += hidden;
        known_mines_ += exploded;
        if (!hidden && !exploded) continue;
        for (Cell number : topology_->neighbours(cell)) {
            around_[number] += hidden;
            need_[number] -= exploded;
        }
    }
}

void Facts::learn(Claim claim) {
    states_[claim.cell] = claim.mine ? CellState::mine : CellState::safe;
    --undecided_cells_;
    known_mines_ += claim.mine;
    for (Cell number : topology_->neighbours(claim.cell)) {
        --around_[number];
        need_[number] -= claim.mine;
    }
}

}  // namespace sapper
