#include "inference/inference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace sapper {

Inference::Inference(std::shared_ptr<const Topology> topology, std::uint32_t mines, Limits limits)
    : mines_(mines),
      limits_(std::move(limits)),
      constraints_(topology),
      frontier_(*topology),
      pairs_(*topology) {}

// Zero and one are for certain cells; what only rounding brings there is held just beside them.
double Inference::risk_of(const Marginal& about) {
    constexpr double kLeast = std::numeric_limits<double>::min();
    constexpr double kMost = 1 - std::numeric_limits<double>::epsilon() / 2;
    if (!about.can_be_mine) return 0;
    if (!about.can_be_safe) return 1;
    return std::clamp(about.mine_probability, kLeast, kMost);
}

void Inference::load(const Position& position, bool trust_flags) {
    mines_ = position.mines;
    if (limits_.poll) limits_.poll();
    constraints_.load(position, trust_flags, nullptr, limits_);
    if (limits_.poll) limits_.poll();
    frontier_.reset(constraints_);
    depth_ = 0;
    sea_from_ = 0;
    found_safe_.clear();
    current_ = false;
}

void Inference::check_consistent() const {
    if (constraints_.consistent() && frontier_.possible()) return;
    throw std::domain_error("what is known already contradicts itself");
}

void Inference::reveal(std::span<const Cell> cells, std::span<const Mark> numbers) {
    check_consistent();
    constraints_.reveal(cells, numbers);
    current_ = false;
}

void Inference::explode(Cell cell) {
    check_consistent();
    constraints_.explode(cell);
    current_ = false;
}

void Inference::push() {
    check_consistent();
    update_frontier();
    check_consistent();
    constraints_.push();
    frontier_.push();
    ++depth_;
}

void Inference::pop() {
    constraints_.pop();
    frontier_.pop();
    --depth_;
    sea_from_ = 0;
    found_safe_.clear();
    current_ = false;
}

void Inference::update_frontier() {
    constraints_.forget_touched();  // counting finds all that pairs would
    frontier_.update(constraints_, limits_);
}

void Inference::update() {
    if (current_) return;
    coupling_ = {};
    estimate_ = {};
    if (constraints_.consistent()) update_frontier();
    if (constraints_.consistent() && frontier_.possible()) {
        std::vector<Factor> factors;
        bool counted = true;
        index_of_part_.resize(frontier_.part_ids());
        for (std::uint32_t id : frontier_.parts()) {
            const Walk& walk = *frontier_.part(id).walk;
            index_of_part_[id] = static_cast<std::uint32_t>(factors.size());
            factors.push_back({walk.least_mines(), walk.ways()});
            counted &= walk.counted();
        }
        marginals_.resize(factors.size());
        for (std::vector<Marginal>& of_part : marginals_)
            of_part.clear();
        if (counted) {
            coupling_ = couple(factors, sea(), mines_for_undecided());
            sea_ = {coupling_.sea_probability, coupling_.sea_can_be_mine, coupling_.sea_can_be_safe};
        } else {
            estimate_all();
        }
    }
    current_ = true;
}

// Certain is then only what components know by themselves: the totals that can be reached are not known.
void Inference::estimate_all() {
    estimate_ = estimate(walks_of_parts(), sea(), mines_for_undecided(), limits_);
    for (std::size_t index = 0; index < marginals_.size(); ++index) {
        const Walk& walk = *frontier_.part(frontier_.parts()[index]).walk;
        const std::vector<Estimated>& estimated = estimate_.mine_probability[index];
        for (std::size_t group = 0; group < estimated.size(); ++group) {
            const Possibilities& possible = walk.possibilities()[group];
            marginals_[index].push_back({estimated[group].value, possible.mine, possible.safe});
        }
    }
    sea_ = {estimate_.sea.value, true, true};
    coupling_.possible = true;
    coupling_.restricts = true;
    coupling_.log_total = estimate_.log_total.value;
}

bool Inference::exact() {
    update();
    return estimate_.mine_probability.empty();
}

double Inference::log_configurations_error() {
    update();
    return estimate_.log_total.error;
}

bool Inference::possible() {
    update();
    return coupling_.possible;
}

std::vector<Cell> Inference::suspects() const {
    if (!constraints_.consistent()) return {constraints_.conflict()};
    return frontier_.suspects();
}

