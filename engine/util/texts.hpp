// Pieces of the texts that people read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sapper {

// "1 mine", "2 mines".
inline std::string quantity(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// An entry of a list that people read: an inference level, a difficulty, a policy or a strategy.
struct Entry {
    std::string_view name;
    std::string_view summary;  // one line
};

}  // namespace sapper
