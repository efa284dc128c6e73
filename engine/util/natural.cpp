#include "util/natural.hpp"

#include <algorithm>
#include <bit>

namespace sapper {

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
