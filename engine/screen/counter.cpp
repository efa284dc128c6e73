// Which numbers stand beside a board in a picture, and which of them may be its mine counter.
#include <map>
#include <set>

#include "board/board_names.hpp"
#include "screen/signs.hpp"

namespace sapper::screen {

namespace {

using Line = std::vector<Sign>;  // from left to right

bool is_digit(const Sign& sign) {
    return sign.kind < kSlash;
}

// The signs of each line.
std::vector<Line> lines_of(Line left) {
    constexpr double kApart = 0.9;  // the largest gap between signs of one line, in heights of a digit
    std::ranges::stable_sort(left, std::less{}, [](const Sign& sign) { return sign.box.left; });
    std::vector<Line> lines;
    std::vector<char> is_taken(left.size());
    for (std::size_t first = 0; first < left.size(); ++first) {
        if (is_taken[first]) continue;
        Line line = {left[first]};
        for (std::size_t i = first + 1; i < left.size(); ++i) {
            const Sign& each = left[i];
            const Sign& last = line.back();
            const int gap = each.box.left - last.box.right;
            if (gap > kApart * kMostSign) break;  // too far from a sign of any height, and so are all others
            const int level =
                std::min(last.box.bottom, each.box.bottom) - std::max(last.box.top, each.box.top);
            if (is_taken[i] || gap > kApart * std::max(last.height(), each.height()) ||
                2 * level <= std::min(last.height(), each.height()))
                continue;
            is_taken[i] = 1;
            line.push_back(each);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

// Whether a sign is the next digit of a number.
bool goes_on(const Line& run, const Sign& sign) {
    constexpr double kDigitGap = 0.3;  // the largest gap between signs of one word, in heights of a digit
    constexpr double kEven = 0.25;     // how far the distances of the digits of a display may differ
    constexpr double kEqual = 0.85;  // the least height of a digit, as a share of the highest digit beside it
    const Sign& last = run.back();
    if (!is_digit(sign) || !is_digit(last)) return false;
    const int height = std::max(last.height(), sign.height());
    if (std::min(last.height(), sign.height()) < kEqual * height ||
        std::abs(sign.box.bottom - last.box.bottom) > 0.15 * height + 1)
        return false;
    if (sign.box.left - last.box.right <= kDigitGap * height) return true;
    // In a display the right edges of the digits are at equal distances, also of a narrow 1.
    int widest = 0;
    for (const Sign& each : run)
        widest = std::max(widest, each.box.width());
    return sign.kind == 1 && sign.box.right - last.box.right <= (1 + kEven) * widest + 2;
}

// Whether nothing stands beside a number without a space, before it or after it.
bool is_free(const std::vector<Line>& runs, std::size_t place, bool after) {
    constexpr double kFree = 0.45;  // the least gap, in heights of a digit
    if (after ? place + 1 == runs.size() : place == 0) return true;
    const Line& run = runs[place];
    int height = 0;
    for (const Sign& each : run)
        height = std::max(height, each.height());
    const int gap = after ? runs[place + 1].front().box.left - run.back().box.right
                          : run.front().box.left - runs[place - 1].back().box.right;
    return gap > kFree * height;
}

std::uint32_t value_of(const Line& run) {
    std::uint32_t value = 0;
    for (const Sign& each : run)
        value = 10 * value + static_cast<std::uint32_t>(each.kind);
    return value;
}

// Adds the numbers in a line of signs.
void add_numbers(const Line& line, std::vector<Number>& numbers) {
    constexpr std::size_t kLongest = 5;  // the most digits of a number of mines
    std::vector<Line> runs;
    for (const Sign& each : line) {
        if (!runs.empty() && goes_on(runs.back(), each)) {
            runs.back().push_back(each);
        } else {
            runs.push_back({each});
        }
    }
    for (std::size_t place = 0; place < runs.size(); ++place) {
        const Line& run = runs[place];
        if (!is_digit(run[0]) || run.size() > kLongest) continue;
        Number number{value_of(run), std::nullopt, is_free(runs, place, true), run[0].box};
        std::size_t first = place;
        if (place > 1 && runs[place - 1].size() == 1 && runs[place - 1][0].kind == kSlash &&
            is_digit(runs[place - 2][0]) && runs[place - 2].size() <= kLongest) {
            first = place - 2;
            number.before = value_of(runs[first]);
        }
        number.alone &= is_free(runs, first, false);
        for (const Sign& each : run)
            number.box = number.box.with(each.box);
        numbers.push_back(number);
    }
}

// Adds the numbers in a part of the picture.
void add_numbers(const Pixels& part, std::vector<Number>& numbers, const Limits& limits) {
    each_ink(part, [&](Ink& ink) {
        for (const bool thick : {false, true}) {
            poll(limits);
            for (const Line& line : lines_of(ink.signs(thick)))
                add_numbers(line, numbers);
        }
    });
}

// Whether a reading of the same place says something else, and is at least as large. A smaller one is a part
// of a number, or a hole in a digit.
bool contradicts(const Number& other, const Number& number) {
    constexpr double kPart = 0.8;  // a reading smaller than this share of another is a part of it
    const auto extent = [](const Box& box) { return box.width() * box.height(); };
    return number.box.overlaps(other.box) && extent(other.box) > kPart * extent(number.box) &&
           (!number.before || other.before) &&
           (other.value != number.value || other.before != number.before || other.alone != number.alone);
}

}  // namespace

std::vector<Number> numbers_beside(const Pixels& pixels, const Grid& grid, const Limits& limits) {
    constexpr int kReach = 220;  // pixels around the board that are looked at
    constexpr int kFrame = 3;    // pixels beside the board that belong to its frame
    Box board = grid.box();
    board = {board.left - kFrame, board.top - kFrame, board.right + kFrame, board.bottom + kFrame};
    const Box around = {std::max(0, board.left - kReach), std::max(0, board.top - kReach),
                        std::min(pixels.width, board.right + kReach),
                        std::min(pixels.height, board.bottom + kReach)};
    const int top = std::max(0, board.top);
    std::vector<Number> all_numbers;
    for (const Box& strip : {Box{around.left, around.top, around.right, board.top},
                             Box{around.left, board.bottom, around.right, around.bottom},
                             Box{around.left, top, board.left, board.bottom},
                             Box{board.right, top, around.right, board.bottom}}) {
        const Pixels part = pixels.part(strip.left, strip.top, strip.right, strip.bottom);
        if (std::min(strip.width(), strip.height()) < kLeastSign) continue;
        const std::size_t before = all_numbers.size();
        add_numbers(part, all_numbers, limits);
        for (std::size_t i = before; i < all_numbers.size(); ++i)
            all_numbers[i].box = all_numbers[i].box.at_offset(strip.left, strip.top);
    }
    std::map<Box, Number> sure;
    for (const Number& number : all_numbers) {
        if (number.alone && std::ranges::none_of(
                                all_numbers, [&](const Number& other) { return contradicts(other, number); }))
            sure.insert_or_assign(number.box, number);
    }
    std::vector<Number> numbers;
    for (const auto& [box, number] : sure)
        numbers.push_back(number);
    return numbers;
}

Counts counts_of(const std::vector<Number>& numbers, const std::vector<Mark>& marks, int rows, int columns) {
    constexpr double kLeastPart = 0.1;  // the usual shares of cells that are mines
    constexpr double kMostPart = 0.3;
    constexpr std::uint32_t kTwoDigits =
        10;  // a smaller number has one digit, which may be a sign of something else
    const auto count = [&](auto holds) {
        return static_cast<std::uint32_t>(std::ranges::count_if(marks, holds));
    };
    const std::uint32_t covered = count([](Mark mark) { return !is_open(mark); });
    const std::uint32_t flags = count([](Mark mark) { return mark == kFlag; });
    std::set<std::uint32_t> pairs, plain;
    for (const Number& each : numbers) {
        if (each.before) {
            if (*each.before == flags || *each.before + flags == each.value) pairs.insert(each.value);
        } else if (each.value > 0) {
            plain.insert(each.value + flags);
        }
    }
    for (std::set<std::uint32_t>* const set : {&pairs, &plain})
        std::erase_if(*set,
                      [&](std::uint32_t value) { return value < std::max(1U, flags) || value > covered; });
    const std::set<std::uint32_t>& values = pairs.empty() ? plain : pairs;
    Counts result{{values.begin(), values.end()}, std::nullopt};
    if (!pairs.empty()) {
        if (pairs.size() == 1) result.sure = *pairs.begin();
        return result;
    }
    for (const LevelBoard& level : kBoardLevels) {
        if (level.rows == static_cast<std::size_t>(rows) &&
            level.columns == static_cast<std::size_t>(columns) &&
            plain.contains(static_cast<std::uint32_t>(level.mines))) {
            result.sure = static_cast<std::uint32_t>(level.mines);
            return result;
        }
    }
    if (covered != marks.size() || flags > 0 || values.size() != 1 || *values.begin() < kTwoDigits)
        return result;
    const double part = static_cast<double>(*values.begin()) / static_cast<double>(marks.size());
    if (kLeastPart <= part && part <= kMostPart) result.sure = *values.begin();
    return result;
}

}  // namespace sapper::screen
