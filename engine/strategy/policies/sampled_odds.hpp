// Mine probabilities estimated from exact samples. Certain cells stay certain, and no other cell is called 0
// or 1, however few samples were drawn.
#pragma once

#include <optional>
#include <vector>

#include "inference/sampler.hpp"
#include "strategy/policies/odds.hpp"

namespace sapper {

class SampledOdds final : public Odds {
  public:
    static constexpr std::uint32_t kSamples = 256;

    using Odds::Odds;

    void begin(const Game& game, Random random) override;
    void follow(const Game& game) override;
    double risk(Cell cell) override;

  private:
    void draw();
    void count_cells();

    std::optional<Random> random_;
    bool drawn_ = false;
    Sampler::Sample sample_;
    std::vector<std::vector<std::uint64_t>> mines_;  // per sweep and group: mines in all samples
    std::uint64_t sea_mines_ = 0;
    std::vector<std::vector<std::uint32_t>> sizes_;  // per sweep and group: its cells
};

}  // namespace sapper
