// Where a picture has edges, and at which distances they repeat.
#include <algorithm>
#include <bit>
#include <complex>
#include <numbers>
#include <numeric>
#include <optional>

#include "screen/places.hpp"

namespace sapper::screen {

namespace {

constexpr std::size_t kAlong = 8;  // pixels along a line that are averaged; even, so that dither cancels out
constexpr float kStrong = 12;      // a step of this many grey levels counts as a full edge
constexpr float kFaint = 2;        // a step of this many grey levels counts as no edge

// The sums of a plane above each row; one row more than the plane.
Plane<float> running_sums(const Plane<float>& plane) {
    Plane<float> sums(plane.rows() + 1, plane.columns());
    for (std::size_t row = 0; row < plane.rows(); ++row) {
        const std::span<const float> before = std::as_const(sums).row(row);
        const std::span<const float> more = plane.row(row);
        const std::span<float> after = sums.row(row + 1);
        for (std::size_t i = 0; i < more.size(); ++i)
            after[i] = before[i] + more[i];
    }
    return sums;
}

// Two planes that differ wherever the eye sees an edge: grey, and blue against red. Each place is the average
// of two pixels by two, in which dither is plain. It lies half a pixel further on.
std::array<Plane<float>, 2> planes_of(const Pixels& pixels) {
    const std::size_t height = static_cast<std::size_t>(pixels.height);
    const std::size_t width = static_cast<std::size_t>(pixels.width);
    std::array<Plane<float>, 2> planes{Plane<float>(height - 1, width - 1),
                                       Plane<float>(height - 1, width - 1)};
    // The sums of each pixel and its right neighbour, in this row of pixels and in the one before.
    std::array<std::vector<float>, 2> before{std::vector<float>(width - 1), std::vector<float>(width - 1)};
    std::array<std::vector<float>, 2> beside = before;
    for (std::size_t y = 0; y < height; ++y) {
        float grey = 0;
        float colour = 0;
        for (std::size_t x = 0; x < width; ++x) {
            const std::uint8_t* const pixel = pixels.at(static_cast<int>(y), static_cast<int>(x));
            const float next = 0.3F * pixel[0] + 0.5F * pixel[1] + 0.2F * pixel[2];
            const float next_colour = 0.4F * (static_cast<float>(pixel[0]) - static_cast<float>(pixel[2]));
            if (x > 0) {
                beside[0][x - 1] = grey + next;
                beside[1][x - 1] = colour + next_colour;
            }
            grey = next;
            colour = next_colour;
        }
        for (std::size_t kind = 0; y > 0 && kind < 2; ++kind) {
            for (std::size_t x = 0; x + 1 < width; ++x)
                planes[kind](y - 1, x) = (before[kind][x] + beside[kind][x]) * 0.25F;
        }
        before.swap(beside);
    }
    return planes;
}

// The differences of places beside each other.
Plane<float> differences(const Plane<float>& plane) {
    Plane<float> result(plane.rows(), plane.columns() - 1);
    for (std::size_t row = 0; row < plane.rows(); ++row) {
        const std::span<const float> values = plane.row(row);
        for (std::size_t i = 0; i + 1 < values.size(); ++i)
            result(row, i) = values[i + 1] - values[i];
    }
    return result;
}

// The Fourier transform of lists of one length, a power of two.
class Fourier {
  public:
    explicit Fourier(std::size_t size) : places_(size), turns_(size) {
        for (std::size_t i = 1; i < size; ++i)
            places_[i] = places_[i / 2] / 2 + (i % 2) * size / 2;
        for (std::size_t half = 1; half < size; half *= 2) {
            for (std::size_t i = 0; i < half; ++i)
                turns_[half + i] = std::complex<float>(
                    std::polar(1.0, -std::numbers::pi * static_cast<double>(i) / static_cast<double>(half)));
        }
    }

