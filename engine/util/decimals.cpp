#include "util/decimals.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace sapper {

namespace {

// A number above 0: 0.digits times ten to the power `point`.
struct Decimal {
    std::string digits;
    int point;
};

// A double above 0 is mantissa times two to the power `exponent`.
struct Binary {
    std::uint64_t mantissa;
    int exponent;
};

constexpr int kMantissaBits = 52;
constexpr std::uint64_t kHiddenBit = std::uint64_t{1} << kMantissaBits;

Binary binary_of(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto exponent = static_cast<int>(bits >> kMantissaBits & 0x7ff);
    const std::uint64_t mantissa = bits & (kHiddenBit - 1);
    return exponent == 0 ? Binary{mantissa, -1074} : Binary{mantissa | kHiddenBit, exponent - 1075};
}

Natural shift_left(Natural value, int bits) {
    value <<= static_cast<std::size_t>(bits);
    return value;
}

// Makes the digits of a number one by one (Steele and White 1990, "Dragon4").
class DigitMaker {
  public:
    explicit DigitMaker(double value) : binary_(binary_of(value)) {
        const auto [mantissa, exponent] = binary_;
        // The next lower double is half as far away as the next higher one.
        const bool is_power = mantissa == kHiddenBit && exponent > -1074;
        rest_ = shift_left(mantissa, 1 + is_power + std::max(exponent, 0));
        unit_ = shift_left(1, 1 + is_power + std::max(-exponent, 0));
        above_ = shift_left(1, is_power + std::max(exponent, 0));
        below_ = shift_left(1, std::max(exponent, 0));
        point_ = static_cast<int>(std::floor(std::log10(value))) + 1;
        if (point_ >= 0) {
            unit_.multiply_by_power_of_ten(static_cast<std::size_t>(point_));
        } else {
            for (Natural* each : {&rest_, &above_, &below_})
                each->multiply_by_power_of_ten(static_cast<std::size_t>(-point_));
        }
        // The logarithm may be off by one.
        while (rest_ >= unit_) {
            unit_ *= 10;
            ++point_;
        }
        for (Natural next = rest_; (next *= 10) < unit_; next = rest_) {
            step();
            --point_;
        }
    }

    // The fewest digits that no other double rounds to.
    Decimal shortest() {
        // If the mantissa is even, both ends of the interval round to the number, too.
        const bool is_even = binary_.mantissa % 2 == 0;
        Natural end = rest_;
        end += above_;
        Decimal decimal{{}, point_};
        if (end > unit_ || (is_even && end == unit_)) return {"1", point_ + 1};
        while (true) {
            step();
            const char digit = next();
            end = rest_;
            end += above_;
            const bool is_low = rest_ < below_ || (is_even && rest_ == below_);
            const bool is_high = end > unit_ || (is_even && end == unit_);
            decimal.digits += digit;
            if (!is_low && !is_high) continue;
            if (is_high && (!is_low || rounds_up(digit))) round_up(decimal);
            return decimal;
        }
    }

    // Rounds to `count` digits, and a tie to the even digit. If no digits remain, the number is zero.
    Decimal round_to(int count) {
        Decimal decimal{{}, point_};
        if (count < 0) return decimal;
        for (int i = 0; i < count; ++i) {
            step();
            decimal.digits += next();
        }
        if (rounds_up(count == 0 ? '0' : decimal.digits.back())) round_up(decimal);
        return decimal;
    }

    int point() const { return point_; }

  private:
    void step() {
        for (Natural* each : {&rest_, &above_, &below_})
            *each *= 10;
    }
    char next() {
        char digit = '0';
        for (; rest_ >= unit_; rest_ -= unit_)
            ++digit;
        return digit;
    }
    bool rounds_up(char last) const {
        const auto order = shift_left(rest_, 1) <=> unit_;
        return order > 0 || (order == 0 && (last - '0') % 2 == 1);
    }
    static void round_up(Decimal& decimal) {
        std::string& digits = decimal.digits;
        while (!digits.empty() && digits.back() == '9')
            digits.pop_back();
        if (digits.empty()) {
            digits.push_back('1');
            ++decimal.point;
        } else {
            ++digits.back();
        }
    }

