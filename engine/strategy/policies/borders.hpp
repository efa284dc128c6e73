// How far cells are from the borders of the board. Tori and graphs have no borders.
#pragma once

#include <cstdint>

#include "board/topology.hpp"

namespace sapper {

class Borders {
  public:
    explicit Borders(const Topology& topology);

    bool exist() const { return !shape_.empty(); }
    // Within `depth` cells of a border: 1 is the outermost ring.
    bool is_edge(Cell cell, std::uint32_t depth = 1) const;
    // Within `depth` cells of a border in every dimension.
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
