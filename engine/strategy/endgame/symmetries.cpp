#include "strategy/endgame/symmetries.hpp"

#include <algorithm>
#include <numeric>

namespace sapper {

namespace {

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

}  // namespace

std::vector<Map> symmetries(const Topology& topology) {
    std::vector<Map> found{identity(topology.size())};
    const Shape& shape = topology.shape();
    if (topology.kind() == Topology::Kind::graph) return found;
    std::vector<std::size_t> axes(shape.size());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    do {
        const bool fits = std::ranges::equal(axes, shape, {}, [&](std::size_t axis) { return shape[axis]; });
        for (std::size_t backward = 0; fits && backward < std::size_t{1} << shape.size(); ++backward) {
            Map map = map_of(shape, axes, backward);
            if (is_symmetry(topology, map) && std::ranges::find(found, map) == found.end())
                found.push_back(std::move(map));
        }
    } while (std::next_permutation(axes.begin(), axes.end()));
    return found;
}

}  // namespace sapper
