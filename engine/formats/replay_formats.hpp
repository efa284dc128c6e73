// The readers and writers of replay files. A reader gives a recording or throws FormatError, whatever the
// bytes, and takes time and memory linear in their number. It also lets through what the limits' poll throws.
// `recognises` says whether bytes may be in the format, by a quick look. A writer gives the bytes of a file,
// or throws FormatError if the format cannot hold the recording.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/recording.hpp"

namespace sapper {

// What a file says besides the recording.
struct FileOrigin {
    std::string_view program;        // that writes the file
    std::uint64_t microseconds = 0;  // from 1970 to when the game was played; 0 if unknown
};

struct ReplayFormat {
    std::string_view name;
    bool (*recognises)(std::string_view data);
    Recording (*read)(std::string_view data, const ReadingLimits& reading);
    // Null for formats that are only read.
    std::string (*write)(const Recording& recording, const FileOrigin& origin) = nullptr;
};

// Minesweeper Arbiter.
bool is_avf(std::string_view data);
Recording read_avf(std::string_view data, const ReadingLimits& reading);

// Minesweeper Clone, all versions.
bool is_mvf(std::string_view data);
Recording read_mvf(std::string_view data, const ReadingLimits& reading);

// Viennasweeper, versions 1 and 2.
bool is_rmv(std::string_view data);
Recording read_rmv(std::string_view data, const ReadingLimits& reading);

// Metasweeper, versions 0.2 to 0.4.
bool is_evf(std::string_view data);
Recording read_evf(std::string_view data, const ReadingLimits& reading);
// Writes version 0.4.
std::string write_evf(const Recording& recording, const FileOrigin& origin);

// The replays of a session of Metasweeper: a file with one replay.
bool is_evfs(std::string_view data);
Recording read_evfs(std::string_view data, const ReadingLimits& reading);

// A text to which every replay can be converted.
bool is_rawvf(std::string_view data);
Recording read_rawvf(std::string_view data, const ReadingLimits& reading);
// Writes revision 6.
std::string write_rawvf(const Recording& recording, const FileOrigin& origin);

inline constexpr std::array<ReplayFormat, 6> kReplayFormats = {{{"rawvf", is_rawvf, read_rawvf, write_rawvf},
                                                                {"avf", is_avf, read_avf},
                                                                {"rmv", is_rmv, read_rmv},
                                                                {"mvf", is_mvf, read_mvf},
                                                                {"evf", is_evf, read_evf, write_evf},
                                                                {"evfs", is_evfs, read_evfs}}};

struct KnownRecording {
    std::string_view format;
    Recording recording;
};

// Reads a replay in whichever format recognises it. Throws FormatError if none can read it, or several read
// different replays.
KnownRecording read_any(std::string_view data, const ReadingLimits& reading);

}  // namespace sapper
