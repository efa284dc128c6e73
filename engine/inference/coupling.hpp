// The mine count couples the components of a position and its sea. The input is the ways of each component
// (factor) for each count of mines. The results are the weight that the rest of the board gives to each
// count, the mine probability of a sea cell, and the logarithm of the number of configurations. Integers
// decide which counts are possible, never the size of a weight. Few factors are multiplied out. For many, a
// contour integral through the saddle point gives the coefficient of the generating function
// (coupling_tilt.cpp). Equal factors form one kind. With many factors the cost depends on the number of
// kinds, which is small even on large boards. The weights use no mathematical functions of the platform, so
// they are the same on every machine.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/position.hpp"
#include "util/limits.hpp"
#include "util/lists.hpp"

namespace sapper {

// The counts of mines of one component: ways[k] > 0 exactly where least + k mines are possible. The first and
// the last of them are positive.
struct Factor {
    std::uint32_t least;
    std::span<const double> ways;
    std::size_t members = 1;  // how many factors are of this kind
};

// A list of doubles for each factor, as long as its ways. The lists lie one after another.
class PerCount {
  public:
    void reserve(std::size_t lists, std::size_t values) {
        values_.reserve(values);
        ends_.reserve(lists);
    }
    void add(std::size_t size, double value = 0) {
        values_.insert(values_.end(), size, value);
        ends_.push_back(values_.size());
    }
    std::size_t size() const { return ends_.size(); }
    // Lists of the same lengths, filled with zeros.
    PerCount zeros() const {
        PerCount zeros;
        zeros.values_.assign(values_.size(), 0);
        zeros.ends_ = ends_;
        return zeros;
    }
    std::span<double> operator[](std::size_t factor) { return list_at(values_, ends_, factor); }
    std::span<const double> operator[](std::size_t factor) const { return list_at(values_, ends_, factor); }

  private:
    std::vector<double> values_;
    std::vector<std::size_t> ends_;
};

// The totals of mines that several components and a sea can reach. Uses only integers, so certainty never
// depends on rounding. Most components can hold every count between their least and their most. These and the
// sea form one interval, and only components with gaps take part one by one.
class Totals {
  public:
    static constexpr std::size_t kNone = SIZE_MAX;

    Totals(std::span<const Factor> kinds, std::uint64_t sea);

    // Whether all factors except one of kind `without`, and the sea without `fewer_sea` cells, can hold
    // exactly `mines` mines above their least counts.
    bool reach(std::int64_t mines, std::size_t without = kNone, std::uint64_t fewer_sea = 0) const;

    // The most mines above their least counts that all can hold together.
    std::int64_t slack() const { return slack_; }

  private:
    std::vector<bool> sums_with_gaps(std::size_t without) const;

    std::span<const Factor> kinds_;
    std::vector<std::size_t> with_gaps_;  // kinds with impossible counts inside their range
    std::int64_t largest_gap_ = 0;        // most consecutive impossible counts
    std::int64_t interval_ = 0;           // width of the sea and the factors without gaps
    std::int64_t slack_ = 0;
};

struct Coupling {
    bool possible = false;
    // For each count of a factor, a weight proportional to the number of configurations of all other cells.
    // It is zero only if there are none.
    std::span<const double> weights(std::size_t factor) const { return of_kind[kind_of[factor]]; }

