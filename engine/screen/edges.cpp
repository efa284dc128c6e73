#include "screen/edges.hpp"

#include <algorithm>
#include <bit>
#include <complex>
#include <numbers>
#include <optional>

namespace sapper::screen {

namespace {

constexpr std::size_t kAlong = 8;  // pixels along a line that are averaged; even, so that dither cancels out
constexpr float kStrong = 12;      // a step of this many grey levels counts as a full edge
constexpr float kFaint = 2;        // a step of this many grey levels counts as no edge

// The sums of a plane above each row; one row more than the plane.
Plane<float> summed(const Plane<float>& plane) {
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
    const int low = std::max(1, rounded(place - reach));
    const int high = std::min(length - 2, rounded(place + reach));
    if (low > high) return std::min(place, static_cast<double>(length - 1));
    const auto top = std::max_element(alike.begin() + low, alike.begin() + high + 1);
    const double left = *(top - 1);
    const double right = *(top + 1);
    const double bend = left - 2 * *top + right;
    const double whole = static_cast<double>(top - alike.begin());
    return bend >= 0 ? whole : whole + std::clamp((left - right) / (2 * bend), -0.5, 0.5);
}

double value_at(const std::vector<double>& alike, double place) {
    return alike[std::min(static_cast<std::size_t>(rounded(place)), alike.size() - 1)];
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
        sums_[kind] = summed(differences(planes[kind]));
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
    above_ = summed(edges_);
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
        plane = plane.turned();
    Steps down(planes, limits);
    std::vector<Pitches> pitches =
        pairs_of(pitches_of(across.edges(), limits), pitches_of(down.edges(), limits));
    return {std::move(across), std::move(down), std::move(pitches)};
}

}  // namespace sapper::screen
