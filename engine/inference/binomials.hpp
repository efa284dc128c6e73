// Rows of binomial coefficients: as doubles, each within n units in the last place, and modulo a prime. n is
// at most kMaxDegree, whose largest coefficient still fits a double.
#pragma once

#include <cstdint>
#include <vector>

namespace sapper {

// A table holds the rows up to this one. Only cells of graphs with very many neighbours need larger rows.
inline constexpr std::uint32_t kLastTableRow = 32;

// C(n, 0), ..., C(n, n) for n <= kTabledBinomials.
const double* table_row(std::uint32_t n);

// C(n, 0), ..., C(n, n) for any n.
std::vector<double> binomial_row(std::uint32_t n);

// C(n, 0), ..., C(n, n) modulo a prime above n.
std::vector<std::uint32_t> binomial_row_modulo(std::uint32_t n, std::uint32_t prime);

}  // namespace sapper
