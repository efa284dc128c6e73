// On which sides a board may go on beyond the cells that were found.
#include <array>
#include <limits>
#include <optional>

#include "screen/places.hpp"

namespace sapper::screen {

namespace {

constexpr std::array<Side, 4> kSides = {"right", "left", "bottom", "top"};

constexpr float kDiffers = 6;       // pixels this many grey levels from a ground show something else
constexpr double kAlmostAll = 0.9;  // the least share of a side for which something must hold
constexpr double kInside = 0.14;    // the border may begin this share of a cell before the end
constexpr int kFarthest = 4;        // how many cells beyond the end are looked at
constexpr double kHalfStart = 0.1;  // the part of the next cell that is compared with the last one
constexpr double kHalfStop = 0.45;

bool mostly(const std::vector<bool>& each) {
    return !each.empty() && share_of(each, [](bool one) { return one; }) >= kAlmostAll;
}

// The colour of a part of the picture; nothing if something is drawn on it.
std::optional<Colour> plain_ground(const Pixels& part) {
    if (part.empty()) return std::nullopt;
    const Colour ground = median_of(part);
    for (const std::vector<Colour>& lines : {column_means(part), column_means(part.transpose())}) {
        // Noise cancels out.
        if (share_of(lines, [&](const Colour& each) { return apart(each, ground) <= kDiffers; }) < kAlmostAll)
            return std::nullopt;
    }
    return ground;
}

enum class End { cells, edge, unclear };

struct Beyond {
    int columns;  // of empty cells that follow
    End end;      // what says so
};

// The picture, turned so that one side of the board is on its right.
class SideView {
  public:
    SideView(const Pixels& pixels, std::vector<double> rows, double end, double pitch,
             const std::vector<Colour>& empty, const std::vector<Colour>& plain)
        : pixels_(pixels), rows_(std::move(rows)), end_(end), pitch_(pitch), empty_(empty), plain_(plain) {}

    // Adds the next row of cells.
    void add(Mark last, Mark before, const Colour& ground) {
        last_.push_back(last);
        before_.push_back(before);
        grounds_.push_back(ground);
    }

    // Whether the picture ends after these columns.
    bool ends_there(int columns) const { return end_ + (columns + kInside) * pitch_ >= pixels_.width; }

    // Whether the window beside the board has the colour of an empty cell.
    bool looks_empty() const {
        const Pixels part = pixels_.part(nearest_int(end_ + kHalfStart * pitch_), nearest_int(rows_[0]),
                                         nearest_int(end_ + kHalfStop * pitch_), nearest_int(rows_.back()));
        return !part.empty() && is_near(empty_, median_of(part), kDiffers);
    }

    Beyond beyond() const {
        constexpr double kBlank = 0.02;     // the largest share of a line of empty cells that may differ
        constexpr std::size_t kFewest = 3;  // lines between cells that tell that these go on
        const int columns_with_lines = lined_beyond();
        if (columns_with_lines > 0) return {columns_with_lines, End::cells};
        // A window may cut off half a column, too. What is drawn beside a board may look a little like it.
        if (is_cut(pixels_.width, kFewest) ||
            is_cut(nearest_int(end_ + kHalfStop * pitch_), std::max(kFewest, last_.size() / 2)))
            return {0, End::unclear};
        if (std::any_of(last_.begin(), last_.end(), is_hidden))
            return {0, goes_on() ? End::unclear : End::cells};
        // More empty cells would have lines, too.
        if (is_lined()) return {0, has_column_beyond() ? End::unclear : End::cells};
        // The step that goes along the whole side, in pixels from the end of the grid.
        const Plane<char> differs = differing();
        const double start = kInside * pitch_;
        const double close = std::max(1.5, 0.08 * pitch_);
        std::size_t edge = 0;
        while (edge < differs.columns() && mean(differs, edge, edge + 1) < kAlmostAll)
            ++edge;
        const bool has_edge = edge < differs.columns();
        const double step = static_cast<double>(edge) - start;
        if (has_edge && step <= close) return {0, End::cells};
        const std::size_t low = static_cast<std::size_t>(nearest_int(start + close));
        const int columns = has_edge ? nearest_int(step / pitch_) : 0;
        const auto stop = [&](int count) {
            return static_cast<std::size_t>(std::max(0, nearest_int(start + count * pitch_ - close)));
        };
        if (columns > 0 && std::abs(step - columns * pitch_) <= close &&
            mean(differs, low, stop(columns)) <= kBlank)
            return {columns, End::edge};
        // No empty cells are there if something else is, and the last ones are not empty.
        const bool shows = std::any_of(last_.begin(), last_.end(), [](Mark mark) { return mark > 0; });
        return {0, mean(differs, low, stop(1)) > kBlank && shows ? End::cells : End::unclear};
    }

