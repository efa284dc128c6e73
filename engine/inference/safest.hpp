// Guesses: which of two is safer, and which cell is the safest of a position.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "board/topology.hpp"
#include "inference/frontier.hpp"
#include "inference/probabilities.hpp"
#include "inference/segment_tree.hpp"
#include "util/floats.hpp"

namespace sapper {

// Stands for a chance that is not known.
inline constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

// A cell to open and its mine probability.
struct Guess {
    Cell cell = kNoCell;
    double risk = 0;
};

// No guess. Every guess is safer.
inline constexpr Guess kNoGuess{kNoCell, std::numeric_limits<double>::infinity()};

// The less risky of two guesses. If the risks are equal, the one of the lower cell.
inline Guess safer(const Guess& one, const Guess& other) {
    if (is_riskier(one.risk, other.risk)) return other;
    if (is_riskier(other.risk, one.risk)) return one;
    return one.cell < other.cell ? one : other;
}

// Finds the cell of least mine probability if no cell is certainly safe. Remembers results per part and per
// bucket of the frontier. So after a change it looks only at the parts near the change, at the free parts
// that may now hold the safest cell, and at one path of a tree over the buckets.
class Safest {
  public:
    explicit Safest(std::size_t buckets) : fixed_(buckets, kNoGuess) {}

    // Call it when parts in this bucket of the frontier changed.
    void touch(std::size_t bucket) { fixed_.touch(bucket); }

    // The safest among `sea` (a sea cell or kNoGuess) and the cells of all parts. kNoGuess if none can be
    // safe.
    Guess find(Frontier& frontier, Probabilities& probabilities, const Guess& sea, const Limits& limits);
    // The safest cell of the fixed parts. A call before all parts are known leaves less work for find().
    const Guess& of_fixed_parts(Frontier& frontier, Probabilities& probabilities, const Limits& limits);

  private:
    // The results for a part.
    struct Memory {
        std::uint64_t serial = 0;     // Frontier::Part::serial of that part
        Guess safest = kNoGuess;      // of a fixed part
        std::vector<double> weights;  // of its mine counts, for its least risk
        double least_risk = 0;
    };

    Memory& memory_of(const Frontier& frontier, std::uint32_t id);
    double risk_bound(const Frontier& frontier, const Probabilities& probabilities, std::uint32_t id);
    double find_least_risk(Frontier& frontier, Probabilities& probabilities, std::uint32_t id,
                           const Limits& limits);

    std::vector<Memory> memories_;  // per part id
    std::vector<double> least_;     // per part examined: scratch of find()
    SegmentTree<Guess> fixed_;      // per bucket of the frontier: the safest cell of its fixed parts
};

}  // namespace sapper
