// Says which totals of mines several components and a sea can reach. Uses only integers, so certainty never
// depends on rounding. Most components can hold every count between their least and their most. These and the
// sea form one interval, and only components with gaps are examined one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inference/coupling/coupling.hpp"

namespace sapper {

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
    std::vector<bool> sums_of_gapped(std::size_t without) const;

    std::span<const Factor> kinds_;
    std::vector<std::size_t> gapped_;  // kinds with impossible counts inside their range
    std::int64_t largest_gap_ = 0;     // most consecutive impossible counts
    std::int64_t interval_ = 0;        // width of the sea and the factors without gaps
    std::int64_t slack_ = 0;
};

}  // namespace sapper
