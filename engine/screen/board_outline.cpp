// How far a board reaches: which rows and columns at its sides still are cells of it.
#include "screen/places.hpp"
#include "screen/signs.hpp"

namespace sapper::screen {

namespace {

constexpr int kBeside = 3;        // how many rows and columns beside a grid are looked at
constexpr double kShared = 0.7;   // the least share of an outer row or column with what is elsewhere, too
constexpr float kOwnGround = 10;  // a strange ground is this many grey levels from all grounds of the board
constexpr float kNearGround = 6;  // grey levels between two grounds that may be the same

// Whether the first of some lines of cells is of the board. The lines are its rows or columns, from one side.
class FirstLine {
  public:
    FirstLine(const Pixels& pixels, const Grid& grid, const std::vector<Look>& looks,
              const Plane<Cell>& cells, const Plane<int>& numbers)
        : pixels_(pixels), grid_(grid), looks_(looks), cells_(cells), of_(cells.rows(), cells.columns()) {
        for (std::size_t i = 0; i < cells.all().size(); ++i)
            of_.all()[i] = numbers.all()[cells.all()[i]];
        const auto first_ones = of_.row(0);
        line_.assign(first_ones.begin(), first_ones.end());
        for (std::size_t row = 1; row < of_.rows(); ++row)
            rest_.insert(of_.row(row).begin(), of_.row(row).end());
    }

    // Whether it has too little in common with the other lines. Either most of its cells stand on grounds of
    // their own without lines between them, or have looks of their own, or only they have no lines between
    // them.
    bool is_strange() const {
        constexpr std::size_t kOwnLooks = 5;  // a line with this many looks that are nowhere else is strange
        // A row and a column of labels may share their looks, so the ends of the others do not count.
        std::set<int> only(line_.begin(), line_.end());
        for (std::size_t row = 1; row < of_.rows(); ++row) {
            for (std::size_t place = 1; place + 1 < of_.columns(); ++place)
                only.erase(of_(row, place));
        }
        const double own = share_of(line_, [&](int number) { return only.contains(number); });
        if (own == 1 &&
            std::none_of(only.begin(), only.end(), [&](int number) { return look(number).plain; }))
            return true;
        if ((only.size() >= kOwnLooks && own >= 0.75) || counts_up()) return true;
        const double strange = share_of(
            line_, [&](int number) { return only.contains(number) && nearest_ground(number) > kOwnGround; });
        return (strange >= 0.5 && !is_divided()) || lacks_lines();
    }

    // Whether it has plain cells, the grounds of the others, and lines between its cells. Then its looks may
    // be strange only because the picture or a shadow cuts it. Labels have no plain cells.
    bool is_like_cells() const {
        return std::any_of(line_.begin(), line_.end(), [&](int number) { return look(number).plain; }) &&
               share_of(line_, [&](int number) { return nearest_ground(number) <= kNearGround; }) >=
                   kShared &&
               is_divided();
    }

  private:
    const Look& look(int number) const { return looks_[static_cast<std::size_t>(number)]; }

    // How far the ground of a look is from those of the other lines.
    float nearest_ground(int number) const {
        float nearest = 256;
        for (const int other : rest_)
            nearest = std::min(nearest, apart(look(other).ground, look(number).ground));
        return nearest;
    }

    // Whether the cells have digits that count up from one to the next, as labels do. Some may be misread.
    bool counts_up() const {
        constexpr std::size_t kFewest = 4;  // digits in their order
        constexpr double kLeast = 0.4;      // of the cells
        constexpr int kHigh = 5;            // of labels, some are as high
        std::vector<int> digits;
        for (const int number : line_) {
            const Look& each = look(number);
            digits.push_back(each.plain ? kOther : likeliest_sign(each.drawing, each.proportion()).kind);
        }
        for (int first = 0; first < 10; ++first) {
            std::size_t count = 0;
            int highest = 0;
            for (std::size_t i = 0; i < digits.size(); ++i) {
                if (digits[i] != (first + static_cast<int>(i)) % 10) continue;
                ++count;
                highest = std::max(highest, digits[i]);
            }
            if (count >= kFewest && highest >= kHigh &&
                static_cast<double>(count) >= kLeast * static_cast<double>(digits.size()))
                return true;
        }
        return false;
    }

