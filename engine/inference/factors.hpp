// The counts of mines of the components of a position (factors), and the totals that they and the sea can
// reach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "util/lists.hpp"

namespace sapper {

// The counts of one component: ways[k] > 0 exactly where least + k mines are possible. The first and the last
// of them are positive.
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

}  // namespace sapper
