#include "inference/coupling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "inference/coupling_contour.hpp"
#include "inference/coupling_product.hpp"
#include "inference/coupling_tilt.hpp"
#include "inference/equivalence_classes.hpp"

namespace sapper {

namespace {

constexpr double kTiny = std::numeric_limits<double>::min();

// With more multiplications than this, the contour is used if it is accurate.
constexpr double kProductLimit = 30000;

// Finds the kinds, numbered in the order of first appearance, so that they depend only on the factors and
// their order. Stores them in `kinds`, unless every factor is its own kind.
std::span<const Factor> kinds_of(std::span<const Factor> factors, std::vector<Factor>& kinds,
                                 std::vector<std::uint32_t>& kind_of) {
    constexpr std::size_t kFew = 16;  // too few factors to search for equal ones
    if (factors.size() < kFew) {
        kind_of.resize(factors.size());
        std::iota(kind_of.begin(), kind_of.end(), 0U);
        return factors;
    }
    EquivalenceClasses classes;
    kinds.resize(classes.find(factors.size(), [factors](std::size_t i) { return factors[i].ways; }),
                 {0, {}, 0});
    for (std::size_t i = 0; i < factors.size(); ++i) {
        kind_of.push_back(classes.class_of(i));
        kinds[kind_of[i]].ways = factors[i].ways;
        ++kinds[kind_of[i]].members;
    }
    return kinds;
}

// Turns the probabilities of everything else into weights for the untilted ways.
void finish_weights(Coupling& coupling, const Tilt& tilt, const Totals& totals, std::int64_t mines,
                    std::span<const Factor> kinds) {
    for (std::size_t c = 0; c < kinds.size(); ++c) {
        const std::span<double> weights = coupling.of_kind[c];
        const std::span<const double> masses = tilt.masses[c];
        const std::span<const double> ways = kinds[c].ways;
        double largest = 0;
        for (std::size_t k = 0; k < weights.size(); ++k) {
            const bool possible = ways[k] > 0 && totals.reach(mines - static_cast<std::int64_t>(k), c);
            coupling.restricts |= ways[k] > 0 && !possible;
            weights[k] = possible ? std::max(weights[k] * (masses[k] / ways[k]), kTiny) : 0.0;
            largest = std::max(largest, weights[k]);
        }
        for (double& weight : weights) {
            if (weight > 0) weight = std::max(weight / largest, kTiny);
        }
    }
}

void run_contour(Coupling& coupling, std::span<const Factor> kinds, const Tilt& tilt, std::uint64_t sea,
                 std::int64_t mines) {
    ContourResult result = contour(kinds, tilt, sea, mines);
    coupling.of_kind = std::move(result.others);
    coupling.sea_probability = result.sea_probability;
    coupling.log_total = std::log(result.total) + tilt.log_norm -
                         static_cast<double>(mines) * std::log(tilt.lambda) +
                         static_cast<double>(sea) * std::log1p(tilt.lambda);
}

void run_product(Coupling& coupling, Product& product) {
    product.run();
    coupling.of_kind = product.take_others();
    coupling.sea_probability = product.sea_probability();
    coupling.log_total = product.log_total();
}

}  // namespace

Coupling couple(std::span<const Factor> factors, std::uint64_t sea, std::int64_t mines,
                CouplingMethod method) {
    Coupling coupling;
    for (const Factor& factor : factors)
        mines -= factor.least;
    std::vector<Factor> stored;
    const std::span<const Factor> kinds = kinds_of(factors, stored, coupling.kind_of);
    const Totals totals(kinds, sea);
    if (!totals.reach(mines)) return coupling;
    coupling.possible = true;
    coupling.sea_can_be_mine = sea > 0 && totals.reach(mines - 1, Totals::kNone, 1);
    coupling.sea_can_be_safe = sea > 0 && totals.reach(mines, Totals::kNone, 1);

    const bool has_choice = mines > 0 && mines < totals.slack();
    const Tilt tilt = has_choice ? tilt_to(kinds, sea, mines) : forced_tilt(kinds, mines > 0);
    Product product(kinds, tilt, sea, mines, totals.slack());
    const bool long_product = product.work() > kProductLimit && contour_is_accurate(tilt);
    const bool by_contour =
        method == CouplingMethod::automatic ? long_product : method == CouplingMethod::contour;
    if (has_choice && by_contour) {
        run_contour(coupling, kinds, tilt, sea, mines);
    } else {
        run_product(coupling, product);
    }
    if (!coupling.sea_can_be_mine) coupling.sea_probability = 0;
    if (sea > 0 && !coupling.sea_can_be_safe) coupling.sea_probability = 1;
    finish_weights(coupling, tilt, totals, mines, kinds);
    return coupling;
}

}  // namespace sapper
