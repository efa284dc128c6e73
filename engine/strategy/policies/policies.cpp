#include "strategy/policies/policies.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "strategy/policies/among_safest.hpp"
#include "strategy/policies/by_boundary.hpp"
#include "strategy/policies/by_estimate.hpp"
#include "strategy/policies/by_lot.hpp"
#include "strategy/policies/filters.hpp"
#include "strategy/policies/full_score.hpp"
#include "strategy/policies/look_ahead.hpp"

namespace sapper {

namespace {

constexpr std::array kPolicies{
    Entry{"random", "Any cell not known to be a mine."},
    Entry{"density", "Least estimate: mines left over hidden cells, raised by every number around."},
    Entry{"ratio", "Least mean of mines over cells, over the numbers around."},
    Entry{"hidden-corners", "Hidden corners, then hidden edges, then as ratio."},
    Entry{"boundary", "Least mine probability, by counting, unless the frontier has more than 128 cells."},
    Entry{"least", "Least mine probability; among equals by lot."},
    Entry{"first", "Least mine probability; among equals the first."},
    Entry{"nearest", "Least mine probability; among equals the nearest to an opened cell."},
    Entry{"centred", "Least mine probability; among equals the nearest to the middle of the board."},
    Entry{"inward", "Least mine probability; among equals the nearest to an edge."},
    Entry{"inward-from-corner", "Least mine probability; among equals the nearest to a corner."},
    Entry{"corners",
          "Least mine probability; among equals a corner. corners/nearest chooses among those, and so on."},
    Entry{"edges", "Least mine probability; among equals one at an edge. Takes /nearest and so on."},
    Entry{"corners-edges",
          "Least mine probability; among equals a corner, else an edge. Takes /nearest and so on."},
    Entry{"corners-two-deep", "As corners, two cells deep."},
    Entry{"edges-two-deep", "As edges, two cells deep."},
    Entry{"corners-edges-two-deep", "As corners-edges, two cells deep."},
    Entry{"pseq", "Filters P, S, E, Q of PSEQ, then by lot. Any letters of PZSEQF are a policy: PZSEQ."},
    Entry{"full-score", "Two-step safety; even chances forgiven or taken at once; pockets left for last."},
    Entry{"two-step", "Best chance to survive this guess and the next."},
    Entry{"look-ahead-2", "Best chance to survive this guess and two more. Any number up to 9."},
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
    if (name == "corners") return Preference::corners;
    if (name == "edges") return Preference::edges;
    if (name == "corners-edges") return Preference::corners_then_edges;
    return std::nullopt;
}

// "nearest", "corners-two-deep", "corners-two-deep/nearest".
std::optional<AmongSafest::Taste> taste_of(std::string_view name) {
    constexpr std::string_view kDeep = "-two-deep";
    AmongSafest::Taste taste;
    if (const auto selection = selection_of(name)) {
        taste.selection = *selection;
        return taste;
    }
    const std::size_t slash = name.find('/');
    if (slash != std::string_view::npos) {
        const auto selection = selection_of(name.substr(slash + 1));
        if (!selection) return std::nullopt;
        taste.selection = *selection;
        name = name.substr(0, slash);
    }
    if (name.ends_with(kDeep)) {
        taste.depth = 2;
        name.remove_suffix(kDeep.size());
    }
    const auto preference = preference_of(name);
    if (!preference) return std::nullopt;
    taste.preference = *preference;
    return taste;
}

bool is_letters(std::string_view name) {
    return !name.empty() && name.find_first_not_of(Filters::kLetters) == std::string_view::npos;
}

// The number of guesses to look ahead; 0 for another policy.
std::uint32_t depth_of(std::string_view name) {
    constexpr std::string_view kPrefix = "look-ahead-";
    if (name == "two-step") return 1;
    if (!name.starts_with(kPrefix) || name.size() != kPrefix.size() + 1) return 0;
    const char digit = name.back();
    return digit >= '1' && digit <= '9' ? static_cast<std::uint32_t>(digit - '0') : 0;
}

}  // namespace

std::span<const Entry> policies() {
    return kPolicies;
}

std::unique_ptr<Policy> make_policy(std::string_view name, const Topology& topology) {
    if (name == "random") return std::make_unique<ByLot>();
    if (name == "density") return std::make_unique<ByDensity>();
    if (name == "ratio") return std::make_unique<ByMeanRatio>();
    if (name == "boundary") return std::make_unique<ByBoundary>();
    if (name == "hidden-corners") return std::make_unique<CornersThenEdges>(topology);
    if (name == "full-score") return std::make_unique<FullScore>(topology);
    if (name == "pseq") return std::make_unique<Filters>("PSEQ");
    if (is_letters(name)) return std::make_unique<Filters>(std::string(name));
    if (const std::uint32_t depth = depth_of(name)) return std::make_unique<LookAhead>(depth);
    if (const auto taste = taste_of(name)) return std::make_unique<AmongSafest>(topology, *taste);
    return nullptr;
}

bool is_policy(std::string_view name) {
    return make_policy(name, *Topology::grid({1})) != nullptr;
}

}  // namespace sapper
