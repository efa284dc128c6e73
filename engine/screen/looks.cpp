#include "screen/looks.hpp"

#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "screen/signs.hpp"
#include "util/lists.hpp"

namespace sapper::screen {

namespace {

constexpr float kSameGround = 22;  // the grounds of cells of one look differ by at most this many grey levels

// The sum of the terms of all numbers below a count. They are added in lanes, so that a compiler may use the
// vectors of a processor.
template <typename Term>
float sum_in_lanes(std::size_t count, Term term) {
    std::array<float, 8> lanes{};
    std::size_t i = 0;
    for (; i + lanes.size() <= count; i += lanes.size()) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane)
            lanes[lane] += term(i + lane);
    }
    float sum = std::accumulate(lanes.begin(), lanes.end(), 0.0F);
    for (; i < count; ++i)
        sum += term(i);
    return sum;
}

// How much the points of a cell differ from its mean colour, in grey levels together.
float variation_of(std::span<const float> points) {
    std::array<double, 3> means{};
    for (std::size_t i = 0; i < points.size(); ++i)
        means[i % 3] += 3 * static_cast<double>(points[i]) / static_cast<double>(points.size());
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        sum += std::abs(points[i] - means[i % 3]);
    return static_cast<float>(sum);
}

// How much lighter a cell is above and at the left than below and at the right, in grey levels.
float relief(const Borders& border) {
    const auto mean = [](const Colour& colour) { return (colour[0] + colour[1] + colour[2]) / 3; };
    return mean(border[0]) - mean(border[1]) + mean(border[2]) - mean(border[3]);
}

// Which values lie on the other side of the greatest step between them than the example, if it is large
// enough; else none.
std::vector<char> beyond_step(const std::vector<float>& values, float example, float least) {
    std::vector<float> order = values;
    std::ranges::sort(order);
    std::size_t step = 0;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        if (order[i + 1] - order[i] > order[step + 1] - order[step]) step = i;
    }
    std::vector<char> beyond(values.size());
    if (order.size() < 2 || order[step + 1] - order[step] < least) return beyond;
    for (std::size_t i = 0; i < values.size(); ++i)
        beyond[i] = (example > order[step]) == (values[i] <= order[step]);
    return beyond;
}

// Cuts what is drawn to its size.
void cut_drawing(std::span<const float> strengths, std::size_t side, Look& look) {
    constexpr float kFull = 0.7F;  // points with this share of the strongest ink are full ink
    constexpr float kSeen = 0.5F;  // points with this share of full ink belong to the drawing
    const float full = kFull * *std::ranges::max_element(strengths);  // some digits have an outline
    std::size_t low = side, high = 0, left = side, right = 0;
    for (std::size_t i = 0; i < strengths.size(); ++i) {
        if (strengths[i] / full <= kSeen) continue;
        low = std::min(low, i / side);
        high = std::max(high, i / side + 1);
        left = std::min(left, i % side);
        right = std::max(right, i % side + 1);
    }
    look.drawing = Plane<float>(high - low, right - left);
    for (std::size_t y = low; y < high; ++y) {
        for (std::size_t x = left; x < right; ++x)
            look.drawing(y - low, x - left) = std::min(strengths[y * side + x] / full, 1.0F);
    }
    const auto part = [side](std::size_t at) { return static_cast<double>(at) / static_cast<double>(side); };
    look.extent = {part(left), part(low), part(right), part(high)};
}

class Looks {
  public:
    Looks(const Faces& faces, const std::vector<Look>& known_looks, const Limits& limits)
        : faces_(faces),
          limits_(limits),
          left_(faces.size(), 1),
          variations_(faces.size()),
          totals_(faces.size()) {
        const auto is_doubtful = [](const Look& look) { return look.doubtful; };
        is_shaded_ =
            std::any_of(faces.doubtful.begin(), faces.doubtful.end(), [](char each) { return each != 0; }) ||
            std::any_of(known_looks.begin(), known_looks.end(), is_doubtful);
        for (Cell cell = 0; is_shaded_ && cell < faces.size(); ++cell)
            variations_[cell] = variation_of(faces.face(cell));
        for (Cell cell = 0; cell < faces.size(); ++cell)
            totals_[cell] = faces.plain[cell] != 0 ? 0 : sum_of(faces.ink(cell));
    }

