#include "replays/timestamps.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>

#include "util/lists.hpp"

namespace sapper {

namespace {

constexpr std::int64_t kMicrosecondsInSecond = 1'000'000;
constexpr std::size_t kMostDigits = 18;           // of a number that is a time
constexpr std::size_t kMostDigitsOfSeconds = 12;  // a longer number counts microseconds
constexpr std::int64_t kFirst = -62'135'596'800;  // the year 1, in seconds since 1970
constexpr std::int64_t kEnd = 253'402'300'800;    // the year 10000

// Reads a text from its beginning. Once something does not fit, failed() stays true.
class Reader {
  public:
    explicit Reader(std::string_view text) : rest_(text) {}

    bool failed() const { return failed_; }
    bool at_end() const { return rest_.empty(); }
    char next() const { return rest_.empty() ? '\0' : rest_[0]; }

    // Takes the sign if it is next.
    bool takes(char sign) {
        if (rest_.empty() || rest_[0] != sign) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char sign) { failed_ |= !takes(sign); }

    std::int64_t number(std::size_t fewest, std::size_t most) {
        std::size_t size = 0;
        while (size < std::min(most, rest_.size()) && is_digit(rest_[size]))
            ++size;
        std::int64_t value = 0;
        if (size < fewest) failed_ = true;
        std::from_chars(rest_.data(), rest_.data() + size, value);
        rest_.remove_prefix(size);
        return value;
    }

    // The digits behind a decimal point, as millionths.
    std::int64_t millionths() {
        std::int64_t value = 0;
        std::int64_t worth = kMicrosecondsInSecond;
        failed_ |= !is_digit(next());
        while (is_digit(next())) {
            worth /= 10;
            value += worth * (rest_[0] - '0');
            rest_.remove_prefix(1);
        }
        return value;
    }

  private:
    std::string_view rest_;
    bool failed_ = false;
};

struct Clock {
    std::int64_t hour = 0;
    std::int64_t minute = 0;
    std::int64_t second = 0;

    bool is_possible() const { return hour < 24 && minute < 60 && second < 60; }
    std::int64_t seconds() const { return 3600 * hour + 60 * minute + second; }
};

std::optional<Instant> instant(std::int64_t year, std::int64_t month, std::int64_t day, const Clock& clock,
                               std::int64_t microseconds, std::int64_t offset) {
    const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(year)),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day)));
    if (year < 1 || !date.ok() || !clock.is_possible()) return std::nullopt;
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    const std::int64_t seconds = 86'400 * days + clock.seconds() - offset;
    if (seconds < kFirst || seconds >= kEnd) return std::nullopt;
    return Instant{kMicrosecondsInSecond * seconds + microseconds, static_cast<std::int32_t>(offset)};
}

std::optional<Instant> since_1970(std::string_view digits) {
    if (digits.empty() || digits.size() > kMostDigits || !std::ranges::all_of(digits, is_digit))
        return std::nullopt;
    std::int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (value == 0) return std::nullopt;
    const std::int64_t unit = digits.size() > kMostDigitsOfSeconds ? 1 : kMicrosecondsInSecond;
    if (value / (kMicrosecondsInSecond / unit) >= kEnd) return std::nullopt;
    return Instant{value * unit};
}

std::optional<Instant> of_arbiter(std::string_view text) {
    Reader reader(text);
    const std::int64_t day = reader.number(1, 2);
    reader.expect('.');
    const std::int64_t month = reader.number(1, 2);
    reader.expect('.');
    const std::int64_t year = reader.number(4, 4);
    reader.expect('.');
    Clock clock;
    clock.hour = reader.number(1, 2);
    reader.expect(':');
    clock.minute = reader.number(1, 2);
    reader.expect(':');
    clock.second = reader.number(1, 2);
    if (reader.failed() || is_digit(reader.next())) return std::nullopt;  // fractions may follow
    return instant(year, month, day, clock, 0, 0);
}

std::optional<Instant> of_iso(std::string_view text) {
    Reader reader(text);
    const std::int64_t year = reader.number(4, 4);
    reader.expect('-');
    const std::int64_t month = reader.number(2, 2);
    reader.expect('-');
    const std::int64_t day = reader.number(2, 2);
    Clock clock;
    std::int64_t microseconds = 0;
    std::int64_t offset = 0;
    if (!reader.at_end()) {
        if (!reader.takes(' ')) reader.expect('T');
        clock.hour = reader.number(2, 2);
        reader.expect(':');
        clock.minute = reader.number(2, 2);
        if (reader.takes(':')) {
            clock.second = reader.number(2, 2);
            if (reader.takes('.') || reader.takes(',')) microseconds = reader.millionths();
        }
        if (reader.next() == '+' || reader.next() == '-') {
            const bool behind = reader.takes('-');
            if (!behind) reader.expect('+');
            Clock ahead{.hour = reader.number(2, 2)};
            reader.takes(':');
            if (!reader.at_end()) ahead.minute = reader.number(2, 2);
            if (!ahead.is_possible()) return std::nullopt;
            offset = behind ? -ahead.seconds() : ahead.seconds();
        } else {
            reader.takes('Z');
        }
    }
    if (reader.failed() || !reader.at_end()) return std::nullopt;
    return instant(year, month, day, clock, microseconds, offset);
}

}  // namespace

std::optional<Instant> time_of(std::string_view timestamp) {
    for (const auto& read : {since_1970, of_arbiter, of_iso}) {
        if (const std::optional<Instant> instant = read(timestamp)) return instant;
    }
    return std::nullopt;
}

}  // namespace sapper
