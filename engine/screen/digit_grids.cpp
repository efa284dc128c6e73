// Where the board of a picture without lines may lie, by the digits that repeat at one distance.
#include <complex>
#include <numbers>
#include <numeric>
#include <optional>

#include "screen/places.hpp"
#include "screen/signs.hpp"

namespace sapper::screen {

namespace {

// What is drawn on a ground: its box.
struct Glyph : Box {
    double across() const { return (left + right) / 2.0; }
    double down() const { return (top + bottom) / 2.0; }
};

// Pixels that belong together, as trees.
class Together {
  public:
    explicit Together(std::size_t count) : parents_(count) {
        std::iota(parents_.begin(), parents_.end(), std::uint32_t{0});
    }

    std::uint32_t root(std::uint32_t place) {
        while (parents_[place] != place)
            place = parents_[place] = parents_[parents_[place]];
        return place;
    }

    void join(std::uint32_t one, std::uint32_t other) {
        one = root(one), other = root(other);
        parents_[std::max(one, other)] = std::min(one, other);
    }

  private:
    std::vector<std::uint32_t> parents_;
};

// The parts of a picture without its large areas of nearly one colour.
Plane<char> ink_of(const Pixels& pixels, const Limits& limits) {
    constexpr int kOneColour = 8;    // pixels beside each other differ by fewer grey levels within an area
    constexpr int kLargeArea = 200;  // one part in so many of the picture is a large area
    const std::uint32_t width = static_cast<std::uint32_t>(pixels.width);
    const std::uint32_t height = static_cast<std::uint32_t>(pixels.height);
    const auto differs = [](const std::uint8_t* one, const std::uint8_t* other) {
        return std::abs(one[0] - other[0]) > kOneColour || std::abs(one[1] - other[1]) > kOneColour ||
               std::abs(one[2] - other[2]) > kOneColour;
    };
    Together areas(std::size_t{width} * height);
    for (std::uint32_t y = 0; y < height; ++y) {
        if (y % 64 == 0) poll(limits);
        for (std::uint32_t x = 0; x < width; ++x) {
            const std::uint8_t* const here = pixels.at(static_cast<int>(y), static_cast<int>(x));
            if (x > 0 && !differs(here, here - pixels.right)) areas.join(y * width + x, y * width + x - 1);
            if (y > 0 && !differs(here, here - pixels.down)) areas.join(y * width + x, (y - 1) * width + x);
        }
    }
    std::vector<std::uint32_t> sizes(std::size_t{width} * height);
    for (std::uint32_t i = 0; i < sizes.size(); ++i)
        ++sizes[areas.root(i)];
    const std::size_t large = sizes.size() / kLargeArea;
    Plane<char> ink(height, width);
    for (std::uint32_t place = 0; place < sizes.size(); ++place)
        ink.all()[place] = sizes[areas.root(place)] < large;
    return ink;
}

// What lies on the large areas of nearly one colour.
std::vector<Glyph> glyphs_of(const Pixels& pixels, const Limits& limits) {
    std::vector<Glyph> result;
    for (const Box& each : boxes_of(ink_of(pixels, limits))) {
        const Glyph box{each};
        constexpr int kLeast = 5;  // pixels of a digit
        if (box.height() >= kLeast && box.height() <= kLargestPitch && 8 * box.width() >= box.height() &&
            5 * box.width() <= 6 * box.height())
            result.push_back(box);
    }
    return result;
}

// Whether a glyph is a digit, by its shape alone.
bool is_digit(const Pixels& pixels, const Glyph& glyph) {
    constexpr double kSure = 0.9;
    constexpr int kAround = 2;     // pixels, so that most are of the ground
    constexpr float kFull = 0.7F;  // points with this share of the strongest ink are full ink
    const Pixels part = pixels.part(glyph.left, glyph.top, glyph.right, glyph.bottom);
    const Colour ground = median_of(pixels.part(glyph.left - kAround, glyph.top - kAround,
                                                glyph.right + kAround, glyph.bottom + kAround));
    Plane<float> drawing(static_cast<std::size_t>(glyph.height()), static_cast<std::size_t>(glyph.width()));
    auto next = drawing.all().begin();
    part.each([&](const std::uint8_t* pixel) { *next++ = apart(colour_at(pixel), ground); });
    const float full = kFull * std::max(*std::ranges::max_element(drawing.all()), 1.0F);
    for (float& value : drawing.all())
        value = std::min(value / full, 1.0F);
    const Likeness likeness = likeliest_sign(drawing, static_cast<double>(glyph.width()) / glyph.height());
    return likeness.kind < kSlash && likeness.chance > kSure;
}

// The glyphs of the most frequent height.
std::vector<Glyph> of_one_height(const std::vector<Glyph>& glyphs) {
    std::vector<Glyph> best;
    for (int height = 5; height <= kLargestPitch; ++height) {
        std::vector<Glyph> same;
        std::ranges::copy_if(glyphs, std::back_inserter(same), [&](const Glyph& glyph) {
            return std::abs(glyph.height() - height) <= height / 12;
        });
        if (same.size() > best.size()) best = std::move(same);
    }
    return best;
}

// What may be the digits of a board: those of the most frequent height, and all glyphs of each of the usual
// heights, whatever they are.
std::vector<std::vector<Glyph>> digits_among(const Pixels& pixels, std::vector<Glyph> glyphs,
                                             const Limits& limits) {
    constexpr std::size_t kHeights = 2;
    std::vector<Glyph> digits;
    std::ranges::copy_if(glyphs, std::back_inserter(digits), [&](const Glyph& glyph) {
        poll(limits);
        return is_digit(pixels, glyph);
    });
    std::vector<std::vector<Glyph>> result;
    while (result.size() < kHeights && !glyphs.empty()) {
        result.push_back(of_one_height(glyphs));
        std::erase_if(glyphs, [&](const Glyph& glyph) {
            return std::ranges::any_of(result.back(),
                                       [&](const Glyph& each) { return each.height() == glyph.height(); });
        });
    }
    result.push_back(of_one_height(digits));
    return result;
}

struct Period {
    double pitch;
    double middle;  // of a cell
};

// The largest distance at which most places lie in step. They may be `near` cells from the middle of theirs.
std::optional<Period> period_of(const std::vector<double>& places, double near, double least, double share) {
    constexpr double kStep = 0.001;  // by which part pitches are tried
    std::optional<Period> best;
    std::size_t most = 0;
    double closest = 0, largest = 0;
    std::vector<double> parts(places.size());
    for (double pitch = kLargestPitch; pitch >= least; pitch *= 1 - kStep) {
        if (best && pitch < 0.75 * largest) break;
        for (std::size_t i = 0; i < places.size(); ++i)
            parts[i] = places[i] / pitch - std::floor(places[i] / pitch);
        std::ranges::sort(parts);
        for (std::size_t low = 0, high = 0; low < parts.size(); ++low) {
            const auto part = [&](std::size_t i) {
                return i < parts.size() ? parts[i] : parts[i - parts.size()] + 1;
            };
            while (high < low + parts.size() && part(high) - parts[low] <= 2 * near)
                ++high;
            const std::size_t count = high - low;
            if (static_cast<double>(count) < share * static_cast<double>(places.size())) continue;
            double sum = 0, squares = 0;
            for (std::size_t i = low; i < high; ++i) {
                sum += part(i);
                squares += part(i) * part(i);
            }
            const double mean = sum / static_cast<double>(count);
            const double spread = squares / static_cast<double>(count) - mean * mean;
            if (count > most || (count == most && spread < closest)) {
                most = count;
                closest = spread;
                if (!best) largest = pitch;
                best = {pitch, mean * pitch};
            }
        }
    }
    return best;
}

// Lines that lie on edges: moved by a part of a cell to where most edges are, if there are such.
Lines onto_edges(const Steps& steps, Lines lines, int low, int high) {
    constexpr double kFarthest = 0.22;  // of a cell
    constexpr double kClear = 2;        // times as much of an edge as elsewhere
    const std::vector<double> profile = steps.profile(low, high);
    const double pitch = lines[1] - lines[0];
    const int reach = static_cast<int>(kFarthest * pitch);
    std::vector<double> sums;
    for (int move = -reach; move <= reach; ++move) {
        double sum = 0;
        for (const double line : lines) {
            const int place = nearest_int(line) + move - 1;
            if (place >= 0 && place < static_cast<int>(profile.size()))
                sum += profile[static_cast<std::size_t>(place)];
        }
        sums.push_back(sum);
    }
    const auto top = std::ranges::max_element(sums);
    if (top == sums.begin() || top + 1 == sums.end()) return lines;  // there the digits themselves begin
    if (*top > kClear * std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(sums.size())) {
        for (double& line : lines)
            line += static_cast<double>(top - sums.begin()) - reach;
    }
    return lines;
}

// The lines around all cells of a period that lie in a picture.
Lines lines_in(const Period& period, int length) {
    constexpr double kCut = 0.25;  // the part of a cell that the picture may lack
    double line = std::fmod(period.middle - period.pitch / 2, period.pitch);
    while (line > -kCut * period.pitch)
        line -= period.pitch;
    Lines lines;
    for (line += period.pitch; line <= length + kCut * period.pitch; line += period.pitch)
        lines.push_back(line);
    return lines;
}

// The largest group of cells with digits that are near each other: the rows and columns that it takes up.
Box largest_group(const Plane<char>& digit_cells, std::size_t& count) {
    constexpr int kReach = 2;  // rows or columns from one to the next
    const int rows = static_cast<int>(digit_cells.rows()), columns = static_cast<int>(digit_cells.columns());
    Plane<char> left = digit_cells;
    Box best{0, 0, 0, 0};
    count = 0;
    for (int start = 0; start < rows * columns; ++start) {
        if (!left.all()[static_cast<std::size_t>(start)]) continue;
        std::vector<int> group = {start};
        left.all()[static_cast<std::size_t>(start)] = 0;
        Box part{columns, rows, 0, 0};
        for (std::size_t i = 0; i < group.size(); ++i) {
            const int row = group[i] / columns, column = group[i] % columns;
            part = part.with({column, row, column + 1, row + 1});
            for (int y = std::max(0, row - kReach); y < std::min(rows, row + kReach + 1); ++y) {
                for (int x = std::max(0, column - kReach); x < std::min(columns, column + kReach + 1); ++x) {
                    char& other = left(static_cast<std::size_t>(y), static_cast<std::size_t>(x));
                    if (other) group.push_back(y * columns + x);
                    other = 0;
                }
            }
        }
        if (group.size() > count) {
            count = group.size();
            best = part;
        }
    }
    return best;
}

// The rectangle without outer rows and columns that have one digit at most: it may be of a text beside a
// board.
Box without_single(Box part, const Plane<char>& digit_cells) {
    const auto has_few = [&](int left, int top, int right, int bottom) {
        int count = 0;
        for (int row = top; row < bottom; ++row) {
            for (int column = left; column < right; ++column)
                count += digit_cells(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
        }
        return count < 2;
    };
    for (Box before{0, 0, 0, 0}; part != before && part.width() > 1 && part.height() > 1;) {
        before = part;
        auto& [left, top, right, bottom] = part;
        left += has_few(left, top, left + 1, bottom);
        right -= has_few(right - 1, top, right, bottom);
        top += has_few(left, top, right, top + 1);
        bottom -= has_few(left, bottom - 1, right, bottom);
    }
    return part;
}

// The part of all cells with the digits and the covered cells beside it. These have a colour that open ones
// do not have.
Box with_covered(Box part, const std::vector<Colour>& grounds, const Plane<char>& digit_cells) {
    constexpr float kOther = 20;  // grey levels between covered and open cells
    constexpr float kSame = 8;    // and between covered cells
    std::vector<Colour> open, covered;
    const auto each_cell = [&](const Box& area, auto visit) {
        for (int row = area.top; row < area.bottom; ++row) {
            for (int column = area.left; column < area.right; ++column) {
                const std::size_t cell =
                    static_cast<std::size_t>(row) * digit_cells.columns() + static_cast<std::size_t>(column);
                visit(digit_cells.all()[cell], grounds[cell]);
            }
        }
    };
    each_cell(part, [&](char has_digit, const Colour& ground) {
        if (has_digit && !is_near(open, ground, kSame)) open.push_back(ground);
    });
    each_cell(part, [&](char, const Colour& ground) {
        if (!is_near(open, ground, kOther) && !is_near(covered, ground, kSame)) covered.push_back(ground);
    });
    const auto goes_on = [&](const Box& area) {
        bool any = false;
        each_cell(area, [&](char has_digit, const Colour& ground) {
            any = any || has_digit || is_near(covered, ground, kSame);
        });
        return any;
    };
    const int rows = static_cast<int>(digit_cells.rows()), columns = static_cast<int>(digit_cells.columns());
    while (true) {
        const Box before = part;
        auto& [left, top, right, bottom] = part;
        if (top > 0 && goes_on({left, top - 1, right, top})) --top;
        if (bottom < rows && goes_on({left, bottom, right, bottom + 1})) ++bottom;
        if (left > 0 && goes_on({left - 1, top, left, bottom})) --left;
        if (right < columns && goes_on({right, top, right + 1, bottom})) ++right;
        if (part == before) return part;
    }
}

// Digits in the cells of a picture without lines.
class DigitGrid {
  public:
    DigitGrid(const Pixels& pixels, const Edges& edges, const std::vector<Glyph>& glyphs,
              std::vector<Glyph> digits, const Limits& limits)
        : pixels_(pixels), edges_(edges), limits_(limits), glyphs_(glyphs), digits_(std::move(digits)) {}

    // At least a share of the digits lies in step.
    std::optional<Grid> grid(double share) {
        if (digits_.size() < kFewest || !find_periods(share)) return std::nullopt;
        for (int i = 0; i < 2; ++i)
            straighten();
        Lines xs = lines_in(columns_, pixels_.width);
        Lines ys = lines_in(rows_, pixels_.height);
        if (xs.size() < 2 || ys.size() < 2) return std::nullopt;
        const Plane<char> digit_cells = cells_with_digits(xs, ys);
        std::size_t count = 0;
        const Box part = without_single(largest_group(digit_cells, count), digit_cells);
        if (count < kFewest || part.width() < 2 || part.height() < 2) return std::nullopt;
        const auto at = [](const Lines& lines, int place) {
            return nearest_int(lines[static_cast<std::size_t>(place)]);
        };
        xs = onto_edges(edges_.across, std::move(xs), at(ys, part.top), at(ys, part.bottom));
        ys = onto_edges(edges_.down, std::move(ys), at(xs, part.left), at(xs, part.right));
        const std::vector<Colour> grounds = faces_of(pixels_, {xs, ys}, limits_).grounds;
        const Box cells = with_covered(part, grounds, digit_cells);
        const auto cut = [](const Lines& lines, int from, int to) {
            return Lines(lines.begin() + from, lines.begin() + to + 1);
        };
        return Grid{cut(xs, cells.left, cells.right), cut(ys, cells.top, cells.bottom)};
    }

  private:
    static constexpr std::size_t kFewest = 8;  // digits

    bool find_periods(double share) {
        constexpr double kWidest = 3;    // the most times that a cell is wider than high, or higher than wide
        constexpr double kAside = 0.12;  // how far from the middle of a cell a digit may be, in cells
        constexpr double kAbove = 0.06;
        constexpr std::size_t kEnough = 400;  // digits, about; so many tell as much as more
        std::vector<double> across, down;
        const std::size_t step = 1 + digits_.size() / kEnough;
        for (std::size_t i = 0; i < digits_.size(); i += step) {
            across.push_back(digits_[i].across());
            down.push_back(digits_[i].down());
        }
        poll(limits_);
        const double height = digits_[0].height();
        const auto columns = period_of(across, kAside, std::max<double>(kLeastPitch, 0.5 * height), share);
        const auto rows = period_of(down, kAbove, std::max<double>(kLeastPitch, 1.05 * height), share);
        if (!columns || !rows) return false;
        columns_ = *columns;
        rows_ = *rows;
        const double ratio = columns_.pitch / rows_.pitch;
        return ratio < kWidest && ratio > 1 / kWidest;
    }

    // Fits the periods to the digits, counted from the middle one so that a small error does not add up.
    void straighten() {
        std::vector<double> across, down;
        for (const Glyph& digit : digits_) {
            across.push_back(digit.across());
            down.push_back(digit.down());
        }
        columns_ = straight_period(columns_, std::move(across));
        rows_ = straight_period(rows_, std::move(down));
    }

    static Period straight_period(const Period& period, std::vector<double> places) {
        constexpr double kAway = 0.2;  // cells from the middle of one; what lies elsewhere does not count
        const double middle = median_of(places);
        double count = 0, number_sum = 0, place_sum = 0, squares = 0, products = 0;
        const double first =
            period.middle + std::round((middle - period.middle) / period.pitch) * period.pitch;
        for (const double place : places) {
            const double number = std::round((place - first) / period.pitch);
            if (std::abs(place - first - number * period.pitch) > kAway * period.pitch) continue;
            count += 1;
            number_sum += number;
            place_sum += place - first;
            squares += number * number;
            products += number * (place - first);
        }
        const double spread = count * squares - number_sum * number_sum;
        if (spread <= 0) return period;
        const double pitch = (count * products - number_sum * place_sum) / spread;
        return {pitch, first + (place_sum - pitch * number_sum) / count};
    }

    // The cells with a digit. What is not in the middle of a cell is of a text, and so is what is beside
    // something else there.
    Plane<char> cells_with_digits(const Lines& xs, const Lines& ys) const {
        constexpr double kAside = 0.2;  // cells from the middle of one
        constexpr double kAbove = 0.1;
        Plane<char> digit_cells(ys.size() - 1, xs.size() - 1);
        Plane<char> glyph_cells = digit_cells, text = digit_cells;
        const auto each_in_cell = [&](const std::vector<Glyph>& all, auto visit) {
            for (const Glyph& glyph : all) {
                const double column = (glyph.across() - xs[0]) / columns_.pitch;
                const double row = (glyph.down() - ys[0]) / rows_.pitch;
                if (column < 0 || row < 0 || column >= static_cast<double>(digit_cells.columns()) ||
                    row >= static_cast<double>(digit_cells.rows()))
                    continue;
                visit(static_cast<std::size_t>(row), static_cast<std::size_t>(column),
                      std::abs(column - std::floor(column) - 0.5) <= kAside &&
                          std::abs(row - std::floor(row) - 0.5) <= kAbove);
            }
        };
        each_in_cell(glyphs_, [&](std::size_t row, std::size_t column, bool middle) {
            if (!middle || glyph_cells(row, column)) text(row, column) = 1;
            glyph_cells(row, column) = 1;
        });
        each_in_cell(digits_, [&](std::size_t row, std::size_t column, bool) {
            if (!text(row, column)) digit_cells(row, column) = 1;
        });
        return digit_cells;
    }

    const Pixels& pixels_;
    const Edges& edges_;
    const Limits& limits_;
    const std::vector<Glyph>& glyphs_;
    std::vector<Glyph> digits_;
    Period columns_{};
    Period rows_{};
};

}  // namespace

std::vector<Grid> find_digit_grids(const Pixels& pixels, const Edges& edges, const Limits& limits) {
    const std::vector<Glyph> glyphs = glyphs_of(pixels, limits);
    const std::vector<std::vector<Glyph>> all = digits_among(pixels, glyphs, limits);
    std::vector<Grid> result;
    for (const std::vector<Glyph>& digits : all) {
        // What is beside a digit in its cell is no text if all digits are known.
        const std::vector<Glyph>& others = &digits == &all.back() ? digits : glyphs;
        // Letters and labels beside a board may not be in step with its digits.
        for (const double share : {0.75, 0.95}) {
            std::optional<Grid> grid = DigitGrid(pixels, edges, others, digits, limits).grid(share);
            if (grid && std::ranges::find(result, *grid) == result.end()) result.push_back(std::move(*grid));
        }
    }
    return result;
}

}  // namespace sapper::screen