    std::vector<Look> find(const std::vector<Look>& known_looks, std::size_t most) {
        std::vector<Look> result;
        for (Look look : known_looks) {
            set_cells(look, like(look));
            result.push_back(std::move(look));
        }
        std::vector<Look> looks;
        Cell first = 0;
        const auto skip = [&] { return first = next_left(first), first < faces_.size(); };
        while (skip() && looks.size() <= most) {
            Look look = look_of(faces_, first);
            std::vector<Cell> cells = like(look);
            if (!std::ranges::binary_search(cells, first))
                cells.insert(std::ranges::lower_bound(cells, first), first);
            set_cells(look, std::move(cells));
            looks.push_back(std::move(look));
        }
        if (!skip() && is_shaded_) looks = join_shades(std::move(looks));
        for (Look& look : looks)
            result.push_back(std::move(look));
        divide(result);
        share_out(result);
        part_digits(result);
        const auto begin = result.begin() + static_cast<std::ptrdiff_t>(known_looks.size());
        result.erase(std::remove_if(begin, result.end(), [](const Look& look) { return look.cells.empty(); }),
                     result.end());
        std::stable_sort(begin, result.end(), [](const Look& one, const Look& other) {
            return one.cells.size() > other.cells.size();
        });
        return result;
    }

  private:
    Cell next_left(Cell cell) const {
        while (cell < faces_.size() && !left_[cell])
            ++cell;
        return cell;
    }

    // Gives a look its cells, and takes them from those that are left.
    void set_cells(Look& look, std::vector<Cell> cells) {
        for (const Cell cell : cells) {
            left_[cell] = 0;
            const std::span<const float> face = faces_.face(cell);
            for (std::size_t i = 0; i < face.size(); ++i) {
                look.darkest[i] = std::min(look.darkest[i], face[i]);
                look.lightest[i] = std::max(look.lightest[i], face[i]);
            }
        }
        look.cells = std::move(cells);
    }

    // The cells that are left and look like an example.
    std::vector<Cell> like(const Look& example) const {
        poll(limits_);
        std::vector<Cell> near;
        for (Cell cell = 0; cell < faces_.size() && !example.doubtful; ++cell) {
            if (left_[cell] && !faces_.doubtful[cell] && (faces_.plain[cell] != 0) == example.plain &&
                apart(faces_.grounds[cell], example.ground) < kSameGround &&
                (!example.plain || borders_apart(faces_.borders[cell], example.border) < 10))
                near.push_back(cell);
        }
        if (!example.plain) keep_same_drawings(near, example);
        if (!is_shaded_) return near;
        std::vector<char> is_near(faces_.size());
        for (const Cell cell : near)
            is_near[cell] = 1;
        const Shade shade(example);
        for (Cell cell = 0; cell < faces_.size(); ++cell) {
            if (left_[cell] && !is_near[cell] && is_shaded_like(cell, example, shade)) near.push_back(cell);
        }
        std::ranges::sort(near);
        return near;
    }

