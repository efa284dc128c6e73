#include "inference/configurations.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace sapper {

namespace {

using Polynomial = std::vector<Natural>;

std::uint32_t power(std::uint64_t base, std::uint32_t exponent, std::uint32_t modulus) {
    std::uint64_t result = 1;
    for (base %= modulus; exponent > 0; exponent >>= 1, base = base * base % modulus) {
        if (exponent % 2 == 1) result = result * base % modulus;
    }
    return static_cast<std::uint32_t>(result);
}

// The Miller-Rabin test. With these bases it is a proof below 3,215,031,751 (Jaeschke 1993).
bool is_prime(std::uint32_t odd) {
    const int twos = std::countr_zero(odd - 1);
    return std::ranges::all_of(std::array{2U, 3U, 5U, 7U}, [&](std::uint32_t base) {
        std::uint64_t root = power(base, (odd - 1) >> twos, odd);
        if (root == 1 || root == odd - 1) return true;
        for (int i = 1; i < twos; ++i) {
            root = root * root % odd;
            if (root == odd - 1) return true;
        }
        return false;
    });
}

// The placements of a component, by their number of mines.
Polynomial ways_of(const Sweep& sweep, const Limits& limits) {
    constexpr std::uint32_t kLargest = (std::uint32_t{1} << 31) - 1;
    Polynomial ways;
    Natural modulus = 1;
    for (std::uint32_t prime = kLargest;; prime -= 2) {
        if (!is_prime(prime)) continue;
        const std::vector<std::uint32_t> residues = sweep.ways_modulo(prime, limits);
        ways.resize(residues.size());
        const std::uint64_t inverse = power(modulus.modulo(prime), prime - 2, prime);
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const std::uint64_t behind = std::uint64_t{residues[i]} + prime - ways[i].modulo(prime);
            Natural step = modulus;
            step *= static_cast<std::uint32_t>(behind % prime * inverse % prime);
            ways[i] += step;
        }
        modulus *= prime;
        // Two more bits, because the logarithm is rounded.
        if (static_cast<double>(modulus.bits()) > sweep.log2_ways() + 2) return ways;
    }
}

Polynomial product_of(const Polynomial& one, const Polynomial& other, const Limits& limits) {
    Polynomial product(one.size() + other.size() - 1);
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (limits.poll) limits.poll();
        for (std::size_t j = 0; j < other.size(); ++j)
            product[i + j] += one[i] * other[j];
    }
    return product;
}

Natural binomial(std::uint64_t of, std::uint64_t choice, const Limits& limits) {
    SeldomPoll poll;
    Natural result = 1;
    for (std::uint64_t i = 1; i <= std::min(choice, of - choice); ++i) {
        poll(limits);
        result *= static_cast<std::uint32_t>(of - i + 1);
        result.divide(static_cast<std::uint32_t>(i));
    }
    return result;
}

}  // namespace

Natural count_configurations(const Analysis& analysis, const Limits& limits) {
    Polynomial ways = {1};
    std::int64_t mines = analysis.factors.mines;
    for (const auto& sweep : analysis.factors.sweeps) {
        mines -= sweep->least_mines();
        ways = product_of(ways, ways_of(*sweep, limits), limits);
    }
    const auto sea = static_cast<std::int64_t>(analysis.factors.sea);
    Natural total, choices;
    SeldomPoll poll;
    for (std::size_t k = 0; k < ways.size(); ++k) {
        poll(limits);
        const std::int64_t rest = mines - static_cast<std::int64_t>(k);
        if (rest < 0 || rest > sea) continue;
        if (choices.is_zero())
            choices = binomial(static_cast<std::uint64_t>(sea), static_cast<std::uint64_t>(rest), limits);
        total += ways[k] * choices;
        choices *= static_cast<std::uint32_t>(rest);  // now for one mine fewer in the sea
        choices.divide(static_cast<std::uint32_t>(sea - rest + 1));
    }
    return total;
}

}  // namespace sapper