    std::vector<std::uint32_t> kind_of;  // per factor
    PerCount of_kind;                    // weights
    // Whether the mine count rules out a count that some factor could have by itself.
    bool restricts = false;
    double sea_probability = 0;  // mine probability of a sea cell; 0 without a sea
    bool sea_can_be_mine = false;
    bool sea_can_be_safe = false;
    double log_total = 0;  // natural logarithm of the number of configurations, if `ways` are unscaled
};

// Each factor has one member. The factors and the `sea` cells share `mines` mines.
Coupling couple(std::span<const Factor> factors, std::uint64_t sea, std::int64_t mines);

// Tilting gives every mine the weight lambda. Each factor and the sea then have independent random counts.
// For a fixed total, the distribution of the counts is the same as without tilting. At the saddle point the
// expected total is the number of mines, so the values that matter are neither huge nor tiny.
struct Tilt {
    double lambda = 1;
    double sea_probability = 0;  // lambda / (1 + lambda)
    double variance = 0;         // of the sum of all counts
    double smoothness = 0;       // b with |characteristic function at angle x| <= exp(-b (1 - cos x))
    std::size_t widest = 0;      // most counts of one factor above its least
    PerCount masses;             // per kind: tilted probability of each count; positive where possible
    double log_norm = 0;         // sum over the factors of log(sum of ways[k] lambda^k)
};

// `mines` are those above the least count of every factor. It lies strictly between 0 and the most possible.
// If the factors have few counts, any lambda near the density of mines serves, and so does the first guess.
Tilt tilt_to(std::span<const Factor> kinds, std::uint64_t sea, std::int64_t mines);

// The tilt if every factor has its least count, or every factor its most. Lambda is 1.
Tilt forced_tilt(std::span<const Factor> kinds, bool at_most);

struct ContourResult {
    // Per kind and count k: the probability that everything but one member of the kind holds `mines` - k
    // mines. The absolute error is about 1e-15 of the largest, so values may be slightly negative instead of
    // zero.
    PerCount others;
    double total = 0;  // probability that everything together holds `mines`
    double sea_probability = 0;
};

// Whether the error of the contour is far below 1e-9 even for the least likely count of the widest factor.
bool contour_is_accurate(const Tilt& tilt);

// The product of many tilted factors and a sea, at one total. Evaluates the generating function of the tilted
// sum at equally spaced angles around the circle. The sum is smooth, so only a few angles near zero
// contribute more than the last bit of a double. The angles are so close that no other total is aliased onto
// this one. Prefixes, suffixes and powers make the product of all other factors, never quotients.
//
// `mines` are those above the least count of every factor. The cost is proportional to the angles, 10 to 40
// of them, times the counts of the kinds.
ContourResult contour(std::span<const Factor> kinds, const Tilt& tilt, std::uint64_t sea, std::int64_t mines);

// What a prior over mine counts says of the mines outside the cells whose mines are known.
class MineWeights {
  public:
    // The prior of a board with `cells` cells. It outlives this. `known_mines` mines are elsewhere.
    MineWeights(const MinePrior& prior, std::size_t cells, std::size_t known_mines)
        : prior_(&prior), cells_(static_cast<double>(cells)), known_mines_(known_mines) {}

    // Counts more mines among those that are elsewhere.
    void take(std::size_t mines) { known_mines_ += mines; }

    const MinePrior& prior() const { return *prior_; }

    // Calls visit(mines, log weight) for each count that leaves mines for the rest of the board, ascending.
    // The weight is that of one placement: the weight of the count, divided by all its placements. Only for
    // priors of counts.
    template <typename Visit>
    void for_each_count(Visit visit) const {
        double log_placements = 0;
        for (std::size_t mines = 0; mines < prior_->least + prior_->weights.size(); ++mines) {
            if (mines >= prior_->least && mines >= known_mines_) {
                const double weight = prior_->weights[mines - prior_->least];
                if (weight > 0)
                    visit(static_cast<std::int64_t>(mines - known_mines_), std::log(weight) - log_placements);
            }
            const auto count = static_cast<double>(mines);
            log_placements += std::log((cells_ - count) / (count + 1));
        }
    }

  private:
    const MinePrior* prior_;
    double cells_;
    std::size_t known_mines_;
};

// As couple() for a known number of mines: the weights are the means over the counts, each by how likely it
// is now. log_total is that of the configurations with any of the counts. A density, and a prior that says
// nothing, leave the components independent. Costs as much as one coupling for each count.
Coupling couple(std::span<const Factor> factors, std::uint64_t sea, const MineWeights& mines,
                const Limits& limits);

}  // namespace sapper
