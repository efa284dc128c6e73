#include "knowledge/pairs.hpp"

#include <algorithm>
#include <iterator>

namespace sapper {

namespace {

Bounds bounds_of(const Facts& facts, Cell number) {
    const auto need = static_cast<std::uint32_t>(facts.need(number));
    return {need, need};
}

std::vector<Cell> undecided_around(const Facts& facts, Cell number) {
    std::vector<Cell> cells;
    const Topology::Neighbours around = facts.topology().neighbours(number);
    std::copy_if(around.begin(), around.end(), std::back_inserter(cells),
                 [&](Cell cell) { return facts.undecided(cell); });
    return cells;
}

void claim(const std::vector<Cell>& cells, Bounds mines, std::vector<Claim>& claims) {
    if (cells.empty() || !mines.decides(cells.size())) return;
    for (Cell cell : cells)
        claims.push_back({cell, mines.most > 0});
}

std::vector<Claim> claims_of(const Facts& facts, Cell first, Cell second, const Finding& found) {
    const std::vector<Cell> one = undecided_around(facts, first);
    const std::vector<Cell> other = undecided_around(facts, second);
    std::vector<Cell> left;
    std::vector<Cell> both;
    std::vector<Cell> right;
    std::ranges::set_difference(one, other, std::back_inserter(left));
    std::ranges::set_intersection(one, other, std::back_inserter(both));
    std::ranges::set_difference(other, one, std::back_inserter(right));
    std::vector<Claim> claims;
    claim(left, found.left, claims);
    claim(both, found.both, claims);
    claim(right, found.right, claims);
    std::ranges::sort(claims, {}, &Claim::cell);
    return claims;
}

}  // namespace

std::optional<Pair> PairFinder::find(const Facts& facts, Cell number, PairRule rule) {
    count_shared(facts, number);
    std::optional<Pair> pair;
    const auto own = static_cast<std::uint32_t>(facts.undecided_around(number));
    for (Cell other : others_) {
        const std::uint32_t both = shared_[other];
        shared_[other] = 0;
        if (pair || other == number) continue;
        const auto its = static_cast<std::uint32_t>(facts.undecided_around(other));
        const Overlap overlap{own - both, both, its - both, bounds_of(facts, number),
                              bounds_of(facts, other)};
        std::vector<Claim> claims = claims_of(facts, number, other, rule(overlap));
        if (!claims.empty()) pair = {number, other, std::move(claims)};
    }
    return pair;
}

void PairFinder::count_shared(const Facts& facts, Cell number) {
    others_.clear();
    for (Cell cell : facts.topology().neighbours(number)) {
        if (!facts.undecided(cell)) continue;
        for (Cell other : facts.topology().neighbours(cell)) {
            if (facts.number(other) && shared_[other]++ == 0) others_.push_back(other);
        }
    }
    std::ranges::sort(others_);
}

}  // namespace sapper
