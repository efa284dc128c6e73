#include "protocol/json.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "deduction/phrase.hpp"
#include "formats/text_reader.hpp"
#include "util/decimals.hpp"

namespace sapper {

namespace {

void append_digits(std::string& text, std::uint32_t number, int digits) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        text += kDigits[number >> shift & 15];
}

constexpr std::size_t kDeepest = 1000;

class JsonReader {
  public:
    explicit JsonReader(std::string_view text) : text_(text) {}

    JsonValue whole() {
        JsonValue value = next();
        skip_blanks();
        if (at_ < text_.size()) fail("there is more after the value");
        return value;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw JsonError("this is not JSON: " + what + ", at byte " + std::to_string(at_));
    }

    void skip_blanks() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
            ++at_;
    }
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool take(std::string_view text) {
        if (!text_.substr(at_).starts_with(text)) return false;
        at_ += text.size();
        return true;
    }

    JsonValue next() {
        skip_blanks();
        switch (peek()) {
            case '{':
                return read_nested([this] { return fields(); });
            case '[':
                return read_nested([this] { return array(); });
            case '"':
                return {std::make_unique<std::string>(string())};
            default:
                break;
        }
        if (take("null")) return {nullptr};
        if (take("true")) return {true};
        if (take("false")) return {false};
        if (peek() == '-' || is_digit(peek())) return number();
        fail("a value is missing");
    }

    JsonValue read_nested(const auto& read) {
        if (++depth_ > kDeepest) throw JsonError("this is nested too deeply");
        ++at_;
        JsonValue value{read()};
        --depth_;
        return value;
    }

    std::unique_ptr<JsonArray> array() {
        auto values = std::make_unique<JsonArray>();
        skip_blanks();
        if (take("]")) return values;
        while (true) {
            values->push_back(next());
            skip_blanks();
            if (take("]")) return values;
            if (!take(",")) fail("a comma or the end of an array is missing");
        }
    }

    std::unique_ptr<JsonFields> fields() {
        auto fields = std::make_unique<JsonFields>();
        skip_blanks();
        if (take("}")) return fields;
        while (true) {
            skip_blanks();
            if (peek() != '"') fail("the name of a field is missing");
            std::string name = string();
            skip_blanks();
            if (!take(":")) fail("a colon is missing");
            fields->emplace_back(std::move(name), next());
            skip_blanks();
            if (take("}")) break;
            if (!take(",")) fail("a comma or the end of an object is missing");
        }
        check_names(*fields);
        return fields;
    }

    static void check_names(const JsonFields& fields) {
        if (fields.size() < 2) return;
        std::vector<std::string_view> names;
        for (const auto& field : fields)
            names.push_back(field.first);
        std::ranges::sort(names);
        const auto twice = std::ranges::adjacent_find(names);
        if (twice == names.end()) return;
        throw JsonError("this is not JSON: an object has the name " +
                        in_python_quotes(first_characters(*twice, 40)) + " twice");
    }