    // Keeps the cells whose drawings are the same as an example, up to a shift by one point. Different
    // numbers on equal signs differ little. So if no drawing lies between those that equal the example and
    // those that differ a little, the latter are not the same.
    void keep_same_drawings(std::vector<Cell>& cells, const Look& example) const {
        constexpr double kAlike = 0.22;    // equal drawings differ by at most this share of their ink
        constexpr double kEqual = 0.05;    // drawings that differ by less equal each other, apart from noise
        constexpr double kUnequal = 0.12;  // where none differs by something between, others are not the same
        const double total = sum_of(example.ink);
        std::vector<std::array<double, 2>>
            away;  // by how much a drawing differs, and the ink that this is of
        bool between = false;
        for (const Cell cell : cells) {
            const double least = std::min(total, totals_[cell]);
            double best = kAlike * least;
            for (const int down : {0, -1, 1}) {
                for (const int right : {0, -1, 1}) {
                    if (best > kEqual * least)
                        best = shifted_apart(faces_.ink(cell), example.ink, down, right, best);
                }
            }
            away.push_back({best, least});
            between |= best > kEqual * least && best < kUnequal * least;
        }
        std::size_t count = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (away[i][0] < (between ? kAlike : kUnequal) * away[i][1]) cells[count++] = cells[i];
        }
        cells.resize(count);
    }

    static double sum_of(std::span<const float> ink) {
        double sum = 0;
        for (const float value : ink)
            sum += std::abs(value);
        return sum;
    }

    // How much an ink that is shifted differs from another one, or `most` if it differs more. Begins with the
    // middle, where most of a drawing is.
    double shifted_apart(std::span<const float> ink, std::span<const float> other, int down, int right,
                         double most) const {
        const int side = static_cast<int>(faces_.side);
        const int rows = side - std::abs(down);
        double sum = 0;
        for (int i = 0; i < rows && sum < most; ++i) {
            const int y = std::max(0, down) + (i + rows / 2) % rows;
            const float* const here = ink.data() + 3 * (y * side + std::max(0, right));
            const float* const there = other.data() + 3 * ((y - down) * side + std::max(0, -right));
            sum += sum_in_lanes(static_cast<std::size_t>(3 * (side - std::abs(right))),
                                [&](std::size_t at) { return std::abs(here[at] - there[at]); });
        }
        return std::min(sum, most);
    }

    // How a background shines through the cells of a look.
    struct Shade {
        explicit Shade(const Look& look)
            : variation(variation_of(look.points)), shines(look.darkest != look.lightest) {}

        float variation;
        bool shines;  // whether the cells differ
    };

    // Whether a cell looks the same as those of a look, if a background shines through them.
    bool is_shaded_like(Cell cell, const Look& example, const Shade& shade) const {
        constexpr float kVaries = 2;  // the least mean grey levels by which the points of such a cell vary
        constexpr float kShadeShare = 0.08F;  // equal cells differ by at most this share of how they vary
        const float own = variations_[cell], variation = shade.variation;
        if (own < variation / 2 || own > 2 * variation ||
            variation < kVaries * static_cast<float>(example.points.size()))
            return false;
        const float limit = kShadeShare * std::min(own, variation);
        return is_same_shaded(faces_.face(cell), example.points, limit) ||
               (shade.shines && is_same_where_opaque(faces_.face(cell), example, limit));
    }

    // The points may differ by a part of what most of them differ by, and beyond that by the limit together.
    static bool is_same_shaded(std::span<const float> points, std::span<const float> example, float limit) {
        constexpr std::size_t kFew = 10;  // per cent of the points at each end do not tell how grounds differ
        constexpr std::size_t kStretch = 96;  // points until the sum is looked at
        double beyond = 0;  // what is beyond the limit even if all of it were of the background
        for (std::size_t first = 0; first < points.size() && beyond < limit; first += kStretch)
            beyond += sum_in_lanes(std::min(kStretch, points.size() - first), [&](std::size_t i) {
                return std::max(0.0F, std::abs(points[first + i] - example[first + i]) - kSameGround);
            });
        if (beyond >= limit) return false;
        const std::size_t count = points.size() / 3;
        const std::size_t few = count * kFew / 100;
        std::vector<float> differs(count);
        double sum = 0;
        for (std::size_t channel = 0; channel < 3; ++channel) {
            for (std::size_t i = 0; i < count; ++i)
                differs[i] = points[3 * i + channel] - example[3 * i + channel];
            const auto at_rank = [&](std::size_t rank) {
                const auto place = differs.begin() + static_cast<std::ptrdiff_t>(rank);
                std::nth_element(differs.begin(), place, differs.end());
                return *place;
            };
            const float low = std::clamp(at_rank(few), -kSameGround, 0.0F);
            const float high = std::clamp(at_rank(count - few), 0.0F, kSameGround);
            for (const float each : differs)
                sum += std::abs(each - std::clamp(each, low, high));
        }
        return sum < limit;
    }

    // The cells of the look differ where a background with edges shines through. At the other points a cell
    // must be the same, up to their share of the limit.
    static bool is_same_where_opaque(std::span<const float> points, const Look& example, float limit) {
        constexpr float kThrough = 3;     // it shines through where equal cells differ by more grey levels
        constexpr float kLighter = 45;    // there it may be lighter or darker by fewer grey levels
        constexpr double kOpaque = 0.25;  // the least share of the points that hide it, so that they tell
        double sum = 0;
        float most = 0;
        std::size_t through = 0;
        for (std::size_t i = 0; i < points.size(); i += 3) {
            float range = 0, differs = 0, largest = 0;
            for (std::size_t at = i; at < i + 3; ++at) {
                range = std::max(range, example.lightest[at] - example.darkest[at]);
                const float away = std::abs(points[at] - example.points[at]);
                differs += away;
                largest = std::max(largest, away);
            }
            if (range > kThrough) {
                ++through;
                most = std::max(most, largest);
            } else {
                sum += differs;
            }
            if (sum >= limit || most >= kLighter) return false;
        }
        const double share = 3 * static_cast<double>(through) / static_cast<double>(points.size());
        return through > 0 && share <= 1 - kOpaque && sum < limit * (1 - share);
    }

    // The looks without those that are equal to a larger one, but for a background that shines through. Only
    // all cells of a look together tell where it does.
    std::vector<Look> join_shades(std::vector<Look> looks) {
        std::ranges::stable_sort(looks, std::greater{}, [](const Look& look) { return look.cells.size(); });
        std::vector<Look> wholes;
        std::vector<Shade> shades;
        for (Look& look : looks) {
            poll(limits_);
            std::size_t larger = 0;
            const auto is_like_all = [&](Cell cell) {
                return is_shaded_like(cell, wholes[larger], shades[larger]);
            };
            while (larger < wholes.size() && !std::ranges::all_of(look.cells, is_like_all))
                ++larger;
            if (larger == wholes.size()) {
                shades.emplace_back(look);
                wholes.push_back(std::move(look));
            } else {
                std::vector<Cell> cells = wholes[larger].cells;
                append(cells, look.cells);
                std::ranges::sort(cells);
                set_cells(wholes[larger], std::move(cells));
                shades[larger].shines = true;
            }
        }
        return wholes;
    }

    // Moves cells of plain looks that are of another one into looks of their own. Those that are added are
    // divided, too.
    void divide(std::vector<Look>& looks) const {
        for (std::size_t number = 0; number < looks.size(); ++number) {
            while (looks[number].plain && !looks[number].doubtful && !looks[number].cells.empty()) {
                const std::vector<char> other = others_in(looks[number]);
                Look other_look = looks[number];
                std::vector<Cell> own_cells;
                other_look.cells.clear();
                for (std::size_t i = 0; i < other.size(); ++i)
                    (other[i] ? other_look.cells : own_cells).push_back(looks[number].cells[i]);
                if (other_look.cells.empty()) break;
                const Cell at = other_look.cells[0];
                other_look.ground = faces_.grounds[at];
                other_look.border = faces_.borders[at];
                other_look.ink.assign(faces_.ink(at).begin(), faces_.ink(at).end());
                other_look.points.assign(faces_.face(at).begin(), faces_.face(at).end());
                looks[number].cells = std::move(own_cells);
                looks.push_back(std::move(other_look));
            }
        }
    }

    // Moves cells whose drawing is surely another digit than that of the example into looks of their own.
    // Most of what is drawn may be the same in both, such as a plate under the digits.
    void part_digits(std::vector<Look>& looks) const {
        for (std::size_t number = 0, count = looks.size(); number < count; ++number) {
            const int digit = sure_digit(looks[number]);
            if (digit == 0 || looks[number].cells.size() < 2) continue;
            std::map<int, std::vector<Cell>> parts;
            for (const Cell cell : looks[number].cells) {
                const int other = sure_digit(look_of(faces_, cell));
                parts[other == 0 ? digit : other].push_back(cell);
            }
            looks[number].cells = std::move(parts[digit]);
            parts.erase(digit);
            for (auto& [other, cells] : parts) {
                looks.push_back(look_of(faces_, cells[0]));
                looks.back().cells = std::move(cells);
            }
        }
    }

    // The cells of a plain look that are of another one. They have other grounds than its example, with none
    // between them, while a background that shines through changes little from cell to cell. Or they are
    // sunken while the example is raised, or the other way round.
    std::vector<char> others_in(const Look& look) const {
        constexpr float kGap = 6;  // grey levels between the grounds of plain cells that are not of one look
        constexpr float kReliefStep = 12;  // and between raised and sunken cells
        std::size_t channel = 0;
        float widest = -1;
        for (std::size_t each = 0; each < 3; ++each) {
            float least = std::numeric_limits<float>::infinity();
            float most = -least;
            for (const Cell cell : look.cells) {
                least = std::min(least, faces_.grounds[cell][each]);
                most = std::max(most, faces_.grounds[cell][each]);
            }
            if (most - least > widest) {
                widest = most - least;
                channel = each;
            }
        }
        std::vector<float> values;
        for (const Cell cell : look.cells)
            values.push_back(faces_.grounds[cell][channel]);
        std::vector<char> other = beyond_step(values, look.ground[channel], kGap);
        if (std::ranges::find(other, char{1}) != other.end()) return other;
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = relief(faces_.borders[look.cells[i]]);
        other = beyond_step(values, relief(look.border), kReliefStep);
        const bool is_raised = relief(look.border) > 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (other[i] == (is_raised ? values[i] >= 0 : values[i] <= 0))
                return std::vector<char>(values.size());
        }
        return other;
    }

    // A look takes every cell within its limits, but the cell may be nearer to a later look.
    void share_out(std::vector<Look>& looks) const {
        std::vector<std::size_t> flat;
        std::vector<Cell> members;
        for (std::size_t number = 0; number < looks.size(); ++number) {
            if (!looks[number].plain || looks[number].doubtful) continue;
            flat.push_back(number);
            members.insert(members.end(), looks[number].cells.begin(), looks[number].cells.end());
            looks[number].cells.clear();
        }
        std::ranges::sort(members);
        for (const Cell cell : members) {
            const auto away = [&](std::size_t number) {
                return apart(faces_.grounds[cell], looks[number].ground) +
                       borders_apart(faces_.borders[cell], looks[number].border);
            };
            looks[*std::ranges::min_element(flat, std::less{}, away)].cells.push_back(cell);
        }
    }

    const Faces& faces_;
    const Limits& limits_;
    std::vector<char> left_;
    bool is_shaded_;  // a background may shine through
    std::vector<float> variations_;
    std::vector<double> totals_;  // of the ink of each cell
};

}  // namespace

