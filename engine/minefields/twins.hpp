// Finds minefields that need a guess under any rules, without playing. A mine and a safe cell beside it are
// twins if every other cell that touches only one of them is a mine. To exchange them then changes no number,
// so the safe cell can never be proven safe, not even by the mine count. A minefield with twins needs a guess
// unless the game begins on the safe one. (The converse is false.) Takes a hundredth of the time of playing,
// and on expert boards finds a third of the minefields that need a guess.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/position.hpp"
#include "board/topology.hpp"

namespace sapper {

class TwinFinder {
  public:
    // Whether a finder is worth making. To make it takes as long as to play some boards, and a few bytes for
    // each neighbour.
    static bool pays(const Topology& topology);

    explicit TwinFinder(std::shared_ptr<const Topology> topology);

    // Whether a safe cell other than `start` has a twin. `mined` holds one byte for each cell, 0 or 1.
    // `around` holds the mines around every cell, mined cells too.
    bool find(std::span<const std::uint8_t> mined, std::span<const Mark> around, Cell start) const;

  private:
    bool is_twin(std::span<const std::uint8_t> mined, std::span<const Mark> around, Cell mine,
                 std::size_t place) const;
    bool all_mined_but_near(std::span<const std::uint8_t> mined, Cell of, Cell other) const;

    std::shared_ptr<const Topology> topology_;
    std::vector<std::size_t> first_;  // per cell: where its neighbours begin in the lists below
    std::vector<Cell> neighbours_;
    std::vector<std::uint16_t> only_;     // per neighbour: how many cells touch the cell and neither are nor
                                          // touch the neighbour
    std::vector<std::uint16_t> reverse_;  // the same with the two exchanged
    std::vector<std::uint16_t> least_;    // per cell: the least of its only_
};

}  // namespace sapper
