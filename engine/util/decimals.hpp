// Doubles as decimal texts, and back. All digits are exact on every platform and in every locale. The
// standard functions do not serve: those of C may write a comma, and those of C++ bring 100 kB of tables into
// WebAssembly and are missing on older systems. A number that is not finite is "nan", "inf" or "-inf".
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sapper {

// The shortest text that reads as this number, as Python writes it: "0.1", "1.0", "1e-07". It always has a
// point or an exponent.
std::string shortest_text(double value);
// The number with at most `digits` significant digits, as `%.3g` of C writes it: "0.125", "1e-07".
std::string general_text(double value, int digits);
// The number with `decimals` decimals, as `%.1f` of C writes it.
std::string fixed_text(double value, int decimals);

constexpr int kUsualDecimals = 2;  // of shares in sentences, as in the figures of the page

// A share of 1 in per cent, with `decimals` decimals: "52.31 %". Only 0 and 1 themselves read "0 %" and
// "100 %": a share between them is at least "<0.01 %" and at most ">99.99 %". A share that is not a number
// is "unknown".
std::string percent_text(double share, int decimals);
// A share in per cent with at most `figures` significant digits: "12.5 %", "<0.0001 %".
std::string short_percent_text(double share, int figures);

// The double nearest to the number in a JSON text. Infinite if the number is too large.
double double_of(std::string_view text);

// Natural numbers of any size, for counts and for the digits of doubles. They suit numbers of some thousand
// digits: a product takes time in proportion to the lengths of both factors.

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
