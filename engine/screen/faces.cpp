// What each cell of a grid shows: the colour of its ground, and what is drawn on it.
#include "screen/looks.hpp"
#include "util/lists.hpp"

namespace sapper::screen {

namespace {

// For each part between lines, `parts` for a cell, the pixels below it and how much of each it has.
struct Sample {
    std::size_t first;
    std::vector<float> weights;  // of this pixel and those that follow; their sum is 1
};

// `start` is the place of the first pixel, and `length` the number of pixels. What lies outside looks like
// the pixel at the end. Parts of whole pixels begin at the pixel that is nearest to a line.
std::vector<Sample> samples_of(const Lines& lines, std::size_t parts, double start, std::size_t length,
                               bool whole) {
    const double size = (lines.back() - lines.front()) / static_cast<double>(lines.size() - 1);
    const double step = std::max(1.0, std::nearbyint(size / static_cast<double>(parts)));
    const auto cut = [&](std::size_t line, std::size_t part) {
        const double place = whole
                                 ? std::nearbyint(lines[line]) + step * static_cast<double>(part)
                                 : lines[line] + (lines[line + 1] - lines[line]) *
                                                     (static_cast<double>(part) / static_cast<double>(parts));
        return std::clamp(place - (whole ? std::floor(start) : start), 0.0, static_cast<double>(length));
    };
    std::vector<Sample> samples((lines.size() - 1) * parts);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double low = cut(i / parts, i % parts);
        const double high = cut(i / parts, i % parts + 1);
        Sample& sample = samples[i];
        sample.first = length == 0 ? 0 : std::min(static_cast<std::size_t>(low), length - 1);
        for (std::size_t at = sample.first; at < length && static_cast<double>(at) < high; ++at) {
            const double place = static_cast<double>(at);
            const double overlap = std::min(high, place + 1) - std::max(low, place);
            sample.weights.push_back(static_cast<float>(overlap / std::max(high - low, 1e-6)));
        }
        if (low == high && length > 0) sample.weights = {1};
    }
    return samples;
}

// Takes the cells of one row after another as squares of points.
class Sampler {
  public:
    // If `is_blurred`, it takes the means of two pixels by two, so that dither is plain.
    Sampler(const Pixels& pixels, const Grid& grid, std::size_t side, bool is_blurred, bool whole)
        : pixels_(pixels), side_(side), is_blurred_(is_blurred) {
        const int more = is_blurred ? 1 : 0;
        rows_ = samples_of(grid.ys, side, 0.5 * more,
                           static_cast<std::size_t>(std::max(0, pixels.height - more)), whole);
        columns_ = samples_of(grid.xs, side, 0.5 * more,
                              static_cast<std::size_t>(std::max(0, pixels.width - more)), whole);
    }

    // The points of a row of cells: all their upper lines, then all their second lines, and so on.
    const Plane<Colour>& row_of_cells(std::size_t row) {
        cells_ = Plane<Colour>(side_, columns_.size());
        std::vector<Colour> line;
        for (std::size_t y = 0; y < side_; ++y) {
            const Sample& sample = rows_[row * side_ + y];
            line.assign(static_cast<std::size_t>(pixels_.width), Colour{});
            for (std::size_t i = 0; i < sample.weights.size(); ++i)
                add_row(static_cast<int>(sample.first + i), sample.weights[i], line);
            for (std::size_t x = 0; x < columns_.size(); ++x) {
                Colour& point = cells_(y, x);
                for (std::size_t i = 0; i < columns_[x].weights.size(); ++i) {
                    const Colour& from = line[columns_[x].first + i];
                    for (std::size_t channel = 0; channel < 3; ++channel)
                        point[channel] += from[channel] * columns_[x].weights[i];
                }
            }
        }
        return cells_;
    }

