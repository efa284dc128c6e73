// A count with its noun, for messages: "1 mine", "2 mines".
#pragma once

#include <cstddef>
#include <string>

namespace sapper {

inline std::string quantity(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace sapper
