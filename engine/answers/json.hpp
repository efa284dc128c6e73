// Writes values as JSON, for Python and JavaScript. Values that are not known or not finite are null. Texts
// are names and digits, so none needs an escape. A floating-point number is a text of its bits: an equals
// sign and 16 hexadecimal digits. So it keeps its last bit. This also saves the WebAssembly module 100 kB
// that do not compress: the tables by which the C++ library writes such numbers. A list that begins with a
// whole number holds only whole numbers, so readers need not look for other numbers in it.
#pragma once

#include <bit>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "deduction/phrase.hpp"

namespace sapper {

// Nothing if the amount is not known, or if this would divide by zero.
inline std::optional<double> ratio(std::optional<double> much, double of) {
    return of == 0 ? std::nullopt : much ? std::optional(*much / of) : much;
}

class Json {
  public:
    const std::string& text() const { return text_; }

    void value(std::string_view text) { text_.append("\"").append(text).append("\""); }
    void value(const std::string& text) { value(std::string_view(text)); }
    void value(std::same_as<bool> auto truth) { text_ += truth ? "true" : "false"; }
    void value(std::same_as<double> auto number) {
        if (!std::isfinite(number)) {
            text_ += "null";
            return;
        }
        constexpr std::string_view kDigits = "0123456789abcdef";
        text_ += "\"=";
        for (int shift = 60; shift >= 0; shift -= 4)
            text_ += kDigits[std::bit_cast<std::uint64_t>(number) >> shift & 15];
        text_ += "\"";
    }
    void value(std::integral auto number)
        requires(!std::same_as<decltype(number), bool>)
    {
        constexpr std::size_t kLongest = 32;
        char digits[kLongest];
        text_.append(digits, std::to_chars(digits, digits + kLongest, number).ptr);
    }
    template <typename T>
    void value(const std::optional<T>& given) {
        if (given) {
            value(*given);
        } else {
            text_ += "null";
        }
    }
    template <typename T>
    void value(const std::vector<T>& values) {
        list(values, [this](const T& each) { value(each); });
    }
    // An array of the name and an object of the values.
    void value(const Phrase& phrase) {
        text_ += "[";
        value(phrase.name);
        text_ += ",{";
        bool is_first = true;
        for (const auto& [place, given] : phrase.values) {
            if (!std::exchange(is_first, false)) text_ += ",";
            value(place);
            text_ += ":";
            std::visit([this](const auto& each) { value(each); }, given);
        }
        text_ += "}]";
    }

    void list(const auto& values, const auto& write) {
        text_ += "[";
        bool is_first = true;
        for (const auto& each : values) {
            if (!std::exchange(is_first, false)) text_ += ",";
            write(each);
        }
        text_ += "]";
    }

    // Names and values in turn. A function in place of a value writes it.
    void object(const auto&... names_and_values) {
        text_ += "{";
        fields(names_and_values...);
        text_ += "}";
    }

  private:
    void fields() {}
    void fields(std::string_view name, const auto& given, const auto&... others) {
        value(name);
        text_ += ":";
        if constexpr (std::invocable<decltype(given)>) {
            given();
        } else {
            value(given);
        }
        if constexpr (sizeof...(others) > 0) text_ += ",";
        fields(others...);
    }

    std::string text_;
};

}  // namespace sapper
