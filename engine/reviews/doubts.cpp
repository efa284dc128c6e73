#include "reviews/doubts.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "board/board_names.hpp"
#include "formats/recording.hpp"
#include "formats/text_reader.hpp"
#include "minefields/three_bv.hpp"
#include "util/decimals.hpp"

namespace sapper {

namespace {

// Files round times to hundredths. Clocks of programs tick every 0.016 s, the time of the game may be read a
// tick or two after the last event, and clocks step back a little when two events are written out of order.
constexpr double kSmallStep = 0.05;
// The fewest presses that show a rhythm.
constexpr std::size_t kFewestPresses = 20;
// The standard deviation of the times between presses, as a share of their mean. Hands have more than 0.3.
constexpr double kEvenRhythm = 0.1;
// A hand moves the pointer by fewer cells within the hundredth of a second that files resolve.
constexpr double kFarJump = 10;
constexpr double kInstant = 0.0101;
// Cells between a press and the place where the pointer was last seen.
constexpr double kApart = 2;

std::string in_seconds(double seconds) {
    return fixed_text(seconds, 2) + " s";
}

// The number that a text states. Nothing if the text is no number.
std::optional<double> number_of_claim(std::string_view text) {
    text = trim(text);
    const std::string_view digits = text.substr(text.starts_with('-'));
    const std::size_t point = digits.find('.');
    const auto is_whole = [](std::string_view part) {
        return !part.empty() && std::ranges::all_of(part, is_digit);
    };
    const bool has_point = point != std::string_view::npos;
    if (!is_whole(digits.substr(0, point)) || (has_point && !is_whole(digits.substr(point + 1))))
        return std::nullopt;
    const double number = double_of(text);
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::string how_many(std::size_t count, std::string_view one, std::string_view many) {
    return (std::to_string(count) += ' ') += count == 1 ? one : many;
}

bool goes_down(MouseKind kind) {
    return kind == MouseKind::left_down || kind == MouseKind::right_down || kind == MouseKind::middle_down ||
           kind == MouseKind::shift_down;
}

class DoubtSearch {
  public:
    DoubtSearch(const RecordedGame& record, const GameLine& line, const Claims& claims)
        : record_(record), line_(line), claims_(claims) {}

    std::vector<Doubt> find() {
        check_claims();
        check_level();
        check_mode();
        check_clock();
        check_pointer();
        check_rhythm();
        if (line_.status == Status::playing)
            add("unfinished", DoubtGrade::note, {"The recording ends before the game does."});
        return std::move(doubts_);
    }

  private:
    // Adds a doubt behind those that are as grave. Its sentence comes in parts: to add up texts would make
    // WebAssembly larger.
    void add(std::string_view kind, DoubtGrade grade, std::initializer_list<std::string_view> parts) {
        std::string text;
        for (const std::string_view part : parts)
            text += part;
        std::ranges::replace_if(  // a file could move the cursor of a terminal
            text, [](char letter) { return letter >= 0 && letter < ' '; }, '?');
        const auto next =
            std::ranges::find_if(doubts_, [grade](const Doubt& other) { return other.grade < grade; });
        doubts_.insert(next, {kind, grade, std::move(text)});
    }

    void check_claims() {
        const double seconds = number_of_claim(claims_.time).value_or(line_.seconds);
        if (line_.status != Status::playing && std::abs(seconds - line_.seconds) > kSmallStep)
            add("time", DoubtGrade::contradiction,
                {"The file says ", in_seconds(seconds), ", and its events take ", in_seconds(line_.seconds),
                 "."});
        const std::string status = lower(claims_.status);
        const bool says_won = status == "won" || status == "win";
        const bool says_lost = status == "lost" || status == "loss";
        const bool is_won = line_.status == Status::won;
        const bool is_lost = line_.status == Status::lost;
        if ((says_won && !is_won) || (says_lost && !is_lost)) {
            const std::string_view ending = line_.status == Status::playing ? "do not end the game"
                                            : is_won                        ? "win it"
                                                                            : "lose it";
            add("result", DoubtGrade::contradiction,
                {"The file says that the game was ", says_won ? "won" : "lost", ", and its events ", ending,
                 "."});
        }
        const std::optional<double> number = number_of_claim(claims_.three_bv);
        if (!number) return;
        const std::uint32_t three_bv = BoardCounter().three_bv(*record_.topology, record_.minefield.bytes());
        if (*number != three_bv)
            add("three_bv", DoubtGrade::contradiction,
                {"The file says a 3BV of ", std::to_string(std::llround(*number)), ", and its board has ",
                 std::to_string(three_bv), "."});
    }

    void check_level() {
        if (claims_.level.empty()) return;
        const std::string level_claim = lower(claims_.level);
        const std::string_view level = level_of(*record_.topology, record_.minefield.count());
        if (level_claim == level) return;
        const bool is_known = names_level(level_claim);
        if (is_known)
            add("level", DoubtGrade::contradiction,
                {"The file says the level ", claims_.level, ", and its board is ",
                 level == "custom" ? "of another size" : level, "."});
        else
            add("level", DoubtGrade::note,
                {"The file says the level ", claims_.level, ", which is not a known one."});
    }

    static bool names_level(std::string_view name) {
        return name == "beginner" || name == "intermediate" || name == "expert";
    }

    void check_mode() {
        if (is_usual_mode(claims_.mode)) return;
        const std::string mode = lower(claims_.mode);
        const bool is_known =
            std::ranges::any_of(kModes, [&](std::string_view each) { return lower(each) == mode; });
        add("mode", is_known ? DoubtGrade::note : DoubtGrade::doubt,
            {is_known ? "The file says that this is a game of the kind "
                      : "The file says an unknown kind of game: ",
             claims_.mode, "."});
    }

    void check_clock() {
        std::size_t steps = 0;
        double largest = 0;
        double latest = -1e300;
        for (const MouseEvent& event : record_.events) {
            if (event.time < latest - 1e-9) {
                ++steps;
                largest = std::max(largest, latest - event.time);
            } else {
                latest = event.time;
            }
        }
        if (steps == 0) return;
        add("clock", largest > kSmallStep ? DoubtGrade::doubt : DoubtGrade::note,
            {"The clock runs backwards at ", how_many(steps, "event", "events"), ", by at most ",
             in_seconds(largest), "."});
    }

    void check_pointer() {
        if (!line_.path) {
            add("no_pointer", DoubtGrade::note, {"The recording has no moves of the pointer."});
            return;
        }
        std::size_t jumps = 0;
        std::size_t apart = 0;
        std::size_t presses = 0;
        const MouseEvent* last = nullptr;
        for (const MouseEvent& event : record_.events) {
            if (event.time <= 0) continue;  // readers put flags there that were set before
            if (event.x == kNoPixel || event.kind == MouseKind::question_marks) continue;
            const double way = last == nullptr ? 0
                                               : std::hypot(static_cast<double>(event.x - last->x),
                                                            static_cast<double>(event.y - last->y)) /
                                                     record_.cell_size;
            const bool on_board = event.cell != kNoCell && last != nullptr && last->cell != kNoCell;
            if (on_board && way >= kFarJump && event.time - last->time <= kInstant) ++jumps;
            presses += goes_down(event.kind);
            apart += goes_down(event.kind) && on_board && way >= kApart;
            last = &event;
        }
        if (jumps > 0)
            add("jump", DoubtGrade::doubt,
                {"The pointer jumps ", how_many(jumps, "time", "times"),
                 " by 10 cells or more within a hundredth of a second, as on a touch screen."});
        if (presses >= kFewestPresses && 10 * apart > presses)
            add("apart", DoubtGrade::doubt,
                {how_many(apart, "click is", "clicks are"), " of ", std::to_string(presses),
                 " away from where the pointer was seen last, as on a touch screen."});
    }

    void check_rhythm() {
        std::vector<double> times;
        std::optional<std::pair<std::int64_t, std::int64_t>> place;  // of the first press in its cell
        bool is_one_place = true;
        std::size_t with_pixels = 0;
        for (const MouseEvent& event : record_.events) {
            if (!goes_down(event.kind) || event.cell == kNoCell) continue;
            times.push_back(event.time);
            if (event.x == kNoPixel) continue;
            ++with_pixels;
            const std::pair its_place(event.x % record_.cell_size, event.y % record_.cell_size);
            if (!place) place = its_place;
            is_one_place &= its_place == *place;
        }
        if (with_pixels >= kFewestPresses && is_one_place)
            add("same_pixel", DoubtGrade::doubt,
                {"All ", std::to_string(with_pixels),
                 " clicks are on the same pixel of their cells, as in files made from a list of moves."});
        if (times.size() <= kFewestPresses || line_.seconds == 0) return;
        const double gaps = static_cast<double>(times.size() - 1);
        const double mean = (times.back() - times.front()) / gaps;
        double squares = 0;
        for (std::size_t i = 1; i < times.size(); ++i)
            squares += (times[i] - times[i - 1] - mean) * (times[i] - times[i - 1] - mean);
        if (mean > 0 && std::sqrt(squares / gaps) < kEvenRhythm * mean)
            add("even", DoubtGrade::doubt,
                {"The times between ", std::to_string(times.size()),
                 " clicks are almost equal, more so than those of hands."});
    }

    const RecordedGame& record_;
    const GameLine& line_;
    const Claims& claims_;
    std::vector<Doubt> doubts_;
};

}  // namespace

std::vector<Doubt> doubts_of(const RecordedGame& record, const GameLine& line, const Claims& claims) {
    return DoubtSearch(record, line, claims).find();
}

}  // namespace sapper
