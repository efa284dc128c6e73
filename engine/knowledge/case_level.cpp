#include <optional>
#include <utility>

#include "knowledge/apart.hpp"
#include "knowledge/facts.hpp"
#include "knowledge/levels.hpp"
#include "knowledge/rule_level.hpp"
#include "knowledge/trial.hpp"

namespace sapper {

namespace {

class CaseLevel final : public Level {
  public:
    CaseLevel(std::shared_ptr<const Topology> topology, std::uint32_t mines, bool mine_count)
        : mines_(mines),
          mine_count_(mine_count),
          chains_(topology, mines, {.rule = bounds_rule, .mine_count = false}),
          facts_(topology),
          trial_(topology->size()) {}

    void begin(std::span<const Mark> marks) override {
        chains_.begin(marks);
        facts_.load(marks);
        current_ = false;
    }

    void follow(std::span<const Mark> marks, std::span<const Cell> changed) override {
        chains_.follow(marks, changed);
        facts_.load(marks);
        current_ = false;
    }

    std::span<const Cell> safe() override {
        while (!current_) {
            take_over();
            current_ = !refute() && !(mine_count_ && account());
        }
        return chains_.safe();
    }

    bool is_mine(Cell cell) const override { return chains_.is_mine(cell); }

    void for_each_item(const std::function<void(const Item&)>& visit) const override {
        chains_.for_each_item(visit);
    }

    void set_poll(std::function<void()> poll) override {
        poll_ = poll;
        chains_.set_poll(std::move(poll));
    }

  private:
    void take_over() {
        for (Cell cell : chains_.safe()) {
            if (facts_.undecided(cell)) facts_.learn({cell, false});
        }
        for (Cell cell = 0; cell < facts_.marks().size(); ++cell) {
            if (facts_.undecided(cell) && chains_.is_mine(cell)) facts_.learn({cell, true});
        }
    }

    bool refute() {
        constexpr Cell kCellsBetweenPolls = 256;
        bool found = false;
        for (Cell cell = 0; cell < facts_.marks().size(); ++cell) {
            if (cell % kCellsBetweenPolls == 0 && poll_) poll_();
            if (!facts_.undecided(cell)) continue;
            for (const bool mine : {false, true}) {
                if (!trial_.refutes(facts_, {cell, mine})) continue;
                chains_.learn(cell, !mine);
                found = true;
                break;
            }
        }
        return found;
    }

    bool account() {
        const std::optional<Apart> apart = find_apart(facts_, mines_);
        if (!apart) return false;
        for (Cell cell : apart->rest)
            chains_.learn(cell, apart->rest_mined);
        return true;
    }

    std::uint32_t mines_;
    bool mine_count_;
    RuleLevel chains_;
    Facts facts_;
    Trial trial_;
    bool current_ = false;
    std::function<void()> poll_;
};

}  // namespace

std::unique_ptr<Level> case_level(std::shared_ptr<const Topology> topology, std::uint32_t mines,
                                  bool mine_count) {
    return std::make_unique<CaseLevel>(std::move(topology), mines, mine_count);
}

}  // namespace sapper