    Binary binary_;
    Natural rest_, unit_;    // what is left of the number, as a share of the unit
    Natural above_, below_;  // half the distance to the next doubles
    int point_ = 0;
};

std::string with_point(const Decimal& decimal) {
    const auto& [digits, point] = decimal;
    const auto size = static_cast<int>(digits.size());
    if (point <= 0) return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
    if (point >= size) return digits + std::string(static_cast<std::size_t>(point - size), '0');
    return digits.substr(0, static_cast<std::size_t>(point)) + "." +
           digits.substr(static_cast<std::size_t>(point));
}

std::string with_exponent(const Decimal& decimal) {
    const int exponent = decimal.point - 1;
    std::string text = decimal.digits;
    if (text.size() > 1) text.insert(1, 1, '.');
    const std::string size = std::to_string(std::abs(exponent));
    return text + "e" + (exponent < 0 ? "-" : "+") + (size.size() < 2 ? "0" : "") + size;
}

std::string sign_of(double value) {
    return std::signbit(value) ? "-" : "";
}

std::string not_finite(double value) {
    return std::isnan(value) ? "nan" : sign_of(value) + "inf";
}

// Reads a positive number of JSON. Digits after the first `kMostDigits` can only break a tie, so one "1"
// stands for them.
Decimal read_decimal(std::string_view text) {
    constexpr std::size_t kMostDigits = 800;
    constexpr int kFarthestPoint = 100'000'000;  // more than a line has digits
    Decimal decimal{{}, 0};
    bool has_more = false;
    bool after_point = false;
    std::size_t at = 0;
    for (; at < text.size() && text[at] != 'e' && text[at] != 'E'; ++at) {
        if (text[at] == '.') {
            after_point = true;
            continue;
        }
        const bool is_leading = decimal.digits.empty() && text[at] == '0';
        if (is_leading) {
            decimal.point -= after_point;
        } else {
            decimal.point += !after_point;
            if (decimal.digits.size() < kMostDigits) {
                decimal.digits += text[at];
            } else {
                has_more |= text[at] != '0';
            }
        }
    }
    if (has_more) decimal.digits += '1';
    if (at < text.size()) {
        ++at;
        const bool is_negative = text[at] == '-';
        at += text[at] == '-' || text[at] == '+';
        int exponent = 0;
        for (; at < text.size(); ++at)
            exponent = std::min(10 * std::min(exponent, kFarthestPoint) + (text[at] - '0'), kFarthestPoint);
        decimal.point += is_negative ? -exponent : exponent;
    }
    return decimal;
}

// Compares a number with the mean of a double and the next higher one.
class Halfway {
  public:
    explicit Halfway(const Decimal& decimal)
        : power_(decimal.point - static_cast<int>(decimal.digits.size())) {
        for (const char digit : decimal.digits) {
            number_ *= 10;
            number_ += static_cast<std::uint64_t>(digit - '0');
        }
        if (power_ > 0) number_.multiply_by_power_of_ten(static_cast<std::size_t>(power_));
    }
    std::strong_ordering operator()(std::uint64_t bits) const {
        const auto [mantissa, exponent] = binary_of(std::bit_cast<double>(bits));
        Natural mean = shift_left(2 * mantissa + 1, std::max(exponent - 1, 0));
        if (power_ < 0) mean.multiply_by_power_of_ten(static_cast<std::size_t>(-power_));
        return shift_left(number_, std::max(1 - exponent, 0)) <=> mean;
    }

  private:
    Natural number_;
    int power_;
};

// The bits of a double that is near the number, unless that is very small or large.
std::uint64_t estimated_bits(const Decimal& decimal) {
    constexpr std::size_t kDigits = 17;
    double number = 0;
    for (const char digit : std::string_view(decimal.digits).substr(0, kDigits))
        number = 10 * number + (digit - '0');
    const int power = decimal.point - static_cast<int>(std::min(decimal.digits.size(), kDigits));
    // In two steps, because a power of ten alone may be too small for a double.
    return std::bit_cast<std::uint64_t>(number * std::pow(10.0, power / 2) *
                                        std::pow(10.0, power - power / 2));
}

double nearest_to(const Decimal& decimal) {
    constexpr int kLargestPoint = 309, kSmallestPoint = -324;
    if (decimal.digits.empty() || decimal.point < kSmallestPoint) return 0;
    if (decimal.point > kLargestPoint) return std::numeric_limits<double>::infinity();
    const Halfway halfway(decimal);
    // The doubles above 0 are in the order of their bits.
    std::uint64_t least = 0;
    auto most = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());
    // Usually the number is near an estimate, which saves most comparisons.
    constexpr std::uint64_t kErrorOfEstimate = 64;
    const std::uint64_t estimate = estimated_bits(decimal);
    if (estimate > kErrorOfEstimate && halfway(estimate - kErrorOfEstimate) > 0)
        least = estimate - kErrorOfEstimate + 1;
    if (estimate + kErrorOfEstimate < most && halfway(estimate + kErrorOfEstimate) < 0)
        most = estimate + kErrorOfEstimate;
    while (least < most) {
        const std::uint64_t middle = least + (most - least) / 2;
        const auto order = halfway(middle);
        if (order < 0 || (order == 0 && middle % 2 == 0)) {
            most = middle;
        } else {
            least = middle + 1;
        }
    }
    return std::bit_cast<double>(least);
}

