// Reads the date of a recorded game from the text in its file.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sapper {

// An instant in the years 1 to 9999.
struct Instant {
    std::int64_t microseconds;        // since 1970
    std::int32_t offset_seconds = 0;  // how far the clock was ahead of UTC
};

// The instant that a text names. Nothing if the text has none of three forms: seconds or microseconds since
// 1970 (but not 0, which programs write for a missing date), ISO 8601 (2024-05-01T16:24:50.5+02:00; the time,
// its seconds and the time zone may be missing), and the dates of Minesweeper Arbiter (18.10.2011.16:24:50).
// A text without a time zone counts as UTC, because the files of most programs have none.
std::optional<Instant> time_of(std::string_view timestamp);

}  // namespace sapper
