// A request: its command, its fields, and the error that refuses it, in the words of the Python package. The
// text names fields in backticks, as all messages name what a caller gives, and has values in quotes.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json.hpp"

namespace sapper {

// The names of all commands.
inline constexpr std::array<std::string_view, 14> kCommands = {
    "hello", "new",      "position", "open",     "flag",    "analyse", "safest",
    "hint",  "evaluate", "play",     "generate", "measure", "stop",    "quit"};

// The error with which the session refuses a request.
class Refusal : public std::runtime_error {
  public:
    // `more` has further fields of the error as JSON, each behind a comma.
    Refusal(std::string_view type, const std::string& message, std::string more = {})
        : std::runtime_error(message), type(type), more(std::move(more)) {}

    std::string_view type;  // as docs/json.md lists them
    std::string more;
};

// The error about a line that is no request, or a request with missing or wrong fields.
inline Refusal wrong_request(const std::string& message) {
    return {"request", message};
}

// The names of the types of fields in messages.
inline constexpr std::string_view kTruth = "true or false";
inline constexpr std::string_view kWhole = "a whole number";
inline constexpr std::string_view kText = "a string";
inline constexpr std::string_view kArray = "an array";

// The fields of a line. Each function reads one field and checks its type. A field that is null counts as
// missing. Functions throw a Refusal about fields that are missing or wrong.
class Request {
  public:
    // The value must outlive the request.
    explicit Request(const JsonValue& value);

    std::string_view command() const { return command_; }

    // Whether the field is there.
    bool has(std::string_view name) { return find(name) != nullptr; }
    // A field of any type; null if it is missing.
    const JsonValue* value(std::string_view name) { return find(name); }
    std::optional<bool> truth(std::string_view name);
    // A whole number of any size.
    const JsonValue* whole(std::string_view name);
    std::optional<std::string_view> text(std::string_view name);
    // These functions need the field.
    const JsonValue& need_whole(std::string_view name);
    std::string_view need_text(std::string_view name);
    const JsonArray& need_array(std::string_view name);

    // An array of whole numbers.
    const JsonValue& integers(std::string_view name);
    // A whole number, or an array of these.
    const JsonValue& cell(std::string_view name = "cell");
    std::vector<const JsonValue*> cells(std::string_view name);
    // A time above 0, cut to some decades.
    std::optional<double> seconds(std::string_view name);
    // A number above 0, and below a bound.
    std::optional<double> positive(std::string_view name, std::string_view should_be,
                                   double below = std::numeric_limits<double>::infinity());
    // A number of 64 bits; `least` if it is missing.
    std::uint64_t word(std::string_view name, std::uint64_t least = 0);
    // A whole number from 1 to `most`; 1 if it is missing.
    std::uint32_t count(std::string_view name, std::uint32_t most);

    // Refuses fields that no call has read, because they are most likely misspelt.
    void refuse_others() const;

    // The name of a field in messages: "`games` of 'play'".
    std::string name_of_field(std::string_view name) const;

  private:
    const JsonValue* find(std::string_view name);
    const JsonValue* field_of_type(std::string_view name, std::string_view should_be,
                                   bool (*fits)(const JsonValue&));
    const JsonValue& require(std::string_view name, std::string_view should_be, const JsonValue* value) const;
    const JsonValue& as_cell(std::string_view name, const JsonValue& value) const;
    Refusal wrong(std::string_view name, std::string_view should_be, const JsonValue& value) const;

    const JsonFields& fields_;
    std::string_view command_;
    std::vector<std::string_view> names_;  // the names that calls have read, in order, each once
};

// The value as a whole number from `least` up that fits 64 bits. Nothing for other values.
std::optional<std::uint64_t> word_in(const JsonValue& value, std::uint64_t least = 0);

// The beginning of a value as JSON: at most 40 characters.
std::string short_json(const JsonValue& value);
// A whole number, or an array of these as a cell: at most 80 characters.
std::string short_cell(const JsonValue& value);
// A count of any size with its noun: "1 mine", "10 mines".
std::string quantity_of(const JsonValue& count, const std::string& noun);
// A text in quotes: at most 80 characters.
std::string short_text(std::string_view text);

// A field or a parameter as messages write it.
std::string in_backticks(std::string_view name);

using KnownNames = std::span<const std::string_view>;

// The text of an error about an unknown name. It suggests the nearest known name. It lists all names, or says
// what lists them.
std::string unknown_name(std::string_view what, std::string_view name, KnownNames names,
                         std::string_view listed_by = {});
// The text of such an error about a name of fields or parameters, which stand in backticks.
std::string unknown_field(std::string_view what, std::string_view name, KnownNames names);
// The text of such an error, for a name or another value that the caller has put into words.
std::string unknown_name(std::string_view what, std::string_view name, std::string_view words,
                         KnownNames names, std::string_view listed_by);

}  // namespace sapper