// A short number takes one multiplication or division of exact doubles. Nothing if the number is longer.
std::optional<double> from_exact_doubles(const Decimal& decimal) {
    constexpr std::size_t kExactDigits = 15;
    constexpr int kExactPower = 22;
    const int power = decimal.point - static_cast<int>(decimal.digits.size());
    if (decimal.digits.size() > kExactDigits || std::abs(power) > kExactPower) return std::nullopt;
    double number = 0;
    for (const char digit : decimal.digits)
        number = 10 * number + (digit - '0');
    double ten = 1;
    for (int i = 0; i < std::abs(power); ++i)
        ten *= 10;
    return power < 0 ? number / ten : number * ten;
}

}  // namespace

std::string shortest_text(double value) {
    if (!std::isfinite(value)) return not_finite(value);
    if (value == 0) return sign_of(value) + "0.0";
    const Decimal decimal = DigitMaker(std::abs(value)).shortest();
    constexpr int kLeastPoint = -3, kMostPoint = 16;
    if (decimal.point < kLeastPoint || decimal.point > kMostPoint)
        return sign_of(value) + with_exponent(decimal);
    const bool is_whole = decimal.point >= static_cast<int>(decimal.digits.size());
    return sign_of(value) + with_point(decimal) + (is_whole ? ".0" : "");
}

std::string general_text(double value, int digits) {
    if (!std::isfinite(value)) return not_finite(value);
    if (value == 0) return sign_of(value) + "0";
    Decimal decimal = DigitMaker(std::abs(value)).round_to(digits);
    decimal.digits.resize(decimal.digits.find_last_not_of('0') + 1);
    constexpr int kLeastPoint = -3;
    const bool is_far = decimal.point < kLeastPoint || decimal.point > digits;
    return sign_of(value) + (is_far ? with_exponent(decimal) : with_point(decimal));
}

std::string fixed_text(double value, int decimals) {
    if (!std::isfinite(value)) return not_finite(value);
    Decimal decimal{{}, 0};
    if (value != 0) {
        DigitMaker maker(std::abs(value));
        decimal = maker.round_to(maker.point() + decimals);
    }
    if (decimal.digits.empty()) decimal = {"0", 1};
    decimal.digits.resize(std::max(decimal.digits.size(), static_cast<std::size_t>(decimal.point + decimals)),
                          '0');
    return sign_of(value) + with_point(decimal);
}

std::string percent_text(double share, int decimals) {
    if (std::isnan(share)) return "unknown";
    if (share == 0 || share == 1) return share == 0 ? "0 %" : "100 %";
    const double value = 100 * share;
    const double least = std::pow(10.0, -decimals);
    const auto beyond = [decimals](char sign, double bound) {
        return std::string(1, sign).append(fixed_text(bound, decimals)).append(" %");
    };
    if (0 < value && value < least) return beyond('<', least);
    if (100 - least < value && value < 100) return beyond('>', 100 - least);
    return fixed_text(value, decimals).append(" %");
}

std::string short_percent_text(double share, int figures) {
    constexpr int kMostDecimals = 4;
    const double value = 100 * std::abs(share);
    if (!(value > 0) || !std::isfinite(value) || share == 1) return percent_text(share, 0);
    const int usual = figures - 1 - static_cast<int>(std::floor(std::log10(value)));
    // A whole "99 %" would hide how near a chance is to certain.
    const int decimals = std::min(std::max(usual, value > 99 ? 1 : 0), kMostDecimals);
    std::string text = percent_text(share, decimals);
    const bool is_bound = text[0] == '<' || text[0] == '>';
    if (is_bound || text.find('.') == std::string::npos) return text;
    text.resize(text.size() - std::string_view(" %").size());
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text.append(" %");
}

double double_of(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    const Decimal decimal = read_decimal(text.substr(is_negative));
    const std::optional<double> short_result = from_exact_doubles(decimal);
    const double size = short_result ? *short_result : nearest_to(decimal);
    return is_negative ? -size : size;
}

