#include "screen/fits.hpp"

#include <cmath>

namespace sapper::screen {

namespace {

// The board, with spare cells that touch nothing if the number of mines is not known. They hold the mines
// that are not on the board, so nearly every number is possible, the usual ones most.
constexpr std::size_t kSpare = 2;  // for each cell of the board
constexpr std::array<double, 2> kDensities = {0.13, 0.2};

std::shared_ptr<const Topology> with_spare_cells(const Topology& board) {
    std::vector<std::vector<std::int64_t>> adjacency((1 + kSpare) * board.size());
    for (Cell cell = 0; cell < board.size(); ++cell)
        each_neighbour(board, cell, [&](Cell other) { adjacency[cell].push_back(other); });
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

double log_choices(std::size_t places, std::size_t taken) {
    return log_ways(std::array<std::size_t, 2>{taken, places - taken});
}

Fits::Fits(const Compared& looks, std::optional<std::uint32_t> mines, const Limits& limits)
    : looks_(looks),
      mines_(mines),
      topology_(mines ? looks.board : with_spare_cells(*looks.board)),
      inference_(topology_, 0, limits) {
    if (mines) {
        counts_ = {*mines};
    } else {
        for (const double density : kDensities)
            counts_.push_back(static_cast<std::uint32_t>(
                rounded(density * (1 + kSpare) * static_cast<double>(looks.board_size()))));
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

double Fits::of_marks(std::vector<Mark> marks, const std::vector<bool>* used) {
    std::replace(marks.begin(), marks.end(), kFlag, kHidden);
    marks.resize(topology_->size(), kHidden);
    const auto number_of = [&](auto holds) {
        return static_cast<std::size_t>(std::count_if(marks.begin(), marks.end(), holds));
    };
    const std::size_t room = number_of([](Mark mark) { return !is_open(mark); });
    const std::size_t known = number_of([](Mark mark) { return mark == kExploded; });
    std::vector<double> every;
    for (const std::uint32_t count : counts_) {
        every.push_back(kNever);
        if (known > count || room < count) continue;
        inference_.load(Position(topology_, count, marks), false, used);
        if (inference_.possible())
            every.back() =
                std::max(inference_.log_configurations() - log_choices(topology_->size(), count), kNever);
    }
    return log_sum(every) - std::log(static_cast<double>(counts_.size()));
}

// Either all flags are on mines, or those of one look with few cells may be anywhere, or all may be.
double Fits::of_reading(const Meaning& meaning) {
    constexpr std::size_t kFewWrong = 4;  // the most wrong flags with a look of their own, such as a cross
    const double wrong_flags = std::log(0.1);  // how often some flag is not on a mine
    const std::vector<Mark> marks = marks_of(meaning);
    const double anywhere = of_marks(marks, nullptr);
    const std::size_t flags = static_cast<std::size_t>(std::ranges::count(marks, kFlag));
    if (flags == 0) return anywhere;
    std::vector<Mark> on_mines = marks;
    std::replace(on_mines.begin(), on_mines.end(), kFlag, kExploded);
    const auto [on, off] = log_choices_of(marks);
    std::vector<double> ways = {of_marks(on_mines, nullptr) - on, anywhere - off + wrong_flags};
    for (std::size_t number = 0; number < meaning.size(); ++number) {
        const std::size_t few = looks_.sizes[number];
        if (meaning[number] != kFlag || few > kFewWrong || flags <= few) continue;
        std::vector<Mark> here = on_mines;
        std::vector<Mark> rest = marks;
        for (const Cell cell : looks_.cells[number])
            here[cell] = rest[cell] = kHidden;
        const std::size_t hidden = static_cast<std::size_t>(std::ranges::count(here, kHidden));
        ways.push_back(of_marks(here, nullptr) - log_choices_of(rest)[0] - log_choices(hidden, few) +
                       wrong_flags);
    }
    return std::max(log_sum(ways), kNever);
}

// The logarithms of the numbers of ways to choose which mines of a position have flags, or which cells.
// Players flag what is beside numbers, so other flags are counted apart.
std::array<double, 2> Fits::log_choices_of(const std::vector<Mark>& marks) const {
    constexpr double kMined = 0.45;  // the part of the covered cells beside numbers that are mines
    std::array<std::size_t, 2> cells{}, flags{};  // beside numbers, and others
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        if (is_open(marks[cell])) continue;
        bool near = false;
        each_neighbour(*looks_.board, cell, [&](Cell other) { near |= marks[other] > 0; });
        ++cells[near ? 0 : 1];
        flags[near ? 0 : 1] += marks[cell] == kFlag;
    }
    const std::size_t mines =
        mines_ && *mines_ > 0
            ? *mines_
            : static_cast<std::size_t>(rounded(kDensities[1] * static_cast<double>(marks.size())));
    const std::size_t beside =
        std::min(mines, static_cast<std::size_t>(rounded(kMined * static_cast<double>(cells[0]))));
    return {log_choices(std::max(beside, flags[0]), flags[0]) +
                log_choices(std::max(mines - beside, flags[1]), flags[1]),
            log_choices(cells[0], flags[0]) + log_choices(cells[1], flags[1])};
}

}  // namespace sapper::screen
