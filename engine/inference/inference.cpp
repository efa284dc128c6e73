#include "inference/inference.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <stdexcept>

#include "board/board_names.hpp"
#include "inference/bit_rules.hpp"
#include "inference/coupling.hpp"
#include "inference/sweep.hpp"
#include "util/lists.hpp"

namespace sapper {

namespace {

constexpr Inference::Answer kOpenAnswer = {Verdict::revealed, std::numeric_limits<double>::quiet_NaN(),
                                           std::numeric_limits<double>::quiet_NaN()};

}  // namespace

Inference::Inference(std::shared_ptr<const Topology> topology, std::uint32_t mines, Limits limits)
    : mines_(mines),
      limits_(std::move(limits)),
      constraints_(topology),
      frontier_(*topology),
      pairs_(*topology),
      safest_(frontier_.buckets()),
      fixed_ways_(frontier_.buckets()) {}

void Inference::load(const Position& position, bool trust_flags, const std::vector<bool>* subset) {
    check_same_topology(*position.topology, "a position", constraints_.topology(), "an inference");
    mines_ = position.mines;
    prior_ = position.prior;
    if (limits_.poll) limits_.poll();
    constraints_.load(position, trust_flags, subset, limits_);
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
    proved_safe_.clear();
    current_ = false;
}

void Inference::check_consistent() const {
    if (constraints_.consistent() && frontier_.possible()) return;
    throw std::domain_error("the position already contradicts itself");
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

void Inference::follow(std::span<const Cell> changes, std::span<const Mark> marks) {
    new_cells_.clear();
    new_numbers_.clear();
    for (const Cell cell : changes) {
        if (marks[cell] == kExploded) {
            explode(cell);
        } else if (is_number(marks[cell])) {
            new_cells_.push_back(cell);
            new_numbers_.push_back(marks[cell]);
        }
    }
    reveal(new_cells_, new_numbers_);
}

void Inference::open(std::span<const Cell> cells) {
    check_consistent();
    constraints_.open(cells);
    frontier_.follow(constraints_);
    seek_sea(cells.size());
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
    proved_safe_.clear();
    current_ = false;
}

void Inference::update_frontier(Frontier::Until until) {
    constraints_.forget_dirty();  // counting proves everything that pairs would prove
    frontier_.update(constraints_, limits_, until);
}

void Inference::update() {
    if (current_) return;
    probabilities_.clear();
    if (constraints_.consistent()) update_frontier();
    if (constraints_.consistent() && frontier_.possible()) find_probabilities();
    current_ = true;
}

void Inference::find_probabilities() {
    if (prior_ == nullptr) {
        probabilities_.find(frontier_, sea(), mines_for_undecided(), limits_);
    } else {
        const MineWeights weights(*prior_, constraints_.topology().size(), constraints_.known_mines());
        probabilities_.find(frontier_, sea(), weights, limits_);
    }
}

bool Inference::exact() {
    update();
    return probabilities_.exact();
}

double Inference::log_configurations_error() {
    update();
    return probabilities_.log_total_error();
}

bool Inference::possible() {
    update();
    return probabilities_.possible();
}

void Inference::check_possible() {
    if (!possible()) throw std::domain_error("the position contradicts itself");
}

std::vector<Cell> Inference::suspects() const {
    if (!constraints_.consistent()) return {constraints_.conflict()};
    return frontier_.suspects();
}

// A sea cell must exist.
Cell Inference::first_sea_cell() {
    while (!constraints_.at_sea(sea_from_))
        ++sea_from_;
    return sea_from_;
}

// Advances a few steps with every change, so that no guess must search a whole board.
void Inference::seek_sea(std::size_t steps) {
    constexpr std::size_t kSteps = 64;
    const std::size_t left = constraints_.topology().size() - sea_from_;
    for (steps = std::min(steps + kSteps, left); steps > 0; --steps) {
        if (constraints_.at_sea(sea_from_)) return;
        ++sea_from_;
    }
}

std::span<const Cell> Inference::safe_cells() {
    // Returns few at a time, so that the next answer comes soon.
    constexpr std::size_t kAtOnce = 512;
    const std::span<const Cell> safe = constraints_.known_safe();
    if (!safe.empty()) return safe.first(std::min(safe.size(), kAtOnce));
    if (!has_proved_safe() && constraints_.consistent()) search_pairs();
    if (!has_proved_safe()) count_safe();
    return proved_safe_;
}

// A proof that a cell is safe holds until a change is taken back. Drops the cells that are open by now.
bool Inference::has_proved_safe() {
    std::erase_if(proved_safe_, [this](Cell cell) { return !constraints_.undecided(cell); });
    return !proved_safe_.empty();
}

void Inference::count_safe() {
    if (!current_ && constraints_.consistent()) update_frontier(Frontier::Until::safe_group);
    // These groups are safe whatever the mine count is, and stay so when other components change.
    for (std::uint32_t id : frontier_.parts_with_safe_group())
        add_safe_groups(frontier_.part(id));
    // Does a little of this work each time, so that no guess must look at all fixed parts of a large board.
    if (frontier_.buckets() > 1 && probabilities_.exact()) {
        touch_trees();
        safest_.of_fixed_parts(frontier_, probabilities_, limits_);
    }
    if (has_proved_safe()) return;
    update();
    if (sea() > 0 && !probabilities_.sea().can_be_mine) proved_safe_.push_back(first_sea_cell());
    if (!probabilities_.mine_count_restricts()) return;
    for (std::uint32_t id : frontier_.free_parts()) {
        Frontier::Part& part = frontier_.part(id);
        const std::vector<Marginal>& marginals = marginals_of(part);
        for (std::size_t group = 0; group < marginals.size(); ++group) {
            if (!marginals[group].can_be_mine) proved_safe_.push_back(part.placement.cells_of(group).front());
        }
    }
}

// Looks at numbers that changed since the components were counted, until it finds a safe cell.
void Inference::search_pairs() {
    while (proved_safe_.empty()) {
        const Cell number = constraints_.take_dirty();
        if (number == kNoCell) return;
        pairs_.find_safe(constraints_, number, proved_safe_);
    }
}

void Inference::add_safe_groups(const Frontier::Part& part) {
    const std::span<const Possibilities> possibilities = part.sweep->possibilities();
    for (std::size_t group = 0; group < possibilities.size(); ++group) {
        if (possibilities[group].mine) continue;
        const std::span<const Cell> cells = part.placement.cells_of(group);
        append(proved_safe_, cells);
    }
}

CellRisk Inference::safest() {
    if (const std::span<const Cell> safe = safe_cells(); !safe.empty()) return {safe.front(), 0};
    if (lacks_chances()) return {};
    update();
    touch_trees();
    const Marginal& at_sea = probabilities_.sea();
    const bool sea_can_be_safe = sea() > 0 && at_sea.can_be_safe;
    const CellRisk in_sea = sea_can_be_safe ? CellRisk{first_sea_cell(), at_sea.risk()} : kNoGuess;
    const CellRisk best = safest_.find(frontier_, probabilities_, in_sea, limits_);
    return best.cell == kNoCell ? CellRisk{} : best;
}

CellRisk Inference::first_safest(std::span<const Verdict> verdicts) {
    const void* const first_safe =
        std::memchr(verdicts.data(), static_cast<int>(Verdict::safe), verdicts.size());
    if (first_safe == nullptr) return safest();
    return {static_cast<Cell>(static_cast<const Verdict*>(first_safe) - verdicts.data()), 0};
}

void Inference::touch_trees() {
    frontier_.for_each_dirty_bucket([this](std::size_t bucket) {
        fixed_ways_.touch(bucket);
        safest_.touch(bucket);
    });
}

Inference::Answer Inference::about(Cell cell) {
    if (!constraints_.in_frontier(cell)) return beyond_frontier(constraints_.state(cell));
    update();
    Frontier::Part& part = frontier_.part(frontier_.part_of(cell));
    const std::size_t group = frontier_.group_of(cell);
    return answer_of(marginals_of(part)[group], probabilities_.error_of(part, group));
}

// Outside the frontier the answer depends only on the state of the cell.
Inference::Answer Inference::beyond_frontier(Constraints::CellState state) {
    using enum Constraints::CellState;
    if (state == safe) return {Verdict::safe, 0};
    if (state == mine) return {Verdict::mine, 1};
    if (state != undecided) return kOpenAnswer;
    update();
    return answer_of(probabilities_.sea(), probabilities_.sea_error());
}

Inference::Answer Inference::answer_of(const Marginal& marginal, double error) const {
    const Verdict sure = marginal.can_be_mine ? Verdict::mine : Verdict::safe;
    const bool certain = !marginal.can_be_mine || !marginal.can_be_safe;
    if (!certain && lacks_chances()) return {Verdict::uncertain, kNotKnown, kNotKnown};
    return {certain ? sure : Verdict::uncertain, marginal.risk(), certain ? 0 : error};
}

// First answers for all cells by their state, then for those of the frontier.
void Inference::about_all(std::span<Verdict> verdicts, std::span<double> mine_probability) {
    update();
    const auto set = [=](Cell cell, const Answer& answer) {
        verdicts[cell] = answer.verdict;
        mine_probability[cell] = answer.mine_probability;
    };
    for (std::size_t state = 0; state < by_state_.size(); ++state)
        by_state_[state] = beyond_frontier(static_cast<Constraints::CellState>(state));
    const auto size = static_cast<Cell>(constraints_.topology().size());
    Poller poller(limits_);
    poller.in_stretches(size, [&](Cell first, Cell last) {
        for (Cell cell = first; cell < last; ++cell)
            set(cell, by_state_[static_cast<std::size_t>(constraints_.state(cell))]);
    });
    for (std::uint32_t id : frontier_.parts()) {
        Frontier::Part& part = frontier_.part(id);
        const std::vector<Marginal>& marginals = marginals_of(part);
        for (std::size_t group = 0; group < marginals.size(); ++group) {
            const Answer answer = answer_of(marginals[group], 0);
            for (Cell cell : part.placement.cells_of(group))
                set(cell, answer);
        }
    }
}

std::vector<double> Inference::errors() {
    if (exact()) return {};
    std::vector<double> result(constraints_.topology().size());
    for (Cell cell = 0; cell < result.size(); ++cell)
        result[cell] = about(cell).error;
    return result;
}

double Inference::log_configurations() {
    ScaledNumber ways = exact() ? fixed_ways() : ScaledNumber{};
    for (std::uint32_t id : exact() ? frontier_.free_parts() : frontier_.parts())
        ways.exponent += frontier_.part(id).sweep->exponent();
    return probabilities_.log_total() + std::log(ways.mantissa) +
           static_cast<double>(ways.exponent) * std::log(2.0);
}

const Inference::ScaledNumber& Inference::fixed_ways() {
    const auto times = [](const ScaledNumber& one, const ScaledNumber& other) {
        int shift = 0;
        const double mantissa = std::frexp(one.mantissa * other.mantissa, &shift);
        return ScaledNumber{mantissa, one.exponent + other.exponent + shift};
    };
    touch_trees();
    return fixed_ways_(
        [&](std::size_t bucket) {
            ScaledNumber product;
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
    return frontier_.sweeps();
}

// For outcomes(): sweeps each component around the cell once, and counts the mines among the cell's
// neighbours apart from the others. Then combines the results with the neighbours in the sea and, through the
// mine count, with the rest of the board.

namespace {

// The ways, by the mines among the neighbours, then by all mines above the least count.
using WaysByMines = std::vector<std::vector<double>>;

WaysByMines times(const WaysByMines& one, const WaysByMines& other) {
    WaysByMines product(one.size() + other.size() - 1,
                        std::vector<double>(one.front().size() + other.front().size() - 1, 0.0));
    for (std::size_t i = 0; i < one.size(); ++i) {
        for (std::size_t j = 0; j < other.size(); ++j) {
            for (std::size_t a = 0; a < one[i].size(); ++a) {
                if (one[i][a] == 0) continue;
                for (std::size_t b = 0; b < other[j].size(); ++b)
                    product[i + j][a + b] += one[i][a] * other[j][b];
            }
        }
    }
    return product;
}

// For neighbours in the sea, both counts are the same.
WaysByMines of_sea(std::uint32_t cells) {
    const std::vector<double> choose = binomial_row(cells);
    WaysByMines table(cells + 1, std::vector<double>(cells + 1, 0.0));
    for (std::uint32_t mines = 0; mines <= cells; ++mines)
        table[mines][mines] = choose[mines];
    return table;
}

// Adds a cell to the markings of its component.
void mark(std::vector<Marking>& markings, std::uint32_t group, std::uint32_t apart, std::uint32_t mine_free) {
    auto at = std::ranges::find(markings, group, &Marking::group);
    if (at == markings.end()) at = markings.insert(at, {group, 0, 0});
    at->apart += apart;
    at->mine_free += mine_free;
}

}  // namespace

std::vector<double> Inference::outcomes(Cell cell) {
    const auto neighbours = constraints_.topology().neighbours(cell);
    std::vector<double> chances(neighbours.size() + 1, 0.0);
    const double safe = 1 - about(cell).mine_probability;
    if (!exact())
        throw BudgetExceeded(
            "outcomes need exact mine probabilities, but those of this position are estimates");
    if (!(safe > 0)) return chances;

    std::map<Cell, std::vector<Marking>> around;  // by the first cell of the component
    std::uint32_t sea_neighbours = 0;
    std::size_t known_mines = 0;
    const auto place = [&](Cell undecided, std::uint32_t apart, std::uint32_t mine_free) {
        if (!constraints_.in_frontier(undecided)) return false;
        const Placement& placement = frontier_.part(frontier_.part_of(undecided)).placement;
        mark(around[placement.first_cell()], frontier_.group_of(undecided), apart, mine_free);
        return true;
    };
    for (Cell neighbour : neighbours) {
        known_mines += constraints_.known_mine(neighbour);
        if (constraints_.undecided(neighbour)) sea_neighbours += !place(neighbour, 1, 0);
    }
    std::size_t sea_left = sea() - sea_neighbours;
    if (constraints_.undecided(cell)) sea_left -= !place(cell, 0, 1);

    WaysByMines table = of_sea(sea_neighbours);
    std::vector<Factor> rest;
    std::uint32_t least = 0;
    std::int64_t fixed_mines = frontier_.fixed_mines();
    for (const auto& [first_cell, markings] : around) {
        const Frontier::Part& part = frontier_.part(frontier_.part_of(first_cell));
        least += part.sweep->least_mines();
        if (part.is_fixed()) fixed_mines -= part.sweep->least_mines();
        table = times(table, part.sweep->ways_by_mines_apart(markings, limits_));
    }
    for (std::uint32_t id : frontier_.free_parts()) {
        const Frontier::Part& part = frontier_.part(id);
        if (!around.contains(part.placement.first_cell()))
            rest.push_back({part.sweep->least_mines(), part.sweep->ways()});
    }
    // The weight that the rest of the board gives to each count of mines in these components together.
    const std::vector<double> ones(table.front().size(), 1.0);
    rest.push_back({least, ones});
    const std::size_t outside = constraints_.known_mines() + static_cast<std::size_t>(fixed_mines);
    const Coupling coupling =
        prior_ == nullptr
            ? couple(rest, sea_left, mines_for_undecided() - fixed_mines)
            : couple(rest, sea_left, MineWeights(*prior_, constraints_.topology().size(), outside), limits_);
    const std::span<const double> weights = coupling.weights(rest.size() - 1);
    double sum = 0;
    for (std::size_t mines = 0; mines < table.size(); ++mines) {
        double& chance = chances[known_mines + mines];
        for (std::size_t k = 0; k < ones.size(); ++k)
            chance += table[mines][k] * weights[k];
        sum += chance;
    }
    for (double& chance : chances)
        chance *= safe / sum;
    return chances;
}

}  // namespace sapper
