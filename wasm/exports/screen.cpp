#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "calls.hpp"
#include "protocol/json.hpp"
#include "protocol/request.hpp"
#include "screen/picture_reading.hpp"
#include "screen/signs.hpp"

namespace screen = sapper::screen;
using sapper::Json;
using screen::PictureReading;

namespace {

// What was read. Answers name a reading by its number. JavaScript takes a fresh engine for each picture.
std::vector<PictureReading> readings;

// The numbers of mines that fit what was read, if possible with all flags on mines; none if it is known.
std::vector<std::uint32_t> possible_mines(const PictureReading& reading, const sapper::Limits& limits) {
    if (reading.facts.mines) return {};
    const auto fitting = [&](bool trust_flags) { return reading.fitting_counts(trust_flags, limits); };
    try {
        std::vector<std::uint32_t> mines = fitting(true);
        return mines.empty() ? fitting(false) : mines;
    } catch (const sapper::TimeIsUp&) {
        return {};  // the picture is read all the same
    }
}

void give_reading(const PictureReading& reading, const sapper::Limits& limits) {
    Json json;
    const screen::Box box = reading.grid.box();
    json.object(
        "rows", reading.rows(), "columns", reading.columns(), "mines", reading.facts.mines, "box",
        std::vector<int>{box.left, box.top, box.right, box.bottom}, "questions",
        [&] {
            json.list(reading.questions, [&](const screen::PictureQuestion& question) {
                json.object("cells", question.cells, "marks", question.options, "chances", question.chances);
            });
        },
        "unclear_ends",
        [&] { json.list(reading.unclear_ends, [&](std::string_view side) { json.value(side); }); },
        "doubtful", reading.doubtful, "counts", reading.counts, "possible_mines",
        possible_mines(reading, limits));
    browser::give_text(json.text());
    browser::give(reading.marks);
    browser::give(reading.certainty);
}

}  // namespace

// Argument 0: the pixels in rows, each with red, green, blue and a fourth byte that counts for nothing. The
// mines are not finite if they are not known, and the rows 0 if the size is not. Results: the number of the
// reading, the reading as JSON, and for each cell its mark and the probability that it is read right.
SAPPER_CALL(read_picture)(std::uint32_t width, std::uint32_t height, double mines, std::uint32_t rows,
                          std::uint32_t columns, double seconds) {
    return browser::answer([=] {
        const std::span<const std::uint8_t> bytes = browser::argument_bytes(0);
        if (bytes.size() != std::size_t{4} * width * height)
            throw std::invalid_argument("a pixel has four bytes");
        screen::PictureOptions options;
        if (std::isfinite(mines)) options.mines = static_cast<std::uint32_t>(mines);
        if (rows > 0) options.shape.emplace(static_cast<int>(rows), static_cast<int>(columns));
        const int across = static_cast<int>(width);
        const screen::Pixels pixels{bytes.data(), std::ptrdiff_t{4} * across, 4, static_cast<int>(height),
                                    across};
        const sapper::Limits limits = browser::limits_of(seconds);
        try {
            readings.push_back(screen::read_picture(pixels, options, limits));
        } catch (const screen::PictureRefusal& error) {
            using enum screen::PictureRefusal::Kind;
            if (error.kind == contradiction) throw sapper::PositionError(error.what(), sapper::kNoCell);
            throw sapper::Refusal("format", error.what(),
                                  error.kind == several_boards ? "" : ", \"no_board\": true");
        }
        browser::give_numbers(readings.size() - 1);
        give_reading(readings.back(), limits);
    });
}

// A reading with answers. Arguments: 0 cells, and 1 the mark of each. Results as of `read_picture`, without
// the number.
SAPPER_CALL(answer_picture)(std::uint32_t number, double seconds) {
    return browser::answer([=] {
        const sapper::Limits limits = browser::limits_of(seconds);
        const auto cells = browser::argument<sapper::Cell>(0);
        const auto marks = browser::argument<sapper::Mark>(1);
        PictureReading reading = readings.at(number);
        for (std::size_t i = 0; i < std::min(cells.size(), marks.size()); ++i) {
            const bool is_mark =
                (sapper::kFlag <= marks[i] && marks[i] <= 8) || marks[i] == sapper::kSafeMark;
            if (cells[i] >= reading.marks.size() || !is_mark)
                throw std::invalid_argument("a picture has no such cell, or a cell no such mark");
            reading = reading.answer(cells[i], marks[i], limits);
        }
        give_reading(reading, limits);
    });
}