    void transform(std::vector<std::complex<float>>& values) const {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i < places_[i]) std::swap(values[i], values[places_[i]]);
        }
        for (std::size_t half = 1; half < values.size(); half *= 2) {
            for (std::size_t start = 0; start < values.size(); start += 2 * half) {
                std::complex<float>* const low = values.data() + start;
                std::complex<float>* const high = low + half;
                const std::complex<float>* const turns = turns_.data() + half;
                for (std::size_t i = 0; i < half; ++i) {
                    // The product of `std::complex` looks for infinities.
                    const float real = turns[i].real() * high[i].real() - turns[i].imag() * high[i].imag();
                    const float imaginary =
                        turns[i].real() * high[i].imag() + turns[i].imag() * high[i].real();
                    high[i] = {low[i].real() - real, low[i].imag() - imaginary};
                    low[i] = {low[i].real() + real, low[i].imag() + imaginary};
                }
            }
        }
    }

  private:
    std::vector<std::size_t> places_;  // where each value goes before the first step
    std::vector<std::complex<float>> turns_;
};

// How alike the edges of rows are to themselves some pixels further on, for each number of pixels; 1 for
// none. Empty if there are no edges.
std::vector<double> likeness(const Plane<float>& edges, const Limits& limits) {
    const std::size_t length = edges.columns();
    std::vector<std::complex<float>> row(std::bit_ceil(2 * length + 1));
    std::vector<double> power(row.size());
    const Fourier fourier(row.size());
    // Two rows are transformed at once, as real and imaginary parts: their powers add up in the even part.
    for (std::size_t y = 0; y < edges.rows(); y += kAlong) {
        poll(limits);
        std::fill(row.begin(), row.end(), 0.0F);
        for (std::size_t which = 0; which < 2 && y + which * kAlong / 2 < edges.rows(); ++which) {
            const std::span<const float> values = edges.row(y + which * kAlong / 2);
            double mean = 0;
            for (const float value : values)
                mean += value;
            mean /= static_cast<double>(length);
            for (std::size_t x = 0; x < length; ++x) {
                const float value = values[x] - static_cast<float>(mean);
                row[x] += which == 0 ? std::complex<float>(value, 0) : std::complex<float>(0, value);
            }
        }
        fourier.transform(row);
        for (std::size_t i = 0; i < row.size(); ++i)
            power[i] += std::norm(row[i]);
    }
    for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = static_cast<float>(power[i]);
    fourier.transform(
        row);  // of real values its real part is the same as that of the inverse, up to a factor
    if (row[0].real() <= 0) return {};
    std::vector<double> alike(length);
    for (std::size_t i = 0; i < length; ++i)
        alike[i] = row[i].real() / row[0].real();
    return alike;
}

// The highest place near a place, between whole ones by a parabola.
double peak_near(const std::vector<double>& alike, double place, double reach) {
    const int length = static_cast<int>(alike.size());
    const int low = std::max(1, nearest_int(place - reach));
    const int high = std::min(length - 2, nearest_int(place + reach));
    if (low > high) return std::min(place, static_cast<double>(length - 1));
    const auto top = std::max_element(alike.begin() + low, alike.begin() + high + 1);
    const double left = *(top - 1);
    const double right = *(top + 1);
    const double bend = left - 2 * *top + right;
    const double whole = static_cast<double>(top - alike.begin());
    return bend >= 0 ? whole : whole + std::clamp((left - right) / (2 * bend), -0.5, 0.5);
}

double value_at(const std::vector<double>& alike, double place) {
    return alike[std::min(static_cast<std::size_t>(nearest_int(place)), alike.size() - 1)];
}

// The pitch to a small part of a pixel, from the peaks at its multiples.
double refined_pitch(const std::vector<double>& alike, double pitch) {
    for (const int times : {2, 3, 4, 6, 8}) {
        if (times * pitch + 2 >= static_cast<double>(alike.size())) break;
        const double near = peak_near(alike, times * pitch, 1.2);
        if (value_at(alike, near) < 0.3 * value_at(alike, pitch)) break;
        pitch = near / times;
    }
    return pitch;
}

struct Pitch {
    double size;
    double gain;
};

