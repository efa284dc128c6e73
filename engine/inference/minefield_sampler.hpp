// Draws whole minefields that fit a position, all equally likely. A draw depends only on its random numbers,
// and costs a pass over the undecided cells. Making a sampler costs a pass over the board and a Sampler.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/inference.hpp"
#include "inference/sampler.hpp"
#include "util/random.hpp"

namespace sapper {

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
    std::vector<std::uint8_t> known_;
    std::vector<std::uint8_t> mined_;
};

}  // namespace sapper
