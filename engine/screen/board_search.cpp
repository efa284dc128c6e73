// Looks for boards in a picture, in one way after the other, and says why there is none.
#include "screen/picture_reading.hpp"
#include "screen/places.hpp"
#include "util/lists.hpp"

namespace sapper::screen {

namespace {

constexpr double kAroundBoard = 3.5;  // cells; farther away, something else is around a board

std::string size_words(int rows, int columns) {
    return quantity(static_cast<std::size_t>(rows), "row") + " and " +
           quantity(static_cast<std::size_t>(columns), "column");
}

// Looks for boards in a picture.
class Search {
  public:
    Search(const Pixels& pixels, const PictureOptions& options, const Limits& limits)
        : pixels_(pixels), options_(options), limits_(limits) {}

    // Looks for boards with lines between their cells. If none is read without a doubt, the lines may be
    // others.
    void by_lines(const Edges& edges) {
        constexpr std::size_t kCandidates = 3;  // places of the picture that are tried
        constexpr std::size_t kOthers = 7;      // and those with other lines
        LineGrids places = find_line_grids(edges, limits_);
        for (std::size_t i = 0; i < std::min(kCandidates, places.grids.size()); ++i) {
            parts_.push_back(places.grids[i]);
            if (!try_lines(places.grids[i])) why_not_ = Kind::many_looks;
        }
        for (std::size_t i = 0; i < parts_.size() && !is_sure(); ++i) {
            if (std::optional<Grid> grid = fit_again(edges, parts_[i], limits_)) try_lines(*grid);
        }
        for (std::size_t i = 0; i < std::min(kOthers, places.others.size()) && !is_sure(); ++i)
            try_lines(places.others[i]);
    }

    // Whether a board is read without a doubt.
    bool is_sure() const {
        return std::ranges::any_of(readings, [](const PictureReading& each) { return !each.doubtful; });
    }

    // Looks for boards whose rows and columns are not equally wide, where those with lines seem to be. What
    // is beside a board may have lines, too, so of those that differ by a row or a column the one with the
    // fewest looks is the board. It is not clear where it ends if what is left out looks like it.
    void by_uneven_lines(const Edges& edges) {
        constexpr double kShared = 0.3;  // the most of what is left out that looks like the board
        for (const Grid& part : parts_) {
            for (const Grid& whole : find_uneven(edges, part)) {
                Outline best;
                Box core{0, 0, 0, 0};
                Plane<int> numbers;
                for (int less = 0; less < 16; ++less) {
                    const int up = less & 1, left = less >> 1 & 1, down = less >> 2 & 1, right = less >> 3;
                    Grid grid = whole.with_margins(-up, -left, -down, -right);
                    Faces faces = faces_of(pixels_, grid, limits_);
                    std::vector<Look> looks = looks_of(faces, limits_);
                    if (less == 0) numbers = numbers_of(looks, grid.rows(), grid.columns());
                    if (less > 0 && looks.size() >= best.looks.size()) continue;
                    core = {left, up, whole.columns() - right, whole.rows() - down};
                    best = {std::move(grid), std::move(faces), std::move(looks), {}};
                }
                best.unclear = alike_beyond(numbers, core, kShared);
                best.unclear.merge(sides_beyond(best.grid, part, kAroundBoard));
                if (may_be(best) && best.unclear.empty()) attempt(std::move(best), true);
            }
        }
    }

    // Looks for a board without lines by what is drawn in its cells.
    void by_drawings(const Edges& edges) {
        constexpr double kShared = 0.7;  // of a further row or column that looks like the board
        constexpr double kNarrow = 0.7;  // letters in a terminal are at most so many times as wide as high
        const std::size_t others = readings.size();
        for (const Grid& grid : find_digit_grids(pixels_, edges, limits_)) {
            if (grid.width() < kNarrow * grid.height()) why_not_ = Kind::terminal;
            try_widths(grid, kShared);
            // Equal letters lie on a grid, too.
            for (PictureReading& each : readings)
                each.doubtful |= *std::ranges::max_element(each.marks) < 0;
            if (!is_sure()) continue;
            // What was tried before is no other board, but the board may go on as far as that.
            const auto last = readings.end() - 1;
            for (auto each = readings.begin() + static_cast<std::ptrdiff_t>(others); each != last; ++each) {
                if (!last->facts.partial && !options_.shape && last->grid.overlaps(each->grid))
                    last->unclear_ends.merge(sides_beyond(last->grid, each->grid, kInfinite));
            }
            readings.erase(readings.begin() + static_cast<std::ptrdiff_t>(others), last);
            return;
        }
    }