  private:
    void add_row(int y, float weight, std::vector<Colour>& line) const {
        const int first = static_cast<int>(columns_.front().first);
        const int last = std::min(pixels_.width - (is_blurred_ ? 1 : 0),
                                  static_cast<int>(columns_.back().first + columns_.back().weights.size()));
        for (int x = first; x < last; ++x) {
            const std::uint8_t* const pixel = pixels_.at(y, x);
            Colour& sum = line[static_cast<std::size_t>(x)];
            for (std::size_t channel = 0; channel < 3; ++channel) {
                float value = pixel[channel];
                if (is_blurred_) {
                    const std::uint8_t* const below = pixel + pixels_.down;
                    value = static_cast<float>(pixel[channel] + below[channel] +
                                               (pixel + pixels_.right)[channel] +
                                               (below + pixels_.right)[channel]) /
                            4;
                }
                sum[channel] += value * weight;
            }
        }
    }

    Pixels pixels_;
    std::size_t side_;
    bool is_blurred_;
    std::vector<Sample> rows_;
    std::vector<Sample> columns_;
    Plane<Colour> cells_;
};

// The part of every second point of a cell that has the colour of a ground.
double share_with(std::span<const float> face, const Colour& ground) {
    int count = 0;
    int same = 0;
    for (std::size_t i = 0; i < face.size(); i += 6, ++count)
        same += apart({face[i], face[i + 1], face[i + 2]}, ground) < kInk / 2;
    return static_cast<double>(same) / count;
}

// Finds the colour behind the drawing of each cell: the usual colour near its border. Where a bold drawing
// reaches the border, the ground of a cell without a drawing may have more points of the cell, and is taken
// instead.
void find_grounds(Faces& faces, std::size_t margin, const std::vector<Colour>& known_grounds) {
    constexpr double kOutOfDoubt = 0.6;  // a ground is surely right if this share of the cell has its colour
    constexpr int kOthers = 4;           // how many grounds of cells without a drawing are tried
    std::vector<double> shares(faces.size());
    std::vector<Colour> plain = known_grounds;
    std::vector<Cell> doubtful_cells;
    std::vector<Colour> around;
    for (Cell cell = 0; cell < faces.size(); ++cell) {
        const std::span<const float> face = faces.face(cell);
        around.clear();
        for (std::size_t y = 0; y < faces.side; ++y) {
            for (std::size_t x = 0; x < faces.side; ++x) {
                const bool inside = std::min(x, y) >= margin && std::max(x, y) < faces.side - margin;
                const float* const point = face.data() + 3 * (y * faces.side + x);
                if (!inside) around.push_back({point[0], point[1], point[2]});
            }
        }
        faces.grounds[cell] = median_of(around);
        shares[cell] = share_with(face, faces.grounds[cell]);
        if (shares[cell] == 1) plain.push_back(faces.grounds[cell]);
        if (shares[cell] < kOutOfDoubt) doubtful_cells.push_back(cell);
    }
    for (int i = 0; i < kOthers && !plain.empty(); ++i) {
        const Colour ground = plain[0];
        for (const Cell cell : doubtful_cells) {
            const double here = share_with(faces.face(cell), ground);
            if (here <= shares[cell]) continue;
            faces.grounds[cell] = ground;
            shares[cell] = here;
        }
        std::erase_if(plain, [&](const Colour& other) { return apart(other, ground) <= kInk / 2; });
    }
    for (Cell cell = 0; cell < faces.size(); ++cell)
        faces.doubtful[cell] = shares[cell] < kOutOfDoubt;
}

// Takes off a thick border of a cell, on two sides at least. A drawing fills no line from side to side.
void remove_frame(std::span<float> strengths, std::size_t side) {
    constexpr double kFull = 0.8;      // the least share of a line of a border that is ink
    constexpr std::size_t kThick = 5;  // it takes up to one part in so many of the cell
    const auto place = [side](int way, std::size_t depth, std::size_t along) {
        const std::size_t line = way % 2 == 0 ? depth : side - 1 - depth;
        return way < 2 ? line * side + along : along * side + line;
    };
    std::array<std::size_t, 4> depths{};
    for (int way = 0; way < 4; ++way) {
        std::size_t& depth = depths[static_cast<std::size_t>(way)];
        const auto is_full = [&] {
            std::size_t ink_points = 0;
            for (std::size_t along = 0; along < side; ++along)
                ink_points += strengths[place(way, depth, along)] > kInk;
            return static_cast<double>(ink_points) >= kFull * static_cast<double>(side);
        };
        while (depth < side / kThick && is_full())
            ++depth;
    }
    if (std::ranges::count(depths, std::size_t{0}) > 2) return;
    for (int way = 0; way < 4; ++way) {
        for (std::size_t depth = 0; depth < depths[static_cast<std::size_t>(way)]; ++depth) {
            for (std::size_t along = 0; along < side; ++along)
                strengths[place(way, depth, along)] = 0;
        }
    }
}

// Finds what stands out from the ground of a cell, and whether anything does.
void find_ink(Faces& faces, Cell cell) {
    constexpr double kPlain = 0.004;  // a cell with no larger share of ink has no drawing
    constexpr double kSpeck = 1;      // nor has one with no more points of it: noise may leave them
    const std::size_t side = faces.side;
    const std::span<const float> face = faces.face(cell);
    float* const ink = faces.inks.data() + cell * face.size();
    float* const strengths = faces.strengths.data() + cell * side * side;
    const Colour ground = faces.grounds[cell];
    for (std::size_t i = 0; i < side * side; ++i)
        strengths[i] = apart({face[3 * i], face[3 * i + 1], face[3 * i + 2]}, ground);
    remove_frame({strengths, side * side}, side);
    std::size_t ink_points = 0;
    for (std::size_t i = 0; i < side * side; ++i) {
        const std::size_t row = i / side;
        const std::size_t column = i % side;
        for (std::size_t channel = 0; channel < 3; ++channel)  // what is faint is noise
            ink[3 * i + channel] = strengths[i] < kInk / 2 ? 0 : face[3 * i + channel] - ground[channel];
        // A line at the edge is of the border.
        const bool at_edge = std::min(row, column) == 0 || std::max(row, column) == side - 1;
        ink_points += !at_edge && strengths[i] > kInk;
    }
    faces.plain[cell] = static_cast<double>(ink_points) <=
                        std::max(kSpeck, kPlain * static_cast<double>((side - 2) * (side - 2)));
}

// The mean colours of the four sides of a cell that begins at a column of points.
Borders borders_of(const Plane<Colour>& points, std::size_t first, std::size_t margin) {
    const std::size_t side = points.rows();
    Borders borders{};
    std::array<double, 4> counts{};
    std::array<std::array<double, 3>, 4> sums{};
    for (std::size_t y = 0; y < side; ++y) {
        for (std::size_t x = 0; x < side; ++x) {
            const bool in_columns = x >= 2 * margin && x < side - 2 * margin;
            const bool in_rows = y >= 2 * margin && y < side - 2 * margin;
            const std::size_t which = in_columns && y < margin           ? 0
                                      : in_columns && y >= side - margin ? 1
                                      : in_rows && x < margin            ? 2
                                      : in_rows && x >= side - margin    ? 3
                                                                         : 4;
            if (which == 4) continue;
            counts[which] += 1;
            for (std::size_t channel = 0; channel < 3; ++channel)
                sums[which][channel] += points(y, first + x)[channel];
        }
    }
    for (std::size_t which = 0; which < 4; ++which)
        borders[which] = mean_of(sums[which], counts[which]);
    return borders;
}

}  // namespace

