// A sentence as data: its name in the catalogue of sentences (wording.cpp), and the values that fill its
// places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sapper {

struct Phrase;

// A count, a share from 0 to 1, a given text, or a list. A list of one value reads like the value itself.
using PhraseValue =
    std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<Phrase>>;

struct Phrase {
    std::string_view name;
    std::vector<std::pair<std::string_view, PhraseValue>> values = {};

    // The value of a place; null if there is none.
    const PhraseValue* find(std::string_view place) const {
        const auto found = std::ranges::find(values, place, &std::pair<std::string_view, PhraseValue>::first);
        return found == values.end() ? nullptr : &found->second;
    }
    const PhraseValue& at(std::string_view place) const {
        if (const PhraseValue* value = find(place)) return *value;
        throw std::out_of_range("a sentence has no value for " + std::string(place));
    }
};

}  // namespace sapper