    // Looks for a board without such lines. If the user chose this part of a picture, it may be the board
    // itself. A whole picture may be one, too, if its cells are square and not all alike.
    void by_sides(const Edges& edges, bool is_selection) {
        constexpr std::size_t kLeastRepeats = 6;  // the fewest cells for each look
        constexpr double kSquareCells = 0.03;     // how far width and height may differ
        const auto [rows, columns] = *options_.shape;
        // A little less, because the pitch is not a whole number.
        if (std::min(pixels_.height / rows, pixels_.width / columns) < kLeastPitch - 1) return;
        std::vector<Grid> grids = find_fields(pixels_, edges, rows, columns, limits_);
        const std::size_t fields = grids.size();
        const double height = static_cast<double>(pixels_.height) / rows;
        const double width = static_cast<double>(pixels_.width) / columns;
        if (std::min(height, width) >= kLeastPitch &&
            (is_selection || std::abs(width / height - 1) <= kSquareCells))
            grids.push_back(grid_between(0, 0, pixels_.width, pixels_.height, rows, columns));
        const std::size_t most =
            std::min(kMostLooks, static_cast<std::size_t>(rows * columns) / kLeastRepeats);
        for (std::size_t i = 0; i < grids.size(); ++i) {  // the likeliest first
            Grid& grid = grids[i];
            if (std::ranges::any_of(readings, [&](const PictureReading& each) {
                    return !each.doubtful && grid.overlaps(each.grid);
                }))
                continue;
            std::vector<Look> looks = looks_of(faces_of(pixels_, grid, limits_), {}, most, limits_);
            if (looks.size() > most || !goes_round(grid, looks)) continue;
            if (i == fields && looks.size() == 1 && !is_selection) continue;
            const Grid wide = widen_outline(pixels_, grid, limits_).grid;
            if (wide == grid) {
                attempt({std::move(grid), {}, std::move(looks), {}}, false);
            } else {
                others_.emplace_back(wide.rows(), wide.columns());
            }
        }
        if (!readings.empty()) contradictions_.clear();
    }

    // Reads the largest boards again, in case their program opens each cell alone.
    void by_single_cells() {
        std::size_t most = 0;
        for (const PictureReading& each : readings)
            most = std::max(most, each.marks.size());
        for (PictureReading& each : readings) {
            if (each.marks.size() < most) continue;
            std::optional<PictureReading> reading = opened_alone(each, each.facts, limits_);
            if (!reading) continue;
            const bool has_counter = !options_.mines && !options_.partial;
            each = has_counter ? with_counter(pixels_, std::move(*reading), limits_) : std::move(*reading);
            return;
        }
    }

    // Throws why no board can be read.
    [[noreturn]] void refuse() const {
        if (!contradictions_.empty()) throw contradictions_[0];
        if (!others_.empty())
            throw PictureRefusal(Kind::other_size, "found no board of this size",
                                 "the one there has " + size_words(others_[0].first, others_[0].second), "");
        std::string finding = "found no board";
        if (options_.shape) finding += " of " + size_words(options_.shape->first, options_.shape->second);
        constexpr int kSmall = (kLeastRows - 1) * kLeastPitch;
        if (std::min(pixels_.width, pixels_.height) < kSmall)
            throw PictureRefusal(Kind::too_small, finding,
                                 "it has only " + std::to_string(pixels_.width) + " x " +
                                     std::to_string(pixels_.height) + " pixels",
                                 "Take a larger one");
        if (why_not_ == Kind::terminal)
            throw PictureRefusal(why_not_, finding, "it seems to show a terminal, whose cells are narrow",
                                 "Copy its text, and read that");
        if (why_not_ == Kind::many_looks)
            throw PictureRefusal(why_not_, finding,
                                 "it has rows and columns of equal cells, but too few of them look the same",
                                 "Perhaps it is a photo, or a pattern shines through the cells: take a "
                                 "screenshot, and choose a "
                                 "plain look");
        std::string advice = "Cut the picture to the board, without a frame";
        if (!options_.shape)
            advice += ". If there are no edges between hidden cells, say how many rows and columns it has";
        throw PictureRefusal(
            Kind::no_board, finding,
            "it needs at least 5 rows and columns of square cells, each at least 7 pixels wide, and nothing "
            "in front of them",
            advice);
    }