// Distances at which edges repeat along a row, and how much they do, the best first.
std::vector<Pitch> pitches_of(const Plane<float>& edges, const Limits& limits) {
    const std::vector<double> alike = likeness(edges, limits);
    std::vector<Pitch> pitches;
    const std::size_t last = std::min<std::size_t>(kLargestPitch, alike.size() / kLeastLines);
    for (std::size_t place = kLeastPitch; place < last; ++place) {
        if (alike[place] <= alike[place - 1] || alike[place] < alike[place + 1] || alike[place] <= 0.02)
            continue;
        const double pitch = refined_pitch(alike, static_cast<double>(place));
        const double twice = peak_near(alike, 2 * pitch, 1.5);
        pitches.push_back({pitch, std::min(value_at(alike, pitch), 1.3 * value_at(alike, twice))});
    }
    std::ranges::stable_sort(pitches, std::greater{}, &Pitch::gain);
    if (pitches.size() > 10) pitches.resize(10);
    return pitches;
}

// Pitches for columns and rows that go together: cells are nearly as wide as high.
std::vector<Pitches> pairs_of(const std::vector<Pitch>& across, const std::vector<Pitch>& down) {
    struct Pair {
        double gain;
        Pitches pitches;
    };
    std::vector<Pair> pairs;
    for (const Pitch& width : across) {
        for (const Pitch& height : down) {
            const double ratio = width.size / height.size;
            if (0.8 < ratio && ratio < 1.25)
                pairs.push_back({width.gain * height.gain * std::exp(-8 * std::abs(std::log(ratio))),
                                 {width.size, height.size}});
        }
    }
    std::ranges::stable_sort(pairs, std::greater{}, &Pair::gain);
    constexpr std::size_t kMost = 8;
    std::vector<Pitches> result;
    for (std::size_t i = 0; i < std::min(kMost, pairs.size()); ++i)
        result.push_back(pairs[i].pitches);
    return result;
}

}  // namespace

Steps::Steps(const std::array<Plane<float>, 2>& planes, const Limits& limits) {
    for (std::size_t kind = 0; kind < 2; ++kind) {
        poll(limits);
        sums_[kind] = running_sums(differences(planes[kind]));
    }
    const std::size_t rows = sums_[0].rows() - 1;
    edges_ = Plane<float>(rows, sums_[0].columns());
    for (std::size_t y = 0; y < rows; ++y) {
        const std::size_t low = y < kAlong / 2 ? 0 : y - kAlong / 2;
        const std::size_t high = std::min(rows, y + kAlong / 2);
        const std::span<float> row = edges_.row(y);
        for (std::size_t x = 0; x < row.size(); ++x) {
            const float strength = std::max(std::abs(sums_[0](high, x) - sums_[0](low, x)),
                                            std::abs(sums_[1](high, x) - sums_[1](low, x)));
            constexpr float kFactor = 1 / (static_cast<float>(kAlong) * (kStrong - kFaint));
            row[x] = std::clamp(strength * kFactor - kFaint / (kStrong - kFaint), 0.0F, 1.0F);
        }
    }
    above_ = running_sums(edges_);
}

std::vector<double> Steps::profile(int low, int high, int left, int right) const {
    const auto inside = [](int place, std::size_t end) {
        return static_cast<std::size_t>(std::clamp(place, 0, static_cast<int>(end)));
    };
    const std::size_t top = inside(low, height());
    const std::size_t bottom = std::max(top, inside(high, height()));
    std::vector<double> sums;
    for (std::size_t x = inside(left, length()); x < inside(right, length()); ++x)
        sums.push_back(above_(bottom, x) - above_(top, x));
    return sums;
}

void Steps::strengths_between(int low, int high, std::vector<double>& strengths) const {
    const int rows = static_cast<int>(height());
    low = std::clamp(low, 0, rows - 1);
    high = std::clamp(high, low + 1, rows);
    const std::size_t top = static_cast<std::size_t>(low);
    const std::size_t bottom = static_cast<std::size_t>(high);
    strengths.resize(length());
    for (std::size_t x = 0; x < length(); ++x)
        strengths[x] = std::max(std::abs(sums_[0](bottom, x) - sums_[0](top, x)),
                                std::abs(sums_[1](bottom, x) - sums_[1](top, x))) /
                       static_cast<float>(high - low);
}

