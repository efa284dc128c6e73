// A sentence as data: its name in the catalogue of sentences, and the values that fill its gaps. The
// catalogue is src/sapper/knowledge/sentences.json. Python and JavaScript fill in the values. The engine
// decides what to say, and has no words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sapper {

struct Phrase;

// A count, a share from 0 to 1, a given text, or a list. A list of one stands for its element.
using PhraseValue =
    std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<Phrase>>;

struct Phrase {
    std::string_view name;
    std::vector<std::pair<std::string_view, PhraseValue>> values = {};
};

}  // namespace sapper
