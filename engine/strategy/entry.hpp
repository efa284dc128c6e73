// A line of a list for people: strategies, inference levels, policies.
#pragma once

#include <string_view>

namespace sapper {

struct Entry {
    std::string_view name;
    std::string_view summary;
};

}  // namespace sapper
