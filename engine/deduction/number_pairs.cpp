#include "deduction/number_pairs.hpp"

#include <algorithm>

#include "util/lists.hpp"

namespace sapper {

namespace {

// What a number says about the cells around it if only some of the deduced cells are known.
struct Clue {
    std::vector<Cell> cells;  // in ascending order
    Bounds mines;

    template <typename Known>
    Clue(const Facts& facts, Cell number, Known known) {
        auto need = static_cast<std::uint32_t>(facts.need(number));
        for (Cell cell : facts.topology().neighbours(number)) {
            const bool doubted = facts.deduced(cell) && !known(cell);
            if (doubted || facts.undecided(cell)) cells.push_back(cell);
            if (doubted && facts.deduced_mine(cell)) ++need;
        }
        mines = {need, need};
    }
};

void claim(const std::vector<Cell>& cells, Bounds mines, std::vector<Claim>& claims) {
    if (cells.empty() || !mines.decides(cells.size())) return;
    for (Cell cell : cells)
        claims.push_back({cell, mines.most > 0});
}

std::vector<Claim> claims_of(const Clue& one, const Clue& other, OverlapRule rule) {
    Regions regions;
    regions.split(one.cells, other.cells);
    const auto size = [](const std::vector<Cell>& cells) { return static_cast<std::uint32_t>(cells.size()); };
    const Finding found =
        rule({size(regions.left), size(regions.both), size(regions.right), one.mines, other.mines});
    std::vector<Claim> claims;
    claim(regions.left, found.left, claims);
    claim(regions.both, found.both, claims);
    claim(regions.right, found.right, claims);
    std::ranges::sort(claims, {}, &Claim::cell);
    return claims;
}

template <typename Known>
std::vector<Claim> claims_of(const Facts& facts, Cell first, Cell second, OverlapRule rule, Known known) {
    return claims_of(Clue(facts, first, known), Clue(facts, second, known), rule);
}

}  // namespace

std::optional<Pair> PairFinder::find(const Facts& facts, Cell number, OverlapRule rule) {
    find_others(facts, number);
    std::optional<Pair> pair;
    for (Cell other : others_) {
        seen_[other] = false;
        if (pair || other == number) continue;
        std::vector<Claim> claims = claims_of(facts, number, other, rule, [](Cell) { return true; });
        if (!claims.empty()) pair = {number, other, std::move(claims)};
    }
    return pair;
}

void PairFinder::find_others(const Facts& facts, Cell number) {
    others_.clear();
    for (Cell cell : facts.topology().neighbours(number)) {
        if (!facts.undecided(cell)) continue;
        for (Cell other : facts.topology().neighbours(cell)) {
            if (!facts.number(other) || seen_[other]) continue;
            seen_[other] = true;
            others_.push_back(other);
        }
    }
    std::ranges::sort(others_);
}

// Leaves out one after another where possible. The result is minimal, because a rule never decides less if
// more cells are known.
std::vector<Cell> PairFinder::needed(const Facts& facts, const Pair& pair, OverlapRule rule) {
    std::vector<Cell> given;
    for (Cell number : {pair.first, pair.second}) {
        for (Cell cell : facts.topology().neighbours(number)) {
            if (facts.deduced(cell)) given.push_back(cell);
        }
    }
    sort_and_drop_repeated(given);
    const auto decided_without = [&](Cell left_out) {
        const std::vector<Claim> claims = claims_of(facts, pair.first, pair.second, rule, [&](Cell cell) {
            return cell != left_out && std::ranges::binary_search(given, cell);
        });
        return std::ranges::all_of(
            pair.claims, [&](Claim claim) { return std::ranges::find(claims, claim) != claims.end(); });
    };
    for (std::size_t i = given.size(); i-- > 0;) {
        if (decided_without(given[i])) given.erase(given.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return given;
}

}  // namespace sapper
