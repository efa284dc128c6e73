// Natural numbers of any size, for counts and for the digits of doubles. They suit numbers of some thousand
// digits: a product takes time in proportion to the lengths of both factors.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sapper {

class Natural {
  public:
    Natural(std::uint64_t value = 0);

    bool is_zero() const { return words_.empty(); }
    // The number of binary digits: 0 for zero.
    std::size_t bits() const;
    // The remainder of a division by a number above 0.
    std::uint32_t modulo(std::uint32_t by) const;
    std::string text() const;

    std::strong_ordering operator<=>(const Natural& other) const;
    bool operator==(const Natural&) const = default;

    Natural& operator+=(const Natural& other);
    // `other` must not be larger.
    Natural& operator-=(const Natural& other);
    Natural& operator*=(std::uint32_t by);
    Natural& operator<<=(std::size_t bits);
    Natural& multiply_by_power_of_ten(std::size_t exponent);
    // Divides by a number above 0, rounded down, and returns the remainder.
    std::uint32_t divide(std::uint32_t by);
    friend Natural operator*(const Natural& one, const Natural& other);

  private:
    void trim();

    std::vector<std::uint32_t> words_;  // the lowest first, the highest not zero
};

}  // namespace sapper
