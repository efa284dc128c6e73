#include "inference/coupling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "inference/contour.hpp"
#include "inference/product.hpp"
#include "inference/tilt.hpp"
#include "inference/totals.hpp"

namespace sapper {

namespace {

constexpr double kTiny = std::numeric_limits<double>::min();

// Multiplications past which the contour is taken where it is accurate.
constexpr double kProductLimit = 150000;

// Turns the probabilities of the others into weights of the untilted ways.
void finish_weights(Coupling& coupling, const Tilt& tilt, const Totals& totals, std::int64_t mines,
                    std::span<const Factor> factors) {
    for (std::size_t c = 0; c < factors.size(); ++c) {
        const std::span<double> weights = coupling.weights[c];
        const std::span<const double> masses = tilt.masses[c];
        const std::span<const double> ways = factors[c].ways;
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

void run_contour(Coupling& coupling, const Tilt& tilt, std::uint64_t sea, std::int64_t mines) {
    ContourResult result = contour(tilt, sea, mines);
    coupling.weights = std::move(result.others);
    coupling.sea_probability = result.sea_probability;
    coupling.log_total = std::log(result.total) + tilt.log_norm -
                         static_cast<double>(mines) * std::log(tilt.lambda) +
                         static_cast<double>(sea) * std::log1p(tilt.lambda);
}

void run_product(Coupling& coupling, Product& product) {
    product.run();
    coupling.weights = product.take_others();
    coupling.sea_probability = product.sea_probability();
    coupling.log_total = product.log_total();
}

}  // namespace

Coupling couple(std::span<const Factor> factors, std::uint64_t sea, std::int64_t mines,
                CouplingMethod method) {
    Coupling coupling;
    for (const Factor& factor : factors)
        mines -= factor.least;
    const Totals totals(factors, sea);
    if (!totals.reach(mines)) return coupling;
    coupling.possible = true;
    coupling.sea_can_be_mine = sea > 0 && totals.reach(mines - 1, Totals::kNone, 1);
    coupling.sea_can_be_safe = sea > 0 && totals.reach(mines, Totals::kNone, 1);

    const bool has_choice = mines > 0 && mines < totals.slack();
    const Tilt tilt = has_choice ? tilt_to(factors, sea, mines) : forced_tilt(factors, mines > 0);
    Product product(tilt, sea, mines, totals.slack());
    const bool long_product = product.work() > kProductLimit && contour_is_accurate(tilt);
    const bool by_contour =
        method == CouplingMethod::automatic ? long_product : method == CouplingMethod::contour;
    if (has_choice && by_contour) {
        run_contour(coupling, tilt, sea, mines);
    } else {
        run_product(coupling, product);
    }
    if (!coupling.sea_can_be_mine) coupling.sea_probability = 0;
    if (sea > 0 && !coupling.sea_can_be_safe) coupling.sea_probability = 1;
    finish_weights(coupling, tilt, totals, mines, factors);
    return coupling;
}

}  // namespace sapper