    JsonValue number() {
        const std::size_t begin = at_;
        take("-");
        if (!take("0")) digits();
        bool is_whole = true;
        if (take(".")) {
            is_whole = false;
            digits();
        }
        if (take("e") || take("E")) {
            is_whole = false;
            if (!take("+")) take("-");
            digits();
        }
        const std::string_view text = text_.substr(begin, at_ - begin);
        std::int64_t value = 0;
        if (!is_whole) {
            // 10.0 and 1e1 are whole numbers, as in JSON Schema. From 2^53 on, a double is not exact.
            constexpr double kLargest = 0x1p53;
            const double real = double_of(text);
            if (!(std::abs(real) < kLargest) || std::trunc(real) != real) return {real};
            value = static_cast<std::int64_t>(real);
            return {value};
        }
        if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc()) return {value};
        // Python reads no longer numbers, and could not read the answer to such an `id`.
        constexpr std::size_t kMostDigits = 4300;
        if (text.size() > kMostDigits + text.starts_with('-')) {
            at_ = begin;
            fail("a number has more than " + std::to_string(kMostDigits) + " digits");
        }
        return {std::make_unique<LongInteger>(std::string(text))};
    }

    void digits() {
        if (!is_digit(peek())) fail("a digit is missing");
        while (is_digit(peek()))
            ++at_;
    }

    std::string string() {
        const std::size_t begin = at_++;
        std::string read;
        while (true) {
            const std::size_t end = text_.find_first_of("\"\\", at_);
            const std::string_view plain = text_.substr(at_, end - at_);
            const auto control = std::ranges::find_if(
                plain, [](char byte) { return static_cast<unsigned char>(byte) < 0x20; });
            if (control != plain.end()) {
                at_ += static_cast<std::size_t>(control - plain.begin());
                fail("a text has a control character");
            }
            if (end == std::string_view::npos) {
                at_ = begin;
                fail("a text does not end");
            }
            read += plain;
            at_ = end + 1;
            if (text_[end] == '"') return read;
            escape(read);
        }
    }

    void escape(std::string& read) {
        constexpr std::string_view kNames = "\"\\/bfnrt";
        constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
        const std::size_t place = kNames.find(peek());
        if (at_ < text_.size() && place != std::string_view::npos) {
            read += kMeanings[place];
            ++at_;
            return;
        }
        if (!take("u")) fail("an escape is wrong");
        std::uint32_t point = code_unit();
        constexpr std::uint32_t kHigh = 0xd800, kLow = 0xdc00, kEnd = 0xe000;
        if (point >= kHigh && point < kLow && text_.substr(at_).starts_with("\\u")) {
            const std::size_t before = at_;
            at_ += 2;
            const std::uint32_t low = code_unit();
            if (low >= kLow && low < kEnd) {
                point = 0x10000 + ((point - kHigh) << 10) + (low - kLow);
            } else {
                at_ = before;
            }
        }
        append_character(read, point);
    }

    std::uint32_t code_unit() {
        constexpr std::size_t kDigits = 4;
        std::uint32_t unit = 0;
        const std::string_view digits = text_.substr(at_, kDigits);
        const auto* const end = digits.data() + digits.size();
        if (digits.size() < kDigits || std::from_chars(digits.data(), end, unit, 16).ptr != end)
            fail("an escape is wrong");
        at_ += kDigits;
        return unit;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
};

void append_json_text(std::string& json, std::string_view text) {
    json += '"';
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text[0]);
        constexpr std::string_view kNames = "\"\\bfnrt";
        constexpr std::string_view kMeanings = "\"\\\b\f\n\r\t";
        if (const std::size_t place = kMeanings.find(text[0]); place != std::string_view::npos) {
            json += '\\';
            json += kNames[place];
            text.remove_prefix(1);
        } else if (byte >= 0x20 && byte < 0x7f) {
            json += text[0];
            text.remove_prefix(1);
        } else {
            append_escape(json, take_character(text));
        }
    }
    json += '"';
}

class JsonWriter {
  public:
    explicit JsonWriter(std::size_t most) : most_(most) {}

    void write(const JsonValue& value) {
        std::visit([this](const auto& each) { write(each); }, value.is);
    }
    std::string text;

  private:
    void write(std::nullptr_t) { text += "null"; }
    void write(bool truth) { text += truth ? "true" : "false"; }
    void write(std::int64_t number) { text += std::to_string(number); }
    void write(double number) {
        if (std::isfinite(number)) {
            text += shortest_text(number);
        } else {
            text += number < 0 ? "-Infinity" : "Infinity";
        }
    }
    void write(const std::unique_ptr<LongInteger>& number) { text += number->digits; }
    void write(const std::unique_ptr<std::string>& value) { append_json_text(text, *value); }
    void write(const std::unique_ptr<JsonArray>& values) {
        text += '[';
        for (const JsonValue& each : *values) {
            if (&each != values->data()) text += ", ";
            write(each);
            if (text.size() >= most_) return;
        }
        text += ']';
    }
    void write(const std::unique_ptr<JsonFields>& fields) {
        text += '{';
        for (const auto& each : *fields) {
            if (&each != fields->data()) text += ", ";
            append_json_text(text, each.first);
            text += ": ";
            write(each.second);
            if (text.size() >= most_) return;
        }
        text += '}';
    }

