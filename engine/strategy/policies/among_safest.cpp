// Policies that take the least risky cell and differ in how they break ties. They prefer cells in a region
// (corners, edges, one or two cells deep), if any lie there, and among these the cells nearest to some place.
// Of cells that are still equal, they draw one at random, or take the first. Names: "nearest",
// "corners-two-deep", "corners-two-deep/nearest".
#include <algorithm>
#include <optional>

#include "strategy/policies/policy.hpp"
#include "util/floats.hpp"

namespace sapper {

namespace {

enum class Selection { first, random, nearest, centred, inward, inward_from_corner };

// The preferred regions, and how to break ties.
struct Preference {
    bool corners = false;
    bool edges = false;       // if both, corners come first
    std::uint32_t depth = 1;  // of the region, in cells
    Selection selection = Selection::random;
};

class AmongSafest final : public Policy {
  public:
    AmongSafest(const Topology& topology, Preference preference)
        : borders_(topology), preference_(preference) {}

    Needs needs() const override { return Needs::odds; }

    CellRisk pick(const Outlook& outlook) override {
        const double risk = find_safest(outlook);
        prefer();
        select(outlook);
        const bool by_chance = preference_.selection != Selection::first && cells_.size() > 1;
        return {by_chance ? outlook.random.one_of(cells_) : cells_.front(), risk};
    }

  private:
    // Lists the hidden cells of least mine probability, and returns that probability.
    double find_safest(const Outlook& outlook) {
        double least = 1;
        cells_.clear();
        for (Cell cell = 0; cell < outlook.size(); ++cell) {
            if (!outlook.hidden(cell)) continue;
            const double risk = outlook.odds->risk(cell);
            if (risk >= 1 || is_riskier(risk, least)) continue;
            if (is_riskier(least, risk)) {
                cells_.clear();
                least = risk;
            }
            cells_.push_back(cell);
        }
        return least;
    }

    void prefer() {
        const auto corner = [this](Cell cell) { return borders_.is_corner(cell, preference_.depth); };
        const auto edge = [this](Cell cell) { return borders_.is_edge(cell, preference_.depth); };
        if (preference_.corners && keep_if_any(corner)) return;
        if (preference_.edges) keep_if_any(edge);
    }

    void select(const Outlook& outlook) {
        switch (preference_.selection) {
            case Selection::first:
            case Selection::random:
                return;
            case Selection::nearest:
                steps_.find(outlook.game);
                return keep_least([this](Cell cell) { return steps_[cell]; });
            case Selection::centred:
                return keep_least([this](Cell cell) { return borders_.from_centre(cell); });
            case Selection::inward:
                return keep_least([this](Cell cell) { return borders_.from_edge(cell); });
            case Selection::inward_from_corner:
                return keep_least([this](Cell cell) { return borders_.from_corner(cell); });
        }
    }

    template <typename Keep>
    bool keep_if_any(Keep keep) {
        if (std::none_of(cells_.begin(), cells_.end(), keep)) return false;
        std::erase_if(cells_, [&](Cell cell) { return !keep(cell); });
        return true;
    }

    template <typename Rank>
    void keep_least(Rank rank) {
        auto least = rank(cells_.front());
        for (Cell cell : cells_)
            least = std::min(least, rank(cell));
        std::erase_if(cells_, [&](Cell cell) { return rank(cell) != least; });
    }

    Borders borders_;
    Preference preference_;
    std::vector<Cell> cells_;
    StepsFromOpen steps_;
};

std::optional<Selection> selection_of(std::string_view name) {
    if (name == "first") return Selection::first;
    if (name == "least") return Selection::random;
    if (name == "nearest") return Selection::nearest;
    if (name == "centred") return Selection::centred;
    if (name == "inward") return Selection::inward;
    if (name == "inward-from-corner") return Selection::inward_from_corner;
    return std::nullopt;
}

std::optional<Preference> preference_of(std::string_view name) {
    Preference preference;
    const std::size_t slash = name.find('/');
    const bool by_place_alone = selection_of(name).has_value();
    if (by_place_alone || slash != std::string_view::npos) {
        const auto selection = selection_of(by_place_alone ? name : name.substr(slash + 1));
        if (!selection) return std::nullopt;
        preference.selection = *selection;
        if (by_place_alone) return preference;
        name = name.substr(0, slash);
    }
    constexpr std::string_view kDeep = "-two-deep";
    if (name.ends_with(kDeep)) {
        preference.depth = 2;
        name.remove_suffix(kDeep.size());
    }
    preference.corners = name == "corners" || name == "corners-edges";
    preference.edges = name == "edges" || name == "corners-edges";
    return preference.corners || preference.edges ? std::optional(preference) : std::nullopt;
}

}  // namespace

std::unique_ptr<Policy> among_safest(std::string_view name, const Topology& topology) {
    const std::optional<Preference> preference = preference_of(name);
    return preference ? std::make_unique<AmongSafest>(topology, *preference) : nullptr;
}

}  // namespace sapper
