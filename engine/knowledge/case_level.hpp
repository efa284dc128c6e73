// An inference level above the rules about pairs. Adds chains, then suppositions that single numbers refute,
// and, if it uses the mine count, numbers apart that account for it.
#pragma once

#include <memory>
#include <vector>

#include "knowledge/facts.hpp"
#include "knowledge/rule_level.hpp"
#include "knowledge/trial.hpp"

namespace sapper {

class CaseLevel final : public Level {
  public:
    CaseLevel(std::shared_ptr<const Topology> topology, std::uint32_t mines, bool mine_count);

    using Level::begin;
    using Level::follow;
    void begin(std::span<const Mark> marks) override;
    void follow(std::span<const Mark> marks, std::span<const Cell> changed) override;
    std::span<const Cell> safe() override;
    bool is_mine(Cell cell) const override { return chains_.is_mine(cell); }
    void for_each_item(const std::function<void(const Item&)>& visit) const override {
        chains_.for_each_item(visit);
    }
    void set_poll(std::function<void()> poll) override;

  private:
    void take_over();
    bool refute();
    bool account();

    std::uint32_t mines_;
    bool mine_count_;
    RuleLevel chains_;
    Facts facts_;
    Trial trial_;
    bool current_ = false;
    std::function<void()> poll_;
};

}  // namespace sapper