namespace {

constexpr std::size_t kBitsOfWord = 32;
constexpr std::uint32_t kBillion = 1'000'000'000;
constexpr std::size_t kDigitsOfBillion = 9;

std::uint32_t lowest_word(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
}

}  // namespace

Natural::Natural(std::uint64_t value) {
    for (; value > 0; value >>= kBitsOfWord)
        words_.push_back(lowest_word(value));
}

void Natural::trim() {
    while (!words_.empty() && words_.back() == 0)
        words_.pop_back();
}

std::size_t Natural::bits() const {
    if (words_.empty()) return 0;
    return kBitsOfWord * (words_.size() - 1) + static_cast<std::size_t>(std::bit_width(words_.back()));
}

std::uint32_t Natural::modulo(std::uint32_t by) const {
    std::uint64_t rest = 0;
    for (std::size_t i = words_.size(); i-- > 0;)
        rest = (rest << kBitsOfWord | words_[i]) % by;
    return lowest_word(rest);
}

std::string Natural::text() const {
    std::string digits;  // the last first
    for (Natural rest = *this; !rest.is_zero();) {
        std::uint32_t block = rest.divide(kBillion);
        for (std::size_t i = 0; i < kDigitsOfBillion && (block > 0 || !rest.is_zero()); ++i, block /= 10)
            digits += static_cast<char>('0' + block % 10);
    }
    if (digits.empty()) return "0";
    std::ranges::reverse(digits);
    return digits;
}

std::strong_ordering Natural::operator<=>(const Natural& other) const {
    if (words_.size() != other.words_.size()) return words_.size() <=> other.words_.size();
    return std::lexicographical_compare_three_way(words_.rbegin(), words_.rend(), other.words_.rbegin(),
                                                  other.words_.rend());
}

Natural& Natural::operator+=(const Natural& other) {
    words_.resize(std::max(words_.size(), other.words_.size()));
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < words_.size() && (carry > 0 || i < other.words_.size()); ++i) {
        carry += std::uint64_t{words_[i]} + (i < other.words_.size() ? other.words_[i] : 0);
        words_[i] = lowest_word(carry);
        carry >>= kBitsOfWord;
    }
    if (carry > 0) words_.push_back(lowest_word(carry));
    return *this;
}

Natural& Natural::operator-=(const Natural& other) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < words_.size() && (borrow > 0 || i < other.words_.size()); ++i) {
        const std::uint64_t subtrahend = borrow + (i < other.words_.size() ? other.words_[i] : 0);
        borrow = words_[i] < subtrahend;
        words_[i] = lowest_word(words_[i] - subtrahend);
    }
    trim();
    return *this;
}

Natural& Natural::operator*=(std::uint32_t by) {
    std::uint64_t carry = 0;
    for (std::uint32_t& word : words_) {
        carry += std::uint64_t{word} * by;
        word = lowest_word(carry);
        carry >>= kBitsOfWord;
    }
    if (carry > 0) words_.push_back(lowest_word(carry));
    trim();
    return *this;
}

Natural& Natural::operator<<=(std::size_t bits) {
    if (words_.empty()) return *this;
    *this *= std::uint32_t{1} << bits % kBitsOfWord;
    words_.insert(words_.begin(), bits / kBitsOfWord, 0);
    return *this;
}

Natural& Natural::multiply_by_power_of_ten(std::size_t exponent) {
    for (; exponent >= kDigitsOfBillion; exponent -= kDigitsOfBillion)
        *this *= kBillion;
    for (; exponent > 0; --exponent)
        *this *= 10;
    return *this;
}

std::uint32_t Natural::divide(std::uint32_t by) {
    std::uint64_t rest = 0;
    for (std::size_t i = words_.size(); i-- > 0;) {
        rest = rest << kBitsOfWord | words_[i];
        words_[i] = lowest_word(rest / by);
        rest %= by;
    }
    trim();
    return lowest_word(rest);
}

Natural operator*(const Natural& one, const Natural& other) {
    Natural product;
    product.words_.resize(one.words_.size() + other.words_.size());
    for (std::size_t i = 0; i < one.words_.size(); ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < other.words_.size(); ++j) {
            carry += std::uint64_t{one.words_[i]} * other.words_[j] + product.words_[i + j];
            product.words_[i + j] = lowest_word(carry);
            carry >>= kBitsOfWord;
        }
        product.words_[i + other.words_.size()] = lowest_word(carry);
    }
    product.trim();
    return product;
}

}  // namespace sapper
