// How many minefields fit a reading of the looks.
#include <cmath>
#include <map>

#include "inference/coupling.hpp"
#include "screen/meanings.hpp"

namespace sapper::screen {

namespace {

// The most values stored to count the numbers of one component. No board that was read without a doubt took
// more than half a million.
constexpr std::size_t kMostValues = std::size_t{1} << 20;

// If the number of mines is not known, spare cells that touch nothing hold those that are not on the board.
// So nearly every number is possible, the usual ones most.
constexpr std::size_t kSpare = 2;  // for each cell of the board
constexpr std::array<double, 2> kDensities = {0.13, 0.2};

// Around a part of a board there is one more ring of covered cells, on which numbers may count mines.
std::shared_ptr<const Topology> with_ring(const BoardLooks& looks) {
    const Topology& board = *looks.board;
    std::vector<std::vector<std::int64_t>> adjacency(board.size());
    std::map<std::pair<std::size_t, std::size_t>, std::size_t>
        ring;  // the cells of the ring, by their places
    for (Cell cell = 0; cell < board.size(); ++cell) {
        each_neighbour(board, cell, [&](Cell other) { adjacency[cell].push_back(other); });
        if (looks.outside(cell) == 0) continue;
        // Places from 1, so that the ring is at 0 and after the last.
        const std::size_t row = looks.places[0][cell] + 1, column = looks.places[1][cell] + 1;
        for (std::size_t y = row - 1; y <= row + 1; ++y) {
            for (std::size_t x = column - 1; x <= column + 1; ++x) {
                if (y > 0 && x > 0 && y <= looks.places[0].back() + 1 && x <= looks.places[1].back() + 1)
                    continue;
                const std::size_t other = ring.try_emplace({y, x}, adjacency.size()).first->second;
                if (other == adjacency.size()) adjacency.emplace_back();
                adjacency[cell].push_back(static_cast<std::int64_t>(other));
                adjacency[other].push_back(cell);
            }
        }
    }
    return Topology::graph(adjacency);
}

double log_sum(const std::vector<double>& values) {
    const double top = *std::ranges::max_element(values);
    double sum = 0;
    for (const double value : values)
        sum += std::exp(value - top);
    return top + std::log(sum);
}

}  // namespace

double log_ways(std::span<const std::size_t> sizes) {
    std::size_t total = 0;
    double ways = 0;
    for (const std::size_t size : sizes) {
        total += size;
        ways -= std::lgamma(static_cast<double>(size + 1));
    }
    return ways + std::lgamma(static_cast<double>(total + 1));
}

double log_choices(std::size_t places, std::size_t count) {
    return log_ways(std::array<std::size_t, 2>{count, places - count});
}

Fits::Fits(const BoardLooks& looks, std::optional<std::uint32_t> mines, const Limits& limits)
    : looks_(looks),
      mines_(mines),
      limits_{kMostValues, limits.poll, false},
      topology_(looks.partial ? with_ring(looks) : looks.board),
      spare_(mines ? 0 : kSpare * looks.board_size()),
      constraints_(topology_),
      frontier_(*topology_) {
    if (topology_->bitboard() != nullptr) rules_.emplace(*topology_);
    if (mines) {
        counts_ = {*mines};
    } else {
        for (const double density : kDensities)
            counts_.push_back(static_cast<std::uint32_t>(
                nearest_int(density * (1 + kSpare) * static_cast<double>(looks.board_size()))));
    }
}

std::vector<Mark> Fits::marks_of(const Meaning& meaning) const {
    std::vector<Mark> marks(looks_.board_size());
    for (Cell cell = 0; cell < marks.size(); ++cell)
        marks[cell] = meaning[looks_.of[cell]];
    return marks;
}

double Fits::of_meaning(const Meaning& meaning, const std::vector<bool>& used) {
    std::vector<bool> used_cells(topology_->size(), true);
    for (Cell cell = 0; cell < looks_.board_size(); ++cell)
        used_cells[cell] = used[looks_.of[cell]];
    return of_marks(marks_of(meaning), &used_cells);
}

// Whether the numbers allow any mines around them. The rules that need no counting come first: most readings
// contradict them.
bool Fits::are_possible(const std::vector<Mark>& marks, const std::vector<bool>* used) {
    if (rules_) {
        if (!rules_->load(marks, false, used)) return false;
        constraints_.reset();
        constraints_.learn(*rules_);
    } else {
        const auto exploded = static_cast<std::uint32_t>(std::ranges::count(marks, kExploded));
        constraints_.load(Position(topology_, exploded, marks), false, used, limits_);
        if (!constraints_.consistent()) return false;
    }
    frontier_.clear();
    return can_count();
}

bool Fits::can_count() {
    try {
        frontier_.update(constraints_, limits_);
    } catch (const BudgetExceeded&) {
        return false;  // numbers of a game are never so entangled
    }
    return frontier_.possible();
}

// The logarithm of how many placements have this many mines on the board and the spare cells.
double Fits::log_placements(std::uint32_t count) {
    const std::size_t sea = constraints_.sea_cells() + spare_;
    const std::int64_t mines = count - static_cast<std::int64_t>(constraints_.known_mines());
    double log = 0;
    for (const std::uint32_t id : frontier_.parts()) {
        const Frontier::Part& part = frontier_.part(id);
        log += static_cast<double>(part.sweep->exponent()) * std::log(2.0);
        if (part.is_fixed()) log += std::log(part.sweep->ways()[0]);
    }
    std::vector<Factor> factors;
    for (const std::uint32_t id : frontier_.free_parts()) {
        const Sweep& sweep = *frontier_.part(id).sweep;
        factors.push_back({sweep.least_mines(), sweep.ways()});
    }
    const Coupling coupling = couple(factors, sea, mines - frontier_.fixed_mines());
    return coupling.possible ? log + coupling.log_total : kNever;
}

double Fits::of_marks(std::vector<Mark> marks, const std::vector<bool>* used) {
    std::replace(marks.begin(), marks.end(), kFlag, kHidden);
    marks.resize(topology_->size(), kHidden);
    return are_possible(marks, used) ? of_counts() : kNever;
}

double Fits::of_counts() {
    std::vector<double> every;
    for (const std::uint32_t count : counts_)
        every.push_back(
            std::max(log_placements(count) - log_choices(topology_->size() + spare_, count), kNever));
    return log_sum(every) - std::log(static_cast<double>(counts_.size()));
}

// Adds the fits of what was counted last if the cells of some looks are mines, and those of the others but
// one: a fit for each of these, or one fit if there are none. Halves of the others share what they count.
void Fits::add_with_mines(std::span<const std::size_t> mines, std::span<const std::size_t> others,
                          std::vector<double>& fits) {
    constraints_.push();
    frontier_.push();
    for (const std::size_t number : mines) {
        for (const Cell cell : looks_.cells[number]) {
            if (constraints_.consistent()) constraints_.explode(cell);
        }
    }
    if (!constraints_.consistent() || !can_count()) {
        fits.insert(fits.end(), std::max<std::size_t>(1, others.size()), kNever);
    } else if (others.size() <= 1) {
        fits.push_back(of_counts());
    } else {
        const auto first = others.first(others.size() / 2), last = others.subspan(others.size() / 2);
        add_with_mines(last, first, fits);
        add_with_mines(first, last, fits);
    }
    frontier_.pop();
    constraints_.pop();
}

// Either all flags are on mines, or those of one look with few cells may be anywhere, or all may be.
double Fits::of_reading(const Meaning& meaning) {
    const double wrong_flags = std::log(0.1);  // how often some flag is not on a mine
    const std::vector<Mark> marks = marks_of(meaning);
    const double anywhere = of_marks(marks, nullptr);
    const auto flags = static_cast<std::size_t>(std::ranges::count(marks, kFlag));
    const auto hidden = static_cast<std::size_t>(std::ranges::count(marks, kHidden));
    if (flags == 0 || !is_possible(anywhere)) return anywhere;
    std::vector<char> near(marks.size());  // whether a number touches each cell
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        if (marks[cell] > 0) each_neighbour(*looks_.board, cell, [&](Cell other) { near[other] = 1; });
    }
    const auto group = [&](Cell cell) -> std::size_t { return near[cell] != 0 ? 0 : 1; };
    CoverCounts covered;
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        if (is_open(marks[cell])) continue;
        ++covered.cells[group(cell)];
        covered.flags[group(cell)] += marks[cell] == kFlag;
    }
    const auto [on, off] = log_choices_of(covered);
    const Numbers flag_looks = with_mark(meaning, kFlag);
    Numbers sure, doubtful;  // many flags of one look are not all wrong
    for (const std::size_t number : flag_looks) {
        const std::size_t few = looks_.sizes[number];
        (few <= kFewWrong && flags > few ? doubtful : sure).push_back(number);
    }
    std::vector<double> fits;
    add_with_mines(flag_looks, {}, fits);
    std::vector<double> ways = {fits[0] - on, anywhere - off + wrong_flags};
    fits.clear();
    if (!doubtful.empty()) add_with_mines(sure, doubtful, fits);
    for (std::size_t i = 0; i < doubtful.size(); ++i) {
        CoverCounts rest = covered;
        for (const Cell cell : looks_.cells[doubtful[i]])
            --rest.flags[group(cell)];
        const std::size_t few = looks_.sizes[doubtful[i]];
        ways.push_back(fits[i] - log_choices_of(rest)[0] - log_choices(hidden + few, few) + wrong_flags);
    }
    return std::max(log_sum(ways), kNever);
}

// The logarithms of the numbers of ways to choose which mines of a position have flags, or which cells.
// Players flag what is beside numbers, so other flags are counted apart.
std::array<double, 2> Fits::log_choices_of(const CoverCounts& covered) const {
    constexpr double kMineShare = 0.45;  // the part of the covered cells beside numbers that are mines
    const auto& [cells, flags] = covered;
    const std::size_t mines =
        mines_ && *mines_ > 0
            ? *mines_
            : static_cast<std::size_t>(nearest_int(kDensities[1] * static_cast<double>(looks_.board_size())));
    const std::size_t beside =
        std::min(mines, static_cast<std::size_t>(nearest_int(kMineShare * static_cast<double>(cells[0]))));
    return {log_choices(std::max(beside, flags[0]), flags[0]) +
                log_choices(std::max(mines - beside, flags[1]), flags[1]),
            log_choices(cells[0], flags[0]) + log_choices(cells[1], flags[1])};
}

}  // namespace sapper::screen
