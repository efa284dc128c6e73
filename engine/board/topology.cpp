#include "board/topology.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "board/bitboard.hpp"
#include "util/bits.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

using Coordinates = std::vector<std::size_t>;

std::size_t checked_size(const std::vector<std::size_t>& shape) {
    if (shape.empty() || shape.size() > kMaxDimensions) {
        throw std::invalid_argument("a grid has 1 to " + std::to_string(kMaxDimensions) +
                                    " dimensions, not " + std::to_string(shape.size()));
    }
    std::size_t size = 1;
    for (std::size_t extent : shape) {
        if (extent == 0) throw std::invalid_argument("every dimension of a board needs at least one cell");
        if (extent > kMaxCells / size) {
            throw std::invalid_argument("a board has at most " + std::to_string(kMaxCells) + " cells");
        }
        size *= extent;
    }
    return size;
}

std::size_t row_major(const Coordinates& at, const std::vector<std::size_t>& shape) {
    std::size_t index = 0;
    for (std::size_t d = 0; d < shape.size(); ++d)
        index = index * shape[d] + at[d];
    return index;
}

// Moves one coordinate by -1, 0 or 1. False if that leaves the board.
bool step(std::size_t& x, int by, std::size_t extent, bool wraps) {
    if (by == 0) return true;
    if (wraps) {
        x = by > 0 ? (x + 1 == extent ? 0 : x + 1) : (x == 0 ? extent - 1 : x - 1);
        return true;
    }
    if (by > 0 ? x + 1 == extent : x == 0) return false;
    by > 0 ? ++x : --x;
    return true;
}

// Odd rows lie half a cell to the right, so the two cells above and below differ by the parity of the row.
bool touches_on_hexagons(const Coordinates& at, int by_row, int by_column) {
    if (by_row == 0) return true;
    return at[0] % 2 == 0 ? by_column <= 0 : by_column >= 0;
}

// Octagons touch all eight cells around them. Squares touch only the four octagons beside, above and below
// them.
bool touches_on_octagons(const Coordinates& at, int by_row, int by_column) {
    return (at[0] + at[1]) % 2 == 0 || by_row == 0 || by_column == 0;
}

// How a kind differs from a grid. Its cells are of two sorts that alternate: in even and odd rows, or
// octagons and squares.
struct Geometry {
    std::size_t (*sort)(const Coordinates&);                            // the sort of a cell
    bool (*touches)(const Coordinates& at, int by_row, int by_column);  // whether a step leads to a neighbour
};

constexpr Geometry kHexagons = {[](const Coordinates& at) { return at[0] % 2; }, touches_on_hexagons};
constexpr Geometry kOctagons = {[](const Coordinates& at) { return (at[0] + at[1]) % 2; },
                                touches_on_octagons};

// Null if all cells are alike and touch all cells around them.
const Geometry* geometry(Topology::Kind kind) {
    if (kind == Topology::Kind::hexagons) return &kHexagons;
    if (kind == Topology::Kind::octagons) return &kOctagons;
    return nullptr;
}

// The class of a cell: cells of one class have neighbours at the same offsets. The class consists of the sort
// of the cell and, for each coordinate, whether it is at the low edge, at the high edge, at both or at
// neither.
std::size_t class_of(const Coordinates& at, const std::vector<std::size_t>& shape, Topology::Kind kind) {
    const Geometry* difference = geometry(kind);
    std::size_t result = difference == nullptr ? 0 : difference->sort(at);
    for (std::size_t d = 0; d < shape.size(); ++d) {
        const std::size_t edges = (at[d] == 0 ? 1 : 0) + (at[d] + 1 == shape[d] ? 2 : 0);
        result = result * 4 + edges;
    }
    return result;
}

std::vector<std::int32_t> offsets_around(const Coordinates& at, const std::vector<std::size_t>& shape,
                                         Topology::Kind kind) {
    const auto centre = static_cast<std::int32_t>(row_major(at, shape));
    const bool wraps = !facts(kind).has_edges;
    const Geometry* difference = geometry(kind);
    std::vector<std::int32_t> offsets;
    std::vector<int> by(shape.size(), -1);
    while (true) {
        Coordinates there = at;
        bool inside = true;
        for (std::size_t d = 0; d < shape.size() && inside; ++d)
            inside = step(there[d], by[d], shape[d], wraps);
        if (difference != nullptr && inside) inside = difference->touches(at, by[0], by[1]);
        const auto offset = inside ? static_cast<std::int32_t>(row_major(there, shape)) - centre : 0;
        if (offset != 0) offsets.push_back(offset);
        std::size_t d = 0;
        while (d < by.size() && by[d] == 1)
            by[d++] = -1;
        if (d == by.size()) break;
        ++by[d];
    }
    sort_and_drop_repeated(offsets);  // on a ring of two cells both steps lead to the same cell
    return offsets;
}

