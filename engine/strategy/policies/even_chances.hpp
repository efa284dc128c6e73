// Even chances that nobody can avoid. Two sets of hidden cells that every other safe cell touches equally
// often can change places: when one holds mines and the other none, no number will ever tell which, and half
// of those configurations are lost whatever is done. Two cells, or the two diagonals of a square, whose odd
// neighbours (those that touch one set more often than the other) are all mines are such sets. Finds for each
// cell how likely it is to hold a mine on the losing side: a guess there is to be forgiven that much of its
// risk. Costs a few counts for every pair of neighbours in the frontier that could be one.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "inference/inference.hpp"

namespace sapper {

class EvenChances {
  public:
    explicit EvenChances(const Topology& topology) : topology_(topology), share_(topology.size(), 0) {}

    // Of a position without safe cells.
    void find(Inference& inference);
    // The probability that the cell is a mine and stands on one side of an even chance.
    double of(Cell cell) const { return share_[cell]; }
    // The cells for which that is not zero.
    std::span<const Cell> cells() const { return cells_; }

  private:
    // One may be exchanged for the other.
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
    std::vector<Cell> odd_;  // undecided cells that would have to be mines
};

}  // namespace sapper
