// Sentences as data: hints, the reasons for guesses, the names of cells. A sentence has a name in the
// catalogue of phrase.cpp and values that fill the places of its text.
//
// A place is `{cells}` or, with a format, `{cells|capital}`. The formats `capital` and `small` change the
// first letter. `place` is for a row or a column. `percent` writes a share with two decimals, or with as many
// as the value `decimals` says, and `tenths` with one decimal. The other formats are the ways to join a list.
// A sentence may have several texts: one for each count of a value or of the parts of a list.
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

// A count, a share from 0 to 1, a text, or a list. A list of one value reads like the value itself.
using PhraseValue =
    std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<Phrase>>;

struct Phrase {
    std::string_view name;
    std::vector<std::pair<std::string_view, PhraseValue>> values = {};

    // The value of a place; null if there is none.
    const PhraseValue* find(std::string_view place) const {
        const auto entry = std::ranges::find(values, place, &std::pair<std::string_view, PhraseValue>::first);
        return entry == values.end() ? nullptr : &entry->second;
    }
    const PhraseValue& at(std::string_view place) const {
        if (const PhraseValue* value = find(place)) return *value;
        throw std::out_of_range("a sentence has no value for " + std::string(place));
    }
};

// The text of a phrase. Rows and columns count from `first`. Throws std::out_of_range if there is no such
// sentence, or if a value is missing.
std::string text_of(const Phrase& phrase, std::int64_t first = 0);

}  // namespace sapper
