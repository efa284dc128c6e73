#include "strategy/strategies.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "deduction/levels.hpp"
#include "strategy/player.hpp"

namespace sapper {

namespace {

// Our own players, from the quickest to the strongest.
struct OwnPlayer {
    Entry entry;
    Effort effort;
};

// Takes the most promising guess without looking ahead, and plays exactly at the very end.
constexpr Effort kFast{.rules = {.candidates = {.most = 1}}, .endgame = {.configurations = 30, .nodes = 500}};

constexpr Effort effort(std::size_t candidates, const EndgameLimits& endgame) {
    return {.rules = {.candidates = {.most = candidates}}, .endgame = endgame};
}

constexpr Effort kBest = effort(8, {.configurations = 400,
                                    .nodes = 20000,
                                    .narrow_configurations = 14000,
                                    .narrow_nodes = 60000,
                                    .broader_configurations = 2000});

constexpr Effort kQuicker = effort(3, {.configurations = 100, .nodes = 3000});

// For the player that takes seconds per game: searches the whole tree for far more configurations.
constexpr EndgameLimits kDeeper = [] {
    EndgameLimits limits = kBest.endgame;
    limits.configurations = 200'000;
    limits.nodes = 1'000'000;
    return limits;
}();

constexpr std::array kOwnPlayers{
    OwnPlayer{{"best", "Our own, at its usual effort: looks one guess ahead and plays endgames exactly."},
              kBest},
    OwnPlayer{{"fast", "Our own, for many games: the most promising guess, exact at the very end."}, kFast},
    OwnPlayer{{"best@1", "The same as fast."}, kFast},
    OwnPlayer{{"best@2", "As best, with fewer candidates and shorter endgames."}, kQuicker},
    OwnPlayer{{"best@3", "The same as best."}, kBest},
    OwnPlayer{{"best@4", "As best, with more candidates and longer endgames."},
              effort(16, {.configurations = 1000,
                          .nodes = 60000,
                          .narrow_configurations = 14000,
                          .narrow_nodes = 80000,
                          .broader_configurations = 14000})},
    OwnPlayer{{"best@5", "As best, with longer endgames; compares close guesses by playing on with best@2."},
              {.rules = kBest.rules, .endgame = kDeeper, .plays_on = &kQuicker}},
};

// The first cell: a good one, one that the authors chose, or the policy's choice.
enum class First { good, middle, row_2_column_2, row_8_column_2, policy };

// A composition with its own name.
struct NamedComposition {
    Entry entry;
    std::string_view composition;
    First first = First::good;
};

constexpr std::array kCompositions{
    NamedComposition{
        {"exact+first", "Opens what is certainly safe, else the first cell of least mine probability."},
        "exact+first"},
    NamedComposition{
        {"bounds-boundary", "Minesweeper by ldoig: set bounds, then all assignments of the boundary."},
        "bounds+boundary",
        First::row_8_column_2},
    NamedComposition{
        {"knowledge-random", "A pygame program: subsets of persistent knowledge, then any cell."},
        "subset+random"},
    NamedComposition{
        {"knowledge-density", "A pygame program: subsets of persistent knowledge, then the least density."},
        "subset+density"},
    NamedComposition{
        {"frontier", "A Java program: exact probabilities, the first cell of least mine probability."},
        "exact+first",
        First::row_2_column_2},
    NamedComposition{{"propositions", "minesweeper-ai: propositions, then the least mean ratio."},
                     "propositions+ratio",
                     First::middle},
    NamedComposition{
        {"propositions-corners", "minesweeper-ai as deployed: guesses hidden corners, then hidden edges."},
        "propositions+hidden-corners",
        First::middle},
    NamedComposition{
        {"areas-random", "minesweeper-solver: exact probabilities, any cell of least mine probability."},
        "exact+least",
        First::policy},
    NamedComposition{
        {"areas-nearest", "minesweeper-solver: as areas-random, but the cell nearest to an opened one."},
        "exact+nearest",
        First::policy},
    NamedComposition{
        {"areas-centred", "minesweeper-solver: as areas-random, but the cell nearest to the middle."},
        "exact+centred",
        First::policy},
    NamedComposition{
        {"areas-inward", "minesweeper-solver: as areas-random, but the cell nearest to an edge."},
        "exact+inward",
        First::policy},
    NamedComposition{{"areas-inward-from-corner",
                      "minesweeper-solver: as areas-random, but the cell nearest to a corner."},
                     "exact+inward-from-corner",
                     First::policy},
    NamedComposition{{"areas-corners", "minesweeper-solver: as areas-random, but prefers corners."},
                     "exact+corners",
                     First::policy},
    NamedComposition{{"areas-edges", "minesweeper-solver: as areas-random, but prefers edges."},
                     "exact+edges",
                     First::policy},
    NamedComposition{
        {"areas-corners-edges", "minesweeper-solver: as areas-random, but prefers corners, then edges."},
        "exact+corners-edges",
        First::policy},
    NamedComposition{
        {"areas-corners-two-deep", "minesweeper-solver: as areas-corners, but within two cells of a corner."},
        "exact+corners-two-deep",
        First::policy},
    NamedComposition{
        {"areas-edges-two-deep", "minesweeper-solver: as areas-edges, but within two cells of an edge."},
        "exact+edges-two-deep",
        First::policy},
    NamedComposition{
        {"areas-corners-edges-two-deep", "minesweeper-solver: as areas-corners-edges, but within two cells."},
        "exact+corners-edges-two-deep",
        First::policy},
};

const NamedComposition* find(std::string_view name) {
    const auto entry = std::find_if(kCompositions.begin(), kCompositions.end(),
                                    [&](const NamedComposition& each) { return each.entry.name == name; });
    return entry == kCompositions.end() ? nullptr : &*entry;
}

struct Parts {
    std::string level;
    std::string policy;
    bool endgame;
};

// The parts of a composition with a name of its own, or of a name that is a composition.
Parts parts_of(const NamedComposition* entry, std::string_view name) {
    std::string composition(entry == nullptr ? name : entry->composition);
    constexpr std::string_view kEndgame = "+endgame";
    const bool endgame = composition.ends_with(kEndgame);
    if (endgame) composition.resize(composition.size() - kEndgame.size());
    const std::size_t plus = composition.find('+');
    if (plus == std::string::npos)
        throw std::invalid_argument("There is no strategy named '" + composition + "'.");
    return {composition.substr(0, plus), composition.substr(plus + 1), endgame};
}

Cell first_cell(First first, const Topology& topology, std::uint32_t mines, FirstClick first_click) {
    switch (first) {
        case First::middle:
            return middle_cell(topology);
        case First::row_2_column_2:
            return cell_at(topology, mines, first_click, 2, 2);
        case First::row_8_column_2:
            return cell_at(topology, mines, first_click, 8, 2);
        case First::policy:
            return kNoCell;
        case First::good:
            break;
    }
    return good_first_cell(topology, mines, first_click);
}

}  // namespace

std::span<const Entry> strategies() {
    static constexpr auto kEntries = [] {
        std::array<Entry, kOwnPlayers.size() + kCompositions.size()> list;
        const auto rest = std::ranges::transform(kOwnPlayers, list.begin(), &OwnPlayer::entry).out;
        std::ranges::transform(kCompositions, rest, &NamedComposition::entry);
        return list;
    }();
    return kEntries;
}

const Effort* effort_of(std::string_view name) {
    const auto player =
        std::ranges::find(kOwnPlayers, name, [](const OwnPlayer& own) { return own.entry.name; });
    return player == kOwnPlayers.end() ? nullptr : &player->effort;
}

std::vector<Entry> strategy_levels() {
    std::vector<Entry> list(levels().begin(), levels().end());
    list.push_back({"sampled", "As exact; probabilities estimated from exact samples of configurations."});
    return list;
}

std::unique_ptr<Player> make_player(std::string_view name, std::shared_ptr<const Topology> topology,
                                    std::uint32_t mines, const Rules& rules) {
    if (const Effort* effort = effort_of(name)) {
        const Cell first = good_first_cell(*topology, mines, rules.first_click);
        return std::make_unique<FirstAndLast>(own_player(*effort, std::move(topology), mines), first);
    }
    const NamedComposition* entry = find(name);
    const Parts parts = parts_of(entry, name);
    const Cell first =
        first_cell(entry == nullptr ? First::good : entry->first, *topology, mines, rules.first_click);
    return std::make_unique<FirstAndLast>(
        put_together(parts.level, parts.policy, parts.endgame, std::move(topology), mines), first);
}

bool needs_mine_count(std::string_view name) {
    if (effort_of(name) != nullptr) return true;
    const Parts parts = parts_of(find(name), name);
    return needs_mine_count(parts.level, parts.policy, parts.endgame);
}

std::unique_ptr<Player> compose(const LevelPart& level, const PolicyPart& policy, bool endgame,
                                std::shared_ptr<const Topology> topology, std::uint32_t mines,
                                const Rules& rules) {
    const Cell first = good_first_cell(*topology, mines, rules.first_click);
    return std::make_unique<FirstAndLast>(put_together(level, policy, endgame, std::move(topology), mines),
                                          first);
}

}  // namespace sapper
