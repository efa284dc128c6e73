// Keeps long sums of products inside the range of a double.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace sapper {

// Over n cells no count exceeds 2^n, and marginals multiply the counts of both directions and a binomial.
// That product does not overflow if counts are scaled at least once in this many cells.
inline constexpr std::uint32_t kCellsBetweenScalings = 460;

// Divides by a power of two. Positive values stay positive.
inline void divide_by_power(std::span<double> values, int exponent) {
    for (double& value : values) {
        if (value > 0) value = std::max(std::ldexp(value, -exponent), std::numeric_limits<double>::min());
    }
}

// Divides by a power of two so that the largest value lies in [0.5, 1), and returns the exponent.
inline int scale_down(std::span<double> values) {
    const double largest = *std::ranges::max_element(values);
    int exponent = 0;
    std::frexp(largest, &exponent);
    divide_by_power(values, exponent);
    return exponent;
}

// The same for several lists, with one common power of two.
inline void scale_down_together(std::span<std::vector<double>> lists) {
    double largest = 0;
    for (const std::vector<double>& list : lists)
        largest = std::max(largest, *std::ranges::max_element(list));
    int exponent = 0;
    std::frexp(largest, &exponent);
    for (std::vector<double>& list : lists)
        divide_by_power(list, exponent);
}

}  // namespace sapper
