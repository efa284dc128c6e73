// Which cells touch which. A topology is immutable and shared. Its cells are the integers 0 to size() - 1 in
// row-major order. Neighbours come in ascending order, each once, never the cell itself, and the relation is
// symmetric. Cells with the same surroundings share one stencil, a list of offsets. So a regular board of ten
// million cells takes 40 MB, and an irregular graph as much as its adjacency lists.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string_view>
#include <vector>

#include "board/bitboard.hpp"

namespace sapper {

// Offsets between neighbours have 32 bits, and a game on a board this large already takes gigabytes.
inline constexpr std::size_t kMaxCells = std::size_t{1} << 28;

// Up to this degree, sums of the binomial coefficients of a neighbourhood fit a double.
inline constexpr std::size_t kMaxDegree = 900;
inline constexpr std::size_t kMaxDimensions = 6;  // 3^6 - 1 neighbours

// From a cell to another, in rows and columns.
struct Step {
    std::int32_t rows = 0;
    std::int32_t columns = 0;

    auto operator<=>(const Step&) const = default;
};

using Steps = std::vector<Step>;

// An object that Python shares takes a reference of its own by shared_from_this(), because a topology may
// outlive the interpreter.
class Topology : public std::enable_shared_from_this<Topology> {
  public:
    enum class Kind { grid, torus, hexagons, octagons, offsets, graph };

    class Neighbours;

    // A grid of any number of dimensions. Two cells touch when no coordinate differs by more than one.
    static std::shared_ptr<const Topology> grid(std::vector<std::size_t> shape);
    // The topology of a kind and a shape. Throws std::invalid_argument if the kind has no such shape.
    static std::shared_ptr<const Topology> of(Kind kind, std::vector<std::size_t> shape);
    // Rows and columns of cells that touch the cells some steps away, also across the edges if `wraps`.
    // Throws std::invalid_argument if the steps are no neighbourhood: each goes with its opposite.
    static std::shared_ptr<const Topology> offsets(std::size_t rows, std::size_t columns, Steps steps,
                                                   bool wraps);
    // A graph: any symmetric adjacency without loops. Otherwise throws std::invalid_argument that names the
    // wrong cell.
    static std::shared_ptr<const Topology> graph(const std::vector<std::vector<std::int64_t>>& adjacency);

    Kind kind() const { return kind_; }
    const std::vector<std::size_t>& shape() const { return shape_; }
    // The steps of a topology of the kind `offsets`, in order. Others have none.
    const Steps& steps() const { return steps_; }
    // Whether cells touch across the edges.
    bool wraps() const { return wraps_; }
    // Whether it is a grid of two dimensions, the usual board.
    bool is_square_board() const { return kind_ == Kind::grid && shape_.size() == 2; }
    // The board in machine words. Null if it is no square board or does not fit.
    const Bitboard* bitboard() const { return bitboard_.get(); }
    std::size_t size() const { return stencil_of_.size(); }
    std::size_t max_degree() const { return max_degree_; }
    std::size_t least_degree() const { return least_degree_; }
    std::size_t degree(Cell cell) const;
    Neighbours neighbours(Cell cell) const;
    bool touch(Cell one, Cell other) const;
    bool operator==(const Topology& other) const;
    std::size_t hash() const;

  private:
    Topology(Kind kind, std::vector<std::size_t> shape, Steps steps, bool wraps)
        : kind_(kind), shape_(std::move(shape)), steps_(std::move(steps)), wraps_(wraps) {}

    static std::shared_ptr<const Topology> regular(Kind kind, std::vector<std::size_t> shape, Steps steps,
                                                   bool wraps);
    std::uint32_t add_stencil(const std::vector<std::int32_t>& offsets);