  private:
    static double mean(const Plane<char>& plane, std::size_t first, std::size_t last) {
        double sum = 0, count = 0;
        for (std::size_t row = 0; row < plane.rows(); ++row) {
            for (std::size_t column = first; column < std::min(last, plane.columns()); ++column, ++count)
                sum += plane(row, column);
        }
        return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
    }

    double span(std::size_t row) const { return rows_[row + 1] - rows_[row]; }

    // The middle of a row of cells, between two places, in pixels.
    Pixels middle_of(std::size_t row, int from, int to) const {
        return pixels_.part(from, std::max(0, nearest_int(rows_[row] + 0.2 * span(row))), to,
                            std::max(1, nearest_int(rows_[row] + 0.8 * span(row))));
    }

    // Whether what is drawn in the last cells is also drawn in half a cell more.
    bool goes_on() const {
        constexpr double kFaintest =
            1;  // grey levels by which a drawing differs from its mean colour at least
        std::vector<bool> repeats;
        for (std::size_t row = 0; row < last_.size(); ++row) {
            const int top = nearest_int(rows_[row]);
            const int bottom = nearest_int(rows_[row + 1]);
            const auto half = [&](double from) {
                return pixels_.part(nearest_int(from + kHalfStart * pitch_), top,
                                    nearest_int(from + kHalfStop * pitch_), bottom);
            };
            const Pixels there = half(end_);
            const Pixels here = half(end_ - pitch_);
            if (there.width != here.width || there.height != here.height) return false;
            const Colour usual = mean_of(here);
            double varies = 0, differs = 0;
            for (int y = 0; y < here.height; ++y) {
                for (int x = 0; x < here.width; ++x) {
                    for (std::size_t channel = 0; channel < 3; ++channel) {
                        const int value = here.at(y, x)[channel];
                        varies += std::abs(static_cast<float>(value) - usual[channel]);
                        differs += std::abs(value - there.at(y, x)[channel]);
                    }
                }
            }
            repeats.push_back(varies > kFaintest * 3 * here.height * here.width && differs < varies / 2);
        }
        return mostly(repeats);
    }

    // The largest distance from some grounds of the rows of pixels around a line below a row of cells.
    float away_at_line(std::size_t row, int from, int to, const std::vector<Colour>& grounds) const {
        const double reach = kInside * pitch_;
        const double line = rows_[row + 1];
        const Pixels between =
            pixels_.part(from, nearest_int(line - reach), to, nearest_int(line + reach) + 1);
        float most = 0;
        for (const Colour& each : column_means(between.transpose())) {
            float least = 256;
            for (const Colour& ground : grounds)
                least = std::min(least, apart(each, ground));
            most = std::max(most, least);
        }
        return most;
    }

    // Whether lines lie between the empty cells of the last two columns.
    bool is_lined() const {
        std::vector<bool> has_line;
        const double reach = kInside * pitch_;
        for (std::size_t row = 0; row < last_.size(); ++row) {
            if (last_[row] != 0 || before_[row] != 0) continue;
            const std::vector<Colour> means = column_means(
                middle_of(row, nearest_int(end_ - pitch_ - reach), nearest_int(end_ - pitch_ + reach) + 1));
            has_line.push_back(std::any_of(means.begin(), means.end(), [&](const Colour& each) {
                return apart(each, grounds_[row]) > kDiffers;
            }));
        }
        return mostly(has_line);
    }

    // Whether a column of the ground of empty cells follows that ends at a line: there may be none within it.
    bool has_column_beyond() const {
        const double reach = kInside * pitch_, line = end_ + pitch_;
        std::vector<bool> is_cell;
        for (std::size_t row = 0; row < last_.size(); ++row) {
            const std::optional<Colour> ground = plain_ground(
                middle_of(row, nearest_int(end_ + 0.2 * pitch_), nearest_int(end_ + 0.8 * pitch_)));
            const std::vector<Colour> means =
                column_means(middle_of(row, nearest_int(line - reach), nearest_int(line + reach) + 1));
            is_cell.push_back(ground && is_near(empty_, *ground, kDiffers) &&
                              std::ranges::any_of(means, [&](const Colour& each) {
                                  return apart(each, *ground) > kDiffers;
                              }));
        }
        return mostly(is_cell);
    }

