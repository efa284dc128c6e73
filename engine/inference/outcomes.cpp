// Inference::outcomes(): what a hidden cell will show. Sweeps each component around the cell once, counting
// the mines among the cell's neighbours separately. Then combines these with the neighbours in the sea and,
// through the mine count, with the rest of the board.
#include <algorithm>
#include <map>

#include "inference/binomials.hpp"
#include "inference/inference.hpp"

namespace sapper {

namespace {

// Ways by the mines among the neighbours, then by all mines above the least count.
using WaysByMines = std::vector<std::vector<double>>;

WaysByMines times(const WaysByMines& one, const WaysByMines& other) {
    WaysByMines product(one.size() + other.size() - 1,
                        std::vector<double>(one.front().size() + other.front().size() - 1, 0.0));
    for (std::size_t i = 0; i < one.size(); ++i) {
        for (std::size_t j = 0; j < other.size(); ++j) {
            for (std::size_t a = 0; a < one[i].size(); ++a) {
                if (one[i][a] == 0) continue;
                for (std::size_t b = 0; b < other[j].size(); ++b)
                    product[i + j][a + b] += one[i][a] * other[j][b];
            }
        }
    }
    return product;
}

// For neighbours in the sea, both counts are the same.
WaysByMines of_sea(std::uint32_t cells) {
    const std::vector<double> choose = binomial_row(cells);
    WaysByMines table(cells + 1, std::vector<double>(cells + 1, 0.0));
    for (std::uint32_t mines = 0; mines <= cells; ++mines)
        table[mines][mines] = choose[mines];
    return table;
}

// Adds a cell to the markings of its component.
void mark(std::vector<Marking>& markings, std::uint32_t group, std::uint32_t marked, std::uint32_t closed) {
    auto at = std::ranges::find(markings, group, &Marking::group);
    if (at == markings.end()) at = markings.insert(at, {group, 0, 0});
    at->marked += marked;
    at->closed += closed;
}

}  // namespace

std::vector<double> Inference::outcomes(Cell cell) {
    const auto neighbours = constraints_.topology().neighbours(cell);
    std::vector<double> chances(neighbours.size() + 1, 0.0);
    const double safe = 1 - about(cell).mine_probability;
    if (!exact())
        throw BudgetExceeded("what a cell will show is not known where mine probabilities are estimates");
    if (!(safe > 0)) return chances;

    std::map<Cell, std::vector<Marking>> around;  // by the first cell of the component
    std::uint32_t sea_neighbours = 0;
    std::size_t known_mines = 0;
    const auto place = [&](Cell undecided, std::uint32_t marked, std::uint32_t closed) {
        if (!constraints_.in_frontier(undecided)) return false;
        const Placement& placement = frontier_.part(frontier_.part_of(undecided)).placement;
        mark(around[placement.first_cell()], frontier_.group_of(undecided), marked, closed);
        return true;
    };
    for (Cell neighbour : neighbours) {
        known_mines += constraints_.known_mine(neighbour);
        if (constraints_.undecided(neighbour)) sea_neighbours += !place(neighbour, 1, 0);
    }
    std::size_t sea_left = sea() - sea_neighbours;
    if (constraints_.undecided(cell)) sea_left -= !place(cell, 0, 1);

    WaysByMines table = of_sea(sea_neighbours);
    std::vector<Factor> rest;
    std::uint32_t least = 0;
    std::int64_t fixed_mines = frontier_.fixed_mines();
    for (const auto& [first_cell, markings] : around) {
        const Frontier::Part& part = frontier_.part(frontier_.part_of(first_cell));
        least += part.sweep->least_mines();
        if (part.is_fixed()) fixed_mines -= part.sweep->least_mines();
        table = times(table, part.sweep->ways_by_marked(markings, limits_));
    }
    for (std::uint32_t id : frontier_.free_parts()) {
        const Frontier::Part& part = frontier_.part(id);
        if (!around.contains(part.placement.first_cell()))
            rest.push_back({part.sweep->least_mines(), part.sweep->ways()});
    }
    // The weight that the rest of the board gives to each count of mines in these components together.
    const std::vector<double> ones(table.front().size(), 1.0);
    rest.push_back({least, ones});
    const Coupling coupling = couple(rest, sea_left, mines_for_undecided() - fixed_mines);
    const std::span<const double> weights = coupling.weights(rest.size() - 1);
    double sum = 0;
    for (std::size_t mines = 0; mines < table.size(); ++mines) {
        double& chance = chances[known_mines + mines];
        for (std::size_t k = 0; k < ones.size(); ++k)
            chance += table[mines][k] * weights[k];
        sum += chance;
    }
    for (double& chance : chances)
        chance *= safe / sum;
    return chances;
}

}  // namespace sapper
