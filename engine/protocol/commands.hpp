// The names of all commands.
#pragma once

#include <array>
#include <string_view>

namespace sapper {

inline constexpr std::array<std::string_view, 14> kCommands = {
    "hello", "new",      "position", "open",     "flag",    "analyse", "safest",
    "hint",  "evaluate", "play",     "generate", "measure", "stop",    "quit"};

}  // namespace sapper
