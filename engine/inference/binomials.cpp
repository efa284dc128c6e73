#include "inference/binomials.hpp"

namespace sapper {

std::vector<double> binomial_row(std::uint32_t n, std::uint32_t most) {
    std::vector<double> row(most + 1, 1.0);
    for (std::uint32_t k = 1; k <= most; ++k)
        row[k] = row[k - 1] * (n - k + 1) / k;
    return row;
}

std::vector<std::uint32_t> binomial_row_modulo(std::uint32_t n, std::uint32_t most, std::uint32_t prime) {
    // Pascal's rule needs no inverses; rows are short.
    std::vector<std::uint32_t> row(most + 1, 0);
    row[0] = 1;
    for (std::uint32_t i = 1; i <= n; ++i) {
        for (std::uint32_t k = most; k > 0; --k) {
            row[k] = static_cast<std::uint32_t>((std::uint64_t{row[k]} + row[k - 1]) % prime);
        }
    }
    return row;
}

}  // namespace sapper
