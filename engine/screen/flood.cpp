// Asks whether a program opens each cell alone.
#include <set>

#include "screen/picture_reading.hpp"

namespace sapper::screen {

namespace {

// Which cells are inside, without the rows and columns at the ends whose cells are all covered, or all empty:
// these may be what is beside a board.
std::vector<char> inside(const PictureReading& reading) {
    const auto rows = static_cast<std::size_t>(reading.rows());
    const auto columns = static_cast<std::size_t>(reading.columns());
    std::vector<char> result(rows * columns, 1);
    const auto leave_out = [&](std::size_t lines, std::size_t next, std::size_t length, std::size_t step) {
        const auto is_left_out = [&](std::size_t line) {
            const auto has = [&](auto is_other) {
                for (std::size_t i = 0; i < length; ++i) {
                    if (is_other(reading.marks[line * next + i * step])) return true;
                }
                return false;
            };
            if (has([](Mark mark) { return is_open(mark); }) && has([](Mark mark) { return mark != 0; }))
                return false;
            for (std::size_t i = 0; i < length; ++i)
                result[line * next + i * step] = 0;
            return true;
        };
        std::size_t line = 0;
        while (line < lines && is_left_out(line))
            ++line;
        for (std::size_t last = lines; last > line && is_left_out(last - 1);)
            --last;
    };
    leave_out(rows, columns, columns, 1);
    leave_out(columns, 1, rows, columns);
    return result;
}

// Whether something at one place may be on all of the cells.
bool are_at_one_place(const std::set<Cell>& cells, std::size_t columns) {
    constexpr std::size_t kReach = 2;  // a pointer changes its cell and those around it
    if (cells.empty()) return true;
    std::size_t left = columns, right = 0;
    for (const Cell cell : cells) {
        left = std::min(left, cell % columns);
        right = std::max(right, cell % columns);
    }
    return *cells.rbegin() / columns - *cells.begin() / columns <= kReach && right - left <= kReach;
}

}  // namespace

bool ask_of_flood(PictureReading& reading, const Numbers& strange_looks) {
    constexpr double kAlone = 0.9;      // of such boards, as many are of such a program
    constexpr double kNumber = 0.0005;  // of each number beneath something
    std::set<Cell> strange;
    for (const std::size_t number : strange_looks) {
        const std::vector<Cell>& cells = (*reading.looks)[number].cells;
        strange.insert(cells.begin(), cells.end());
    }
    const std::vector<char> is_inside = inside(reading);
    const std::shared_ptr<const Topology> board = reading.board();
    std::set<Cell> empty, covered;  // those that touch each other
    std::set<Cell> unlike;          // covered ones that do, which others are unlike
    for (Cell cell = 0; cell < reading.marks.size(); ++cell) {
        if (reading.marks[cell] != 0 || !is_inside[cell]) continue;
        each_neighbour(*board, cell, [&](Cell other) {
            if (is_open(reading.marks[other]) || !is_inside[other]) return;
            empty.insert(cell);
            (strange.contains(other) ? unlike : covered).insert(other);
        });
    }
    const bool of_empty = strange_looks.empty();
    if (of_empty ? are_at_one_place(covered, static_cast<std::size_t>(reading.columns()))
                 : strange_looks.size() > 1 || unlike.empty() || !covered.empty())
        return false;
    const std::set<Cell>& cells = of_empty ? empty : unlike;
    PictureQuestion question{{cells.begin(), cells.end()}, {of_empty ? Mark{0} : kHidden}, {kAlone}};
    question.options.push_back(of_empty ? kHidden : Mark{0});
    question.chances.push_back(1 - kAlone - 8 * kNumber);
    for (Mark mark = 1; mark <= 8; ++mark) {
        question.options.push_back(mark);
        question.chances.push_back(kNumber);
    }
    for (double& each : reading.certainty)
        each = std::min(each, kAlone);
    reading.questions.insert(reading.questions.begin(), std::move(question));
    return true;
}

}  // namespace sapper::screen
