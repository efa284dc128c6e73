// Binomial coefficients of one n at a time: as doubles (each within n units in the last place) and modulo a
// prime. n is at most kMaxDegree, for which the largest coefficient still fits a double.
#pragma once

#include <cstdint>
#include <vector>

namespace sapper {

// C(n, 0), ..., C(n, most). All positive.
std::vector<double> binomial_row(std::uint32_t n, std::uint32_t most);

// The same modulo a prime above n.
std::vector<std::uint32_t> binomial_row_modulo(std::uint32_t n, std::uint32_t most, std::uint32_t prime);

}  // namespace sapper
