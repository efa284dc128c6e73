#include "strategy/scoring/guess_net.hpp"

#include <algorithm>
#include <utility>

#include "strategy/scoring/guess_net_weights.hpp"

namespace sapper {

namespace {

using namespace guess_net_weights;

// The steps avoid common probabilities, so that rounding does not decide on which side of a step a risk is.
constexpr std::array kRiskSteps{0.045, 0.095, 0.145, 0.195, 0.245, 0.295, 0.395, 0.495, 0.595, 0.745, 0.895};
constexpr std::uint8_t kSea = 9;
constexpr std::uint8_t kFirstFrontier = 10;
static_assert(kFirstFrontier + kRiskSteps.size() + 1 == GuessNet::kKinds);

using Order = std::array<std::uint8_t, GuessNet::kCells>;

// For every way to turn and mirror the surroundings: the cell that moves to each place.
constexpr std::array<Order, 8> make_symmetries() {
    std::array<Order, 8> orders{};
    constexpr std::size_t kLast = GuessNet::kSide - 1;
    for (std::size_t symmetry = 0; symmetry < orders.size(); ++symmetry) {
        for (std::size_t row = 0; row <= kLast; ++row) {
            for (std::size_t column = 0; column <= kLast; ++column) {
                std::size_t from_row = (symmetry & 1) != 0 ? kLast - row : row;
                std::size_t from_column = (symmetry & 2) != 0 ? kLast - column : column;
                if ((symmetry & 4) != 0) std::swap(from_row, from_column);
                orders[symmetry][row * GuessNet::kSide + column] =
                    static_cast<std::uint8_t>(from_row * GuessNet::kSide + from_column);
            }
        }
    }
    return orders;
}
constexpr std::array<Order, 8> kSymmetries = make_symmetries();

std::uint8_t kind_of(Inference& inference, Cell cell) {
    const Constraints& constraints = inference.constraints();
    if (constraints.live(cell)) return static_cast<std::uint8_t>(constraints.need(cell));
    if (!constraints.undecided(cell)) return 0;
    if (!constraints.in_frontier(cell)) return kSea;
    const double risk = inference.about(cell).mine_probability;
    const auto step = std::ranges::upper_bound(kRiskSteps, risk) - kRiskSteps.begin();
    return static_cast<std::uint8_t>(kFirstFrontier + step);
}

using Hidden = std::array<float, GuessNet::kHidden>;

Hidden from_figures(const std::array<float, GuessNet::kFigures>& figures) {
    Hidden hidden = kHiddenBias;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const float figure = std::clamp(figures[i], kLeast[i], kMost[i]);
        for (std::size_t h = 0; h < hidden.size(); ++h)
            hidden[h] += figure * kFromFigures[i][h];
    }
    return hidden;
}

float from_surroundings(const std::array<std::uint8_t, GuessNet::kCells>& around, const Order& order,
                        Hidden hidden) {
    std::array<std::int16_t, GuessNet::kSums> sums = kSumBias;  // no addend has more than eight bits
    for (std::size_t i = 0; i < order.size(); ++i) {
        // A copy: compilers see that it does not alias the sums, and add eight at a time.
        const std::array vector = kVectors[i * GuessNet::kKinds + around[order[i]]];
        for (std::size_t s = 0; s < sums.size(); ++s)
            sums[s] = static_cast<std::int16_t>(sums[s] + vector[s]);
    }
    for (std::size_t s = 0; s < sums.size(); ++s) {
        if (sums[s] <= 0) continue;
        const auto sum = static_cast<float>(sums[s]);
        for (std::size_t h = 0; h < hidden.size(); ++h)
            hidden[h] += sum * kFromSums[s][h];
    }
    float worth = 0;
    for (std::size_t h = 0; h < hidden.size(); ++h)
        worth += std::max(hidden[h], 0.0F) * kFromHidden[h];
    return worth;
}

}  // namespace

GuessNet::Input GuessNet::input(Inference& inference, Cell cell, const GuessLook& look) {
    const std::vector<std::size_t>& shape = inference.constraints().topology().shape();
    const auto rows = static_cast<std::int64_t>(shape[0]);
    const auto columns = static_cast<std::int64_t>(shape[1]);
    constexpr auto kFar = static_cast<std::int64_t>(kReach);
    Input input;
    std::size_t at = 0;
    for (std::int64_t row = cell / columns - kFar; row <= cell / columns + kFar; ++row) {
        for (std::int64_t column = cell % columns - kFar; column <= cell % columns + kFar; ++column, ++at) {
            if (row < 0 || row >= rows || column < 0 || column >= columns) continue;
            input.around[at] = kind_of(inference, static_cast<Cell>(row * columns + column));
        }
    }
    const std::array figures{look.score,          look.safety,  look.safest,
                             look.second,         look.certain, look.progress,
                             look.growth,         look.entropy, inference.log_configurations(),
                             inference.sea_risk()};
    std::ranges::transform(figures, input.figures.begin(),
                           [](double figure) { return static_cast<float>(figure); });
    return input;
}

double GuessNet::worth(const Input& input) {
    const Hidden hidden = from_figures(input.figures);
    float sum = 0;
    for (const Order& order : kSymmetries)
        sum += from_surroundings(input.around, order, hidden);
    return kScoreWeight * input.figures.front() + sum / static_cast<float>(kSymmetries.size());
}

}  // namespace sapper
