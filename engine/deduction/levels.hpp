// An inference level: how much a player concludes from what it sees. Levels differ in strength and are never
// wrong: a cell that one of them calls safe, or a mine, is so in every configuration. A level belongs to a
// board, follows one game at a time, and may remember its conclusions from move to move. In a position that
// no configuration fits, its answers mean nothing, but every call returns.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "board/position.hpp"
#include "inference/inference.hpp"
#include "util/texts.hpp"

namespace sapper {

// A set of hidden cells that the level has not decided, and bounds on their mines.
struct Item {
    std::span<const Cell> cells;
    std::uint32_t least;
    std::uint32_t most;
};

class Level {
  public:
    Level() = default;
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    virtual ~Level() = default;

    // Starts over from the marks of a game or position on the level's board. Ignores flags.
    virtual void begin(std::span<const Mark> marks) = 0;
    // Learns the changes of the last action of that game. `changed` lists the changed cells, each once.
    // Ignores those that are still hidden.
    virtual void follow(std::span<const Mark> marks, std::span<const Cell> changed) = 0;

    // Concludes everything that this level can, and returns the hidden cells that it knows to be safe, each
    // once. Valid until the level learns anything new.
    virtual std::span<const Cell> safe() = 0;
    // Whether the level knows that a hidden cell is a mine. Valid after safe().
    virtual bool is_mine(Cell cell) const = 0;
    // Calls visit(item) for each item that the level knows. Valid after safe(). Every number with undecided
    // neighbours has an item of these neighbours. Numbers with the same undecided neighbours share one.
    // Policies without probabilities use the items.
    virtual void for_each_item(const std::function<void(const Item&)>& visit) const = 0;

    // From now on the level calls `poll` now and then while it concludes. If `poll` throws, call begin()
    // next. `poll` may be empty.
    virtual void set_poll(std::function<void()> poll) = 0;
};

// The inference levels by name, the weakest first. Each finds everything that those before it find. Only on
// graphs with thousands of numbers around few cells a rule may miss something, because of the limits of
// Items.
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
