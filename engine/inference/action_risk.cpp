#include "inference/action_risk.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "inference/analysis.hpp"
#include "inference/conflict.hpp"

namespace sapper {

double action_risk(const Position& position, Action action, bool first_is_safe, const Limits& limits) {
    if (opened_by(position, action).empty()) return 0;
    if (is_fresh(position))
        return first_is_safe ? 0 : position.mines / static_cast<double>(position.marks.size());
    const Analysis analysis = analyse(position, false, limits);
    if (action.kind == Action::Kind::open) return analysis.mine_probability[action.cell];
    return chord_risk(position, action.cell, analysis.mine_probability, analysis.log_configurations, limits);
}

double chord_risk(const Position& position, Cell cell, std::span<const double> mine_probability,
                  double log_configurations, const Limits& limits) {
    const Topology::Neighbours around = position.topology->neighbours(cell);
    const std::vector<Mark>& marks = position.marks;
    const auto some_opened = std::any_of(around.begin(), around.end(), [&](Cell other) {
        return is_hidden(marks[other]) && marks[other] != kFlag && mine_probability[other] != 0;
    });
    if (!some_opened) return 0;
    const auto some_wrong = std::any_of(around.begin(), around.end(), [&](Cell other) {
        return marks[other] == kFlag && mine_probability[other] == 0;
    });
    if (some_wrong) return 1;
    std::vector<Mark> flagged = marks;
    for (Mark& mark : flagged)
        mark = is_hidden(mark) ? kHidden : mark;
    for (Cell other : around)
        flagged[other] = marks[other] == kFlag ? kFlag : flagged[other];
    try {
        const Analysis right = analyse({position.topology, position.mines, std::move(flagged)}, true, limits);
        return std::clamp(-std::expm1(right.log_configurations - log_configurations), 0.0, 1.0);
    } catch (const Contradiction&) {
        return 1;
    }
}

}  // namespace sapper