double borders_apart(const Borders& one, const Borders& other) {
    double sum = 0;
    for (std::size_t side = 0; side < 4; ++side) {
        for (std::size_t channel = 0; channel < 3; ++channel)
            sum += std::abs(one[side][channel] - other[side][channel]);
    }
    return sum / 12;
}

Faces Faces::part(int top, int left, int height, int width) const {
    Faces result;
    result.rows = height;
    result.columns = width;
    result.side = side;
    result.stretch = stretch;
    for (int row = top; row < top + height; ++row) {
        for (int column = left; column < left + width; ++column) {
            const Cell cell = static_cast<Cell>(row * columns + column);
            result.plain.push_back(plain[cell]);
            result.doubtful.push_back(doubtful[cell]);
            result.grounds.push_back(grounds[cell]);
            result.borders.push_back(borders[cell]);
            append(result.inks, ink(cell));
            append(result.strengths, strength(cell));
            append(result.points, face(cell));
        }
    }
    return result;
}

namespace {

constexpr int kUsualSide = 32;  // the most points across a cell that are compared
constexpr int kFineSide = 64;   // the same if drawings are small

// Whether most drawings are small in their cells.
bool has_small_drawings(const Faces& faces) {
    constexpr double kSmall = 0.35;  // of the height of a cell
    std::vector<double> heights;
    for (Cell cell = 0; cell < faces.size(); ++cell) {
        if (faces.plain[cell]) continue;
        const std::span<const float> strength = faces.strength(cell);
        std::size_t low = faces.side, high = 0;
        for (std::size_t i = 0; i < strength.size(); ++i) {
            if (strength[i] <= kInk) continue;
            low = std::min(low, i / faces.side);
            high = std::max(high, i / faces.side + 1);
        }
        heights.push_back(static_cast<double>(high) - static_cast<double>(low));
    }
    return !heights.empty() && median_of(heights) < kSmall * static_cast<double>(faces.side);
}

Faces faces_with(const Pixels& pixels, const Grid& grid, const std::vector<Colour>& known_grounds,
                 double size, int most, bool whole_pixels, const Limits& limits) {
    constexpr int kLeastSide = 12;    // points across a cell that are compared
    constexpr double kBlurSize = 18;  // in cells of this many pixels, two by two are averaged
    constexpr double kBorder = 0.14;  // the border of a cell lies in this share of it at each side
    const int whole = std::clamp(nearest_int(size), kLeastSide, most);
    const std::size_t margin = static_cast<std::size_t>(std::max(1, nearest_int(kBorder * whole)));
    const std::size_t side = static_cast<std::size_t>(whole);
    const std::size_t columns = static_cast<std::size_t>(grid.columns());
    const std::size_t cells = static_cast<std::size_t>(grid.rows()) * columns;
    Faces faces;
    faces.rows = grid.rows();
    faces.columns = grid.columns();
    faces.stretch = grid.width() / grid.height();
    faces.side = side - 2 * margin;
    faces.plain.resize(cells);
    faces.doubtful.resize(cells);
    faces.grounds.resize(cells);
    faces.points.reserve(cells * faces.side * faces.side * 3);
    Sampler sampler(pixels, grid, side, size >= kBlurSize, whole_pixels);
    for (std::size_t row = 0; row * columns < cells; ++row) {
        poll(limits);
        const Plane<Colour>& points = sampler.row_of_cells(row);
        for (std::size_t column = 0; column < columns; ++column) {
            faces.borders.push_back(borders_of(points, column * side, margin));
            for (std::size_t y = margin; y < side - margin; ++y) {
                const float* const first = points(y, column * side + margin).data();
                faces.points.insert(faces.points.end(), first, first + 3 * faces.side);
            }
        }
    }
    find_grounds(faces, margin, known_grounds);
    faces.inks.resize(faces.points.size());
    faces.strengths.resize(faces.points.size() / 3);
    for (Cell cell = 0; cell < cells; ++cell) {
        find_ink(faces, cell);
        for (Colour& border : faces.borders[cell]) {
            for (std::size_t channel = 0; channel < 3; ++channel)
                border[channel] -= faces.grounds[cell][channel];
        }
    }
    return faces;
}

}  // namespace

Faces faces_of(const Pixels& pixels, const Grid& grid, const std::vector<Colour>& known_grounds, double size,
               const Limits& limits) {
    return faces_with(pixels, grid, known_grounds, size, kUsualSide, false, limits);
}

Faces faces_of(const Pixels& pixels, const Grid& grid, const Limits& limits, bool whole_pixels) {
    Faces faces = faces_with(pixels, grid, {}, grid.size(), kUsualSide, whole_pixels, limits);
    if (grid.size() > kUsualSide && has_small_drawings(faces))
        return faces_with(pixels, grid, {}, grid.size(), kFineSide, whole_pixels, limits);
    return faces;
}

}  // namespace sapper::screen
