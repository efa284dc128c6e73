// Reads and writes JSON as Python does. Libraries do not suit Sapper. They cut whole numbers to 64 bits, but
// an `id` must come back unchanged. They take the last of two fields of one name. And the best known one
// makes WebAssembly 60 kB larger than this.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "deduction/phrase.hpp"

namespace sapper {

// Texts are UTF-8, in which half of a surrogate pair may stand alone.

// Takes the first character of a text that is not empty, and returns its number.
std::uint32_t take_character(std::string_view& text);
void append_character(std::string& text, std::uint32_t character);
// Appends a character in the escapes of JSON: "\u00e4", or two of these.
void append_escape(std::string& json, std::uint32_t character);

// The first characters of a text, at most `most`.
std::string_view first_characters(std::string_view text, std::size_t most);
// The text in the quotes that Python gives it.
std::string in_python_quotes(std::string_view text);

struct JsonValue;
using JsonArray = std::vector<JsonValue>;
using JsonFields = std::vector<std::pair<std::string, JsonValue>>;

// A whole number beyond 64 bits, in digits.
struct LongInteger {
    std::string digits;
};

// A value. Large ones are behind pointers, because a board may be an array of millions of numbers.
struct JsonValue {
    std::variant<std::nullptr_t, bool, std::int64_t, double, std::unique_ptr<LongInteger>,
                 std::unique_ptr<std::string>, std::unique_ptr<JsonArray>, std::unique_ptr<JsonFields>>
        is = nullptr;

    bool is_null() const { return std::holds_alternative<std::nullptr_t>(is); }
    const bool* truth() const { return std::get_if<bool>(&is); }
    const std::int64_t* number() const { return std::get_if<std::int64_t>(&is); }
    const double* real() const { return std::get_if<double>(&is); }
    const LongInteger* long_integer() const { return behind<LongInteger>(); }
    const std::string* text() const { return behind<std::string>(); }
    const JsonArray* array() const { return behind<JsonArray>(); }
    const JsonFields* fields() const { return behind<JsonFields>(); }

    bool is_whole() const { return number() != nullptr || long_integer() != nullptr; }
    // The digits of a whole number.
    std::string digits() const {
        return number() != nullptr ? std::to_string(*number()) : long_integer()->digits;
    }

    // Whether a whole number is negative.
    bool is_negative() const {
        return number() != nullptr ? *number() < 0 : long_integer()->digits.starts_with('-');
    }

  private:
    template <typename T>
    const T* behind() const {
        const auto* pointer = std::get_if<std::unique_ptr<T>>(&is);
        return pointer != nullptr ? pointer->get() : nullptr;
    }
};

class JsonError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Reads one value from UTF-8. Throws JsonError, also if one object has a name twice, if values are nested too
// deeply, and if a number has too many digits.
JsonValue json_in(std::string_view text);

// The value as JSON in ASCII. It ends early, behind a part of the value, once it has `most` bytes. Numbers
// that are not finite become `Infinity`, which is no JSON.
std::string json_of(const JsonValue& value, std::size_t most = std::string::npos);
// Whether all numbers in it are finite.
bool is_finite(const JsonValue& value);

// People count rows and columns from 1, programs from 0.
inline constexpr std::int64_t kFirstForPeople = 1;

// Writes values as JSON. Unknown numbers and those that are not finite are null. Sentences become texts.
class Json {
  public:
    // Sentences count rows and columns from `first`.
    explicit Json(std::int64_t first = 0) : first_(first) {}

    const std::string& text() const { return text_; }

    void value(std::string_view text);
    void value(const std::string& text) { value(std::string_view(text)); }
    void value(const char* text) { value(std::string_view(text)); }
    void value(std::nullptr_t) { text_ += "null"; }
    void value(std::same_as<bool> auto truth) { text_ += truth ? "true" : "false"; }
    void value(std::same_as<double> auto number) { write(number); }
    void value(std::integral auto number)
        requires(!std::same_as<decltype(number), bool>)
    {
        text_ += std::to_string(number);
    }
    void value(const Phrase& phrase);
    template <typename T>
    void value(const std::optional<T>& each) {
        if (each) {
            value(*each);
        } else {
            value(nullptr);
        }
    }
    template <typename T>
    void value(const std::vector<T>& values) {
        list(values, [this](const T& each) { value(each); });
    }
    // A function writes the value.
    void value(const std::invocable auto& write) { write(); }

    void list(const auto& values, const auto& write) {
        text_ += "[";
        bool is_first = true;
        for (const auto& each : values) {
            if (!std::exchange(is_first, false)) text_ += ", ";
            write(each);
        }
        text_ += "]";
    }

    // Names and values in turn.
    void object(const auto&... names_and_values) {
        text_ += "{";
        more(names_and_values...);
        text_ += "}";
    }
    // Writes an object. `write` writes its fields by more().
    void object_of(const auto& write) {
        text_ += "{";
        write();
        text_ += "}";
    }
    // Names and values in turn, behind other fields of an object or as its first ones.
    void more(const auto&... names_and_values) {
        static_assert(sizeof...(names_and_values) % 2 == 0);
        // One function for each type of value: WebAssembly should be small.
        const auto all = std::forward_as_tuple(names_and_values...);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (field(std::get<2 * I>(all), std::get<2 * I + 1>(all)), ...);
        }(std::make_index_sequence<sizeof...(names_and_values) / 2>());
    }

  private:
    void begin_field(std::string_view name);
    void field(std::string_view name, const auto& each) {
        begin_field(name);
        value(each);
    }
    void write(double number);

    std::int64_t first_;
    std::string text_;
    // The last number and its text, because cells of the same risk often follow one another.
    double last_ = 0;
    std::string last_text_;
};

// Writes the value if there is one, or null.
auto or_null(Json& json, const auto& each, const auto& write) {
    return [&json, &each, write] {
        if (each) {
            write(json, *each);
        } else {
            json.value(nullptr);
        }
    };
}
}  // namespace sapper
