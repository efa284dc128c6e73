#include "board/mine_prior.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace sapper {

MinePrior MinePrior::of_density(double density) {
    if (!(density > 0 && density < 1)) throw std::invalid_argument("a density lies between 0 and 1");
    MinePrior prior;
    prior.kind = Kind::density;
    prior.density = density;
    return prior;
}

MinePrior MinePrior::of_counts(std::uint32_t least, std::vector<double> weights) {
    for (double weight : weights) {
        if (!(weight >= 0) || std::isinf(weight)) throw std::invalid_argument("a weight is not negative");
    }
    if (weights.empty() || weights.front() == 0 || weights.back() == 0)
        throw std::invalid_argument("the first and the last count have a weight");
    MinePrior prior;
    prior.kind = Kind::counts;
    prior.least = least;
    prior.weights = std::move(weights);
    return prior;
}

}  // namespace sapper
