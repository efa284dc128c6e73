// Even chances that nobody can avoid. Two sets of hidden cells that every other safe cell touches equally
// often can change places: when one holds mines and the other none, no number will ever tell which, and half
// of those configurations are lost whatever is done. Two cells, or the two diagonals of a square, whose odd
// neighbours are all mines are such sets. This finds for each cell how likely it is to be on the losing side:
// a guess there is to be forgiven that much of its risk.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "inference/inference.hpp"

namespace sapper {

class EvenChances {
  public:
    explicit EvenChances(const Topology& topology);

    void find(Inference& inference, bool squares);
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
    };

    void consider(Inference& inference, const Sides& sides);
    bool collect_odd(const Constraints& constraints, const Sides& sides);
    double probability(Inference& inference, const Sides& sides);
    void raise(Cell cell, double share);

    const Topology& topology_;
    std::vector<double> share_;
    std::vector<Cell> cells_;
    std::vector<Cell> frontier_;
    std::vector<Cell> odd_;  // undecided cells that would have to be mines
};

}  // namespace sapper
