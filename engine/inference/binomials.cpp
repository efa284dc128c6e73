#include "inference/binomials.hpp"

#include <array>

namespace sapper {

namespace {

constexpr std::size_t kWidth = kLastTableRow + 1;
using Triangle = std::array<std::array<double, kWidth>, kWidth>;

constexpr Triangle make_table() {
    Triangle table{};
    for (std::size_t n = 0; n < kWidth; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k)
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}

constexpr Triangle kTable = make_table();

}  // namespace

const double* table_row(std::uint32_t n) {
    return kTable[n].data();
}

std::vector<double> binomial_row(std::uint32_t n) {
    std::vector<double> row(n + 1, 1.0);
    for (std::uint32_t k = 1; k <= n; ++k)
        row[k] = row[k - 1] * (n - k + 1) / k;
    return row;
}

std::vector<std::uint32_t> binomial_row_modulo(std::uint32_t n, std::uint32_t prime) {
    // Pascal's rule needs no inverses, and rows are short.
    std::vector<std::uint32_t> row(n + 1, 0);
    row[0] = 1;
    for (std::uint32_t i = 1; i <= n; ++i) {
        for (std::uint32_t k = i; k > 0; --k) {
            row[k] = static_cast<std::uint32_t>((std::uint64_t{row[k]} + row[k - 1]) % prime);
        }
    }
    return row;
}

}  // namespace sapper
