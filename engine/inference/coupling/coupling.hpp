// The mine count couples the components of a position and its sea. The input is the ways of each component
// (factor) for each count of mines. The results are the weight that the rest of the board gives to each
// count, the mine probability of a sea cell, and the logarithm of the number of configurations. Integers
// decide which counts are possible, never the size of a weight. A few factors are multiplied out. For many, a
// contour integral through the saddle point gives the coefficient of the generating function (contour.hpp).
// Equal factors form one kind. With many factors the cost depends on the number of kinds, which is small even
// on large boards. Weights use no mathematical functions of the platform, so they are the same on every
// machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "util/lists.hpp"

namespace sapper {

// ways[k] > 0 exactly where least + k mines are possible. The first and the last are positive.
struct Factor {
    std::uint32_t least;
    std::span<const double> ways;
    std::size_t members = 1;  // how many factors are of this kind
};

// A list of doubles for each factor, as long as its ways. Stored one after another.
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

struct Coupling {
    bool possible = false;
    // For each count of a factor, a weight proportional to the number of configurations of all other cells.
    // Zero exactly if there are none.
    std::span<const double> weights(std::size_t factor) const { return of_kind[kind_of[factor]]; }

    std::vector<std::uint32_t> kind_of;  // per factor
    PerCount of_kind;                    // weights
    // Whether the mine count rules out a count that some factor could have by itself.
    bool restricts = false;
    double sea_probability = 0;  // mine probability of a sea cell; 0 without a sea
    bool sea_can_be_mine = false;
    bool sea_can_be_safe = false;
    double log_total = 0;  // natural logarithm of the number of configurations, for the ways as given
};

enum class CouplingMethod { automatic, product, contour };

// Each factor has one member. `mines` are shared by the factors and `sea` cells.
Coupling couple(std::span<const Factor> factors, std::uint64_t sea, std::int64_t mines,
                CouplingMethod method = CouplingMethod::automatic);

}  // namespace sapper
