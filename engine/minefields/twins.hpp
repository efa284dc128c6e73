// Minefields that need a guess whatever the rules, seen without playing. A mine and a safe cell next to it
// are twins when every other cell that touches only one of them is a mine. No number then changes when they
// change places: the safe one can never be proven safe, not even by the mine count. Where there are twins and
// the game does not begin on the safe one, there is a guess. (The converse does not hold.) Takes a hundredth
// of the time of playing, and on expert boards finds a third of those that need a guess.
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
    // Making a finder takes as long as playing some boards and a few bytes a neighbour; whether that is
    // little beside what it saves.
    static bool pays(const Topology& topology);

    explicit TwinFinder(std::shared_ptr<const Topology> topology);

    // Whether a safe cell other than `start` has a twin. `mined` holds one byte a cell, 0 or 1; `around` the
    // mines around every cell, mined ones too.
    bool find(std::span<const std::uint8_t> mined, std::span<const Mark> around, Cell start) const;

  private:
    bool is_twin(std::span<const std::uint8_t> mined, std::span<const Mark> around, Cell mine,
                 std::size_t place) const;
    bool all_mined_but_near(std::span<const std::uint8_t> mined, Cell of, Cell other) const;

    std::shared_ptr<const Topology> topology_;
    std::vector<std::size_t> first_;  // per cell: where its neighbours begin in the lists below
    std::vector<Cell> neighbours_;
    std::vector<std::uint16_t> only_;     // per neighbour: how many cells touch the cell but neither are nor
                                          // touch the neighbour
    std::vector<std::uint16_t> reverse_;  // the same with the two exchanged
    std::vector<std::uint16_t> least_;    // per cell: the least of its only_
};

}  // namespace sapper