    // Whether there is no line between cells of this line that have lines between them elsewhere.
    bool lacks_lines() const {
        constexpr std::size_t kPairs = 8;  // how many pairs of cells are looked at for a line between them
        std::set<int> past_looks;
        for (std::size_t at = 0; at + 1 < of_.columns(); ++at) {
            const int first = of_(0, at);
            if (of_(0, at + 1) != first || !look(first).plain || !past_looks.insert(first).second) continue;
            std::array<std::size_t, 2> pairs{}, lines{};  // of this line and of the others
            for (std::size_t row = 0; row < of_.rows(); ++row) {
                const std::size_t which = row == 0 ? 0 : 1;
                for (std::size_t place = 0; place + 1 < of_.columns() && pairs[which] < kPairs; ++place) {
                    const int number = of_(row, place);
                    if (number != of_(row, place + 1) || !look(number).plain ||
                        apart(look(number).ground, look(first).ground) > kNearGround)
                        continue;
                    ++pairs[which];
                    lines[which] += has_line(cells_(row, place), cells_(row, place + 1));
                }
            }
            if (std::min(pairs[0], pairs[1]) > 1 && lines[0] == 0 && lines[1] == pairs[1]) return true;
        }
        return false;
    }

    // Whether lines lie between all cells. Light may give them a ground of their own.
    bool is_divided() const {
        for (std::size_t place = 0; place + 1 < cells_.columns(); ++place) {
            if (!has_line(cells_(0, place), cells_(0, place + 1))) return false;
        }
        return true;
    }

    // Whether a line lies between two cells side by side.
    bool has_line(Cell one, Cell other) const {
        constexpr double kNearLine = 0.14;  // it lies within this share of a cell from their common side
        constexpr float kLine = 6;          // and differs by more grey levels from what is beside it
        const Cell last = std::max(one, other);
        const std::size_t columns = static_cast<std::size_t>(grid_.columns());
        const double x = grid_.xs[last % columns];
        const double y = grid_.ys[last / columns];
        const double reach = kNearLine * grid_.size();
        const bool beside = one / columns == other / columns;
        const Pixels part =
            beside ? pixels_.part(nearest_int(x - reach), nearest_int(y + 0.2 * grid_.height()),
                                  nearest_int(x + reach) + 1, nearest_int(y + 0.8 * grid_.height()))
                   : pixels_.part(nearest_int(x + 0.2 * grid_.width()), nearest_int(y - reach),
                                  nearest_int(x + 0.8 * grid_.width()), nearest_int(y + reach) + 1);
        if (part.empty()) return false;
        const std::vector<Colour> across = column_means(beside ? part : part.transpose());
        const Colour usual = median_of(across);
        return std::any_of(across.begin(), across.end(),
                           [&](const Colour& each) { return apart(each, usual) > kLine; });
    }

    const Pixels& pixels_;
    const Grid& grid_;
    const std::vector<Look>& looks_;
    const Plane<Cell>& cells_;
    Plane<int> of_;
    std::vector<int> line_;  // the looks of this line
    std::set<int> rest_;     // those of the others
};

// The cells of a grid by lines from one side: its rows from the top or the bottom, or its columns from the
// left or the right.
Plane<Cell> lines_from(Side side, std::size_t rows, std::size_t columns) {
    Plane<Cell> cells(rows, columns);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            const std::size_t y = side == "bottom" ? rows - 1 - row : row;
            const std::size_t x = side == "right" ? columns - 1 - column : column;
            cells(row, column) = static_cast<Cell>(y * columns + x);
        }
    }
    return side == "left" || side == "right" ? cells.transpose() : cells;
}

constexpr std::array<Side, 4> kInOrder = {"top", "bottom", "left", "right"};

}  // namespace