    bool has_contradictions() const { return !contradictions_.empty(); }

    std::vector<PictureReading> readings;  // the readings that the rules allow

  private:
    using Kind = PictureRefusal::Kind;

    // Whether an outline is large enough for a board, and its cells have few looks.
    static bool may_be(const Outline& outline) {
        return outline.looks.size() <= kMostLooks &&
               std::min(outline.grid.rows(), outline.grid.columns()) >= kLeastRows;
    }

    // Reads a place with lines. Returns whether its cells have few looks, if it is large enough for a board.
    bool try_lines(const Grid& grid) {
        const bool large = std::min(grid.rows(), grid.columns()) >= kLeastRows;
        return try_widths(grid, 0) || !large;
    }

    // Reads a grid with what is beside it, and without if that is not sure: it may be something else. Returns
    // whether the first may be a board.
    bool try_widths(const Grid& grid, double share) {
        Outline wide = widen_outline(pixels_, grid, limits_, share);
        const bool is_wider = wide.grid != grid;
        const bool may_be_board = attempt_trim(std::move(wide), share == 0);
        if (is_wider && !is_sure())
            attempt_trim({grid, faces_of(pixels_, grid, limits_), {}, {}}, share == 0);
        return may_be_board;
    }

    // Reads a place without what is not of the board, or not `again` if that was read and in doubt. Returns
    // whether it may be one.
    bool attempt_trim(Outline outline, bool again) {
        outline = trim_outline(pixels_, std::move(outline), limits_);
        if (!may_be(outline)) return false;
        const auto is_there = [&](const PictureReading& each) {
            constexpr double kSame = 0.2;  // of a cell
            const Grid &here = outline.grid, &there = each.grid;
            return here.rows() == there.rows() && here.columns() == there.columns() &&
                   std::abs(here.xs[0] - there.xs[0]) + std::abs(here.xs.back() - there.xs.back()) <
                       kSame * here.width() &&
                   std::abs(here.ys[0] - there.ys[0]) + std::abs(here.ys.back() - there.ys.back()) <
                       kSame * here.height();
        };
        if (again || std::ranges::none_of(readings, is_there)) attempt(std::move(outline), true);
        return true;
    }

    // Reads a grid. One found by its lines may go on beyond its ends where the board is empty.
    void attempt(Outline outline, bool is_board) {
        const Grid grid = outline.grid;
        try {
            BoardFacts facts{options_.mines, {}, is_board, {}, options_.partial};
            PictureReading reading = reading_in(pixels_, grid, std::move(outline.looks), facts, limits_);
            if (is_board)
                reading = with_ends(pixels_, std::move(reading), std::move(outline.unclear), limits_);
            if (options_.shape) reading = with_size(pixels_, std::move(reading), *options_.shape, limits_);
            const std::pair<int, int> size(reading.rows(), reading.columns());
            if (options_.shape && *options_.shape != size) {
                others_.push_back(size);
            } else {
                readings.push_back(options_.mines || options_.partial
                                       ? std::move(reading)
                                       : with_counter(pixels_, std::move(reading), limits_));
            }
        } catch (const PositionError& error) {
            const Box within = options_.within.value_or(Box{0, 0, 0, 0});
            contradictions_.push_back(
                {Kind::contradiction, error.what(), "",
                 "Something may lie in front of it, or the picture may lack a part of it",
                 std::vector<Box>{grid.at_offset(within.left, within.top).box()}});
        }
    }