// A single one is too short to poll by itself.
void Inference::heed_limits() {
    constexpr std::uint32_t kInterval = 256;
    if (++unheeded_ < kInterval) return;
    unheeded_ = 0;
    if (limits_.poll) limits_.poll();
}

const std::vector<Marginal>& Inference::marginals_of(std::size_t index) {
    std::vector<Marginal>& marginals = marginals_[index];
    if (marginals.empty()) {
        heed_limits();
        const Walk& walk = *frontier_.part(frontier_.parts()[index]).walk;
        marginals = walk.marginals(coupling_.weights[index], limits_);
    }
    return marginals;
}

const Marginal& Inference::marginal(Cell undecided) {
    update();
    if (!constraints_.in_frontier(undecided)) return sea_;
    return marginals_of(index_of_part_[frontier_.part_of(undecided)])[frontier_.group_of(undecided)];
}

// Visits one cell of every group, and of the sea, with its marginal; stops when the visitor returns false.
template <typename Visit>
void Inference::for_each_group(Visit visit) {
    update();
    if (sea() > 0 && !visit(first_sea_cell(), sea_)) return;
    const std::vector<std::uint32_t>& parts = frontier_.parts();
    for (std::size_t index = 0; index < parts.size(); ++index) {
        const Placement& placement = frontier_.part(parts[index]).placement;
        const std::vector<Marginal>& marginals = marginals_of(index);
        for (std::size_t group = 0; group < marginals.size(); ++group) {
            if (!visit(placement.cells_of(group).front(), marginals[group])) return;
        }
    }
}

Cell Inference::first_sea_cell() {
    while (!constraints_.undecided(sea_from_) || constraints_.in_frontier(sea_from_))
        ++sea_from_;
    return sea_from_;
}

std::span<const Cell> Inference::safe_cells() {
    const std::span<const Cell> known = constraints_.known_safe();
    if (!known.empty()) return known;
    if (!has_found_safe() && constraints_.consistent()) look_at_pairs();
    if (!has_found_safe()) count_safe();
    return found_safe_;
}

// What was found safe stays so until a change is taken back; what is open by now is dropped.
bool Inference::has_found_safe() {
    std::erase_if(found_safe_, [this](Cell cell) { return !constraints_.undecided(cell); });
    return !found_safe_.empty();
}

void Inference::count_safe() {
    if (!current_ && constraints_.consistent()) update_frontier();
    // What components know by themselves needs no mine count, and stays true when they change.
    for (std::uint32_t id : frontier_.parts_with_safe_group())
        add_safe_groups(frontier_.part(id));
    if (has_found_safe()) return;
    update();
    if (!coupling_.restricts && sea_.can_be_mine) return;
    for_each_group([&](Cell cell, const Marginal& marginal) {
        if (!marginal.can_be_mine) found_safe_.push_back(cell);
        return true;
    });
}

// Looks at the numbers that changed since the components were counted, until something is found.
void Inference::look_at_pairs() {
    while (found_safe_.empty()) {
        const Cell number = constraints_.take_touched();
        if (number == kNoCell) return;
        pairs_.find_safe(constraints_, number, found_safe_);
    }
}

void Inference::add_safe_groups(const Frontier::Part& part) {
    const std::span<const Possibilities> possibilities = part.walk->possibilities();
    for (std::size_t group = 0; group < possibilities.size(); ++group) {
        if (possibilities[group].mine) continue;
        const std::span<const Cell> cells = part.placement.cells_of(group);
        found_safe_.insert(found_safe_.end(), cells.begin(), cells.end());
    }
}

