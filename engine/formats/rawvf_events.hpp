// The lines of RawVF about events.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "replays/mouse.hpp"

namespace sapper {

struct RawvfEvent {
    double time;
    MouseKind kind;
    std::optional<std::pair<std::int64_t, std::int64_t>> place;  // column and row
    std::int64_t x;
    std::int64_t y;
};

// The mouse event in a line, such as `1.230 lc 4 7 (56 104)`. None if the line has no known one.
std::optional<RawvfEvent> rawvf_mouse_event(std::string_view line);

// Whether a line is about a change of the board or the game, such as `flag 4 7` or `1.230 won`.
bool is_rawvf_change(std::string_view line);

// Whether a line looks like an event, even if it is a mouse event of an unknown kind.
bool looks_like_rawvf_event(std::string_view line);

}  // namespace sapper