    Pixels pixels_;
    const PictureOptions& options_;
    const Limits& limits_;
    std::vector<Grid> parts_;                     // places with lines
    Kind why_not_ = Kind::no_board;               // why what looks like a board is none
    std::vector<PictureRefusal> contradictions_;  // why the rules do not allow some grids
    std::vector<std::pair<int, int>> others_;     // the sizes of boards that do not have the given one
};

}  // namespace

PictureRefusal::PictureRefusal(Kind kind, std::string finding, std::string reason, std::string advice,
                               std::vector<Box> places)
    : std::runtime_error(finding + (kind == Kind::contradiction ? "" : " in this picture") +
                         (reason.empty() ? "" : ": " + reason) + (advice.empty() ? "" : ". " + advice)),
      kind(kind),
      finding(std::move(finding)),
      reason(std::move(reason)),
      advice(std::move(advice)),
      places(std::move(places)) {}

PictureReading read_picture(const Pixels& pixels, const PictureOptions& options, const Limits& limits) {
    const Box box = options.within.value_or(Box{0, 0, pixels.width, pixels.height});
    const Pixels part = pixels.part(box.left, box.top, box.right, box.bottom);
    Search search(part, options, limits);
    if (std::min(part.width, part.height) >= (kLeastRows - 1) * kLeastPitch) {
        const Edges edges = edges_of(part, limits);
        search.by_lines(edges);
        if (!search.is_sure()) search.by_uneven_lines(edges);
        for (PictureReading& each : search.readings) {
            if (!each.doubtful && !each.facts.partial && !options.shape)
                each.unclear_ends.merge(uneven_beyond(part, edges, each.grid, each.marks, limits));
        }
        if (options.shape && !search.is_sure())
            search.by_sides(edges, part.width != pixels.width || part.height != pixels.height);
        if (!search.is_sure()) search.by_drawings(edges);
        if (!search.is_sure()) search.by_single_cells();
    }
    std::vector<PictureReading>& readings = search.readings;
    // Covered cells of one board look alike, but for flags and a pattern like that of a chessboard.
    std::erase_if(readings, [](const PictureReading& each) {
        constexpr std::size_t kMostLooksOfCovered = 4;
        return each.doubtful && each.questions.empty() && each.looks->size() > kMostLooksOfCovered &&
               *std::ranges::max_element(each.marks) < 0;
    });
    const auto is_sound = [](const PictureReading& each) { return !each.doubtful; };
    // What is read may be a part of a larger board that is not.
    for (PictureReading& each : readings) {
        if (each.doubtful || each.facts.partial || options.shape) continue;
        each.unclear_ends.merge(even_beyond(part, each.grid, each.marks, limits));
        for (const PictureReading& other : readings) {
            if (other.doubtful && each.grid.overlaps(other.grid))
                each.unclear_ends.merge(sides_beyond(each.grid, other.grid, kAroundBoard));
        }
    }
    if (std::ranges::any_of(readings, is_sound)) {
        std::erase_if(readings, [](const PictureReading& each) { return each.doubtful; });
    } else if (readings.size() > 1) {
        readings.resize(1);
    }
    for (PictureReading& each : readings)
        each.grid = each.grid.at_offset(box.left, box.top);
    // What has two looks or nothing hidden may be something else.
    const auto is_board = [](const PictureReading& each) {
        return each.looks->size() > 2 && std::ranges::any_of(each.marks, is_hidden);
    };
    const auto boards = std::ranges::count_if(readings, is_board);
    if (readings.empty() || (boards == 0 && search.has_contradictions())) search.refuse();
    // Boards on which nothing is open are none that others may not be, too.
    if (boards > 1 || (boards == 0 && readings.size() > 1)) {
        std::vector<Box> places;
        for (const PictureReading& each : readings) {
            if (boards == 0 || is_board(each)) places.push_back(each.grid.box());
        }
        throw PictureRefusal(PictureRefusal::Kind::several_boards,
                             "there are " + std::to_string(places.size()) + " boards", "", "Cut one out",
                             places);
    }
    const auto board = std::ranges::find_if(readings, is_board);
    return std::move(board == readings.end() ? readings.front() : *board);
}

}  // namespace sapper::screen