void check_adjacency(const std::vector<std::vector<std::int64_t>>& sorted) {
    const auto size = static_cast<std::int64_t>(sorted.size());
    for (std::int64_t cell = 0; cell < size; ++cell) {
        const std::vector<std::int64_t>& around = sorted[static_cast<std::size_t>(cell)];
        const std::string name = "cell " + std::to_string(cell);
        for (std::size_t i = 0; i < around.size(); ++i) {
            const std::int64_t other = around[i];
            const std::string other_name = std::to_string(other);
            if (other < 0 || other >= size) {
                throw std::invalid_argument(name + " has the neighbour " + other_name +
                                            ", which is not a cell: cells are 0 to " +
                                            std::to_string(size - 1));
            }
            if (other == cell) throw std::invalid_argument(name + " is listed as its own neighbour");
            if (i > 0 && around[i - 1] == other) {
                throw std::invalid_argument(name + " lists its neighbour " + other_name + " twice");
            }
            if (!std::ranges::binary_search(sorted[static_cast<std::size_t>(other)], cell)) {
                throw std::invalid_argument(name + " lists " + other_name + " as a neighbour, but cell " +
                                            other_name + " does not list " + std::to_string(cell));
            }
        }
    }
}

}  // namespace

std::uint32_t Topology::add_stencil(const std::vector<std::int32_t>& offsets) {
    if (offsets_.size() + offsets.size() > UINT32_MAX) {
        throw std::invalid_argument("a board has at most 2^32 - 1 neighbour relations");
    }
    if (offsets.size() > kMaxDegree) {
        throw std::invalid_argument("a cell has at most " + std::to_string(kMaxDegree) + " neighbours, not " +
                                    std::to_string(offsets.size()));
    }
    append(offsets_, offsets);
    stencil_ends_.push_back(static_cast<std::uint32_t>(offsets_.size()));
    max_degree_ = std::max(max_degree_, offsets.size());
    least_degree_ = std::min(least_degree_, offsets.size());
    return static_cast<std::uint32_t>(stencil_ends_.size() - 2);
}

std::shared_ptr<const Topology> Topology::regular(Kind kind, std::vector<std::size_t> shape) {
    const std::size_t size = checked_size(shape);
    std::shared_ptr<Topology> topology(new Topology(kind, std::move(shape)));
    const std::vector<std::size_t>& extents = topology->shape_;
    topology->stencil_of_.resize(size);
    std::unordered_map<std::size_t, std::uint32_t> stencils;
    Coordinates at(extents.size(), 0);
    std::size_t last_class = SIZE_MAX;
    std::uint32_t last_stencil = 0;
    for (std::size_t cell = 0; cell < size; ++cell) {
        const std::size_t its_class = class_of(at, extents, kind);
        if (its_class != last_class) {  // along a row the class rarely changes
            const auto [entry, is_new] = stencils.try_emplace(its_class, 0);
            if (is_new) entry->second = topology->add_stencil(offsets_around(at, extents, kind));
            last_class = its_class;
            last_stencil = entry->second;
        }
        topology->stencil_of_[cell] = last_stencil;
        for (std::size_t d = extents.size(); d-- > 0;) {
            if (++at[d] < extents[d]) break;
            at[d] = 0;
        }
    }
    if (topology->is_square_board() && Bitboard::can_hold(extents[0], extents[1]))
        topology->bitboard_ = std::make_shared<const Bitboard>(extents[0], extents[1]);
    return topology;
}

std::shared_ptr<const Topology> Topology::grid(std::vector<std::size_t> shape) {
    return regular(Kind::grid, std::move(shape));
}

std::shared_ptr<const Topology> Topology::of(Kind kind, std::vector<std::size_t> shape) {
    if (kind == Kind::graph || (facts(kind).is_flat && shape.size() != 2))
        throw std::invalid_argument("there is no board of this kind and shape");
    return regular(kind, std::move(shape));
}

std::shared_ptr<const Topology> Topology::graph(const std::vector<std::vector<std::int64_t>>& adjacency) {
    if (adjacency.empty()) throw std::invalid_argument("a board needs at least one cell");
    if (adjacency.size() > kMaxCells) {
        throw std::invalid_argument("a board has at most " + std::to_string(kMaxCells) + " cells");
    }
    std::vector<std::vector<std::int64_t>> sorted = adjacency;
    for (std::vector<std::int64_t>& around : sorted)
        std::ranges::sort(around);
    check_adjacency(sorted);
    std::shared_ptr<Topology> topology(new Topology(Kind::graph, {adjacency.size()}));
    topology->stencil_of_.reserve(adjacency.size());
    std::map<std::vector<std::int32_t>, std::uint32_t> stencils;
    for (std::size_t cell = 0; cell < sorted.size(); ++cell) {
        std::vector<std::int32_t> offsets;
        for (std::int64_t other : sorted[cell]) {
            offsets.push_back(static_cast<std::int32_t>(other - static_cast<std::int64_t>(cell)));
        }
        const auto [entry, is_new] = stencils.try_emplace(std::move(offsets), 0);
        if (is_new) entry->second = topology->add_stencil(entry->first);
        topology->stencil_of_.push_back(entry->second);
    }
    return topology;
}

bool Topology::operator==(const Topology& other) const {
    if (this == &other) return true;
    if (kind_ != other.kind_ || shape_ != other.shape_) return false;
    // A regular topology is its kind and shape. Equal graphs intern their stencils in the same order.
    return kind_ != Kind::graph || (stencil_of_ == other.stencil_of_ &&
                                    stencil_ends_ == other.stencil_ends_ && offsets_ == other.offsets_);
}

std::size_t Topology::hash() const {
    const std::uint64_t regular = mix(static_cast<std::uint64_t>(kind_), hash_of(shape_));
    return static_cast<std::size_t>(kind_ == Kind::graph ? mix(regular, hash_of(offsets_)) : regular);
}

}  // namespace sapper
