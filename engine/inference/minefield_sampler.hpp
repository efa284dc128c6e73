// Exact samples as whole minefields: draws the minefields that fit a position, all equally likely. A draw
// depends on its random numbers alone. It costs a pass over the undecided cells. Making a sampler costs a
// pass over the board and a Sampler.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/random.hpp"
#include "inference/inference.hpp"
#include "inference/sampler.hpp"

namespace sapper {

class MinefieldSampler {
  public:
    // Needs a possible position. Later changes of the inference have no effect. Throws BudgetExceeded where
    // the position is too entangled to be counted.
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
