// A policy that takes any hidden cell not known to be a mine, all equally likely.
#include "strategy/policies/all.hpp"

namespace sapper {

namespace {

class AtRandom final : public Policy {
  public:
    Needs needs() const override { return Needs::level; }
    Guess pick(const Outlook& outlook) override {
        outlook.list_guessable(cells_);
        return {outlook.random.one_of(cells_), kNotKnown};
    }

  private:
    std::vector<Cell> cells_;
};

}  // namespace

std::unique_ptr<Policy> at_random() {
    return std::make_unique<AtRandom>();
}

}  // namespace sapper
