// An entry of a list that people read: an inference level, a difficulty, a policy or a strategy.
#pragma once

#include <string_view>

namespace sapper {

struct Entry {
    std::string_view name;
    std::string_view summary;  // one line
};

}  // namespace sapper
