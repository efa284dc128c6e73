#include "deduction/clues.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

namespace sapper {

namespace {

struct WallStep {
    std::int64_t row;
    std::int64_t column;
};

// The numbers of one deduction on a board with rows and columns.
class Wall {
  public:
    Wall(const Position& position, const KnownCells& known)
        : position_(position),
          known_(known),
          rows_(static_cast<std::int64_t>(position.topology->shape()[0])),
          columns_(static_cast<std::int64_t>(position.topology->shape()[1])) {}

    // Leaves out all known cells, not only the premises: a mine that both numbers touch is no premise, but
    // only without it the pattern shows.
    NumberClue clue(Cell number) const {
        return clue_of(position_, number, [this](Cell cell) { return known_[cell]; });
    }

    // The step from one number to the other, if they are side by side.
    std::optional<WallStep> step(Cell from, Cell to) const {
        constexpr std::array<WallStep, 4> kSteps{{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};
        for (const WallStep step : kSteps) {
            if (cell_after(from, step, 1) == to) return step;
        }
        return std::nullopt;
    }

    // Whether all cells lie in one line in the direction of the step.
    bool is_line(const Cells& cells, WallStep step) const {
        const auto across = [&](Cell cell) { return step.row == 0 ? cell / columns_ : cell % columns_; };
        return !cells.empty() &&
               std::ranges::all_of(cells, [&](Cell cell) { return across(cell) == across(cells[0]); });
    }

    // The longer pattern, if the numbers after the 2 along the same wall need 1, or 2 and 1.
    std::optional<std::string_view> longer(const NumberClue& two, WallStep step) const {
        std::vector<std::int64_t> needs;
        for (const int distance : {1, 2}) {
            const Cell number = cell_after(two.number, step, distance);
            if (number == kNoCell || !is_number(position_.marks[number])) break;
            const NumberClue beyond = clue(number);
            if (beyond.cells.empty() || !is_line(either(beyond.cells, two.cells), step)) break;
            needs.push_back(beyond.need);
        }
        if (needs.empty()) return std::nullopt;
        if (needs == std::vector<std::int64_t>{2, 1}) return "1-2-2-1";
        if (needs[0] == 1 && (needs.size() == 1 || needs[1] == 1 || needs[1] == 2)) return "1-2-1";
        return std::nullopt;
    }

  private:
    // The cell that many steps away, or kNoCell off the board.
    Cell cell_after(Cell cell, WallStep step, std::int64_t times) const {
        std::int64_t row = cell / columns_ + times * step.row;
        std::int64_t column = cell % columns_ + times * step.column;
        if (position_.topology->kind() == Topology::Kind::torus) {
            row = (row % rows_ + rows_) % rows_;
            column = (column % columns_ + columns_) % columns_;
        }
        const bool on_board = 0 <= row && row < rows_ && 0 <= column && column < columns_;
        return on_board ? static_cast<Cell>(row * columns_ + column) : kNoCell;
    }

    const Position& position_;
    const KnownCells& known_;
    std::int64_t rows_;
    std::int64_t columns_;
};

bool proves(const Deduction& deduction, bool mine) {
    return std::ranges::any_of(deduction.claims, [&](Claim claim) { return claim.mine == mine; });
}

}  // namespace

DecidedCells::DecidedCells(std::size_t cells, std::span<const Deduction> deductions)
    : sources_(cells, std::numeric_limits<std::uint32_t>::max()), mines_(cells, false) {
    for (std::size_t i = 0; i < deductions.size(); ++i) {
        for (const Claim claim : deductions[i].claims) {
            sources_[claim.cell] = static_cast<std::uint32_t>(i);
            mines_[claim.cell] = claim.mine;
        }
    }
}

std::int64_t KnownCells::mines() const {
    std::int64_t mines = 0;
    for (const Deduction& each : before_)
        mines += std::ranges::count(each.claims, true, &Claim::mine);
    return mines;
}

Cells both(const Cells& one, const Cells& other) {
    Cells cells;
    std::ranges::set_intersection(one, other, std::back_inserter(cells));
    return cells;
}

Cells either(const Cells& one, const Cells& other) {
    Cells cells;
    std::ranges::set_union(one, other, std::back_inserter(cells));
    return cells;
}

Cells without(const Cells& one, const Cells& other) {
    Cells cells;
    std::ranges::set_difference(one, other, std::back_inserter(cells));
    return cells;
}

std::optional<std::string_view> pattern_of(const Position& position, const KnownCells& known,
                                           const Deduction& deduction) {
    const Topology& topology = *position.topology;
    const bool is_square =
        topology.kind() == Topology::Kind::grid || topology.kind() == Topology::Kind::torus;
    const std::vector<Cell>& numbers = deduction.premises.numbers;
    if (!is_square || topology.shape().size() != 2 || numbers.size() != 2) return std::nullopt;
    const Wall wall(position, known);
    NumberClue low = wall.clue(numbers[0]);
    NumberClue high = wall.clue(numbers[1]);
    if (low.need > high.need) std::swap(low, high);
    const std::optional<WallStep> step = wall.step(low.number, high.number);
    if (!step || !wall.is_line(either(low.cells, high.cells), *step)) return std::nullopt;
    if (low.need == 1 && high.need == 1 && proves(deduction, false)) return "1-1";
    if (low.need != 1 || high.need != 2 || !proves(deduction, true)) return std::nullopt;
    const std::optional<std::string_view> longer = wall.longer(high, *step);
    return longer ? longer : "1-2";
}

}  // namespace sapper
