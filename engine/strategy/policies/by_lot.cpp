#include "strategy/policies/by_lot.hpp"

#include <algorithm>
#include <limits>

namespace sapper {

Cell draw(const std::vector<Cell>& cells, Random& random) {
    return cells[random.below(static_cast<std::uint32_t>(cells.size()))];
}

void guessable_cells(const Outlook& outlook, std::vector<Cell>& cells) {
    cells.clear();
    for (Cell cell = 0; cell < outlook.size(); ++cell) {
        if (outlook.hidden(cell)) cells.push_back(cell);
    }
    const auto is_mine = [&](Cell cell) { return outlook.level->is_mine(cell); };
    if (!std::all_of(cells.begin(), cells.end(), is_mine)) std::erase_if(cells, is_mine);
}

Guess ByLot::pick(const Outlook& outlook) {
    guessable_cells(outlook, cells_);
    return {draw(cells_, outlook.random), std::numeric_limits<double>::quiet_NaN()};
}

}  // namespace sapper