    Kind kind_;
    std::vector<std::size_t> shape_;
    Steps steps_;
    bool wraps_;
    std::size_t max_degree_ = 0;
    std::size_t least_degree_ = kMaxDegree;
    std::vector<std::uint32_t> stencil_of_;          // per cell
    std::vector<std::uint32_t> stencil_ends_ = {0};  // stencil s is offsets_[ends_[s] .. ends_[s + 1])
    std::vector<std::int32_t> offsets_;
    std::shared_ptr<const Bitboard> bitboard_;  // null if the board does not fit
};

// The one table of topologies. Formats, the protocol, Python and JavaScript take their names from here.
struct TopologyKind {
    std::string_view name;         // a grid with rows and columns is also "square"
    std::string_view before_size;  // in words, as in "a grid of 16 x 30 cells"
    std::string_view after_size;
    bool is_flat;  // only with rows and columns
};

// In the order of Kind.
inline constexpr std::array<TopologyKind, 6> kTopologyKinds = {{
    // A grid of any number of dimensions. Two cells touch when no coordinate differs by more than one.
    {"grid", "a grid of ", " cells", false},
    // A grid in which every dimension is closed to a ring.
    {"torus", "a torus of ", " cells", false},
    // Cells have up to six neighbours. Odd rows are shifted half a cell to the right.
    {"hexagons", "a board of ", " hexagons", true},
    // Octagons where row and column are both even or both odd, with up to eight neighbours. The squares
    // between them touch the octagons beside, above and below.
    {"octagons", "a board of ", " octagons and squares", true},
    // Cells that touch the cells some steps away. board_names.hpp tells how a name has the steps.
    {"offsets", "a board of ", " cells", true},
    // Any symmetric adjacency. No shape describes it.
    {"graph", "a graph of ", " cells", false},
}};

inline const TopologyKind& facts(Topology::Kind kind) {
    return kTopologyKinds[static_cast<std::size_t>(kind)];
}

// The neighbours of one cell, a forward range of Cell.
class Topology::Neighbours {
  public:
    class Iterator {
      public:
        using value_type = Cell;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::forward_iterator_tag;
        using pointer = void;
        using reference = Cell;

        Iterator() = default;
        Iterator(Cell cell, const std::int32_t* offset) : cell_(cell), offset_(offset) {}
        Cell operator*() const { return cell_ + static_cast<Cell>(*offset_); }
        Iterator& operator++() {
            ++offset_;
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++offset_;
            return before;
        }
        bool operator==(const Iterator& other) const { return offset_ == other.offset_; }

      private:
        Cell cell_ = 0;
        const std::int32_t* offset_ = nullptr;
    };

    Neighbours(Cell cell, const std::int32_t* first, const std::int32_t* last)
        : cell_(cell), first_(first), last_(last) {}
    Iterator begin() const { return {cell_, first_}; }
    Iterator end() const { return {cell_, last_}; }
    std::size_t size() const { return static_cast<std::size_t>(last_ - first_); }

  private:
    Cell cell_;
    const std::int32_t* first_;
    const std::int32_t* last_;
};

inline std::size_t Topology::degree(Cell cell) const {
    const std::uint32_t s = stencil_of_[cell];
    return stencil_ends_[s + 1] - stencil_ends_[s];
}

inline Topology::Neighbours Topology::neighbours(Cell cell) const {
    const std::uint32_t s = stencil_of_[cell];
    return {cell, offsets_.data() + stencil_ends_[s], offsets_.data() + stencil_ends_[s + 1]};
}

inline bool Topology::touch(Cell one, Cell other) const {
    const Neighbours around = neighbours(one);
    return std::find(around.begin(), around.end(), other) != around.end();
}

// Calls visit(neighbour) for each neighbour of a cell. The loop is unrolled for eight neighbours, the usual
// case.
template <typename Visit>
void each_neighbour(const Topology& topology, Cell cell, Visit visit) {
    const Topology::Neighbours around = topology.neighbours(cell);
    if (around.size() == 8) {
        Topology::Neighbours::Iterator place = around.begin();
        visit(*place);
        visit(*++place);
        visit(*++place);
        visit(*++place);
        visit(*++place);
        visit(*++place);
        visit(*++place);
        visit(*++place);
    } else {
        for (Cell other : around)
            visit(other);
    }
}

// The borders of the board. Tori and graphs have none.
class Borders {
  public:
    explicit Borders(const Topology& topology);

    bool exist() const { return !shape_.empty(); }
    // Whether the cell is within `depth` cells of a border: 1 is the outermost ring.
    bool is_edge(Cell cell, std::uint32_t depth = 1) const;
    // Whether the cell is within `depth` cells of a border in every dimension.
    bool is_corner(Cell cell, std::uint32_t depth = 1) const;

    // Steps along the axes to the nearest border, to the nearest corner, and to the middle of the board (in
    // half cells). 0 where there are no borders.
    std::uint64_t from_edge(Cell cell) const;
    std::uint64_t from_corner(Cell cell) const;
    std::uint64_t from_centre(Cell cell) const;

  private:
    template <typename Visit>
    void for_each_axis(Cell cell, Visit visit) const;

    std::vector<std::size_t> shape_;
};

}  // namespace sapper
