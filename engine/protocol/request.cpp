#include "protocol/request.hpp"

#include <algorithm>
#include <charconv>

#include "protocol/json.hpp"
#include "protocol/words.hpp"
#include "util/decimals.hpp"

namespace sapper {

namespace {

constexpr std::size_t kLongestName = 40;  // in messages

bool is_truth_value(const JsonValue& value) {
    return value.truth() != nullptr;
}
bool is_whole_value(const JsonValue& value) {
    return value.is_whole();
}
bool is_text_value(const JsonValue& value) {
    return value.text() != nullptr;
}
bool is_array_value(const JsonValue& value) {
    return value.array() != nullptr;
}
bool is_integers(const JsonValue& value) {
    return is_array_value(value) && std::ranges::all_of(*value.array(), is_whole_value);
}

const JsonFields& fields_of(const JsonValue& value) {
    if (const JsonFields* fields = value.fields()) return *fields;
    throw wrong_request(R"(a request must be an object such as {"command": "hello"}, not )" +
                        short_json(value));
}

std::string_view command_in(const JsonFields& fields) {
    const auto field = std::ranges::find(fields, "command", &std::pair<std::string, JsonValue>::first);
    if (field == fields.end() || !is_text_value(field->second))
        throw wrong_request("a request needs a 'command', a string");
    const std::string& command = *field->second.text();
    if (std::ranges::find(kCommands, command) == kCommands.end())
        throw wrong_request(unknown_name("command", first_characters(command, kLongestName), kCommands));
    return command;
}

}  // namespace

Request::Request(const JsonValue& value)
    : fields_(fields_of(value)), command_(command_in(fields_)), names_read_{"command", "id"} {}

const JsonValue* Request::find(std::string_view name) {
    if (std::ranges::find(names_read_, name) == names_read_.end()) names_read_.push_back(name);
    const auto field = std::ranges::find(fields_, name, &std::pair<std::string, JsonValue>::first);
    return field == fields_.end() || field->second.is_null() ? nullptr : &field->second;
}

std::string Request::name_of_field(std::string_view name) const {
    return in_python_quotes(name) + " of " + in_python_quotes(command_);
}

Refusal Request::wrong(std::string_view name, std::string_view should_be, const JsonValue& value) const {
    return wrong_request(name_of_field(name) + " must be " + std::string(should_be) + ", not " +
                         short_json(value));
}

const JsonValue* Request::field_of_type(std::string_view name, std::string_view should_be,
                                        bool (*fits)(const JsonValue&)) {
    const JsonValue* value = find(name);
    if (value != nullptr && !fits(*value)) throw wrong(name, should_be, *value);
    return value;
}

const JsonValue& Request::require(std::string_view name, std::string_view should_be,
                                  const JsonValue* value) const {
    if (value != nullptr) return *value;
    throw wrong_request(in_python_quotes(command_) + " needs " + in_python_quotes(name) + ", " +
                        std::string(should_be));
}

std::optional<bool> Request::truth(std::string_view name) {
    const JsonValue* value = field_of_type(name, kTruth, is_truth_value);
    return value == nullptr ? std::nullopt : std::optional(*value->truth());
}

const JsonValue* Request::whole(std::string_view name) {
    return field_of_type(name, kWhole, is_whole_value);
}

std::optional<std::string_view> Request::text(std::string_view name) {
    const JsonValue* value = field_of_type(name, kText, is_text_value);
    return value == nullptr ? std::nullopt : std::optional<std::string_view>(*value->text());
}

const JsonValue& Request::need_whole(std::string_view name) {
    return require(name, kWhole, whole(name));
}

std::string_view Request::need_text(std::string_view name) {
    return *require(name, kText, field_of_type(name, kText, is_text_value)).text();
}

const JsonArray& Request::need_array(std::string_view name) {
    return *require(name, kArray, field_of_type(name, kArray, is_array_value)).array();
}

const JsonValue& Request::integers(std::string_view name) {
    need_array(name);
    return *field_of_type(name, "an array of whole numbers", is_integers);
}

const JsonValue& Request::as_cell(std::string_view name, const JsonValue& value) const {
    if (is_whole_value(value) || is_integers(value)) return value;
    throw wrong(name, "[row, column], on a graph a number", value);
}

const JsonValue& Request::cell(std::string_view name) {
    return as_cell(name, require(name, "such as [3, 5] for row 3, column 5", find(name)));
}

std::vector<const JsonValue*> Request::cells(std::string_view name) {
    std::vector<const JsonValue*> cells;
    for (const JsonValue& each : need_array(name))
        cells.push_back(&as_cell(name, each));
    return cells;
}

std::optional<double> Request::seconds(std::string_view name) {
    constexpr double kLongest = 1e9;
    const std::optional<double> seconds = positive(name, "a number of seconds above 0");
    return seconds ? std::optional(std::min(*seconds, kLongest)) : std::nullopt;
}

std::optional<double> Request::positive(std::string_view name, std::string_view should_be, double below) {
    const JsonValue* value = find(name);
    if (value == nullptr) return std::nullopt;
    double number = 0;
    if (const double* real = value->real()) {
        number = *real;
    } else if (value->is_whole()) {
        number = std::min(double_of(value->digits()), std::numeric_limits<double>::max());
    }
    if (!(number > 0 && number < below)) throw wrong(name, should_be, *value);
    return number;
}

std::uint64_t Request::word(std::string_view name, std::uint64_t least) {
    const JsonValue* value = whole(name);
    if (value == nullptr) return least;
    if (const auto word = word_in(*value, least)) return *word;
    throw Refusal("error", std::string(name) + " must be from " + std::to_string(least) +
                               " to 2^64 - 1, not " + short_cell(*value));
}

std::uint32_t Request::count(std::string_view name, std::uint32_t most) {
    const JsonValue* value = whole(name);
    if (value == nullptr) return 1;
    const auto count = word_in(*value, 1);
    if (count && *count <= most) return static_cast<std::uint32_t>(*count);
    throw wrong_request(name_of_field(name) + " must be from 1 to " + std::to_string(most) + ", not " +
                        value->digits());
}

void Request::refuse_others() const {
    for (const auto& [name, value] : fields_) {
        if (std::ranges::find(names_read_, name) == names_read_.end()) {
            throw wrong_request(unknown_name("field of " + in_python_quotes(command_),
                                             first_characters(name, kLongestName), names_read_));
        }
    }
}

std::optional<std::uint64_t> word_in(const JsonValue& value, std::uint64_t least) {
    std::uint64_t word = 0;
    if (const std::int64_t* number = value.number()) {
        if (*number < 0) return std::nullopt;
        word = static_cast<std::uint64_t>(*number);
    } else {
        const std::string& digits = value.long_integer()->digits;
        const auto* const end = digits.data() + digits.size();
        const auto read = std::from_chars(digits.data(), end, word);
        if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    }
    return word >= least ? std::optional(word) : std::nullopt;
}

}  // namespace sapper
