#include "protocol/request.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>
#include <utility>

#include "formats/text_reader.hpp"
#include "protocol/json.hpp"
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
        throw wrong_request("a request needs a `command`, a string");
    const std::string& command = *field->second.text();
    if (std::ranges::find(kCommands, command) == kCommands.end())
        throw wrong_request(unknown_name("command", first_characters(command, kLongestName), kCommands));
    return command;
}

}  // namespace

Request::Request(const JsonValue& value)
    : fields_(fields_of(value)), command_(command_in(fields_)), names_{"command", "id"} {}

const JsonValue* Request::find(std::string_view name) {
    if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
    const auto field = std::ranges::find(fields_, name, &std::pair<std::string, JsonValue>::first);
    return field == fields_.end() || field->second.is_null() ? nullptr : &field->second;
}

std::string Request::name_of_field(std::string_view name) const {
    return in_backticks(name) + " of " + in_python_quotes(command_);
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
    throw wrong_request(in_python_quotes(command_) + " needs " + in_backticks(name) + ", " +
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
    constexpr double kMostSeconds = 1e9;
    const std::optional<double> seconds = positive(name, "a number of seconds above 0");
    return seconds ? std::optional(std::min(*seconds, kMostSeconds)) : std::nullopt;
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
    throw Refusal("error", in_backticks(name) + " must be from " + std::to_string(least) +
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
        if (std::ranges::find(names_, name) == names_.end()) {
            throw wrong_request(unknown_field("field of " + in_python_quotes(command_), name, names_));
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

namespace {

constexpr std::size_t kMostCharacters = 80;

std::string cut_to(std::string text, std::size_t most) {
    constexpr std::string_view kDots = "...";
    if (characters_in(text) <= most) return text;
    return std::string(first_characters(text, most - kDots.size())).append(kDots);
}

// The number of characters that two texts share: those in the longest common run, and in the common runs
// before and after it (Ratcliff and Obershelp).
std::size_t common_characters(std::string_view one, std::string_view other) {
    std::size_t start = 0, place = 0, longest = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        for (std::size_t j = 0; j < other.size(); ++j) {
            std::size_t length = 0;
            while (i + length < one.size() && j + length < other.size() &&
                   one[i + length] == other[j + length])
                ++length;
            if (length > longest) std::tie(start, place, longest) = std::tuple(i, j, length);
        }
    }
    if (longest == 0) return 0;
    return longest + common_characters(one.substr(0, start), other.substr(0, place)) +
           common_characters(one.substr(start + longest), other.substr(place + longest));
}

// The known name that is nearest to another, unless it shares less than half of it.
std::optional<std::string_view> nearest(std::string_view name, KnownNames names) {
    const std::string small_name = lower(first_characters(name, kMostCharacters));
    std::optional<std::string_view> best;
    double most = 0.5;
    for (const std::string_view each : names) {
        const std::string small = lower(each);
        const std::size_t length = characters_in(small_name) + small.size();
        const double share = length == 0 ? 1
                                         : 2 * static_cast<double>(common_characters(small, small_name)) /
                                               static_cast<double>(length);
        const bool is_nearer = share > most || (share == most && (!best || small > lower(*best)));
        if (each == name || !is_nearer) continue;
        best = each;
        most = share;
    }
    return best;
}

using Writing = std::string (*)(std::string_view name);

std::string list_of(KnownNames names, Writing write) {
    std::string list;
    for (const std::string_view each : names)
        list += (list.empty() ? "" : ", ") + write(each);
    return list;
}

// The nearest name, and what the names are.
std::string advice_on(std::string_view name, KnownNames names, Writing write, std::string_view listed_by) {
    std::string all =
        listed_by.empty() ? "there is " + list_of(names, write) : std::string(listed_by) + " lists all";
    const auto best = nearest(name, names);
    if (!best) return all;
    if (listed_by.empty()) all[0] = 'T';
    return "did you mean " + write(*best) + "? " + all;
}

}  // namespace

std::string short_json(const JsonValue& value) {
    constexpr std::size_t kMostOfJson = 40;
    return cut_to(json_of(value, kMostOfJson + 1), kMostOfJson);
}

std::string short_cell(const JsonValue& value) {
    if (value.is_whole()) {
        const std::string digits = value.digits();
        const std::string magnitude = digits.substr(value.is_negative());
        const std::string most =
            "1" + std::string(30, '0');  // 10^30 itself still appears in full, as in Python
        const bool is_large =
            magnitude.size() > most.size() || (magnitude.size() == most.size() && magnitude > most);
        return is_large ? "a number of more than 30 digits" : digits;
    }
    const JsonArray& values = *value.array();
    std::string text = "(";
    for (const JsonValue& each : values)
        text += (&each == values.data() ? "" : ", ") + each.digits();
    return cut_to(text + (values.size() == 1 ? ",)" : ")"), kMostCharacters);
}

std::string quantity_of(const JsonValue& count, const std::string& noun) {
    const std::string digits = count.digits();
    return digits + " " + noun + (digits == "1" ? "" : "s");
}

std::string short_text(std::string_view text) {
    return cut_to(in_python_quotes(text), kMostCharacters);
}

std::string in_backticks(std::string_view name) {
    return "`" + std::string(name) + "`";
}

std::string unknown_field(std::string_view what, std::string_view name, KnownNames names) {
    const auto may_be_name = [](char each) {
        return each == '_' || std::isalnum(static_cast<unsigned char>(each));
    };
    const bool is_plain = !name.empty() && std::ranges::all_of(name, may_be_name);
    return "unknown " + std::string(what) + " " +
           (is_plain ? in_backticks(cut_to(std::string(name), kLongestName)) : short_text(name)) + ": " +
           advice_on(name, names, in_backticks, {}) + ".";
}

std::string unknown_name(std::string_view what, std::string_view name, KnownNames names,
                         std::string_view listed_by) {
    return unknown_name(what, name, short_text(name), names, listed_by);
}

std::string unknown_name(std::string_view what, std::string_view name, std::string_view words,
                         KnownNames names, std::string_view listed_by) {
    return "unknown " + std::string(what) + " " + std::string(words) + ": " +
           advice_on(name, names, in_python_quotes, listed_by) + ".";
}

}  // namespace sapper