    // How many columns of empty or hidden cells follow that have lines between them.
    int lined_beyond() const {
        if (plain_.empty()) return 0;
        for (int column = 0; column < kFarthest; ++column) {
            const double start = end_ + column * pitch_;
            const int from = nearest_int(start + 0.2 * pitch_);
            const int to = nearest_int(start + 0.8 * pitch_);
            if (std::min(to, pixels_.width) - from < pitch_ / 2) return column;
            for (std::size_t row = 1; row < last_.size(); ++row) {
                const std::optional<Colour> ground = plain_ground(middle_of(row, from, to));
                if (!ground || !is_near(plain_, *ground, kDiffers) ||
                    away_at_line(row - 1, from, to, {*ground}) <= kDiffers)
                    return column;
            }
        }
        return kFarthest;
    }

    // Whether something ends in the middle of a further column, such as the picture: some lines between the
    // cells go on up to there.
    bool is_cut(int to, std::size_t fewest) const {
        constexpr double kLeast = 0.15;  // cells that must be seen
        if (to > pixels_.width) return false;
        const double room = to - end_;
        if (room < std::max(kLeast * pitch_, 4.0) || room > pitch_) return false;
        const int from = nearest_int(end_ + room / 2);  // a border may lie before it
        std::vector<bool> on, alike;
        for (std::size_t row = 0; row + 1 < last_.size(); ++row) {
            const Pixels part = middle_of(row, from, to);
            alike.push_back(!part.empty() && is_near(grounds_, median_of(part), 2 * kDiffers));
            if (is_lined_below(row, nearest_int(end_ - 0.8 * pitch_), nearest_int(end_ - 0.2 * pitch_)))
                on.push_back(is_lined_below(row, from, to));
        }
        return on.size() >= fewest && mostly(on) && mostly(alike);
    }

    // Whether there is a line between a row and the next one, or they have two colours.
    bool is_lined_below(std::size_t row, int from, int to) const {
        const Pixels above = middle_of(row, from, to), below = middle_of(row + 1, from, to);
        if (above.empty() || below.empty()) return false;
        const Colour here = mean_of(above), there = mean_of(below);
        return apart(here, there) > kDiffers || away_at_line(row, from, to, {here, there}) > kDiffers;
    }

    // Whether something else than the ground of the last column is there, for each row of cells and each
    // pixel from a little before the end on. The picture's end differs, too.
    Plane<char> differing() const {
        const int low = nearest_int(end_ - kInside * pitch_);
        const int high = nearest_int(end_ + kFarthest * pitch_);
        Plane<char> result(last_.size(), static_cast<std::size_t>(high - low), 1);
        for (std::size_t row = 0; row < last_.size(); ++row) {
            const std::vector<Colour> means = column_means(middle_of(row, low, high));
            for (std::size_t x = 0; x < means.size(); ++x)
                result(row, x) = apart(means[x], grounds_[row]) > kDiffers;
        }
        return result;
    }