Edges edges_of(const Pixels& pixels, const Limits& limits) {
    const bool tiny = std::min(pixels.height, pixels.width) < kLeastLines;
    std::array<Plane<float>, 2> planes{Plane<float>(2, 2), Plane<float>(2, 2)};
    if (!tiny) planes = planes_of(pixels);
    Steps across(planes, limits);
    for (Plane<float>& plane : planes)
        plane = plane.transpose();
    Steps down(planes, limits);
    std::vector<Pitches> pitches =
        pairs_of(pitches_of(across.edges(), limits), pitches_of(down.edges(), limits));
    return {std::move(across), std::move(down), std::move(pitches)};
}

namespace {

// How much of an edge there is between two cuts, in grey levels. The end of the picture is one, too.
struct Sides {
    Plane<double> on;       // on each line, by pairs of cuts and lines
    Plane<double> between;  // midway between lines
};

Sides sides_of(const Steps& steps, const Lines& lines, const Lines& cuts) {
    constexpr double kEnd = 255;
    const double pitch = lines[1] - lines[0];
    const int end = static_cast<int>(steps.length());
    const int reach = std::max(1, nearest_int(0.12 * pitch));
    const int reach_between = std::max(1, nearest_int(0.22 * pitch));
    Sides sides{Plane<double>(cuts.size() - 1, lines.size()),
                Plane<double>(cuts.size() - 1, lines.size() - 1)};
    std::vector<double> strengths;
    for (std::size_t row = 0; row + 1 < cuts.size(); ++row) {
        const double span = cuts[row + 1] - cuts[row];
        const int low = nearest_int(cuts[row] + 0.2 * span);
        steps.strengths_between(low, low + 2 * nearest_int(0.3 * span), strengths);
        const auto strongest = [&](int place, int around) {
            double best = 0;
            for (int near = std::max(0, place - 1 - around); near <= std::min(end - 1, place - 1 + around);
                 ++near)
                best = std::max(best, strengths[static_cast<std::size_t>(near)]);
            return best;
        };
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const int place = nearest_int(lines[i]);
            const bool at_end = place - 1 - reach <= 0 || place - 1 + reach >= end;
            sides.on(row, i) = at_end ? kEnd : strongest(place, reach);
            if (i + 1 < lines.size())
                sides.between(row, i) = strongest(nearest_int(lines[i] + pitch / 2), reach_between);
        }
    }
    return sides;
}

// The rectangle with the largest sum.
Rectangle best_rectangle(const Plane<double>& values, const Limits& limits) {
    std::vector<double> gains(values.rows() + 1);  // at most all that is gained from a row on
    for (std::size_t row = values.rows(); row-- > 0;) {
        gains[row] = gains[row + 1];
        for (const double value : values.row(row))
            gains[row] += std::max(value, 0.0);
    }
    Rectangle best;
    for (std::size_t low = 0; low < values.rows() && gains[low] > best.score; ++low) {
        poll(limits);
        std::vector<double> band(values.columns());
        for (std::size_t high = low; high < values.rows(); ++high) {
            double total = 0, least = 0;
            std::size_t first = 0;
            for (std::size_t column = 0; column < band.size(); ++column) {
                total += band[column] += values(high, column);
                if (total - least > best.score) best = {low, high + 1, first, column + 1, total - least};
                if (total < least) {
                    least = total;
                    first = column + 1;
                }
            }
        }
    }
    return best;
}

