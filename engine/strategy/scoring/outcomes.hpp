// The outcomes of a guess: every number that the cell can show, its probability, and the position after it.
#pragma once

#include <cmath>
#include <utility>

#include "inference/inference.hpp"

namespace sapper {

// The least and the most that a hidden cell could show, judged by its undecided neighbours.
inline std::pair<Mark, Mark> range_shown(const Constraints& constraints, Cell cell) {
    Mark least = 0;
    Mark most = 0;
    for (Cell other : constraints.topology().neighbours(cell)) {
        least = static_cast<Mark>(least + constraints.known_mine(other));
        most = static_cast<Mark>(most + constraints.undecided(other));
    }
    return {least, static_cast<Mark>(least + most)};
}

// Calls visit(chance) in the position after the cell has shown the number, if that is possible. `chance` is
// the probability of this. `log_total` is log_configurations() before it.
template <typename Visit>
void if_shown(Inference& inference, double log_total, Cell cell, Mark number, Visit visit) {
    inference.push();
    inference.reveal(cell, number);
    if (inference.possible()) visit(std::exp(inference.log_configurations() - log_total));
    inference.pop();
}

// Calls visit(number, chance) for every number that the cell can show, in the position after it, until visit
// returns false.
template <typename Visit>
void for_each_outcome(Inference& inference, double log_total, Cell cell, Visit visit) {
    const auto [least, most] = range_shown(inference.constraints(), cell);
    bool go_on = true;
    for (Mark number = least; go_on && number <= most; ++number)
        if_shown(inference, log_total, cell, number, [&](double chance) { go_on = visit(number, chance); });
}

// Whether the cell and all its neighbours lie in the sea. Such cells differ only by their degree.
inline bool in_open_sea(const Constraints& constraints, Cell cell) {
    if (!constraints.at_sea(cell)) return false;
    for (Cell other : constraints.topology().neighbours(cell)) {
        if (!constraints.at_sea(other)) return false;
    }
    return true;
}

}  // namespace sapper
