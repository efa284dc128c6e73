#include "strategy/policies/among_safest.hpp"

#include <algorithm>

#include "strategy/policies/by_lot.hpp"
#include "util/equal_risk.hpp"

namespace sapper {

double safest_cells(const Outlook& outlook, std::vector<Cell>& cells) {
    double least = 1;
    cells.clear();
    for (Cell cell = 0; cell < outlook.size(); ++cell) {
        if (!outlook.hidden(cell)) continue;
        const double risk = outlook.odds->risk(cell);
        if (risk >= 1 || is_riskier(risk, least)) continue;
        if (is_riskier(least, risk)) {
            cells.clear();
            least = risk;
        }
        cells.push_back(cell);
    }
    return least;
}

void steps_from_opened(const Game& game, std::vector<std::uint32_t>& steps, std::vector<Cell>& queue) {
    steps.assign(game.marks().size(), UINT32_MAX);
    queue.clear();
    for (Cell cell = 0; cell < steps.size(); ++cell) {
        if (!is_number(game.marks()[cell])) continue;
        steps[cell] = 0;
        queue.push_back(cell);
    }
    for (std::size_t next = 0; next < queue.size(); ++next) {
        for (Cell other : game.topology()->neighbours(queue[next])) {
            if (steps[other] != UINT32_MAX) continue;
            steps[other] = steps[queue[next]] + 1;
            queue.push_back(other);
        }
    }
}

Guess AmongSafest::pick(const Outlook& outlook) {
    const double risk = safest_cells(outlook, cells_);
    prefer();
    select(outlook);
    const bool lot = taste_.selection != Selection::first && cells_.size() > 1;
    return {lot ? draw(cells_, outlook.random) : cells_.front(), risk};
}

template <typename Keep>
bool AmongSafest::keep_if_any(Keep keep) {
    if (std::none_of(cells_.begin(), cells_.end(), keep)) return false;
    std::erase_if(cells_, [&](Cell cell) { return !keep(cell); });
    return true;
}

template <typename Rank>
void AmongSafest::keep_least(Rank rank) {
    auto least = rank(cells_.front());
    for (Cell cell : cells_)
        least = std::min(least, rank(cell));
    std::erase_if(cells_, [&](Cell cell) { return rank(cell) != least; });
}

void AmongSafest::prefer() {
    const auto corner = [this](Cell cell) { return borders_.is_corner(cell, taste_.depth); };
    const auto edge = [this](Cell cell) { return borders_.is_edge(cell, taste_.depth); };
    switch (taste_.preference) {
        case Preference::none:
            return;
        case Preference::corners:
            keep_if_any(corner);
            return;
        case Preference::corners_then_edges:
            if (keep_if_any(corner)) return;
            [[fallthrough]];
        case Preference::edges:
            keep_if_any(edge);
            return;
    }
}

void AmongSafest::select(const Outlook& outlook) {
    switch (taste_.selection) {
        case Selection::first:
        case Selection::random:
            return;
        case Selection::nearest:
            steps_from_opened(outlook.game, steps_, queue_);
            keep_least([this](Cell cell) { return steps_[cell]; });
            return;
        case Selection::centred:
            keep_least([this](Cell cell) { return borders_.from_centre(cell); });
            return;
        case Selection::inward:
            keep_least([this](Cell cell) { return borders_.from_edge(cell); });
            return;
        case Selection::inward_from_corner:
            keep_least([this](Cell cell) { return borders_.from_corner(cell); });
            return;
    }
}

}  // namespace sapper