Look look_of(const Faces& faces, Cell cell) {
    const auto copy = [](std::span<const float> values) {
        return std::vector<float>(values.begin(), values.end());
    };
    Look look;
    look.plain = faces.plain[cell] != 0;
    look.doubtful = faces.doubtful[cell] != 0;
    look.ground = faces.grounds[cell];
    look.border = faces.borders[cell];
    look.stretch = faces.stretch;
    look.ink = copy(faces.ink(cell));
    look.points = look.darkest = look.lightest = copy(faces.face(cell));
    if (!look.plain) cut_drawing(faces.strength(cell), faces.side, look);
    return look;
}

std::vector<Look> looks_of(const Faces& faces, const std::vector<Look>& known_looks, std::size_t most,
                           const Limits& limits) {
    return Looks(faces, known_looks, limits).find(known_looks, most);
}

int sure_digit(const Look& look) {
    constexpr double kSure = 0.99;
    if (look.drawing.empty()) return 0;
    const Likeness likeness = likeliest_sign(look.drawing, look.proportion());
    return likeness.chance > kSure && likeness.kind <= 8 ? likeness.kind : 0;
}

std::vector<Colour> plain_grounds(const std::vector<Look>& looks) {
    std::vector<Colour> grounds;
    for (const Look& look : looks) {
        if (look.plain) grounds.push_back(look.ground);
    }
    return grounds;
}

Plane<int> numbers_of(const std::vector<Look>& looks, int rows, int columns) {
    Plane<int> numbers(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns));
    for (std::size_t number = 0; number < looks.size(); ++number) {
        for (const Cell cell : looks[number].cells)
            numbers.all()[cell] = static_cast<int>(number);
    }
    return numbers;
}

}  // namespace sapper::screen
