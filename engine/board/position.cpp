#include "board/position.hpp"

namespace sapper {

Position::Position(std::shared_ptr<const Topology> topology_, std::uint32_t mines_, std::vector<Mark> marks_)
    : topology(std::move(topology_)), mines(mines_), marks(std::move(marks_)) {
    if (marks.size() != topology->size()) {
        throw PositionError("a board of " + std::to_string(topology->size()) + " cells cannot have " +
                                std::to_string(marks.size()) + " marks",
                            kNoCell);
    }
    std::size_t not_numbers = 0;
    std::size_t exploded = 0;
    const auto least_degree = static_cast<Mark>(topology->least_degree());
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        const Mark mark = marks[cell];
        not_numbers += !is_number(mark);
        exploded += mark == kExploded;
        if (mark >= kQuestion && mark <= least_degree) continue;
        if (mark < kQuestion) {
            throw PositionError(std::to_string(mark) + " is no mark: a cell is a number from 0, -1 hidden, " +
                                    "-2 flag, -3 exploded mine or -4 question mark",
                                cell);
        }
        if (static_cast<std::size_t>(mark) > topology->degree(cell)) {
            throw PositionError("the number " + std::to_string(mark) + " is above the cell's " +
                                    std::to_string(topology->degree(cell)) + " neighbours",
                                cell);
        }
    }
    if (mines > not_numbers) {
        throw PositionError("the board has " + std::to_string(mines) + " mines but only " +
                                std::to_string(not_numbers) + " cells that could hold one",
                            kNoCell);
    }
    if (exploded > mines) {
        throw PositionError("the board shows " + std::to_string(exploded) + " exploded mines but has only " +
                                std::to_string(mines),
                            kNoCell);
    }
}

}  // namespace sapper