Guess Inference::safest() {
    if (const std::span<const Cell> safe = safe_cells(); !safe.empty()) return {safe.front(), 0};
    update();
    // Equal risks may differ in the last digits by the way they were computed.
    constexpr double kEqual = 1 + 1e-12;
    double least = sea() > 0 && sea_.can_be_safe ? risk_of(sea_) : std::numeric_limits<double>::infinity();
    const std::size_t parts = frontier_.parts().size();
    least_.resize(parts);
    for (std::size_t index = 0; index < parts; ++index)
        least_[index] = least_risk_bound(index);
    const auto look_at = [&](std::size_t index) {
        least_[index] = least_risk(index);
        least = std::min(least, least_[index]);
    };
    if (parts > 0) look_at(static_cast<std::size_t>(std::ranges::min_element(least_) - least_.begin()));
    for (std::size_t index = 0; index < parts; ++index) {
        if (least_[index] <= least * kEqual) look_at(index);
    }

    Guess best;
    const auto consider = [&](Cell cell, const Marginal& marginal) {
        const double risk = risk_of(marginal);
        if (marginal.can_be_safe && risk <= least * kEqual && cell < best.cell) best = {cell, risk};
    };
    if (sea() > 0) consider(first_sea_cell(), sea_);
    for (std::size_t index = 0; index < parts; ++index) {
        if (least_[index] > least * kEqual) continue;
        const Placement& placement = frontier_.part(frontier_.parts()[index]).placement;
        const std::vector<Marginal>& marginals = marginals_of(index);
        for (std::size_t group = 0; group < marginals.size(); ++group)
            consider(placement.cells_of(group).front(), marginals[group]);
    }
    return best;
}

// The least risk of a part's cells, which also remembers the weights it was found with.
double Inference::least_risk(std::size_t index) {
    Frontier::Part& part = frontier_.part(frontier_.parts()[index]);
    part.weights.clear();
    if (exact()) {
        const std::span<const double> weights = std::as_const(coupling_.weights)[index];
        part.weights.assign(weights.begin(), weights.end());
    }
    part.least_risk = std::numeric_limits<double>::infinity();
    for (const Marginal& marginal : marginals_of(index)) {
        if (marginal.can_be_safe) part.least_risk = std::min(part.least_risk, risk_of(marginal));
    }
    return part.least_risk;
}

// No cell of a part is less risky than this. A risk is a quotient of two sums with the weights as
// coefficients, so weights that changed by factors between `least` and `most` change it by no more than
// least / most. On large boards, where weights hardly move, nearly all parts are ruled out by this.
double Inference::least_risk_bound(std::size_t index) {
    const Frontier::Part& part = frontier_.part(frontier_.parts()[index]);
    if (!exact() || part.weights.empty()) return 0;
    const std::span<const double> weights = std::as_const(coupling_.weights)[index];
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        if ((weights[k] > 0) != (part.weights[k] > 0)) return 0;
        if (weights[k] == 0) continue;
        const double change = weights[k] / part.weights[k];
        least = std::min(least, change);
        most = std::max(most, change);
    }
    constexpr double kRounding = 1 - 1e-9;
    return part.least_risk * (least / most) * kRounding;
}

Inference::Answer Inference::about(Cell cell) {
    switch (constraints_.standing(cell)) {
        case Constraints::Standing::safe:
            return {Verdict::safe, 0};
        case Constraints::Standing::mine:
            return {Verdict::mine, 1};
        case Constraints::Standing::undecided: {
            const Marginal& answer = marginal(cell);
            const Verdict sure = answer.can_be_mine ? Verdict::mine : Verdict::safe;
            const bool certain = !answer.can_be_mine || !answer.can_be_safe;
            return {certain ? sure : Verdict::uncertain, risk_of(answer), certain ? 0 : error_of(cell)};
        }
        case Constraints::Standing::silent:
        case Constraints::Standing::number:
        case Constraints::Standing::exploded:
            break;
    }
    constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
    return {Verdict::revealed, kNothing, kNothing};
}

double Inference::error_of(Cell undecided) const {
    if (estimate_.mine_probability.empty()) return 0;
    if (!constraints_.in_frontier(undecided)) return estimate_.sea.error;
    const std::uint32_t index = index_of_part_[frontier_.part_of(undecided)];
    return estimate_.mine_probability[index][frontier_.group_of(undecided)].error;
}

double Inference::log_configurations() {
    update();
    double log = coupling_.log_total;
    for (std::uint32_t id : frontier_.parts()) {
        log += static_cast<double>(frontier_.part(id).walk->exponent()) * std::log(2.0);
    }
    return log;
}

std::vector<std::shared_ptr<const Walk>> Inference::walks() {
    update();
    return walks_of_parts();
}

std::vector<std::shared_ptr<const Walk>> Inference::walks_of_parts() {
    std::vector<std::shared_ptr<const Walk>> walks;
    for (std::uint32_t id : frontier_.parts())
        walks.push_back(frontier_.part(id).walk);
    return walks;
}

}  // namespace sapper
