// Finds unavoidable even chances. Take two sets of hidden cells such that every other safe cell touches both
// equally often. If one set is all mines and the other has none, they can be exchanged and no number ever
// tells which is which. So half of those configurations are lost. Two cells, or the two diagonals of a
// square, are such sets if all odd neighbours (those that touch one set more often) are mines. Computes for
// each cell the probability that it holds a mine on the losing side. A policy may take that much off the
// risk of a guess there. Costs a few counts for every two sets in the frontier that could be exchanged.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "inference/inference.hpp"

namespace sapper {

class EvenChances {
  public:
    explicit EvenChances(const Topology& topology) : topology_(topology), share_(topology.size(), 0) {}

    // Expects a position without safe cells.
    void find(Inference& inference);
    // The probability that the cell is a mine and lies on one side of an even chance.
    double of(Cell cell) const { return share_[cell]; }
    // The cells whose probability is not zero.
    std::span<const Cell> cells() const { return cells_; }

  private:
    // Two sets that can be exchanged.
    struct Sides {
        std::array<Cell, 2> one;
        std::array<Cell, 2> other;
        std::size_t size;

        std::span<const Cell> mined() const { return std::span(one).first(size); }
        std::span<const Cell> spared() const { return std::span(other).first(size); }
    };

    void consider_pairs(Inference& inference, Cell cell);
    void consider_squares(Inference& inference, Cell cell);
    void consider(Inference& inference, const Sides& sides);
    bool find_odd(const Constraints& constraints, const Sides& sides);
    bool may_matter(Inference& inference, const Sides& sides) const;
    double probability(Inference& inference, const Sides& sides) const;
    void raise(Cell cell, double share);

    const Topology& topology_;
    std::vector<double> share_;
    std::vector<Cell> cells_;
    std::vector<Cell> frontier_;
    std::vector<Cell> odd_;  // undecided odd neighbours, which would have to be mines
};

}  // namespace sapper
