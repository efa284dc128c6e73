#include "inference/minefield_sampler.hpp"

#include <utility>

namespace sapper {

MinefieldSampler::MinefieldSampler(Inference& inference) : sampler_(inference) {
    inference.for_each_component([&](const Placement& placement, const Sweep&) {
        std::vector<std::vector<Cell>>& groups = groups_.emplace_back();
        for (std::size_t group = 0; group < placement.groups(); ++group) {
            const std::span<const Cell> cells = placement.cells_of(group);
            groups.emplace_back(cells.begin(), cells.end());
        }
    });
    const Constraints& constraints = inference.constraints();
    known_.resize(constraints.topology().size());
    for (Cell cell = 0; cell < known_.size(); ++cell) {
        known_[cell] = constraints.known_mine(cell);
        if (constraints.at_sea(cell)) sea_.push_back(cell);
    }
}

const std::vector<std::uint8_t>& MinefieldSampler::draw(Random& random) {
    mined_ = known_;
    sampler_.draw(random, sample_);
    for (std::size_t sweep = 0; sweep < groups_.size(); ++sweep) {
        for (std::size_t group = 0; group < groups_[sweep].size(); ++group)
            place(groups_[sweep][group], sample_.mines[sweep][group], random);
    }
    place(sea_, sample_.sea_mines, random);
    return mined_;
}

void MinefieldSampler::place(const std::vector<Cell>& cells, std::uint64_t mines, Random& random) {
    order_ = cells;
    const auto size = static_cast<std::uint32_t>(cells.size());
    for (std::uint32_t i = 0; i < mines; ++i) {
        if (mines < size) std::swap(order_[i], order_[i + random.below(size - i)]);
        mined_[order_[i]] = 1;
    }
}

}  // namespace sapper
