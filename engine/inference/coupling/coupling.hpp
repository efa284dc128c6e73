// The components of a position and its sea share one number of mines. Given for every component (factor) how
// many ways there are for each count of mines, this finds the weight that the rest of the board lends to each
// count, the mine probability of a sea cell, and the logarithm of the number of configurations. Which counts
// are possible at all is decided by integers, never by the size of a weight. Few factors are multiplied out;
// for many the coefficient of the generating function is taken from a circle through its saddle point
// (contour.hpp). Counts are small integers, so on a large board many factors are equal: those are one kind,
// and for many factors the costs are those of their kinds. No platform function enters a weight.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

// ways[k] > 0 exactly where least + k mines are possible; the first and the last are.
struct Factor {
    std::uint32_t least;
    std::span<const double> ways;
    std::size_t members = 1;  // how many there are of this kind
};

// One list of doubles per factor, as long as its ways, laid end to end.
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
    // As many lists of the same lengths, of zeros.
    PerCount zeros() const {
        PerCount zeros;
        zeros.values_.assign(values_.size(), 0);
        zeros.ends_ = ends_;
        return zeros;
    }
    std::span<double> operator[](std::size_t factor) {
        return std::span(values_).subspan(first(factor), length(factor));
    }
    std::span<const double> operator[](std::size_t factor) const {
        return std::span(values_).subspan(first(factor), length(factor));
    }

  private:
    std::size_t first(std::size_t factor) const { return factor == 0 ? 0 : ends_[factor - 1]; }
    std::size_t length(std::size_t factor) const { return ends_[factor] - first(factor); }

    std::vector<double> values_;
    std::vector<std::size_t> ends_;
};

struct Coupling {
    bool possible = false;
    // Per count of a factor: proportional to the configurations of all other cells; zero where there are
    // none.
    std::span<const double> weights(std::size_t factor) const { return of_kind[kind_of[factor]]; }

    std::vector<std::uint32_t> kind_of;  // per factor
    PerCount of_kind;                    // weights
    // Whether the mine count forbids some count that a factor by itself could have.
    bool restricts = false;
    double sea_probability = 0;  // of a sea cell to be a mine; 0 without a sea
    bool sea_can_be_mine = false;
    bool sea_can_be_safe = false;
    double log_total = 0;  // natural logarithm of the number of configurations, for the ways as given
};

enum class CouplingMethod { automatic, product, contour };

// `mines` are those left for the factors, each with one member, and `sea` cells together.
Coupling couple(std::span<const Factor> factors, std::uint64_t sea, std::int64_t mines,
                CouplingMethod method = CouplingMethod::automatic);

}  // namespace sapper
