// Pieces of texts for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sapper {

constexpr bool is_digit(char byte) {
    return '0' <= byte && byte <= '9';
}

// "1 mine", "2 mines".
inline std::string quantity(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// An inference level, a difficulty, a policy or a strategy in a list for people.
struct Entry {
    std::string_view name;
    std::string_view summary;  // one line
};

}  // namespace sapper