    std::size_t most_;
};

}  // namespace

std::uint32_t take_character(std::string_view& text) {
    const auto first = static_cast<unsigned char>(text[0]);
    text.remove_prefix(1);
    const int ones = std::countl_one(first);
    if (ones < 2) return first;
    std::uint32_t character = first & (0x7fU >> ones);
    for (int i = 1; i < ones && !text.empty(); ++i, text.remove_prefix(1))
        character = character << 6 | (static_cast<unsigned char>(text[0]) & 0x3fU);
    return character;
}

void append_character(std::string& text, std::uint32_t character) {
    const auto append = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (character < 0x80) return append(character);
    const int more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    append((0x780U >> more & 0xff) | character >> 6 * more);
    for (int shift = 6 * (more - 1); shift >= 0; shift -= 6)
        append(0x80U | (character >> shift & 0x3fU));
}

void append_escape(std::string& json, std::uint32_t character) {
    if (character >= 0x10000) {
        append_escape(json, 0xd800 + ((character - 0x10000) >> 10));
        character = 0xdc00 + (character & 0x3ff);
    }
    json += "\\u";
    append_digits(json, character, 4);
}

std::string_view first_characters(std::string_view text, std::size_t most) {
    std::string_view rest = text;
    for (std::size_t i = 0; i < most && !rest.empty(); ++i)
        take_character(rest);
    return text.substr(0, text.size() - rest.size());
}

std::string in_python_quotes(std::string_view text) {
    const bool has_single = text.find('\'') != std::string_view::npos;
    const char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
    std::string in_quotes(1, quote);
    while (!text.empty()) {
        constexpr std::string_view kNames = "\\nrt";
        constexpr std::string_view kMeanings = "\\\n\r\t";
        const std::uint32_t character = take_character(text);
        const bool is_ascii = character < 0x80;
        const std::size_t place =
            is_ascii ? kMeanings.find(static_cast<char>(character)) : std::string_view::npos;
        if (place != std::string_view::npos) {
            in_quotes += '\\';
            in_quotes += kNames[place];
        } else if (character < 0x20 || (character >= 0x7f && character <= 0xa0) || character == 0xad) {
            in_quotes += "\\x";
            append_digits(in_quotes, character, 2);
        } else if (character >= 0xd800 && character < 0xe000) {
            append_escape(in_quotes, character);
        } else {
            if (is_ascii && static_cast<char>(character) == quote) in_quotes += '\\';
            append_character(in_quotes, character);
        }
    }
    return in_quotes + quote;
}

JsonValue json_in(std::string_view text) {
    return JsonReader(text).whole();
}

std::string json_of(const JsonValue& value, std::size_t most) {
    JsonWriter writer(most);
    writer.write(value);
    return std::move(writer.text);
}

bool is_finite(const JsonValue& value) {
    if (const double* number = value.real()) return std::isfinite(*number);
    if (const JsonArray* values = value.array()) return std::ranges::all_of(*values, is_finite);
    if (const JsonFields* fields = value.fields())
        return std::ranges::all_of(*fields, [](const auto& field) { return is_finite(field.second); });
    return true;
}

void Json::value(std::string_view text) {
    append_json_text(text_, text);
}

void Json::value(const Phrase& phrase) {
    value(text_of(phrase, first_));
}

void Json::begin_field(std::string_view name) {
    if (!text_.ends_with('{')) text_ += ", ";
    append_json_text(text_, name);
    text_ += ": ";
}

void Json::write(double number) {
    if (!std::isfinite(number)) return value(nullptr);
    if (last_text_.empty() || number != last_ || number == 0) {
        last_ = number;
        last_text_ = shortest_text(number);
    }
    text_ += last_text_;
}

}  // namespace sapper
