// Doubles as decimal texts, and back. All digits are exact, whatever the platform and its locale: the C
// library rounds alike but may write a comma, the C++ library brings 100 kB of tables into WebAssembly, and
// that of older systems has no such functions. A number that is not finite is "nan", "inf" or "-inf".
#pragma once

#include <string>
#include <string_view>

namespace sapper {

// The shortest text that reads as this number, and always with a point or an exponent, as Python
// writes it: "0.1", "1.0", "1e-07".
std::string shortest_text(double value);
// With so many significant digits at most, as `%.3g` of C writes it: "0.125", "1e-07".
std::string general_text(double value, int digits);
// With so many decimals, as `%.1f` of C writes it.
std::string fixed_text(double value, int decimals);

constexpr int kUsualDecimals = 2;  // of shares in sentences, as in the figures of the page

// A share of 1 in per cent, with so many decimals: "52.31 %". Only 0 and 1 themselves read 0 % and 100 %: a
// share between them is at least "<0.01 %" and at most ">99.99 %". A share that is not a number is "unknown".
std::string percent_text(double share, int decimals);
// The same with so many significant digits at most: "12.5 %", "<0.0001 %".
std::string short_percent_text(double share, int figures);

// The double that is nearest to a number as JSON writes it. Infinite if it is too large.
double double_of(std::string_view text);

}  // namespace sapper
