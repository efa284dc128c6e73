// An inference level with one rule about pairs of overlapping sets, or none. It decides sets that hold no
// mine or only mines. With the mine count, it also decides all remaining cells once only safe cells or only
// mines remain. Its items stay from move to move, so the cost of a move depends on what it changes, not on
// the board.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "deduction/known_sets.hpp"
#include "deduction/level.hpp"

namespace sapper {

struct Reasoning {
    // If null, the level examines only single sets.
    OverlapRule rule = nullptr;
    // Whether conclusions from pairs become items themselves. If not, they only decide cells.
    bool add_conclusions = true;
    bool mine_count = true;
};

class RuleLevel final : public Level {
  public:
    // The most inferences about ranges that may build on each other. Without a limit there would be too many
    // items.
    static constexpr std::uint8_t kMostSteps = 2;

    RuleLevel(std::shared_ptr<const Topology> topology, std::uint32_t mines, Reasoning reasoning);

    void begin(std::span<const Mark> marks) override;
    void follow(std::span<const Mark> marks, std::span<const Cell> changed) override;
    std::span<const Cell> safe() override;
    bool is_mine(Cell cell) const override { return states_[cell] == CellState::mine; }
    void for_each_item(const std::function<void(const Item&)>& visit) const override;
    void set_poll(std::function<void()> poll) override { poll_ = std::move(poll); }

    // Tells the level that a hidden cell is a mine, or safe. Has no effect if the level knows it.
    void learn(Cell cell, bool mine);

  private:
    enum class CellState : std::uint8_t { undecided, safe, mine, revealed, exploded };

    void reveal(Cell cell, bool mine);
    void add_number(Cell number, Mark shows);
    void decide(Cell cell, bool mine);
    void decide_all(Items::Id id);
    bool decide_by_mine_count();
    void compare(Items::Id id);
    void compare(Items::Id first, Items::Id second, std::uint32_t both);
    void learn(std::span<const Cell> cells, Bounds mines, std::uint8_t steps);

    std::shared_ptr<const Topology> topology_;
    std::uint32_t mines_;
    Reasoning reasoning_;
    std::vector<CellState> states_;
    std::size_t undecided_ = 0;
    std::size_t known_mines_ = 0;  // exploded and deduced mines
    Items items_;
    std::vector<Cell> safe_;  // some are open by now
    std::function<void()> poll_;

    // Scratch.
    std::vector<Cell> cells_;
    std::vector<std::uint32_t> shared_;  // per item: cells it shares with the current one
    std::vector<Items::Id> others_;
    Regions regions_;
};

}  // namespace sapper
