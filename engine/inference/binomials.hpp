// Binomial coefficients, one row at a time: as doubles, each within n units in the last place, and modulo a
// prime. n is at most kMaxDegree, whose largest coefficient still fits a double.
#pragma once

#include <cstdint>
#include <vector>

namespace sapper {

// Rows up to this one are kept in a table. Only cells of graphs with very many neighbours need larger ones.
inline constexpr std::uint32_t kTabledBinomials = 32;

// C(n, 0), ..., C(n, n) for n <= kTabledBinomials.
const double* tabled_binomials(std::uint32_t n);

// The same for any n.
std::vector<double> binomial_row(std::uint32_t n);

// The same modulo a prime above n.
std::vector<std::uint32_t> binomial_row_modulo(std::uint32_t n, std::uint32_t prime);

}  // namespace sapper
