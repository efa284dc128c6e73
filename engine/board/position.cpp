#include "board/position.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "util/lists.hpp"

namespace sapper {

PositionError not_a_mark(const std::string& value, Cell cell) {
    return {value + " is not a mark: a cell is a number from 0, -1 hidden, -2 flag, -3 exploded mine, " +
                "-4 question mark or -6 safe without a number",
            cell};
}

Position::Position(std::shared_ptr<const Topology> topology_, std::uint32_t mines_, std::vector<Mark> marks_)
    : topology(std::move(topology_)), mines(mines_), marks(std::move(marks_)) {
    if (marks.size() != topology->size()) {
        throw PositionError("a board of " + quantity(topology->size(), "cell") + " cannot have " +
                                quantity(marks.size(), "mark"),
                            kNoCell);
    }
    // Nothing in this loop depends on the cell, so the compiler looks at several marks at once.
    std::uint32_t not_open = 0;
    std::uint32_t exploded = 0;
    std::uint32_t unusual = 0;
    const auto least_degree = static_cast<Mark>(topology->least_degree());
    for (const Mark mark : marks) {
        not_open += !is_open(mark);
        exploded += mark == kExploded;
        unusual += (mark < kQuestion) | (mark > least_degree);
    }
    for (Cell cell = 0; unusual > 0; ++cell) {
        const Mark mark = marks[cell];
        if (mark >= kQuestion && mark <= least_degree) continue;
        --unusual;
        if (mark == kSafeMark) continue;
        if (mark < kQuestion) throw not_a_mark(std::to_string(mark), cell);
        if (static_cast<std::size_t>(mark) > topology->degree(cell)) {
            throw PositionError("the number is " + std::to_string(mark) + ", but the cell has " +
                                    quantity(topology->degree(cell), "neighbour"),
                                cell);
        }
    }
    if (mines > not_open) {
        throw PositionError("the board has " + quantity(mines, "mine") + " but only " +
                                quantity(not_open, "cell") + " that could hold one",
                            kNoCell);
    }
    if (exploded > mines) {
        throw PositionError("the board shows " + quantity(exploded, "exploded mine") + " but has only " +
                                std::to_string(mines),
                            kNoCell);
    }
}

bool is_fresh(const Position& position) {
    return std::ranges::all_of(position.marks, is_hidden);
}

Position with_flags_as_mines(const Position& position, bool mine_count) {
    std::vector<Mark> marks = position.marks;
    std::ranges::replace(marks, kFlag, kExploded);
    const auto exploded = static_cast<std::uint32_t>(std::ranges::count(marks, kExploded));
    Position result{position.topology, mine_count ? position.mines : exploded, std::move(marks)};
    result.prior = position.prior;
    return result;
}

MinePrior MinePrior::of_density(double density) {
    if (!(density > 0 && density < 1)) throw std::invalid_argument("a density lies between 0 and 1");
    MinePrior prior;
    prior.kind = Kind::density;
    prior.density = density;
    return prior;
}

MinePrior MinePrior::of_counts(std::uint32_t least, std::vector<double> weights) {
    for (double weight : weights) {
        if (!(weight >= 0) || std::isinf(weight)) throw std::invalid_argument("a weight is not negative");
    }
    if (weights.empty() || weights.front() == 0 || weights.back() == 0)
        throw std::invalid_argument("the first and the last count have a weight");
    MinePrior prior;
    prior.kind = Kind::counts;
    prior.least = least;
    prior.weights = std::move(weights);
    return prior;
}

}  // namespace sapper
