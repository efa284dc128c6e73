#include "board/topology.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "board/bitboard.hpp"
#include "util/bits.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

using Coordinates = std::vector<std::size_t>;
using Move = std::vector<std::int64_t>;  // by how much each coordinate changes

std::size_t size_of_shape(const std::vector<std::size_t>& shape) {
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

// Moves one coordinate. False if that leaves the board.
bool move(std::size_t& x, std::int64_t by, std::size_t extent, bool wraps) {
    const auto end = static_cast<std::int64_t>(extent);
    std::int64_t there = static_cast<std::int64_t>(x) + by;
    if (wraps) there = (there % end + end) % end;
    if (there < 0 || there >= end) return false;
    x = static_cast<std::size_t>(there);
    return true;
}

// Odd rows lie half a cell to the right, so the two cells above and below differ by the parity of the row.
bool touches_on_hexagons(const Coordinates& at, const Move& by) {
    if (by[0] == 0) return true;
    return at[0] % 2 == 0 ? by[1] <= 0 : by[1] >= 0;
}

// Octagons touch all eight cells around them. Squares touch only the four octagons beside, above and below
// them.
bool touches_on_octagons(const Coordinates& at, const Move& by) {
    return (at[0] + at[1]) % 2 == 0 || by[0] == 0 || by[1] == 0;
}

// How a kind differs from a grid. Its cells are of two sorts that alternate: in even and odd rows, or
// octagons and squares.
struct Geometry {
    std::size_t (*sort)(const Coordinates&);                   // the sort of a cell
    bool (*touches)(const Coordinates& at, const Move& move);  // whether a move leads to a neighbour
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

// All moves of at most one in each coordinate.
std::vector<Move> moves_around(std::size_t dimensions) {
    std::vector<Move> moves = {{}};
    for (std::size_t d = 0; d < dimensions; ++d) {
        std::vector<Move> longer;
        for (const Move& move : moves) {
            for (const std::int64_t by : {-1, 0, 1}) {
                longer.push_back(move);
                longer.back().push_back(by);
            }
        }
        moves = std::move(longer);
    }
    return moves;
}

// Finds the stencil of every cell of a board of rows, of layers of rows and so on.
class Stencils {
  public:
    Stencils(const std::vector<std::size_t>& shape, std::vector<Move> moves, const Geometry* difference,
             bool wraps)
        : shape_(shape), moves_(std::move(moves)), difference_(difference), wraps_(wraps) {
        reaches_.resize(shape.size());
        for (const Move& move : moves_) {
            for (std::size_t d = 0; d < shape.size(); ++d)
                reaches_[d] = std::max(reaches_[d], static_cast<std::size_t>(std::abs(move[d])));
        }
    }

    // Cells of one class have neighbours at the same offsets. The class consists of the sort of the cell and,
    // for each coordinate, how near it is to both edges, as far as a move reaches.
    std::size_t class_of(const Coordinates& at) const {
        std::size_t result = difference_ == nullptr ? 0 : difference_->sort(at);
        for (std::size_t d = 0; d < shape_.size(); ++d) {
            const std::size_t reach = reaches_[d];
            result = result * (reach + 1) + std::min(at[d], reach);
            result = result * (reach + 1) + std::min(shape_[d] - 1 - at[d], reach);
        }
        return result;
    }

    std::vector<std::int32_t> offsets_around(const Coordinates& at) const {
        const auto centre = static_cast<std::int32_t>(row_major(at, shape_));
        std::vector<std::int32_t> offsets;
        for (const Move& by : moves_) {
            Coordinates there = at;
            bool inside = difference_ == nullptr || difference_->touches(at, by);
            for (std::size_t d = 0; d < shape_.size() && inside; ++d)
                inside = move(there[d], by[d], shape_[d], wraps_);
            const auto offset = inside ? static_cast<std::int32_t>(row_major(there, shape_)) - centre : 0;
            if (offset != 0) offsets.push_back(offset);
        }
        sort_and_drop_repeats(offsets);  // on a short ring several moves lead to the same cell
        return offsets;
    }

  private:
    const std::vector<std::size_t>& shape_;
    std::vector<Move> moves_;
    const Geometry* difference_;  // null if all cells are alike
    bool wraps_;
    std::vector<std::size_t> reaches_;
};

std::string in_words(Step step) {
    return "(" + std::to_string(step.rows) + ", " + std::to_string(step.columns) + ")";
}

void check_steps(const Steps& steps) {
    constexpr std::int32_t kLongestStep = 1000;
    if (steps.empty()) throw std::invalid_argument("a neighbourhood needs at least one step");
    if (steps.size() > kMaxDegree) {
        throw std::invalid_argument("a cell has at most " + std::to_string(kMaxDegree) + " neighbours, not " +
                                    std::to_string(steps.size()));
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step step = steps[i];
        if (step == Step{}) throw std::invalid_argument("the step (0, 0) leads from a cell to itself");
        // Not by std::abs(), because the least number has no opposite.
        const auto is_far = [](std::int32_t by) { return by < -kLongestStep || by > kLongestStep; };
        if (is_far(step.rows) || is_far(step.columns)) {
            throw std::invalid_argument("the step " + in_words(step) + " is too long: steps have at most " +
                                        std::to_string(kLongestStep) + " rows and columns");
        }
        if (i > 0 && steps[i - 1] == step)
            throw std::invalid_argument("the step " + in_words(step) + " is listed twice");
        const Step back = {-step.rows, -step.columns};
        if (!std::ranges::binary_search(steps, back)) {
            throw std::invalid_argument("the step " + in_words(step) + " needs its opposite " +
                                        in_words(back) +
                                        ": if one cell touches another, the other touches it");
        }
    }
}

// Cells near the edges have stencils of their own, and long steps make most cells such cells.
void check_reach(const std::vector<std::size_t>& shape, const std::vector<Move>& moves) {
    constexpr std::size_t kMostRelations = std::size_t{1} << 24;  // 64 MB
    std::size_t stencils = 1;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        std::size_t reach = 0;
        for (const Move& move : moves)
            reach = std::max(reach, static_cast<std::size_t>(std::abs(move[d])));
        stencils *= std::min(shape[d], 2 * reach + 1);
    }
    if (stencils > kMostRelations / moves.size()) {
        throw std::invalid_argument(std::to_string(moves.size()) +
                                    " steps that reach so far take too much memory on a board of this size: "
                                    "take fewer or shorter steps");
    }
}

void check_adjacency(const std::vector<std::vector<std::int64_t>>& adjacency) {
    const auto size = static_cast<std::int64_t>(adjacency.size());
    for (std::int64_t cell = 0; cell < size; ++cell) {
        const std::vector<std::int64_t>& around = adjacency[static_cast<std::size_t>(cell)];
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
            if (!std::ranges::binary_search(adjacency[static_cast<std::size_t>(other)], cell)) {
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

std::shared_ptr<const Topology> Topology::regular(Kind kind, std::vector<std::size_t> shape, Steps steps,
                                                  bool wraps) {
    const std::size_t size = size_of_shape(shape);
    std::vector<Move> moves;
    for (const Step step : steps)
        moves.push_back({step.rows, step.columns});
    if (steps.empty()) moves = moves_around(shape.size());
    std::shared_ptr<Topology> topology(new Topology(kind, std::move(shape), std::move(steps), wraps));
    const std::vector<std::size_t>& extents = topology->shape_;
    if (kind == Kind::offsets) check_reach(extents, moves);
    topology->stencil_of_.resize(size);
    const Stencils finder(extents, std::move(moves), geometry(kind), wraps);
    std::unordered_map<std::size_t, std::uint32_t> stencils;
    Coordinates at(extents.size(), 0);
    std::size_t last_class = SIZE_MAX;
    std::uint32_t last_stencil = 0;
    for (std::size_t cell = 0; cell < size; ++cell) {
        const std::size_t its_class = finder.class_of(at);
        if (its_class != last_class) {  // along a row the class rarely changes
            const auto [entry, is_new] = stencils.try_emplace(its_class, 0);
            if (is_new) entry->second = topology->add_stencil(finder.offsets_around(at));
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
    return regular(Kind::grid, std::move(shape), {}, false);
}

std::shared_ptr<const Topology> Topology::of(Kind kind, std::vector<std::size_t> shape) {
    if (kind >= Kind::offsets || (facts(kind).is_flat && shape.size() != 2))
        throw std::invalid_argument("there is no board of this kind and shape");
    return regular(kind, std::move(shape), {}, kind == Kind::torus);
}

std::shared_ptr<const Topology> Topology::offsets(std::size_t rows, std::size_t columns, Steps steps,
                                                  bool wraps) {
    std::ranges::sort(steps);
    check_steps(steps);
    return regular(Kind::offsets, {rows, columns}, std::move(steps), wraps);
}

std::shared_ptr<const Topology> Topology::graph(const std::vector<std::vector<std::int64_t>>& adjacency) {
    if (adjacency.empty()) throw std::invalid_argument("a board needs at least one cell");
    if (adjacency.size() > kMaxCells) {
        throw std::invalid_argument("a board has at most " + std::to_string(kMaxCells) + " cells");
    }
    std::vector<std::vector<std::int64_t>> ascending = adjacency;
    for (std::vector<std::int64_t>& around : ascending)
        std::ranges::sort(around);
    check_adjacency(ascending);
    std::shared_ptr<Topology> topology(new Topology(Kind::graph, {adjacency.size()}, {}, false));
    topology->stencil_of_.reserve(adjacency.size());
    std::map<std::vector<std::int32_t>, std::uint32_t> stencils;
    for (std::size_t cell = 0; cell < ascending.size(); ++cell) {
        std::vector<std::int32_t> offsets;
        for (std::int64_t other : ascending[cell]) {
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
    if (steps_ != other.steps_ || wraps_ != other.wraps_) return false;
    // A regular topology is its kind, shape and steps. Equal graphs intern their stencils in the same order.
    return kind_ != Kind::graph || (stencil_of_ == other.stencil_of_ &&
                                    stencil_ends_ == other.stencil_ends_ && offsets_ == other.offsets_);
}

std::size_t Topology::hash() const {
    std::uint64_t regular = mix(static_cast<std::uint64_t>(kind_), hash_of(shape_));
    if (kind_ == Kind::offsets) regular = mix(regular, mix(wraps_ ? 1 : 0, hash_of(offsets_)));
    return static_cast<std::size_t>(kind_ == Kind::graph ? mix(regular, hash_of(offsets_)) : regular);
}

Borders::Borders(const Topology& topology) {
    const bool has_edges = topology.kind() != Topology::Kind::graph && !topology.wraps();
    if (has_edges) shape_ = topology.shape();
}

// Calls visit(to the nearer border, to the middle in half cells) for each axis.
template <typename Visit>
void Borders::for_each_axis(Cell cell, Visit visit) const {
    std::size_t rest = cell;
    for (std::size_t axis = shape_.size(); axis-- > 0;) {
        const std::size_t at = rest % shape_[axis];
        rest /= shape_[axis];
        const std::size_t last = shape_[axis] - 1;
        visit(std::min(at, last - at), 2 * at > last ? 2 * at - last : last - 2 * at);
    }
}

bool Borders::is_edge(Cell cell, std::uint32_t depth) const {
    return exist() && from_edge(cell) < depth;
}

bool Borders::is_corner(Cell cell, std::uint32_t depth) const {
    bool all = exist();
    for_each_axis(cell, [&](std::size_t border, std::size_t) { all = all && border < depth; });
    return all;
}

std::uint64_t Borders::from_edge(Cell cell) const {
    std::uint64_t nearest = exist() ? UINT64_MAX : 0;
    for_each_axis(
        cell, [&](std::size_t border, std::size_t) { nearest = std::min<std::uint64_t>(nearest, border); });
    return nearest;
}

std::uint64_t Borders::from_corner(Cell cell) const {
    std::uint64_t sum = 0;
    for_each_axis(cell, [&](std::size_t border, std::size_t) { sum += border; });
    return sum;
}

std::uint64_t Borders::from_centre(Cell cell) const {
    std::uint64_t sum = 0;
    for_each_axis(cell, [&](std::size_t, std::size_t middle) { sum += middle; });
    return sum;
}

}  // namespace sapper
