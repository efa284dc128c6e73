// An entry of a list for people: a strategy, an inference level or a policy.
#pragma once

#include <string_view>

namespace sapper {

struct Entry {
    std::string_view name;
    std::string_view summary;
};

}  // namespace sapper
