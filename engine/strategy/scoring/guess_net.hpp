// A small neural network that compares guesses of nearly the same score by the cells around them. Its
// training used rollouts: tools/learn/guesses.py trains the weights. It sums one vector for each cell within
// three cells of the guess, applies two layers, and averages over the eight ways to turn and mirror the
// board. The sums are integers, and all else has one order of computation, so every machine gets the same
// result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "inference/inference.hpp"

namespace sapper {

// The results of a look one guess ahead: means over the numbers that the cell may show.
struct GuessLook {
    double score = 0;
    double safety = 0;  // the chance that the cell is safe
    double safest = 0;  // `safest`, `second` and `certain` of the Prospect after it
    double second = 0;
    double certain = 0;
    double progress = 0;  // the chance that something becomes certain
    double growth = 0;    // cells by which the frontier grows
    double entropy = 0;   // of the number it shows, in nats
};

class GuessNet {
  public:
    static constexpr std::size_t kReach = 3;  // cells in each direction
    static constexpr std::size_t kSide = 2 * kReach + 1;
    static constexpr std::size_t kCells = kSide * kSide;
    static constexpr std::size_t kKinds = 22;  // kinds of a cell
    static constexpr std::size_t kSums = 64;
    static constexpr std::size_t kFigures = 10;
    static constexpr std::size_t kHidden = 32;

    // The network was trained only on square grids.
    static bool can_judge(const Topology& topology) { return topology.is_square_board(); }

    // The input for one guess.
    struct Input {
        // The kind of each cell around the guess, row by row: nothing that matters (0), a number and the
        // mines it still needs (1 to 8), a sea cell (9), or a frontier cell by its risk (10 and up).
        std::array<std::uint8_t, kCells> around{};
        std::array<float, kFigures> figures{};
    };
    // The cell must be in a position without safe cells.
    static Input input(Inference& inference, Cell cell, const GuessLook& look);
    // The worth of a guess in wins per game, up to a constant that is the same for all guesses in the
    // position.
    static double worth(const Input& input);
};

}  // namespace sapper
