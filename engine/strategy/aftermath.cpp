#include "strategy/aftermath.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "inference/analysis.hpp"
#include "inference/conflict.hpp"
#include "strategy/own_player.hpp"

namespace sapper {

namespace {

Position with_number(const Position& position, Cell cell, Mark number) {
    std::vector<Mark> marks = position.marks;
    marks[cell] = number;
    return {position.topology, position.mines, std::move(marks)};
}

// The analysis. Nothing if no configuration fits.
std::optional<Analysis> analyse_if_possible(const Position& position, bool trust_flags,
                                            const Limits& limits) {
    try {
        return analyse(position, trust_flags, limits);
    } catch (const Contradiction&) {
        return std::nullopt;
    }
}

// Finds cells far from every number: they and all their neighbours are hidden, have no flag, and touch no
// number.
class Seas {
  public:
    explicit Seas(const Position& position)
        : topology_(*position.topology), marks_(position.marks), places_(marks_.size(), Place::unknown) {}

    bool is_far(Cell cell) {
        const Topology::Neighbours around = topology_.neighbours(cell);
        const auto is_at_sea = [this](Cell other) { return at_sea(other); };
        return at_sea(cell) && std::all_of(around.begin(), around.end(), is_at_sea);
    }

  private:
    enum class Place : std::uint8_t { unknown, at_sea, near };

    bool at_sea(Cell cell) {
        Place& place = places_[cell];
        if (place == Place::unknown) {
            const Topology::Neighbours around = topology_.neighbours(cell);
            const bool touches = std::any_of(around.begin(), around.end(),
                                             [this](Cell other) { return is_number(marks_[other]); });
            place = may_open(marks_[cell]) && !touches ? Place::at_sea : Place::near;
        }
        return place == Place::at_sea;
    }

    const Topology& topology_;
    const std::vector<Mark>& marks_;
    std::vector<Place> places_;
};

}  // namespace

Aftermath aftermath_of(const Position& position, Cell cell, bool trust_flags, const Limits& limits) {
    const Analysis before = analyse(position, trust_flags, limits);
    Aftermath aftermath{before.mine_probability[cell], before.log_configurations,
                        std::vector<double>(position.topology->degree(cell) + 1)};
    if (before.verdicts[cell] == Verdict::mine) return aftermath;
    for (std::size_t number = 0; number < aftermath.numbers.size(); ++number) {
        const Position after_number = with_number(position, cell, static_cast<Mark>(number));
        const std::optional<Analysis> after = analyse_if_possible(after_number, trust_flags, limits);
        if (!after) continue;
        const double chance = std::exp(after->log_configurations - before.log_configurations);
        const bool is_won = after->safest.cell == kNoCell;
        aftermath.numbers[number] = chance;
        aftermath.progress += is_won || after->safest.risk == 0 ? chance : 0;
        aftermath.next_safety += chance * (is_won ? 1 : 1 - after->safest.risk);
        aftermath.proven = aftermath.proven && win_probability(after_number, FirstClick::any, trust_flags,
                                                               after->verdicts, after->exact) == 1.0;
    }
    return aftermath;
}

std::vector<double> zero_chances(const Position& position, std::span<const Cell> cells, bool trust_flags,
                                 const Limits& limits) {
    const Analysis before = analyse(position, trust_flags, limits);
    Seas seas(position);
    std::map<std::size_t, double> by_degree;
    const auto chance_of = [&](Cell cell) {
        if (before.verdicts[cell] == Verdict::mine) return 0.0;
        const auto after = analyse_if_possible(with_number(position, cell, 0), trust_flags, limits);
        return after ? std::exp(after->log_configurations - before.log_configurations) : 0.0;
    };
    std::vector<double> chances;
    for (Cell cell : cells) {
        if (!is_hidden(position.marks[cell])) {
            chances.push_back(std::numeric_limits<double>::quiet_NaN());
        } else if (seas.is_far(cell)) {
            const std::size_t degree = position.topology->degree(cell);
            if (!by_degree.contains(degree)) by_degree[degree] = chance_of(cell);
            chances.push_back(by_degree[degree]);
        } else {
            chances.push_back(chance_of(cell));
        }
    }
    return chances;
}

}  // namespace sapper
