#include "inference/sampler.hpp"

#include <algorithm>
#include <utility>

#include "inference/coupling.hpp"

namespace sapper {

Sampler::Sampler(Inference& inference)
    : sweeps_(inference.sweeps()), mines_(inference.mines_for_undecided()) {
    if (!inference.exact())
        throw BudgetExceeded("this position is too entangled to count, and exact sampling needs the count");
    std::vector<Factor> factors;
    std::int64_t slack = static_cast<std::int64_t>(inference.sea());
    for (const auto& sweep : sweeps_) {
        factors.push_back({sweep->least_mines(), sweep->ways()});
        mines_ -= sweep->least_mines();
        slack += static_cast<std::int64_t>(sweep->ways().size()) - 1;
    }
    const bool has_choice = mines_ > 0 && mines_ < slack;
    const Tilt tilt =
        has_choice ? tilt_to(factors, inference.sea(), mines_) : forced_tilt(factors, mines_ > 0);
    masses_ = tilt.masses;

    together_.resize(sweeps_.size() + 1);
    std::int64_t low = mines_;
    for (std::size_t w = 0; w <= sweeps_.size(); ++w) {
        together_[w].low = std::max<std::int64_t>(low, 0);
        together_[w].weights.resize(static_cast<std::size_t>(mines_ - together_[w].low + 1));
        if (w < sweeps_.size()) low -= static_cast<std::int64_t>(factors[w].ways.size()) - 1;
    }
    weigh_sea(inference.sea(), tilt.lambda);
    for (std::size_t w = sweeps_.size(); w-- > 0;)
        weigh(tilt.masses, w);
}

// C(sea, m) lambda^m, relative to the likeliest m in the window.
void Sampler::weigh_sea(std::uint64_t sea, double lambda) {
    Window& window = together_.back();
    const auto cells = static_cast<std::int64_t>(sea);
    const std::int64_t high =
        std::min(window.low + static_cast<std::int64_t>(window.weights.size()) - 1, cells);
    if (high < window.low) return;
    const double mean = static_cast<double>(sea) * lambda / (1 + lambda);
    const std::int64_t likeliest = std::clamp(static_cast<std::int64_t>(mean), window.low, high);
    const auto weight = [&](std::int64_t mines) -> double& {
        return window.weights[static_cast<std::size_t>(mines - window.low)];
    };
    weight(likeliest) = 1;
    for (std::int64_t m = likeliest; m < high; ++m)
        weight(m + 1) = weight(m) * lambda * static_cast<double>(cells - m) / static_cast<double>(m + 1);
    for (std::int64_t m = likeliest; m > window.low; --m)
        weight(m - 1) = weight(m) * static_cast<double>(m) / (lambda * static_cast<double>(cells - m + 1));
}

void Sampler::weigh(const PerCount& masses, std::size_t sweep) {
    const std::span<const double> mass = masses[sweep];
    Window& window = together_[sweep];
    for (std::size_t i = 0; i < window.weights.size(); ++i) {
        const std::int64_t sum = window.low + static_cast<std::int64_t>(i);
        for (std::size_t k = 0; k < mass.size(); ++k)
            window.weights[i] += mass[k] * together_[sweep + 1].at(sum - static_cast<std::int64_t>(k));
    }
}

void Sampler::draw(Random& random, Sample& sample) {
    sample.mines.resize(sweeps_.size());
    std::int64_t left = mines_;
    for (std::size_t w = 0; w < sweeps_.size(); ++w) {
        const std::span<const double> mass = std::as_const(masses_)[w];
        counts_.clear();
        for (std::size_t k = 0; k < mass.size(); ++k)
            counts_.add(k, mass[k] * together_[w + 1].at(left - static_cast<std::int64_t>(k)));
        const std::size_t more = counts_.draw(random);
        sample.mines[w] = sweeps_[w]->draw(more, random);
        left -= static_cast<std::int64_t>(more);
    }
    sample.sea_mines = static_cast<std::uint64_t>(left);
}

MinefieldSampler::MinefieldSampler(Inference& inference) : sampler_(inference) {
    inference.for_each_component([&](const Placement& placement, const Sweep&) {
        std::vector<std::vector<Cell>>& groups = groups_.emplace_back();
        for (std::size_t group = 0; group < placement.groups(); ++group) {
            const std::span<const Cell> cells = placement.cells_of(group);
            groups.emplace_back(cells.begin(), cells.end());
        }
    });
    const Constraints& constraints = inference.constraints();
    known_mines_.resize(constraints.topology().size());
    for (Cell cell = 0; cell < known_mines_.size(); ++cell) {
        known_mines_[cell] = constraints.known_mine(cell);
        if (constraints.at_sea(cell)) sea_.push_back(cell);
    }
}

const std::vector<std::uint8_t>& MinefieldSampler::draw(Random& random) {
    mine_bytes_ = known_mines_;
    sampler_.draw(random, sample_);
    for (std::size_t sweep = 0; sweep < groups_.size(); ++sweep) {
        for (std::size_t group = 0; group < groups_[sweep].size(); ++group)
            place(groups_[sweep][group], sample_.mines[sweep][group], random);
    }
    place(sea_, sample_.sea_mines, random);
    return mine_bytes_;
}

void MinefieldSampler::place(const std::vector<Cell>& cells, std::uint64_t mines, Random& random) {
    order_ = cells;
    const auto size = static_cast<std::uint32_t>(cells.size());
    for (std::uint32_t i = 0; i < mines; ++i) {
        if (mines < size) std::swap(order_[i], order_[i + random.below(size - i)]);
        mine_bytes_[order_[i]] = 1;
    }
}

}  // namespace sapper
