#include "knowledge/chain_steps.hpp"

#include <algorithm>
#include <map>

namespace sapper {

namespace {

class ChainSearch {
  public:
    ChainSearch(std::span<const NumberClue> clues, std::span<const Claim> claims) {
        for (const NumberClue& clue : clues) {
            steps_.push_back({clue.cells, clue.need, clue.need, {}, clue.number});
            know(steps_.size() - 1);
        }
        for (const Claim claim : claims)
            claimed_.push_back(claim.cell);
    }

    std::vector<ChainStep> run() {
        constexpr std::size_t kMostSteps = 400;
        for (std::size_t one = 0; one < steps_.size(); ++one) {
            for (const std::size_t other : std::vector(best_))
                combine(one, other);
            const std::vector<std::size_t> finals = deciding();
            if (!finals.empty() || steps_.size() > kMostSteps) return with_sources(finals);
        }
        return {};
    }

  private:
    void know(std::size_t step) {
        const auto [place, is_new] = place_of_.try_emplace(steps_[step].cells, best_.size());
        if (is_new) {
            best_.push_back(step);
        } else {
            best_[place->second] = step;
        }
    }

    // Adds what two steps prove about the cells that they share, and about those that only one of them has.
    void combine(std::size_t first, std::size_t second) {
        const ChainStep one = steps_[first];
        const ChainStep other = steps_[second];
        const Cells shared = both(one.cells, other.cells);
        if (shared.empty() || one.cells == other.cells) return;
        const std::int64_t least = std::max(least_within(one, shared), least_within(other, shared));
        const std::int64_t most = std::min(most_within(one, shared), most_within(other, shared));
        add(shared, least, most, {first, second});
        for (const ChainStep& step : {one, other})
            add(without(step.cells, shared), step.least - most, step.most - least, {first, second});
    }

    static std::int64_t size(const Cells& cells) { return static_cast<std::int64_t>(cells.size()); }
    static std::int64_t least_within(const ChainStep& step, const Cells& part) {
        return std::max<std::int64_t>(0, step.least - (size(step.cells) - size(part)));
    }
    static std::int64_t most_within(const ChainStep& step, const Cells& part) {
        return std::min(size(part), step.most);
    }

    void add(Cells cells, std::int64_t least, std::int64_t most, std::vector<std::size_t> sources) {
        least = std::max<std::int64_t>(least, 0);
        most = std::min(most, size(cells));
        if (cells.empty() || (least == 0 && most == size(cells))) return;
        const auto before = place_of_.find(cells);
        if (before != place_of_.end()) {
            const ChainStep& known = steps_[best_[before->second]];
            if (least <= known.least && most >= known.most) return;
        }
        steps_.push_back({std::move(cells), least, most, std::move(sources)});
        know(steps_.size() - 1);
    }

    // Steps that together decide all claims. None if some claim is not decided yet.
    std::vector<std::size_t> deciding() const {
        std::vector<std::size_t> finals;
        Cells left = claimed_;
        for (const std::size_t step : best_) {
            if (!steps_[step].decides() || both(steps_[step].cells, left).empty()) continue;
            finals.push_back(step);
            left = without(left, steps_[step].cells);
        }
        return left.empty() ? finals : std::vector<std::size_t>{};
    }

    // The steps and all their sources, sources first, each once.
    std::vector<ChainStep> with_sources(const std::vector<std::size_t>& finals) const {
        std::vector<ChainStep> ordered;
        std::map<std::size_t, std::size_t> places;
        for (const std::size_t step : finals)
            put(step, ordered, places);
        return ordered;
    }

    std::size_t put(std::size_t step, std::vector<ChainStep>& ordered,
                    std::map<std::size_t, std::size_t>& places) const {
        if (const auto known = places.find(step); known != places.end()) return known->second;
        ChainStep placed = steps_[step];
        for (std::size_t& source : placed.sources)
            source = put(source, ordered, places);
        ordered.push_back(std::move(placed));
        return places[step] = ordered.size() - 1;
    }

    std::vector<ChainStep> steps_;
    std::map<Cells, std::size_t> place_of_;  // in best_
    std::vector<std::size_t> best_;          // the narrowest step about each set of cells
    Cells claimed_;
};

}  // namespace

std::vector<ChainStep> steps_to(std::span<const NumberClue> clues, std::span<const Claim> claims) {
    return ChainSearch(clues, claims).run();
}

}  // namespace sapper
