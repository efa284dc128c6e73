#include "inference/inference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "board/same_board.hpp"
#include "inference/constraints/trivial_rules.hpp"

namespace sapper {

namespace {

// Stands for all states of the board.
constexpr std::uint64_t kForGood = UINT64_MAX;

constexpr Inference::Answer kRevealed = {Verdict::revealed, std::numeric_limits<double>::quiet_NaN(),
                                         std::numeric_limits<double>::quiet_NaN()};

}  // namespace

Inference::Inference(std::shared_ptr<const Topology> topology, std::uint32_t mines, Limits limits)
    : mines_(mines),
      limits_(std::move(limits)),
      constraints_(topology),
      frontier_(*topology),
      pairs_(*topology),
      fixed_ways_(frontier_.buckets()),
      safest_of_fixed_(frontier_.buckets(), kNoGuess) {}

void Inference::load(const Position& position, bool trust_flags) {
    check_same_topology(*position.topology, "a position", constraints_.topology(), "an inference");
    mines_ = position.mines;
    if (limits_.poll) limits_.poll();
    constraints_.load(position, trust_flags, nullptr, limits_);
    if (limits_.poll) limits_.poll();
    frontier_.clear();
    frontier_.follow(constraints_);
    start_over();
}

void Inference::reset() {
    constraints_.reset();
    frontier_.clear();
    start_over();
}

void Inference::start_over() {
    depth_ = 0;
    sea_from_ = 0;
    sea_from_before_.clear();
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
    frontier_.follow(constraints_);
    seek_sea(cells.size());
    current_ = false;
}

void Inference::explode(Cell cell) {
    check_consistent();
    constraints_.explode(cell);
    current_ = false;
}

void Inference::learn(TrivialRules& rules) {
    const std::size_t undecided = constraints_.undecided_cells();
    if (!constraints_.learn(rules)) return;
    frontier_.follow(constraints_);
    seek_sea(undecided - constraints_.undecided_cells());
    current_ = false;
}

void Inference::push() {
    check_consistent();
    update_frontier();
    check_consistent();
    constraints_.push();
    frontier_.push();
    sea_from_before_.push_back(sea_from_);
    ++depth_;
}

void Inference::pop() {
    constraints_.pop();
    frontier_.pop();
    --depth_;
    sea_from_ = sea_from_before_.back();
    sea_from_before_.pop_back();
    found_safe_.clear();
    current_ = false;
}

void Inference::update_frontier(Frontier::Until until) {
    constraints_.forget_touched();  // counting finds all that pairs would
    frontier_.update(constraints_, limits_, until);
}

void Inference::update() {
    if (current_) return;
    ++state_;
    coupling_ = {};
    estimate_ = {};
    if (constraints_.consistent()) update_frontier();
    if (constraints_.consistent() && frontier_.possible()) {
        if (frontier_.uncounted() == 0) {
            couple_free_parts();
        } else {
            estimate_all();
        }
    }
    current_ = true;
}

// A fixed part takes its mines, and is of no other importance to the rest of the board.
void Inference::couple_free_parts() {
    factors_.clear();
    for (std::uint32_t id : frontier_.free_parts()) {
        const Sweep& sweep = *frontier_.part(id).sweep;
        factors_.push_back({sweep.least_mines(), sweep.ways()});
    }
    coupling_ = couple(factors_, sea(), mines_for_undecided() - frontier_.fixed_mines());
    sea_ = {coupling_.sea_probability, coupling_.sea_can_be_mine, coupling_.sea_can_be_safe};
}

// Certain is then only what components know by themselves: the totals that can be reached are not known.
void Inference::estimate_all() {
    index_parts();
    estimate_ = estimate(sweeps_of_parts(), sea(), mines_for_undecided(), limits_);
    for (std::uint32_t id : frontier_.parts()) {
        Frontier::Part& part = frontier_.part(id);
        const std::vector<Estimated>& estimated = estimate_.mine_probability[index_of_part_[id]];
        part.marginals.clear();
        for (std::size_t group = 0; group < estimated.size(); ++group) {
            const Possibilities& possible = part.sweep->possibilities()[group];
            part.marginals.push_back({estimated[group].value, possible.mine, possible.safe});
        }
        part.found = state_;
    }
    sea_ = {estimate_.sea.value, true, true};
    coupling_.possible = true;
    coupling_.restricts = true;
    coupling_.log_total = estimate_.log_total.value;
}

void Inference::index_parts() {
    index_of_part_.resize(frontier_.part_ids());
    std::uint32_t index = 0;
    for (std::uint32_t id : frontier_.parts())
        index_of_part_[id] = index++;
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

// What is found about a fixed part stays true for good.
const std::vector<Marginal>& Inference::marginals_of(Frontier::Part& part) {
    const bool counted = estimate_.mine_probability.empty();
    const std::uint64_t now = counted && part.is_fixed() ? kForGood : state_;
    if (part.found != now) {
        heed_limits();
        part.marginals = part.sweep->marginals(weights_of(part), limits_);
        part.found = now;
    }
    return part.marginals;
}

std::span<const double> Inference::weights_of(const Frontier::Part& part) const {
    static constexpr double kOne = 1;
    if (part.is_fixed()) return {&kOne, 1};
    return coupling_.weights(part.place);
}

const Marginal& Inference::marginal(Cell undecided) {
    update();
    if (!constraints_.in_frontier(undecided)) return sea_;
    return marginals_of(frontier_.part(frontier_.part_of(undecided)))[frontier_.group_of(undecided)];
}

// There must be one.
Cell Inference::first_sea_cell() {
    while (!constraints_.undecided(sea_from_) || constraints_.in_frontier(sea_from_))
        ++sea_from_;
    return sea_from_;
}

// Some steps on the way there, so that no guess has to go through a whole board.
void Inference::seek_sea(std::size_t steps) {
    constexpr std::size_t kSteps = 64;
    const std::size_t left = constraints_.topology().size() - sea_from_;
    for (steps = std::min(steps + kSteps, left); steps > 0; --steps) {
        if (constraints_.undecided(sea_from_) && !constraints_.in_frontier(sea_from_)) return;
        ++sea_from_;
    }
}

std::span<const Cell> Inference::safe_cells() {
    // So many at most that what they show when opened is soon learnt, too.
    constexpr std::size_t kAtOnce = 512;
    const std::span<const Cell> known = constraints_.known_safe();
    if (!known.empty()) return known.first(std::min(known.size(), kAtOnce));
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
    if (!current_ && constraints_.consistent()) update_frontier(Frontier::Until::safe_group_found);
    // What components know by themselves needs no mine count, and stays true when they change.
    for (std::uint32_t id : frontier_.parts_with_safe_group())
        add_safe_groups(frontier_.part(id));
    // On the way, so that no guess has to look at all the fixed parts of a large board.
    if (frontier_.buckets() > 1 && estimate_.mine_probability.empty()) safest_of_fixed();
    if (has_found_safe()) return;
    update();
    if (sea() > 0 && !sea_.can_be_mine) found_safe_.push_back(first_sea_cell());
    if (!coupling_.restricts) return;
    for (std::uint32_t id : frontier_.free_parts()) {
        Frontier::Part& part = frontier_.part(id);
        const std::vector<Marginal>& marginals = marginals_of(part);
        for (std::size_t group = 0; group < marginals.size(); ++group) {
            if (!marginals[group].can_be_mine) found_safe_.push_back(part.placement.cells_of(group).front());
        }
    }
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
    const std::span<const Possibilities> possibilities = part.sweep->possibilities();
    for (std::size_t group = 0; group < possibilities.size(); ++group) {
        if (possibilities[group].mine) continue;
        const std::span<const Cell> cells = part.placement.cells_of(group);
        found_safe_.insert(found_safe_.end(), cells.begin(), cells.end());
    }
}

Guess Inference::safest() {
    if (const std::span<const Cell> safe = safe_cells(); !safe.empty()) return {safe.front(), 0};
    update();
    Guess best = exact() ? safest_of_fixed() : kNoGuess;
    if (sea() > 0 && sea_.can_be_safe) best = safer(best, {first_sea_cell(), sea_.risk()});
    const std::vector<std::uint32_t>& ids = exact() ? frontier_.free_parts() : frontier_.parts();
    least_.resize(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
        least_[i] = least_risk_bound(frontier_.part(ids[i]));
    // What is likely the best comes first and rules out most of the others.
    const auto first = std::ranges::min_element(least_);
    if (first != least_.end()) {
        Frontier::Part& part = frontier_.part(ids[static_cast<std::size_t>(first - least_.begin())]);
        *first = least_risk(part);
        best = safer(best, safest_of(part));
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (least_[i] > best.risk * kEqualRisk) continue;
        Frontier::Part& part = frontier_.part(ids[i]);
        least_risk(part);
        best = safer(best, safest_of(part));
    }
    return best.cell == kNoCell ? Guess{} : best;
}

Guess Inference::safest_of(Frontier::Part& part) {
    Guess best = kNoGuess;
    const std::vector<Marginal>& marginals = marginals_of(part);
    for (std::size_t group = 0; group < marginals.size(); ++group) {
        if (!marginals[group].can_be_safe) continue;
        best = safer(best, {part.placement.cells_of(group).front(), marginals[group].risk()});
    }
    return best;
}

// Of fixed parts there are the more the larger the board is, and hardly any changes from guess to guess.
const Guess& Inference::safest_of_fixed() {
    touch_trees();
    return safest_of_fixed_([this](std::size_t bucket) { return safest_of_bucket(bucket); }, safer);
}

Guess Inference::safest_of_bucket(std::size_t at) {
    Guess best = kNoGuess;
    for (std::uint32_t id : frontier_.bucket(at)) {
        Frontier::Part& part = frontier_.part(id);
        if (!part.is_fixed()) continue;
        if (part.safest.cell == kNoCell) part.safest = safest_of(part);
        best = safer(best, part.safest);
    }
    return best;
}

void Inference::touch_trees() {
    frontier_.for_each_touched_bucket([this](std::size_t bucket) {
        fixed_ways_.touch(bucket);
        safest_of_fixed_.touch(bucket);
    });
}

// The least risk of a part's cells, which also remembers the weights it was found with.
double Inference::least_risk(Frontier::Part& part) {
    part.weights.clear();
    if (exact()) {
        const std::span<const double> weights = weights_of(part);
        part.weights.assign(weights.begin(), weights.end());
    }
    part.least_risk = std::numeric_limits<double>::infinity();
    for (const Marginal& marginal : marginals_of(part)) {
        if (marginal.can_be_safe) part.least_risk = std::min(part.least_risk, marginal.risk());
    }
    return part.least_risk;
}

// No cell of a part is less risky than this. A risk is a quotient of two sums with the weights as
// coefficients, so weights that changed by factors between `least` and `most` change it by no more than
// least / most. On large boards, where weights hardly move, nearly all parts are ruled out by this.
double Inference::least_risk_bound(const Frontier::Part& part) const {
    if (part.weights.empty() || !estimate_.mine_probability.empty()) return 0;
    const std::span<const double> weights = weights_of(part);
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
            const Marginal& found = marginal(cell);
            return answer_of(found, error_of(cell));
        }
        case Constraints::Standing::silent:
        case Constraints::Standing::number:
        case Constraints::Standing::exploded:
            break;
    }
    return kRevealed;
}

Inference::Answer Inference::answer_of(const Marginal& marginal, double error) {
    const Verdict sure = marginal.can_be_mine ? Verdict::mine : Verdict::safe;
    const bool certain = !marginal.can_be_mine || !marginal.can_be_safe;
    return {certain ? sure : Verdict::uncertain, marginal.risk(), certain ? 0 : error};
}

// First as if there was no frontier: then a cell's answer hangs on where it stands alone.
void Inference::about_all(const Answers& answers) {
    update();
    using Standing = Constraints::Standing;
    std::array<Answer, Constraints::kStandings> by_standing;
    by_standing.fill(kRevealed);
    const auto of = [&](Standing standing) -> Answer& {
        return by_standing[static_cast<std::size_t>(standing)];
    };
    of(Standing::undecided) = answer_of(sea_, estimate_.sea.error);
    of(Standing::safe) = {Verdict::safe, 0};
    of(Standing::mine) = {Verdict::mine, 1};
    const auto size = static_cast<Cell>(constraints_.topology().size());
    Poller poller(limits_);
    poller.in_stretches(size, [&](Cell first, Cell last) {
        for (Cell cell = first; cell < last; ++cell)
            answers.set(cell, of(constraints_.standing(cell)));
    });
    const bool exact = estimate_.mine_probability.empty();
    for (std::uint32_t id : frontier_.parts()) {
        Frontier::Part& part = frontier_.part(id);
        const std::vector<Marginal>& marginals = marginals_of(part);
        for (std::size_t group = 0; group < marginals.size(); ++group) {
            const double error = exact ? 0 : estimate_.mine_probability[index_of_part_[id]][group].error;
            const Answer answer = answer_of(marginals[group], error);
            for (Cell cell : part.placement.cells_of(group))
                answers.set(cell, answer);
        }
    }
}

double Inference::error_of(Cell undecided) const {
    if (estimate_.mine_probability.empty()) return 0;
    if (!constraints_.in_frontier(undecided)) return estimate_.sea.error;
    const std::uint32_t index = index_of_part_[frontier_.part_of(undecided)];
    return estimate_.mine_probability[index][frontier_.group_of(undecided)].error;
}

double Inference::log_configurations() {
    update();
    Scaled ways{1, 0};
    if (exact()) {
        ways = fixed_ways();
        for (std::uint32_t id : frontier_.free_parts())
            ways.exponent += frontier_.part(id).sweep->exponent();
    } else {
        for (std::uint32_t id : frontier_.parts())
            ways.exponent += frontier_.part(id).sweep->exponent();
    }
    return coupling_.log_total + std::log(ways.mantissa) + static_cast<double>(ways.exponent) * std::log(2.0);
}

const Inference::Scaled& Inference::fixed_ways() {
    const auto times = [](const Scaled& one, const Scaled& other) {
        int shift = 0;
        const double mantissa = std::frexp(one.mantissa * other.mantissa, &shift);
        return Scaled{mantissa, one.exponent + other.exponent + shift};
    };
    touch_trees();
    return fixed_ways_(
        [&](std::size_t bucket) {
            Scaled product;
            for (std::uint32_t id : frontier_.bucket(bucket)) {
                const Frontier::Part& part = frontier_.part(id);
                if (part.is_fixed())
                    product = times(product, {part.sweep->ways()[0], part.sweep->exponent()});
            }
            return product;
        },
        times);
}

std::vector<std::shared_ptr<const Sweep>> Inference::sweeps() {
    update();
    index_parts();
    return sweeps_of_parts();
}

std::vector<std::shared_ptr<const Sweep>> Inference::sweeps_of_parts() {
    std::vector<std::shared_ptr<const Sweep>> sweeps;
    for (std::uint32_t id : frontier_.parts())
        sweeps.push_back(frontier_.part(id).sweep);
    return sweeps;
}

}  // namespace sapper
