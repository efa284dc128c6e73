#include "knowledge/case_level.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "knowledge/apart.hpp"

namespace sapper {

CaseLevel::CaseLevel(std::shared_ptr<const Topology> topology, std::uint32_t mines, bool mine_count)
    : mines_(mines),
      mine_count_(mine_count),
      chains_(topology, mines, {.rule = bounds_rule, .mine_count = false}),
      facts_(topology),
      trial_(topology->size()) {}

void CaseLevel::begin(std::span<const Mark> marks) {
    chains_.begin(marks);
    facts_.load(marks);
    current_ = false;
}

void CaseLevel::follow(std::span<const Mark> marks, std::span<const Cell> changed) {
    chains_.follow(marks, changed);
    facts_.load(marks);
    current_ = false;
}

std::span<const Cell> CaseLevel::safe() {
    while (!current_) {
        take_over();
        current_ = !refute() && !(mine_count_ && account());
    }
    return chains_.safe();
}

void CaseLevel::take_over() {
    for (Cell cell : chains_.safe()) {
        if (facts_.undecided(cell)) facts_.learn({cell, false});
    }
    for (Cell cell = 0; cell < facts_.marks().size(); ++cell) {
        if (facts_.undecided(cell) && chains_.is_mine(cell)) facts_.learn({cell, true});
    }
}

void CaseLevel::set_poll(std::function<void()> poll) {
    poll_ = poll;
    chains_.set_poll(std::move(poll));
}

bool CaseLevel::refute() {
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

bool CaseLevel::account() {
    const std::optional<Apart> apart = find_apart(facts_, mines_);
    if (!apart) return false;
    for (Cell cell : apart->rest)
        chains_.learn(cell, apart->rest_mined);
    return true;
}

}  // namespace sapper
