#include "formats/rawvf_events.hpp"

#include <algorithm>
#include <array>

#include "formats/texts.hpp"

namespace sapper {

namespace {

constexpr std::array<std::string_view, 13> kChanges = {
    "start", "won",     "lost",      "blast",        "boom", "nonstandard", "closed",
    "flag",  "pressed", "pressedqm", "questionmark", "sx",   "sy"};

// A decimal number as it is written: its digits, and how many of them come after the point.
struct Decimal {
    bool negative;
    std::uint64_t digits;
    std::size_t decimals;
};

// Reads the parts of a line from left to right. Each function moves past the part that it reads, or returns
// nothing.
class EventParts {
  public:
    explicit EventParts(std::string_view line) : rest_(line) {}

    std::string_view rest() const { return rest_; }

    bool skip(char sign) {
        if (rest_.empty() || rest_.front() != sign) return false;
        rest_.remove_prefix(1);
        return true;
    }
    bool skip_spaces() {
        bool any = false;
        while (skip(' '))
            any = true;
        return any;
    }
    std::string_view letters(std::size_t count) {
        const std::string_view found = rest_.substr(0, count);
        const auto is_small = [](char byte) { return 'a' <= byte && byte <= 'z'; };
        if (found.size() < count || !std::all_of(found.begin(), found.end(), is_small)) return {};
        rest_.remove_prefix(count);
        return found;
    }
    // At most nine digits.
    std::optional<std::uint64_t> digits(std::uint64_t before = 0) {
        constexpr std::size_t kMost = 9;
        std::size_t count = 0;
        for (; count < rest_.size() && is_digit(rest_[count]); ++count) {
            if (count == kMost) return std::nullopt;
            before = 10 * before + static_cast<std::uint64_t>(rest_[count] - '0');
        }
        if (count == 0) return std::nullopt;
        rest_.remove_prefix(count);
        return before;
    }
    std::optional<std::int64_t> integer() {
        const bool negative = skip('-');
        const std::optional<std::uint64_t> size = digits();
        if (!size) return std::nullopt;
        return negative ? -static_cast<std::int64_t>(*size) : static_cast<std::int64_t>(*size);
    }
    std::optional<Decimal> decimal() {
        const bool negative = skip('-');
        std::optional<std::uint64_t> all = digits();
        if (!all || !skip('.')) return all ? std::optional(Decimal{negative, *all, 0}) : std::nullopt;
        const std::size_t before = rest_.size();
        all = digits(*all);
        return all ? std::optional(Decimal{negative, *all, before - rest_.size()}) : std::nullopt;
    }

  private:
    std::string_view rest_;
};

// The nearest floating-point number. The C++ library for WebAssembly has no quick way to find it.
double value_of(const Decimal& decimal) {
    std::uint64_t divisor = 1;
    for (std::size_t i = 0; i < decimal.decimals; ++i)
        divisor *= 10;
    constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
    double value;
    if (decimal.digits < kExact) {
        value = static_cast<double>(decimal.digits) / static_cast<double>(divisor);
    } else {
        // More than 53 bits would be rounded twice. With at most nine decimals, at least 23 bits are before
        // the point. With 33 bits after it there are enough to round once. The last bit says whether anything
        // follows.
        constexpr unsigned kBits = 33;
        const std::uint64_t rest = (decimal.digits % divisor) << kBits;
        const std::uint64_t bits = decimal.digits / divisor << kBits | rest / divisor;
        value = static_cast<double>(bits | (rest % divisor != 0 ? 1 : 0)) /
                static_cast<double>(std::uint64_t{1} << kBits);
    }
    return decimal.negative ? -value : value;
}

struct EventShape {
    Decimal time;
    std::string_view kind;
    std::optional<std::pair<std::int64_t, std::int64_t>> place;
    std::int64_t x;
    std::int64_t y;
};

// A mouse event of any kind, known or not.
std::optional<EventShape> shape_of(std::string_view line) {
    EventParts parts(line);
    EventShape shape{};
    const std::optional<Decimal> time = parts.decimal();
    if (!time || !parts.skip_spaces()) return std::nullopt;
    shape.time = *time;
    shape.kind = parts.letters(2);
    if (shape.kind.empty() || !parts.skip_spaces()) return std::nullopt;
    if (!parts.skip('(')) {
        const std::optional<std::int64_t> column = parts.integer();
        if (!column || !parts.skip_spaces()) return std::nullopt;
        const std::optional<std::int64_t> row = parts.integer();
        if (!row) return std::nullopt;
        parts.skip_spaces();
        if (!parts.skip('(')) return std::nullopt;
        shape.place = {*column, *row};
    }
    parts.skip_spaces();
    const std::optional<std::int64_t> x = parts.integer();
    if (!x || !parts.skip_spaces()) return std::nullopt;
    const std::optional<std::int64_t> y = parts.integer();
    if (!y) return std::nullopt;
    parts.skip_spaces();
    if (!parts.skip(')')) return std::nullopt;
    shape.x = *x;
    shape.y = *y;
    return shape;
}

}  // namespace

std::optional<RawvfEvent> rawvf_mouse_event(std::string_view line) {
    const std::optional<EventShape> shape = shape_of(line);
    if (!shape) return std::nullopt;
    const auto kind = std::ranges::find(kMouseKinds, shape->kind);
    if (kind == kMouseKinds.end()) return std::nullopt;
    return RawvfEvent{value_of(shape->time), static_cast<MouseKind>(kind - kMouseKinds.begin()), shape->place,
                      shape->x, shape->y};
}

bool is_rawvf_change(std::string_view line) {
    constexpr std::string_view kNumber = "number";
    EventParts parts(line);
    if (parts.decimal() && !parts.skip_spaces()) return false;
    const std::string_view rest = parts.rest();
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (word.size() == kNumber.size() + 1 && word.starts_with(kNumber))
        return '0' <= word.back() && word.back() <= '8';
    return std::ranges::find(kChanges, word) != kChanges.end();
}

bool looks_like_rawvf_event(std::string_view line) {
    return is_rawvf_change(line) || shape_of(line);
}

}  // namespace sapper
