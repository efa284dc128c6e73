#include "protocol/words.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include "formats/text_reader.hpp"
#include "protocol/json.hpp"

namespace sapper {

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
std::optional<std::string_view> nearest(std::string_view name, KnownNames known) {
    const std::string small_name = lower(first_characters(name, kMostCharacters));
    std::optional<std::string_view> best;
    double most = 0.5;
    for (const std::string_view each : known) {
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

std::string list_of(KnownNames names) {
    std::string list;
    for (const std::string_view each : names)
        list += (list.empty() ? "" : ", ") + in_python_quotes(each);
    return list;
}

bool is_word(char byte) {
    return is_letter(byte) || is_digit(byte) || byte == '_' || static_cast<unsigned char>(byte) >= 0x80;
}

}  // namespace

std::string short_json(const JsonValue& value) {
    constexpr std::size_t kMost = 40;
    return cut_to(json_of(value, kMost + 1), kMost);
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

std::string unknown_name(std::string_view what, std::string_view name, KnownNames known,
                         std::string_view listed_by) {
    return unknown_name(what, name, short_text(name), known, listed_by);
}

std::string unknown_name(std::string_view what, std::string_view name, std::string_view words,
                         KnownNames known, std::string_view listed_by) {
    std::string all =
        listed_by.empty() ? "there is " + list_of(known) : std::string(listed_by) + " lists all";
    if (const auto best = nearest(name, known)) {
        if (listed_by.empty()) all[0] = 'T';
        all = "did you mean " + in_python_quotes(*best) + "? " + all;
    }
    return "unknown " + std::string(what) + " " + std::string(words) + ": " + all + ".";
}

std::string with_fields(std::string_view text) {
    constexpr std::array<std::string_view, 5> kArguments = {"mines", "topology", "format", "first_cell",
                                                            "seed"};
    std::string changed;
    for (std::size_t at = 0; at < text.size();) {
        const bool begins = at == 0 || !is_word(text[at - 1]);
        const auto argument = std::ranges::find_if(kArguments, [&](std::string_view name) {
            return text.substr(at).starts_with(name) && text.substr(at + name.size()).starts_with('=');
        });
        if (!begins || argument == kArguments.end()) {
            changed += text[at++];
            continue;
        }
        at += argument->size() + 1;
        changed.append("'").append(*argument).append("'");
        if (at < text.size() && is_word(text[at])) changed += ' ';
    }
    return changed;
}

}  // namespace sapper
