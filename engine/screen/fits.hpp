// How likely the numbers and the flags of a reading are, by the minefields that fit them.
#pragma once

#include <optional>
#include <vector>

#include "inference/inference.hpp"
#include "screen/compared.hpp"

namespace sapper::screen {

inline constexpr double kNever = -1e9;  // the score of readings that are not possible

inline bool is_possible(double score) {
    return score > kNever / 2;
}

// The logarithm of the number of ways to divide cells into groups of these sizes.
double log_ways(std::span<const std::size_t> sizes);
double log_choices(std::size_t places, std::size_t taken);

class Fits {
  public:
    // `mines` is empty if their number is not known.
    Fits(const Compared& looks, std::optional<std::uint32_t> mines, const Limits& limits);

    // How likely the numbers and flags of a reading are, in natural logarithms up to a constant.
    double of_reading(const Meaning& meaning);
    // The logarithm of how many minefields fit a reading, as a part of all. Cells of looks that are not
    // `used` are open, but what they show is not known. Flags may be anywhere.
    double of_meaning(const Meaning& meaning, const std::vector<bool>& used);

  private:
    double of_marks(std::vector<Mark> marks, const std::vector<bool>* used);
    std::vector<Mark> marks_of(const Meaning& meaning) const;
    std::array<double, 2> log_choices_of(const std::vector<Mark>& marks) const;

    const Compared& looks_;
    std::optional<std::uint32_t> mines_;
    std::shared_ptr<const Topology> topology_;  // the board to count on
    std::vector<std::uint32_t> counts_;         // the numbers of mines to count with
    Inference inference_;
};

}  // namespace sapper::screen
