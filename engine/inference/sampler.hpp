// Draws configurations of a position, all equally likely, from the tables of the sweeps. A draw first shares
// the mines among the components and the sea by their joint counts. Then each component shares its mines
// among its groups. A draw costs time proportional to the size of the tables. To make a sampler costs time
// proportional to the number of components times the spread of their mine counts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/inference.hpp"
#include "util/random.hpp"

namespace sapper {

class Sampler {
  public:
    // Expects a possible position. Later changes of the inference have no effect.
    explicit Sampler(Inference& inference);

    struct Sample {
        std::vector<std::vector<std::uint32_t>> mines;  // per sweep and group; see Inference::place_of
        std::uint64_t sea_mines = 0;
    };
    void draw(Random& random, Sample& sample);

  private:
    void weigh_sea(std::uint64_t sea, double lambda);
    void weigh(const PerCount& masses, std::size_t sweep);

    // The weights of sums of mines, from the least sum that may be needed.
    struct Window {
        std::int64_t low = 0;
        std::vector<double> weights;

        double at(std::int64_t sum) const {
            const std::int64_t i = sum - low;
            return i >= 0 && i < static_cast<std::int64_t>(weights.size())
                       ? weights[static_cast<std::size_t>(i)]
                       : 0;
        }
    };

    std::vector<std::shared_ptr<const Sweep>> sweeps_;
    std::int64_t mines_;  // to draw, above the least of every sweep
    PerCount masses_;     // per sweep and count
    // Per sweep: the sums of the sweeps from it on and of the sea. Last comes the sea alone.
    std::vector<Window> together_;
    WeightedChoice<std::size_t> counts_;
};

// Draws whole minefields that fit a position, all equally likely. A draw depends only on its random numbers,
// and takes a pass over the undecided cells. To make a sampler takes a pass over the board and a Sampler.
class MinefieldSampler {
  public:
    // Expects a possible position. Later changes of the inference have no effect. Throws BudgetExceeded if
    // the position is too entangled to count.
    explicit MinefieldSampler(Inference& inference);

    // One byte for each cell, 0 or 1. Valid until the next draw.
    const std::vector<std::uint8_t>& draw(Random& random);

  private:
    void place(const std::vector<Cell>& cells, std::uint64_t mines, Random& random);

    Sampler sampler_;
    Sampler::Sample sample_;
    std::vector<std::vector<std::vector<Cell>>> groups_;  // per sweep and group: its cells
    std::vector<Cell> sea_;
    std::vector<Cell> order_;  // scratch
    std::vector<std::uint8_t> known_mines_;
    std::vector<std::uint8_t> mine_bytes_;
};

}  // namespace sapper
