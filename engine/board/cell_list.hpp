// A growing list of cells, for loops without branches. Whether a cell belongs in a list is often
// unpredictable, and a branch that is predicted wrongly costs more than a store that is overwritten later.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/topology.hpp"

namespace sapper {

class CellList {
  public:
    // Returns space for up to `more` cells. The caller writes there and then passes the end to end_at().
    Cell* room(std::size_t more) {
        if (size_ + more > cells_.size()) cells_.resize(2 * (size_ + more));
        return cells_.data() + size_;
    }
    void end_at(const Cell* end) { size_ = static_cast<std::size_t>(end - cells_.data()); }
    void add(Cell cell) {
        *room(1) = cell;
        ++size_;
    }
    // Adds the neighbours of a cell that fit. Calls fits() once for each neighbour.
    template <typename Fits>
    void add_around(const Topology& topology, Cell cell, Fits fits) {
        Cell* end = room(topology.degree(cell));
        each_neighbour(topology, cell, [&](Cell other) {
            *end = other;
            end += fits(other);
        });
        end_at(end);
    }
    // Adds the cells that fit, from `first` to before `last`. Calls fits() once for each cell.
    template <typename Fits>
    void add_between(Cell first, Cell last, Fits fits) {
        Cell* end = room(last - first);
        for (Cell cell = first; cell < last; ++cell) {
            *end = cell;
            end += fits(cell);
        }
        end_at(end);
    }
    // Drops cells that do not fit.
    template <typename Fits>
    void keep(Fits fits) {
        Cell* to = cells_.data();
        for (Cell cell : *this) {
            *to = cell;
            to += fits(cell);
        }
        end_at(to);
    }
    Cell take_last() { return cells_[--size_]; }
    void drop_first(std::size_t cells) {
        std::copy(begin() + cells, end(), cells_.data());
        size_ -= cells;
    }
    void clear() { size_ = 0; }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    Cell operator[](std::size_t i) const { return cells_[i]; }
    Cell& operator[](std::size_t i) { return cells_[i]; }
    void sort() { std::sort(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(size_)); }
    const Cell* data() const { return cells_.data(); }
    const Cell* begin() const { return cells_.data(); }
    const Cell* end() const { return cells_.data() + size_; }

  private:
    std::vector<Cell> cells_;
    std::size_t size_ = 0;
};

}  // namespace sapper