Outline widen_outline(const Pixels& pixels, Grid grid, const Limits& limits, double share) {
    constexpr double kCutOff = 0.25;  // the largest part of a cell that the picture may lack at its edge
    constexpr double kUnclear = 0.4;  // a line with less is surely not of the board
    constexpr double kClearBorder =
        8;  // the mean grey levels of a border by which a cell without a drawing is known
    while (true) {
        const auto beside = [&](double room) {
            return std::clamp(static_cast<int>(room + kCutOff), 0, kBeside);
        };
        const int up = beside(grid.ys[0] / grid.height());
        const int left = beside(grid.xs[0] / grid.width());
        const int down = beside((pixels.height - grid.ys.back()) / grid.height());
        const int right = beside((pixels.width - grid.xs.back()) / grid.width());
        const int rows = grid.rows() + up + down;
        const int columns = grid.columns() + left + right;
        Faces faces = faces_of(pixels, grid.with_margins(up, left, down, right), limits);
        // Whether each cell looks like one inside, and whether it can be told from what is around a board.
        Plane<char> known(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)), drawn = known;
        const Box inside{left, up, columns - right, rows - down};
        for (const Look& look : looks_of(faces, limits)) {
            if (std::ranges::none_of(look.cells, [&](Cell cell) {
                    const int row = static_cast<int>(cell) / columns,
                              column = static_cast<int>(cell) % columns;
                    return Box{column, row, column + 1, row + 1}.overlaps(inside);
                }))
                continue;
            double border = 0;
            for (const Colour& side : look.border)
                border += (std::abs(side[0]) + std::abs(side[1]) + std::abs(side[2])) / 12;
            for (const Cell cell : look.cells) {
                known.all()[cell] = 1;
                drawn.all()[cell] = !look.plain || border > kClearBorder;
            }
        }
        // How much of a line of cells looks like cells inside, if any drawing does.
        const auto likeness = [&](const Box& line) {
            int count = 0, alike = 0, signs = 0;
            for (int row = line.top; row < line.bottom; ++row) {
                for (int column = line.left; column < line.right; ++column) {
                    const std::size_t y = static_cast<std::size_t>(row), x = static_cast<std::size_t>(column);
                    ++count;
                    alike += known(y, x);
                    signs += drawn(y, x);
                }
            }
            return signs > (share > 0 ? 1 : 0) ? static_cast<double>(alike) / count : 0;
        };
        // Only what is straight above, below or beside the board counts.
        const auto beside_at = [&](Side side, int away) -> Box {
            if (side == "top") return {left, up - away, inside.right, up - away + 1};
            if (side == "bottom") return {left, inside.bottom + away - 1, inside.right, inside.bottom + away};
            if (side == "left") return {left - away, up, left - away + 1, inside.bottom};
            return {inside.right + away - 1, up, inside.right + away, inside.bottom};
        };
        std::array<int, 4> more{};
        const std::array<int, 4> most = {up, down, left, right};
        std::set<Side> unclear;
        for (std::size_t side = 0; side < 4; ++side) {
            for (int away = 1; away <= most[side]; ++away) {
                const double alike = likeness(beside_at(kInOrder[side], away));
                if (alike > 0 && alike >= share) more[side] = away;
                if (away == 1 && share > 0 && alike >= kUnclear && alike < share)
                    unclear.insert(kInOrder[side]);
            }
        }
        if (more == std::array<int, 4>{}) {
            faces = faces.part(up, left, grid.rows(), grid.columns());
            return {std::move(grid), std::move(faces), {}, std::move(unclear)};
        }
        grid = grid.with_margins(more[0], more[2], more[1], more[3]);
    }
}

Outline trim_outline(const Pixels& pixels, Outline outline, const Limits& limits) {
    auto& [grid, faces, looks, unclear] = outline;
    while (true) {
        looks = looks_of(faces, limits);
        if (looks.size() > kMostLooks) return outline;  // it is no board
        const Plane<int> numbers = numbers_of(looks, grid.rows(), grid.columns());
        bool is_smaller = false;
        for (const Side side : kInOrder) {
            const Plane<Cell> cells = lines_from(side, numbers.rows(), numbers.columns());
            const FirstLine line(pixels, grid, looks, cells, numbers);
            if (cells.rows() <= 4 || !line.is_strange()) continue;
            if (line.is_like_cells()) unclear.insert(side);
            const int up = side == "top", left = side == "left";
            grid = grid.with_margins(-up, -left, -(side == "bottom"), -(side == "right"));
            faces = faces.part(up, left, grid.rows(), grid.columns());
            is_smaller = true;
            break;
        }
        if (!is_smaller) return outline;
    }
}

bool goes_round(const Grid& grid, const std::vector<Look>& looks) {
    const Plane<int> numbers = numbers_of(looks, grid.rows(), grid.columns());
    for (const Side side : kInOrder) {
        const Plane<Cell> cells = lines_from(side, numbers.rows(), numbers.columns());
        for (std::size_t count = 1; count <= std::min<std::size_t>(kBeside, cells.rows() / 2); ++count) {
            const auto looks_in = [&](std::size_t from, std::size_t to) {
                std::vector<int> result;
                for (std::size_t i = from * cells.columns(); i < to * cells.columns(); ++i)
                    result.push_back(numbers.all()[cells.all()[i]]);
                return result;
            };
            const std::vector<int> inside = looks_in(count, cells.rows());
            const std::set<int> elsewhere(inside.begin(), inside.end());
            if (share_of(looks_in(0, count), [&](int number) { return elsewhere.contains(number); }) <
                kShared)
                return false;
        }
    }
    return true;
}

}  // namespace sapper::screen
