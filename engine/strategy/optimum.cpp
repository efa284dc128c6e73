// The chance to win of perfect play on a whole board, with symmetric first clicks searched once.
#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "strategy/game_tree.hpp"
#include "util/bits.hpp"

namespace sapper {

namespace {

using Mask = GameTree::Mask;

std::vector<Mask> neighbour_masks(const Topology& topology) {
    std::vector<Mask> masks(topology.size(), 0);
    for (Cell cell = 0; cell < topology.size(); ++cell) {
        for (Cell other : topology.neighbours(cell))
            masks[cell] |= bit(other);
    }
    return masks;
}

double choose(std::size_t n, std::size_t k) {
    double result = 1;
    for (std::size_t i = 0; i < k; ++i)
        result = result * static_cast<double>(n - i) / static_cast<double>(i + 1);
    return result;
}

// Lists every way to add `count` mines among these cells.
void add_mines(std::span<const Cell> cells, std::uint32_t count, Mask mine_mask, std::vector<Mask>& out) {
    if (count == 0) {
        out.push_back(mine_mask);
        return;
    }
    for (std::size_t i = 0; i + count <= cells.size(); ++i)
        add_mines(cells.subspan(i + 1), count - 1, mine_mask | bit(cells[i]), out);
}

// Lists the minefields as games draw them: a protected cell holds a mine only when all others do.
std::vector<Mask> minefields(const Topology& topology, std::uint32_t mines, FirstClick rule, Cell first,
                             const TreeLimits& limits) {
    Mask first_mask = rule == FirstClick::any ? 0 : bit(first);
    Mask around = 0;
    if (rule == FirstClick::opening) {
        for (Cell other : topology.neighbours(first))
            around |= bit(other);
    }
    std::vector<Cell> likely;
    std::vector<Cell> last;
    for (Cell cell = 0; cell < topology.size(); ++cell) {
        if ((first_mask & bit(cell)) != 0) continue;
        ((around & bit(cell)) != 0 ? last : likely).push_back(cell);
    }
    const bool full = mines > likely.size();
    const auto rest = full ? mines - static_cast<std::uint32_t>(likely.size()) : mines;
    const std::vector<Cell>& places = full ? last : likely;
    Mask mine_mask = 0;
    for (Cell cell : likely)
        mine_mask |= full ? bit(cell) : 0;
    // Half of the memory is for the list and its subsets, half for stored results.
    constexpr double kBytesEach = 4 * sizeof(Mask);
    const double count = choose(places.size(), rest);
    if (count * kBytesEach > static_cast<double>(limits.bytes) / 2) {
        throw OptimumTooLarge("there are " + std::to_string(static_cast<std::uint64_t>(count)) +
                              " minefields to look through, too many for the memory");
    }
    std::vector<Mask> list;
    list.reserve(static_cast<std::size_t>(count));
    add_mines(places, rest, mine_mask, list);
    return list;
}

GameTree::Solution solve(GameTree& tree, std::span<const Mask> minefields, const TreeLimits& limits) {
    const std::optional<GameTree::Solution> solution = tree.solve(minefields, limits);
    if (solution) return *solution;
    throw OptimumTooLarge("after " + std::to_string(tree.nodes()) +
                          " positions the memory for results was full");
}

using Map = std::vector<std::uint8_t>;
using Shape = std::vector<std::size_t>;

// Permutes the axes and reverses some of them. The shape must stay the same.
Map map_of(const Shape& shape, const std::vector<std::size_t>& axes, std::size_t backward) {
    const std::size_t dimensions = shape.size();
    std::size_t size = 1;
    for (std::size_t length : shape)
        size *= length;
    Map map(size);
    Shape at(dimensions);
    for (std::size_t cell = 0; cell < size; ++cell) {
        std::size_t rest = cell;
        for (std::size_t axis = dimensions; axis-- > 0;) {
            at[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        std::size_t image = 0;
        for (std::size_t axis = 0; axis < dimensions; ++axis) {
            const std::size_t place = at[axes[axis]];
            image = image * shape[axis] + ((backward >> axis & 1) != 0 ? shape[axis] - 1 - place : place);
        }
        map[cell] = static_cast<std::uint8_t>(image);
    }
    return map;
}

bool is_symmetry(const Topology& topology, const Map& map) {
    for (Cell cell = 0; cell < topology.size(); ++cell) {
        if (topology.degree(cell) != topology.degree(map[cell])) return false;
        for (Cell other : topology.neighbours(cell)) {
            if (!topology.touch(map[cell], map[other])) return false;
        }
    }
    return true;
}

Map identity(std::size_t size) {
    Map map(size);
    std::iota(map.begin(), map.end(), std::uint8_t{0});
    return map;
}

// The ways to turn and mirror a board onto itself, as permutations of its cells: those of the shape of grids
// and tori, and the identity elsewhere. Each maps cell c to result[i][c]. The first is the identity.
std::vector<Map> symmetries(const Topology& topology) {
    std::vector<Map> maps{identity(topology.size())};
    const Shape& shape = topology.shape();
    if (topology.kind() == Topology::Kind::graph) return maps;
    std::vector<std::size_t> axes(shape.size());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    do {
        const bool fits = std::ranges::equal(axes, shape, {}, [&](std::size_t axis) { return shape[axis]; });
        for (std::size_t backward = 0; fits && backward < std::size_t{1} << shape.size(); ++backward) {
            Map map = map_of(shape, axes, backward);
            if (is_symmetry(topology, map) && std::ranges::find(maps, map) == maps.end())
                maps.push_back(std::move(map));
        }
    } while (std::next_permutation(axes.begin(), axes.end()));
    return maps;
}

}  // namespace

Optimum optimum(const Topology& topology, std::uint32_t mines, FirstClick rule, const TreeLimits& limits) {
    if (topology.size() > GameTree::kMaxCells) {
        throw OptimumTooLarge("a board of " + std::to_string(topology.size()) + " cells has more than the " +
                              std::to_string(GameTree::kMaxCells) + " that can be played out");
    }
    const std::vector<std::vector<std::uint8_t>> maps = symmetries(topology);
    GameTree tree;
    const std::vector<Mask> neighbours = neighbour_masks(topology);
    tree.prepare(neighbours, std::span(maps).subspan(1));
    if (rule == FirstClick::any) {
        const std::vector<Mask> list = minefields(topology, mines, rule, 0, limits);
        const GameTree::Solution solution = solve(tree, list, limits);
        return {solution.wins, list.size(), solution.cell, tree.nodes()};
    }
    std::optional<Optimum> best;
    std::uint64_t nodes = 0;
    for (Cell first = 0; first < topology.size(); ++first) {
        const bool is_image_of_earlier =
            std::ranges::any_of(maps, [&](const auto& map) { return map[first] < first; });
        if (is_image_of_earlier) continue;
        const std::vector<Mask> list = minefields(topology, mines, rule, first, limits);
        // On a nearly full board, an opening restricts the mines around the first click in a way that the
        // visible numbers do not show.
        const bool is_restricted =
            rule == FirstClick::opening && !has_room_for_opening(topology, mines, first);
        if (is_restricted) tree.prepare(neighbours);
        const std::uint64_t wins = solve(tree, list, limits).wins;
        if (is_restricted) tree.prepare(neighbours, std::span(maps).subspan(1));
        nodes += tree.nodes();
        // Under `opening` the number of minefields depends on the cell.
        const bool better = !best || wins * best->configurations > best->wins * list.size();
        if (better) best = {wins, list.size(), first, 0};
    }
    best->nodes = nodes;
    return *best;
}

}  // namespace sapper