    Pixels pixels_;
    std::vector<double> rows_;
    double end_;
    double pitch_;
    const std::vector<Colour>& empty_;  // grounds of all empty cells of the board
    const std::vector<Colour>& plain_;  // and of all empty and hidden ones
    std::vector<Mark> last_;            // the last column
    std::vector<Mark> before_;          // the column before it
    std::vector<Colour> grounds_;       // of the last column
};

// Lines, seen from the other side.
std::vector<double> mirror_image(const std::vector<double>& lines, int length) {
    std::vector<double> result(lines.rbegin(), lines.rend());
    for (double& line : result)
        line = length - line;
    return result;
}

}  // namespace

Ends ends_of(const Pixels& pixels, const Grid& grid, const std::vector<Mark>& marks,
             const std::vector<Look>& looks) {
    std::vector<Colour> grounds(marks.size());
    std::vector<Colour> empty, plain;
    for (const Look& look : looks) {
        for (const Cell cell : look.cells)
            grounds[cell] = look.ground;
        if (look.cells.empty()) continue;
        const Mark mark = marks[look.cells[0]];
        if (mark == 0) empty.push_back(look.ground);
        if (mark == 0 || mark == kHidden)
            plain.push_back({std::nearbyint(look.ground[0]), std::nearbyint(look.ground[1]),
                             std::nearbyint(look.ground[2])});
    }
    const std::size_t rows = static_cast<std::size_t>(grid.rows());
    const std::size_t columns = static_cast<std::size_t>(grid.columns());
    std::array<int, 4> more{};  // at the right, the left, the bottom and the top
    std::set<Side> unclear, whole;
    bool like_cells = false;
    for (std::size_t which = 0; which < 4; ++which) {
        const bool is_transposed = which >= 2;
        const bool mirror = which % 2 == 1;
        Pixels view = is_transposed ? pixels.transpose() : pixels;
        const std::vector<double>& across = is_transposed ? grid.ys : grid.xs;
        const double end = mirror ? mirror_image(across, view.width).back() : across.back();
        if (mirror) view = view.mirror_image();
        SideView side_view(view, is_transposed ? grid.xs : grid.ys, end,
                           is_transposed ? grid.height() : grid.width(), empty, plain);
        for (std::size_t line = 0; line < (is_transposed ? columns : rows); ++line) {
            const auto cell_at = [&](std::size_t from_end) {
                const std::size_t place = mirror ? from_end : (is_transposed ? rows : columns) - 1 - from_end;
                return is_transposed ? place * columns + line : line * columns + place;
            };
            side_view.add(marks[cell_at(0)], marks[cell_at(1)], grounds[cell_at(0)]);
        }
        const Beyond beyond = side_view.beyond();
        more[which] = beyond.columns;
        if (beyond.end == End::unclear) {
            unclear.insert(kSides[which]);
        } else if (beyond.end == End::edge && !side_view.ends_there(beyond.columns)) {
            whole.insert(kSides[which]);
        } else {
            like_cells |= beyond.columns == 0 && side_view.looks_empty();
        }
    }
    // A window may leave as much room around its board as empty cells would take.
    if (like_cells) unclear.merge(whole);
    return {grid.with_margins(more[3], more[1], more[2], more[0]), unclear};
}

std::set<Side> sides_beyond(const Grid& grid, const Grid& other, double most) {
    constexpr double kAsLarge = 0.1;  // the largest part by which their sizes differ
    constexpr double kLeast = 0.6;    // how many cells are more
    std::set<Side> sides;
    if (std::abs(other.width() / grid.width() - 1) > kAsLarge ||
        std::abs(other.height() / grid.height() - 1) > kAsLarge)
        return sides;
    const auto add = [&](Side side, double more) {
        if (more > kLeast && more < most) sides.insert(side);
    };
    add("left", (grid.xs.front() - other.xs.front()) / grid.width());
    add("top", (grid.ys.front() - other.ys.front()) / grid.height());
    add("right", (other.xs.back() - grid.xs.back()) / grid.width());
    add("bottom", (other.ys.back() - grid.ys.back()) / grid.height());
    return sides;
}

namespace {

// Whether a cell lies beyond each side of the core, in the order of `kSides`.
std::array<bool, 4> sides_beside(std::size_t cell, std::size_t columns, const Box& core) {
    const int row = static_cast<int>(cell / columns), column = static_cast<int>(cell % columns);
    return {column >= core.right, column < core.left, row >= core.bottom, row < core.top};
}

// The sides where digits follow on the ground of those of the board and at their places in cells, and not in
// each cell as labels would.
std::set<Side> digits_beyond(const std::vector<Look>& looks, const Plane<int>& numbers, const Box& core,
                             const std::vector<Mark>& marks) {
    constexpr int kFewest = 2;    // digits
    constexpr float kSame = 8;    // grey levels between their grounds
    constexpr double kOff = 0.1;  // cells between their ends or their middles
    std::vector<int> digit_of;    // for each look
    std::ranges::transform(looks, std::back_inserter(digit_of), sure_digit);
    std::set<std::size_t> own;                      // the looks of the numbers of the board
    std::set<std::size_t> empty;                    // and of its empty cells, which may have a 0
    std::array<std::array<int, 2>, 4> followers{};  // how many digits and empty cells follow
    const auto is_like_own = [&](std::size_t number) {
        return digit_of[number] > 0 && std::ranges::any_of(own, [&](std::size_t each) {
                   const Look &look = looks[number], &other = looks[each];
                   const auto away = [&](std::size_t end) { return look.extent[end] - other.extent[end]; };
                   return digit_of[each] == digit_of[number] && apart(look.ground, other.ground) <= kSame &&
                          std::abs(away(1)) <= kOff && std::abs(away(3)) <= kOff &&
                          std::abs(away(0) + away(2)) <= kOff;
               });
    };
    std::size_t cell = 0;
    for (const bool is_inside : {true, false}) {
        for (std::size_t i = 0; i < numbers.all().size(); ++i) {
            const std::size_t number = static_cast<std::size_t>(numbers.all()[i]);
            const std::array<bool, 4> beyond = sides_beside(i, numbers.columns(), core);
            const auto sides = std::ranges::count(beyond, true);
            if (is_inside && sides == 0) {
                const Mark mark = marks[cell++];
                if (mark >= 0) (mark > 0 ? own : empty).insert(number);
            }
            if (is_inside || sides != 1) continue;
            auto& [digits, empties] =
                followers[static_cast<std::size_t>(std::ranges::find(beyond, true) - beyond.begin())];
            empties += looks[number].plain || empty.contains(number);
            digits += own.contains(number) || is_like_own(number);
        }
    }
    std::set<Side> result;
    for (std::size_t side = 0; side < 4; ++side) {
        if (followers[side][0] >= kFewest && followers[side][1] > 0) result.insert(kSides[side]);
    }
    return result;
}

}  // namespace

std::set<Side> alike_beyond(const Plane<int>& numbers, const Box& core, double share,
                            const std::vector<Mark>& marks) {
    std::set<int> inside;
    std::array<std::vector<int>, 4> outside;
    std::size_t cell = 0;
    for (std::size_t i = 0; i < numbers.all().size(); ++i) {
        const std::array<bool, 4> beyond = sides_beside(i, numbers.columns(), core);
        const bool is_in_core = std::ranges::find(beyond, true) == beyond.end();
        if (is_in_core && (marks.empty() || is_hidden(marks[cell++]))) inside.insert(numbers.all()[i]);
        for (std::size_t side = 0; side < 4; ++side) {
            if (beyond[side]) outside[side].push_back(numbers.all()[i]);
        }
    }
    std::set<Side> sides;
    for (std::size_t side = 0; side < 4; ++side) {
        if (share_of(outside[side], [&](int each) { return inside.contains(each); }) > share)
            sides.insert(kSides[side]);
    }
    return sides;
}

namespace {

// The sides where cells of a larger grid look like covered cells of the board, or have digits like its own.
std::set<Side> goes_on_beyond(const Pixels& pixels, const Grid& whole, const Box& core,
                              const std::vector<Mark>& marks, const Limits& limits) {
    constexpr double kShared = 0.5;
    const std::vector<Look> looks = looks_of(faces_of(pixels, whole, limits), limits);
    const Plane<int> numbers = numbers_of(looks, whole.rows(), whole.columns());
    std::set<Side> sides = alike_beyond(numbers, core, kShared, marks);
    sides.merge(digits_beyond(looks, numbers, core, marks));
    return sides;
}

}  // namespace

std::set<Side> uneven_beyond(const Pixels& pixels, const Edges& edges, const Grid& grid,
                             const std::vector<Mark>& marks, const Limits& limits) {
    std::set<Side> sides;
    for (const Grid& whole : find_uneven(edges, grid, true)) {
        if (!whole.overlaps(grid)) continue;
        const auto before = [](const Lines& lines, double place) {
            return static_cast<int>(std::ranges::count_if(lines, [&](double line) { return line < place; }));
        };
        const double across = grid.width() / 2, down = grid.height() / 2;
        const Box core = {before(whole.xs, grid.xs.front() - across),
                          before(whole.ys, grid.ys.front() - down), before(whole.xs, grid.xs.back() - across),
                          before(whole.ys, grid.ys.back() - down)};
        const Box all = {0, 0, whole.columns(), whole.rows()};
        const bool is_same = core.width() == grid.columns() && core.height() == grid.rows();
        if (core == all || !is_same) continue;
        sides.merge(goes_on_beyond(pixels, whole, core, marks, limits));
    }
    return sides;
}

std::set<Side> even_beyond(const Pixels& pixels, const Grid& grid, const std::vector<Mark>& marks,
                           const Limits& limits) {
    const int up = grid.ys.front() >= grid.height(), left = grid.xs.front() >= grid.width();
    const int down = grid.ys.back() + grid.height() <= pixels.height;
    const int right = grid.xs.back() + grid.width() <= pixels.width;
    const Grid whole = grid.with_margins(up, left, down, right);
    const Box core = {left, up, left + grid.columns(), up + grid.rows()};
    return goes_on_beyond(pixels, whole, core, marks, limits);
}

}  // namespace sapper::screen
