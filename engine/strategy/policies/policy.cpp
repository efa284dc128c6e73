#include "strategy/policies/policy.hpp"

#include <array>

namespace sapper {

namespace {

constexpr std::array kPolicies{
    Entry{"random", "Any cell not known to be a mine."},
    Entry{"density", "Least estimate: the density of mines, raised by every number around."},
    Entry{"ratio", "Least mean, over the numbers around, of their mines per cell."},
    Entry{"hidden-corners", "Hidden corners, then hidden edges, then as ratio."},
    Entry{"boundary", "Least mine probability; as density if the frontier has more than 128 cells."},
    Entry{"least", "Least mine probability; ties are broken at random."},
    Entry{"first", "Least mine probability; ties go to the first cell."},
    Entry{"nearest", "Least mine probability; ties go to the cell nearest to an opened one."},
    Entry{"centred", "Least mine probability; ties go to the cell nearest to the middle."},
    Entry{"inward", "Least mine probability; ties go to the cell nearest to an edge."},
    Entry{"inward-from-corner", "Least mine probability; ties go to the cell nearest to a corner."},
    Entry{"corners",
          "Least mine probability; ties go to a corner. corners/nearest and the like break further ties."},
    Entry{"edges", "Least mine probability; ties go to an edge. Takes /nearest and the like."},
    Entry{"corners-edges",
          "Least mine probability; ties go to a corner, else to an edge. Takes /nearest and the like."},
    Entry{"corners-two-deep", "As corners, two cells deep."},
    Entry{"edges-two-deep", "As edges, two cells deep."},
    Entry{"corners-edges-two-deep", "As corners-edges, two cells deep."},
    Entry{"pseq", "Filters P, S, E, Q of PSEQ, then at random. Any letters of PZSEQF name a policy."},
    Entry{"full-score", "Two-step safety, with extra rules for 50/50 guesses and closed pockets."},
    Entry{"two-step", "Best chance to survive this guess and the next."},
    Entry{"look-ahead-2", "Best chance to survive this guess and two more. Any number from 1 to 9."},
};

}  // namespace

std::span<const Entry> policies() {
    return kPolicies;
}

std::unique_ptr<Policy> make_policy(std::string_view name, const Topology& topology) {
    if (name == "random") return at_random();
    if (name == "density") return by_density();
    if (name == "ratio") return by_mean_ratio();
    if (name == "boundary") return by_boundary();
    if (name == "hidden-corners") return corners_then_edges(topology);
    if (name == "full-score") return full_score(topology);
    if (auto policy = filters(name)) return policy;
    if (auto policy = look_ahead(name)) return policy;
    return among_safest(name, topology);
}

bool is_policy(std::string_view name) {
    return make_policy(name, *Topology::grid({1})) != nullptr;
}

}  // namespace sapper
