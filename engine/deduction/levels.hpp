// The inference levels by name.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "deduction/level.hpp"
#include "inference/inference.hpp"
#include "util/texts.hpp"

namespace sapper {

// The levels, the weakest first. Each finds everything that those before it find. Only on graphs with
// thousands of numbers around few cells a rule may miss something, because of the limits of Items.
std::span<const Entry> levels();

// A level for games and positions on this board. Throws std::invalid_argument for an unknown name.
std::unique_ptr<Level> make_level(std::string_view name, std::shared_ptr<const Topology> topology,
                                  std::uint32_t mines);

// A level that concludes more than the rules about pairs: by chains, by suppositions that single numbers
// refute and, with `mine_count`, by separate numbers that account for the mine count. Defined in cases.cpp.
std::unique_ptr<Level> case_level(std::shared_ptr<const Topology> topology, std::uint32_t mines,
                                  bool mine_count);

// The strongest inference level: a cell is safe, or a mine, if it is so in every configuration. May throw
// BudgetExceeded if counting takes too much, and can then be called again.
class ExactLevel final : public Level {
  public:
    ExactLevel(std::shared_ptr<const Topology> topology, std::uint32_t mines, Limits limits = {});

    void begin(std::span<const Mark> marks) override;
    void follow(std::span<const Mark> marks, std::span<const Cell> changed) override;
    std::span<const Cell> safe() override;
    bool is_mine(Cell cell) const override { return verdicts_[cell] == Verdict::mine; }
    // The items are the numbers with undecided neighbours.
    void for_each_item(const std::function<void(const Item&)>& visit) const override;

    void set_poll(std::function<void()> poll) override { inference_.set_poll(std::move(poll)); }

    // The probabilities behind the verdicts.
    Inference& inference() { return inference_; }

  private:
    std::shared_ptr<const Topology> topology_;
    std::uint32_t mines_;
    Inference inference_;
    std::vector<Verdict> verdicts_;
    std::vector<Cell> hidden_;
    std::vector<Cell> safe_;
    bool current_ = false;
    std::vector<Cell> opened_;
    std::vector<Mark> numbers_;
};

}  // namespace sapper
