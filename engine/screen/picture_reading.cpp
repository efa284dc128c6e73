#include "screen/picture_reading.hpp"

#include "inference/conflict.hpp"
#include "screen/places.hpp"
#include "screen/signs.hpp"
#include "util/lists.hpp"

namespace sapper::screen {

namespace {

using SharedLooks = std::shared_ptr<const std::vector<Look>>;

// What the readings say about the cells of each look. That a covered cell has a flag changes no analysis, so
// it is never asked.
void take(const Readings& readings, PictureReading& result) {
    constexpr double kSurelyHidden = 0.99;
    constexpr double kDoubtfulCertainty =
        0.9;  // the certainty of a cell that is the same in all readings, if doubtful
    const std::vector<Look>& looks = *result.looks;
    const Meaning& best = readings.meanings[0];
    result.certainty.assign(result.marks.size(), result.doubtful ? kDoubtfulCertainty : 1.0);
    for (std::size_t number = 0; number < looks.size(); ++number) {
        std::map<Mark, double> chances;  // also of unlikely marks
        PictureQuestion question{looks[number].cells, {}, {}};
        bool is_open = false;
        const auto mark_in = [&](const Meaning& meaning) { return std::max(meaning[number], kHidden); };
        for (std::size_t i = 0; i < readings.meanings.size(); ++i) {
            const Mark mark = mark_in(readings.meanings[i]);
            is_open |= i < readings.plausible && mark != mark_in(best);
            if (chances.try_emplace(mark).second) question.options.push_back(mark);
            chances[mark] += readings.chances[i];
        }
        for (const Cell cell : question.cells) {
            result.marks[cell] = best[number];
            if (is_open) result.certainty[cell] *= std::min(chances[mark_in(best)], 1.0);
        }
        // What is hidden, almost surely, is only less certain: if it is open, the analysis knows less than it
        // could, but nothing wrong.
        if (!is_open || (best[number] < 0 && !result.doubtful && chances[mark_in(best)] >= kSurelyHidden))
            continue;
        std::ranges::stable_sort(question.options, std::greater{}, [&](Mark mark) { return chances[mark]; });
        for (const Mark mark : question.options)
            question.chances.push_back(std::min(chances[mark], 1.0));
        result.questions.push_back(std::move(question));
    }
    std::ranges::sort(result.questions, [](const PictureQuestion& one, const PictureQuestion& other) {
        return one.chances[0] != other.chances[0] ? one.chances[0] < other.chances[0]
                                                  : one.cells < other.cells;
    });
}

// What the rules say about the looks of a board.
PictureReading reading_of(SharedLooks looks, Grid grid, const BoardFacts& facts, const Limits& limits) {
    PictureReading result;
    result.looks = std::move(looks);
    result.grid = std::move(grid);
    result.facts = facts;
    result.marks.assign(static_cast<std::size_t>(result.rows() * result.columns()), kHidden);
    if (facts.mines && *facts.mines > result.marks.size())
        throw PositionError("a board of " + quantity(result.marks.size(), "cell") + " cannot hold " +
                                quantity(*facts.mines, "mine"),
                            kNoCell);
    const Readings readings = readings_of(*result.looks, result.rows(), result.columns(), facts, limits);
    if (readings.meanings.empty()) {
        const std::string of_mines = facts.mines ? " with " + quantity(*facts.mines, "mine") : std::string();
        throw PositionError("no minefield" + of_mines + " fits what this picture shows" +
                                (facts.marks.empty() ? "" : " and the answers about it"),
                            kNoCell);
    }
    // Any rectangle may be a board without lines on which nothing is open.
    result.doubtful = readings.doubtful || facts.flood == Flood::denied ||
                      (facts.flood == Flood::no && !readings.strange_looks.empty()) ||
                      (!facts.is_board && *std::ranges::max_element(readings.meanings[0]) < 0);
    take(readings, result);
    if (facts.flood == Flood::ask && !result.doubtful)
        result.doubtful = !ask_of_flood(result, readings.strange_looks);
    // Numbers at the sides of a part of a board count mines that nobody sees.
    for (Cell cell = 0; facts.partial && cell < result.marks.size(); ++cell) {
        const int row = static_cast<int>(cell) / result.columns();
        const int column = static_cast<int>(cell) % result.columns();
        const bool at_side =
            row == 0 || column == 0 || row + 1 == result.rows() || column + 1 == result.columns();
        if (at_side && result.marks[cell] > 0) result.marks[cell] = kSafeMark;
    }
    return result;
}

// Leaves only counts that fit the marks, once these are clear: others may come with an answer.
void leave_fitting(PictureReading& reading, const Limits& limits) {
    if (reading.facts.mines || reading.counts.empty() || reading.doubtful || !reading.questions.empty())
        return;
    const std::vector<std::uint32_t> fitting = reading.fitting_counts(false, limits);
    if (fitting.empty()) return;
    std::erase_if(reading.counts,
                  [&](std::uint32_t each) { return !std::ranges::binary_search(fitting, each); });
}

}  // namespace

PictureReading reading_in(const Pixels& pixels, const Grid& grid, std::vector<Look> looks,
                          const BoardFacts& facts, const Limits& limits) {
    constexpr double kWhole = 0.1;  // pixels from a whole one that do not count
    const auto is_whole = [](double line) { return std::abs(line - std::nearbyint(line)) <= kWhole; };
    const auto leaves_open = [](const PictureReading& reading) {
        return std::pair(reading.doubtful, reading.questions.size());
    };
    std::optional<PictureReading> reading;
    std::string refusal;
    try {
        reading = reading_of(std::make_shared<std::vector<Look>>(std::move(looks)), grid, facts, limits);
    } catch (const PositionError& error) {
        refusal = error.what();
    }
    const bool is_sure = reading && leaves_open(*reading) == std::pair(false, std::size_t{0});
    if (!is_sure && !(std::ranges::all_of(grid.xs, is_whole) && std::ranges::all_of(grid.ys, is_whole))) {
        looks = looks_of(faces_of(pixels, grid, limits, true), limits);
        try {
            PictureReading other =
                reading_of(std::make_shared<std::vector<Look>>(std::move(looks)), grid, facts, limits);
            if (!reading || leaves_open(other) < leaves_open(*reading)) return other;
        } catch (const PositionError&) {
            // Then it is not better.
        }
    }
    if (!reading) throw PositionError(refusal, kNoCell);
    return std::move(*reading);
}

PictureReading with_ends(const Pixels& pixels, PictureReading reading, std::set<Side> unclear,
                         const Limits& limits) {
    while (true) {
        Ends ends = ends_of(pixels, reading.grid, reading.marks, *reading.looks);
        // A side stays unclear after the cells that may be beyond it are added.
        unclear.merge(ends.unclear);
        if (ends.grid == reading.grid) break;
        reading = reading_in(pixels, ends.grid, looks_of(faces_of(pixels, ends.grid, limits), limits),
                             reading.facts, limits);
    }
    if (!reading.facts.partial) reading.unclear_ends = std::move(unclear);
    return reading;
}

PictureReading with_size(const Pixels& pixels, PictureReading reading, std::pair<int, int> shape,
                         const Limits& limits) {
    // How many lines of cells come before and after the others.
    const auto missing = [&](int count, Side before, Side after) -> std::optional<std::pair<int, int>> {
        const bool is_before = reading.unclear_ends.contains(before);
        if (count == 0) return std::pair(0, 0);
        if (count < 0 || is_before == reading.unclear_ends.contains(after)) return std::nullopt;
        return is_before ? std::pair(count, 0) : std::pair(0, count);
    };
    const auto down = missing(shape.first - reading.rows(), "top", "bottom");
    const auto across = missing(shape.second - reading.columns(), "left", "right");
    if (!down || !across) return reading;
    const Grid grid = reading.grid.with_margins(down->first, across->first, down->second, across->second);
    if (!(grid == reading.grid)) {
        const Box box = grid.box();
        if (std::min(box.left, box.top) < 0 || box.right > pixels.width || box.bottom > pixels.height)
            return reading;
        reading =
            reading_in(pixels, grid, looks_of(faces_of(pixels, grid, limits), limits), reading.facts, limits);
    }
    reading.unclear_ends.clear();
    return reading;
}

PictureReading with_counter(const Pixels& pixels, PictureReading reading, const Limits& limits) {
    Counts counts = counts_of(numbers_beside(pixels, reading.grid, limits), reading.marks, reading.rows(),
                              reading.columns());
    if (counts.sure) {
        try {
            reading = reading.with_mines(*counts.sure, limits);
        } catch (const PositionError&) {
            std::erase(counts.possible, *counts.sure);  // then it is no counter
        }
    }
    reading.counts = std::move(counts.possible);
    leave_fitting(reading, limits);
    return reading;
}

std::optional<PictureReading> opened_alone(const PictureReading& reading, const BoardFacts& known,
                                           const Limits& limits) {
    BoardFacts facts = known;
    facts.flood = Flood::ask;
    try {
        PictureReading other = reading_of(reading.looks, reading.grid, facts, limits);
        other.unclear_ends = reading.unclear_ends;
        if (!other.doubtful) return other;
    } catch (const PositionError&) {
        // Then it is no such board either.
    }
    return std::nullopt;
}

PictureReading PictureReading::with(BoardFacts known, const Limits& limits) const {
    if (known.flood == Flood::ask) {
        if (std::optional<PictureReading> result = opened_alone(*this, known, limits))
            return std::move(*result);
        known.flood = Flood::yes;
    }
    PictureReading result = reading_of(looks, grid, known, limits);
    result.unclear_ends = unclear_ends;
    return result;
}

PictureReading PictureReading::answer(Cell cell, Mark mark, const Limits& limits) const {
    const bool decides = facts.flood == Flood::ask && std::ranges::binary_search(questions[0].cells, cell);
    const auto reading_with = [&](Mark meaning) {
        BoardFacts more = facts;
        if (decides)
            more.flood =
                (mark == kFlag ? kHidden : mark) == questions[0].options[0] ? Flood::no : Flood::denied;
        // Among cells that look empty, some may be so, and others pressed.
        const bool is_of_look = !decides || questions[0].options[0] == kHidden;
        for (std::size_t number = 0; number < looks->size() && is_of_look; ++number) {
            if (std::ranges::binary_search((*looks)[number].cells, cell)) more.marks[number] = meaning;
        }
        PictureReading result = with(std::move(more), limits);
        result.counts = counts;
        leave_fitting(result, limits);
        return result;
    };
    if (mark != kHidden) return reading_with(mark);
    // What is covered may be a flag, or a mine on the ground of open cells.
    std::optional<PictureReading> hidden;
    try {
        hidden = reading_with(kHidden);
        if (!hidden->doubtful || doubtful) return std::move(*hidden);
    } catch (const PositionError&) {
        return reading_with(kFlag);
    }
    try {
        PictureReading as_flag = reading_with(kFlag);
        return std::move(as_flag.doubtful ? *hidden : as_flag);
    } catch (const PositionError&) {
        return std::move(*hidden);
    }
}

PictureReading PictureReading::with_mines(std::uint32_t mines, const Limits& limits) const {
    if (facts.partial)
        throw PositionError("nobody knows how many mines a part of a board has: leave out the mines",
                            kNoCell);
    Position(board(), mines, marks);  // throws if they are too many
    BoardFacts more = facts;
    more.mines = mines;
    return with(std::move(more), limits);
}

std::vector<std::uint32_t> PictureReading::fitting_counts(bool trust_flags, const Limits& limits) const {
    const auto exploded = static_cast<std::uint32_t>(std::ranges::count(marks, kExploded));
    try {
        return sapper::fitting_counts(Position(board(), exploded, marks), trust_flags, limits);
    } catch (const BudgetExceeded&) {
        return {};
    }
}

std::shared_ptr<const Topology> PictureReading::board() const {
    return Topology::of(Topology::Kind::grid,
                        {static_cast<std::size_t>(rows()), static_cast<std::size_t>(columns())});
}

}  // namespace sapper::screen
