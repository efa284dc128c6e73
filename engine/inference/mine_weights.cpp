// How the mines of the board are shared between factors if their number is uncertain or every mine has a
// weight.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include "inference/coupling.hpp"

namespace sapper {

namespace {

constexpr double kLeastWeight = std::numeric_limits<double>::min();

// A sum of numbers that are given by their logarithms.
class SumOfLogs {
  public:
    // Returns by how much everything that was added before has to be scaled down.
    double add(double log) {
        const double scale = log > largest_ ? std::exp(largest_ - log) : 1;
        largest_ = std::max(largest_, log);
        sum_ = sum_ * scale + std::exp(log - largest_);
        return scale;
    }
    // Of what was added last, relative to the largest so far.
    double share(double log) const { return std::exp(log - largest_); }
    double sum() const { return sum_; }
    double log() const { return largest_ + std::log(sum_); }

  private:
    double largest_ = -std::numeric_limits<double>::infinity();
    double sum_ = 0;
};

// The sum of ways[k] weights[k].
double total_of(std::span<const double> ways, std::span<const double> weights) {
    return std::inner_product(ways.begin(), ways.end(), weights.begin(), 0.0);
}

// The mean of couplings of the same factors for several counts of mines.
class Mixture {
  public:
    explicit Mixture(std::span<const Factor> factors) : factors_(factors) {}

    void add(Coupling coupling, double log_weight) {
        if (!coupling.possible) return;
        configurations_.add(coupling.log_total);
        const double log = log_weight + coupling.log_total;
        const double scale = likelihood_.add(log);
        const double share = likelihood_.share(log);
        if (!mean_.possible) {
            mean_ = std::move(coupling);
            first_of_kind_.assign(mean_.of_kind.size(), 0);
            for (std::size_t factor = factors_.size(); factor-- > 0;)
                first_of_kind_[mean_.kind_of[factor]] = factor;
            scale_first(share);
            return;
        }
        mean_.sea_probability = mean_.sea_probability * scale + share * coupling.sea_probability;
        mean_.sea_can_be_mine |= coupling.sea_can_be_mine;
        mean_.sea_can_be_safe |= coupling.sea_can_be_safe;
        for (std::size_t kind = 0; kind < first_of_kind_.size(); ++kind) {
            const std::span<double> weights = mean_.of_kind[kind];
            const std::span<const double> more = coupling.of_kind[kind];
            const double part = share / total_of(factors_[first_of_kind_[kind]].ways, more);
            for (std::size_t k = 0; k < weights.size(); ++k)
                weights[k] = sum_of(weights[k], scale, more[k], part);
        }
    }

    Coupling take() {
        if (!mean_.possible) return {};
        mean_.log_total = configurations_.log();
        mean_.sea_probability /= likelihood_.sum();
        if (!mean_.sea_can_be_safe && mean_.sea_can_be_mine) mean_.sea_probability = 1;
        mean_.restricts = false;
        for (std::size_t kind = 0; kind < first_of_kind_.size(); ++kind) {
            const std::span<const double> ways = factors_[first_of_kind_[kind]].ways;
            const std::span<double> weights = mean_.of_kind[kind];
            const double largest = std::ranges::max(weights);
            for (std::size_t k = 0; k < weights.size(); ++k) {
                mean_.restricts |= ways[k] > 0 && weights[k] == 0;
                if (weights[k] > 0) weights[k] = std::max(weights[k] / largest, kLeastWeight);
            }
        }
        return std::move(mean_);
    }

  private:
    // A count that is possible keeps a weight above zero, however small.
    static double sum_of(double weight, double scale, double more, double part) {
        const double sum = weight * scale + more * part;
        return weight > 0 || more > 0 ? std::max(sum, kLeastWeight) : 0;
    }

    void scale_first(double share) {
        mean_.sea_probability *= share;
        for (std::size_t kind = 0; kind < first_of_kind_.size(); ++kind) {
            const std::span<double> weights = mean_.of_kind[kind];
            const double part = share / total_of(factors_[first_of_kind_[kind]].ways, weights);
            for (double& weight : weights)
                weight = sum_of(0, 0, weight, part);
        }
    }

    std::span<const Factor> factors_;
    std::vector<std::size_t> first_of_kind_;
    SumOfLogs configurations_;
    SumOfLogs likelihood_;
    Coupling mean_;
};

// Every mine has the weight `odds`, whatever the rest of the board holds.
Coupling couple_by_odds(std::span<const Factor> factors, std::uint64_t sea, double odds) {
    Coupling coupling;
    coupling.possible = true;
    coupling.kind_of.resize(factors.size());
    std::iota(coupling.kind_of.begin(), coupling.kind_of.end(), 0U);
    coupling.log_total = static_cast<double>(sea) * std::numbers::ln2;
    for (const Factor& factor : factors) {
        coupling.of_kind.add(factor.ways.size(), 1);
        const std::span<double> weights = coupling.of_kind[coupling.of_kind.size() - 1];
        // The largest weight is 1, so that none overflows.
        for (std::size_t k = 1; k < weights.size(); ++k) {
            const std::size_t at = odds <= 1 ? k : weights.size() - 1 - k;
            const double before = odds <= 1 ? weights[at - 1] : weights[at + 1];
            weights[at] = std::max(before * (odds <= 1 ? odds : 1 / odds), kLeastWeight);
        }
        coupling.log_total += std::log(std::accumulate(factor.ways.begin(), factor.ways.end(), 0.0));
    }
    coupling.sea_can_be_mine = coupling.sea_can_be_safe = sea > 0;
    coupling.sea_probability = sea > 0 ? odds / (1 + odds) : 0;
    return coupling;
}

}  // namespace

Coupling couple(std::span<const Factor> factors, std::uint64_t sea, const MineWeights& mines,
                const Limits& limits) {
    if (mines.prior().kind != MinePrior::Kind::counts)
        return couple_by_odds(factors, sea, mines.prior().odds());
    Mixture mixture(factors);
    mines.for_each_count([&](std::int64_t count, double log_weight) {
        if (limits.poll) limits.poll();
        mixture.add(couple(factors, sea, count), log_weight);
    });
    return mixture.take();
}

}  // namespace sapper
