// What rollouts taught about guesses: how much more one is worth than another of nearly the same score, by
// what lies around the cell. A small neural network: a sum of learnt vectors, one for what each cell within
// three cells of the guess is, and two layers on top of it; averaged over the eight ways to turn and mirror
// the board. Its weights were learnt by tools/learn_guesses.py. The sum is of integers and all else is
// computed in one order, so that every machine finds the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "inference/inference.hpp"

namespace sapper {

// What is known of a guess once it was looked into, means over what it may show.
struct GuessLook {
    double score = 0;
    double safety = 0;  // the chance that the cell is safe
    double safest = 0;  // of the prospect after it, as the next two
    double second = 0;
    double certain = 0;
    double progress = 0;  // the chance that something becomes certain
    double grown = 0;     // cells by which the frontier grows
    double entropy = 0;   // of what it shows, in nats
};

class GuessNet {
  public:
    static constexpr std::size_t kReach = 3;  // cells in each direction
    static constexpr std::size_t kSide = 2 * kReach + 1;
    static constexpr std::size_t kCells = kSide * kSide;
    static constexpr std::size_t kKinds = 22;  // what a cell can be
    static constexpr std::size_t kSums = 64;
    static constexpr std::size_t kFigures = 10;
    static constexpr std::size_t kHidden = 32;

    // It has only ever seen square boards.
    static bool can_judge(const Topology& topology) { return topology.is_square_board(); }

    // What it is told of a guess.
    struct Input {
        // What each cell around the guess is, row by row: nothing that matters (0), a number and the mines it
        // still wants (1 to 8), a sea cell (9), a frontier cell by its risk (from 10 on).
        std::array<std::uint8_t, kCells> around{};
        std::array<float, kFigures> figures{};
    };
    // Of a cell in a position without safe cells.
    static Input input(Inference& inference, Cell cell, const GuessLook& look);
    // In wins for a game, up to a constant that is the same for all guesses in the position.
    static double worth(const Input& input);
};

}  // namespace sapper
