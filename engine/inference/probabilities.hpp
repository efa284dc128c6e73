// The mine probabilities of a position, from its components. If all components are counted, the probabilities
// are exact. The mine count of the board couples the components: the rest of the board gives a weight to each
// number of mines in a component. A fixed component needs no weights, and its probabilities never change. If
// some component is too large to count, all probabilities are estimates.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "board/topology.hpp"
#include "inference/coupling.hpp"
#include "inference/estimate.hpp"
#include "inference/frontier.hpp"
#include "util/floats.hpp"
#include "util/limits.hpp"

namespace sapper {

class Probabilities {
  public:
    // Forgets the last position. possible() is false until find() is called.
    void clear();
    // The components are those of an updated frontier, which shares the mines with the sea cells. May throw
    // BudgetExceeded and whatever the limits' poll throws. Then call clear() next.
    void find(Frontier& frontier, std::size_t sea, std::int64_t mines, const Limits& limits);
    // The same for a prior over the mines that both share. Throws BudgetExceeded if a component is too large
    // to count: estimates need the mine count.
    void find(Frontier& frontier, std::size_t sea, MineWeights mines, const Limits& limits);

    bool possible() const { return coupling_.possible; }
    bool exact() const { return estimate_.mine_probability.empty(); }
    // Whether the mine count of the board rules out a number of mines that some component could hold.
    bool mine_count_restricts() const { return coupling_.restricts; }
    const Marginal& sea() const { return sea_; }
    // The marginals of a part, one for each group. Computed on demand, and valid until the position changes.
    const std::vector<Marginal>& of(Frontier::Part& part, const Limits& limits);
    // The weight of each number of mines in a counted part.
    std::span<const double> weights_of(const Frontier::Part& part) const;
    // Half of the 95 % intervals of estimates; 0 where probabilities are exact.
    double sea_error() const { return estimate_.sea.error; }
    double error_of(const Frontier::Part& part, std::size_t group) const {
        return exact() ? 0 : estimate_.mine_probability[part.index][group].error;
    }
    // The natural logarithm of the number of configurations, without the scale of the ways and without fixed
    // parts.
    double log_total() const { return coupling_.log_total; }
    double log_total_error() const { return estimate_.log_total.error; }

  private:
    void list_free_parts(Frontier& frontier);
    void set_sea();
    void estimate_all(Frontier& frontier, std::size_t sea, std::int64_t mines, const Limits& limits);

    std::uint64_t position_ = 0;   // counts the positions
    SeldomPoll poll_;              // for the marginals of many parts
    std::vector<Factor> factors_;  // scratch of find()
    Coupling coupling_;            // of the free parts
    Estimate estimate_;            // empty if everything is counted
    Marginal sea_{};
};

// Guesses: which of two is safer, and which cell is the safest of a position.

// Stands for a chance that is not known.
inline constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

// A cell to open and its mine probability.
struct CellRisk {
    Cell cell = kNoCell;
    double risk = 0;
};

// No guess. Every guess is safer.
inline constexpr CellRisk kNoGuess{kNoCell, std::numeric_limits<double>::infinity()};

// The less risky of two cells. If the risks are equal, the one of the lower cell.
inline CellRisk safer(const CellRisk& one, const CellRisk& other) {
    if (is_riskier(one.risk, other.risk)) return other;
    if (is_riskier(other.risk, one.risk)) return one;
    return one.cell < other.cell ? one : other;
}

// Finds the cell of least mine probability if no cell is certainly safe. Remembers results per part and per
// bucket of the frontier. So after a change it looks only at the parts near the change, at the free parts
// that may now hold the safest cell, and at one path of a tree over the buckets.
class Safest {
  public:
    explicit Safest(std::size_t buckets) : fixed_parts_(buckets, kNoGuess) {}

    // Call it when parts in this bucket of the frontier changed.
    void touch(std::size_t bucket) { fixed_parts_.touch(bucket); }

    // The safest among `sea` (a sea cell or kNoGuess) and the cells of all parts. kNoGuess if none can be
    // safe.
    CellRisk find(Frontier& frontier, Probabilities& probabilities, const CellRisk& sea,
                  const Limits& limits);
    // The safest cell of the fixed parts. A call before all parts are known leaves less work for find().
    const CellRisk& of_fixed_parts(Frontier& frontier, Probabilities& probabilities, const Limits& limits);

  private:
    // The results for a part.
    struct Memory {
        std::uint64_t serial = 0;     // Frontier::Part::serial of that part
        CellRisk safest = kNoGuess;   // of a fixed part
        std::vector<double> weights;  // of its mine counts, for its least risk
        double least_risk = 0;
    };

    Memory& memory_of(const Frontier& frontier, std::uint32_t id);
    double risk_bound(const Frontier& frontier, const Probabilities& probabilities, std::uint32_t id);
    double find_least_risk(Frontier& frontier, Probabilities& probabilities, std::uint32_t id,
                           const Limits& limits);

    std::vector<Memory> memories_;       // per part id
    std::vector<double> least_;          // per part examined: scratch of find()
    SegmentTree<CellRisk> fixed_parts_;  // per bucket of the frontier: the safest cell of its fixed parts
};

}  // namespace sapper