// Whether every second line has hardly an edge. It may also have a few, of drawings in the middle of cells,
// if nearly all lines between have one. A framed cell has one line of each kind.
bool is_halved(const Plane<double>& edges, std::size_t top, std::size_t bottom, std::size_t left,
               std::size_t right) {
    constexpr double kHardly = 0.15;  // of the edges of the lines between them
    constexpr double kFew = 0.4;      // the most of these lines that drawings cross, as a share
    constexpr double kAll = 0.95;     // the least share of the other lines that have an edge
    if (top >= bottom || left >= right) return false;
    std::array<double, 2> sums{};
    std::array<double, 2> counts{};
    for (std::size_t row = top; row < bottom; ++row) {
        for (std::size_t column = left; column < right; ++column) {
            sums[(column - left) % 2] += edges(row, column);
            counts[(column - left) % 2] += 1;
        }
    }
    if (counts[1] == 0) return false;
    const double even = sums[0] / counts[0];
    const double odd = sums[1] / counts[1];
    const double less = std::min(even, odd), more = std::max(even, odd);
    return less < kHardly * more || (less < kFew && more > kAll);
}

constexpr double kPlainStep = 7;  // a step of this many grey levels at a side of a cell is enough for a frame

// Edges as parts of a weak edge between cells, at most 1.
Plane<double> against_usual(const Plane<double>& strengths) {
    constexpr double kWeak = 0.12;  // the least share of the usual edge that an outer side must have
    constexpr double kEnough = 3;   // an outer side with an edge of this many grey levels needs no more
    std::vector<double> clear;
    for (const double strength : strengths.all()) {
        if (strength > kPlainStep) clear.push_back(strength);
    }
    const double usual = clear.empty() ? kPlainStep : median_of(std::move(clear));
    Plane<double> result = strengths;
    for (double& value : result.all())
        value = std::min(1.0, value / std::min(kWeak * usual, kEnough));
    return result;
}

}  // namespace

Framing best_framing(const Edges& edges, const Lines& xs, const Lines& ys, const Limits& limits) {
    constexpr double kLeastFrame =
        0.2;                        // a cell that is framed by less than this counts against the rectangle
    constexpr double kOuter = 0.6;  // the least share of an outer side of a board that has an edge
    const auto as_frames = [](Plane<double> plane) {
        for (double& value : plane.all()) {
            const double part = std::min(1.0, value / kPlainStep);
            value = part * part;
        }
        return plane;
    };
    const Sides beside = sides_of(edges.across, xs, ys);
    const Sides above = sides_of(edges.down, ys, xs);
    const Plane<double> upright = as_frames(beside.on);
    const Plane<double> level = as_frames(above.on.transpose());
    const Plane<double> through = as_frames(beside.between);
    const Plane<double> over = as_frames(above.between.transpose());
    Plane<double> gains(through.rows(), through.columns());
    for (std::size_t row = 0; row < gains.rows(); ++row) {
        for (std::size_t column = 0; column < gains.columns(); ++column) {
            const double sides = std::min(upright(row, column) + upright(row, column + 1),
                                          level(row, column) + level(row + 1, column)) /
                                 2;
            const double clear = sides - (through(row, column) + over(row, column)) / 4;
            gains(row, column) = std::max(clear, 0.0) - kLeastFrame;
        }
    }
    Rectangle best = best_rectangle(gains, limits);
    auto& [low, high, first, last, score] = best;
    const bool is_halved_across = is_halved(upright, low, high, first, last + 1);
    const bool is_halved_down = is_halved(level.transpose(), first, last, low, high + 1);
    // A row or a column without a line on its outer side is not of the board.
    const auto trim = [](const Plane<double>& lines, std::size_t& from, std::size_t& to, std::size_t start,
                         std::size_t end) {
        const auto is_open = [&](std::size_t line) {
            const auto sides = lines.row(line).subspan(start, end - start);
            return std::accumulate(sides.begin(), sides.end(), 0.0) <
                   kOuter * static_cast<double>(end - start);
        };
        while (to - from >= kLeastLines && is_open(from))
            ++from;
        while (to - from >= kLeastLines && is_open(to))
            --to;
    };
    trim(against_usual(above.on.transpose()), low, high, first, last);
    trim(against_usual(beside.on).transpose(), first, last, low, high);
    return {best, is_halved_across, is_halved_down};
}

}  // namespace sapper::screen
