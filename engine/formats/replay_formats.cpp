#include "formats/replay_formats.hpp"

#include <optional>
#include <string>
#include <utility>

namespace sapper {

KnownRecording read_any(std::string_view data, const ReadingLimits& reading) {
    std::vector<KnownRecording> found;
    std::optional<FormatError> failure;
    for (const ReplayFormat& format : kReplayFormats) {
        if (!format.recognises(data)) continue;
        try {
            found.push_back({format.name, format.read(data, reading)});
        } catch (const FormatError& error) {
            if (!failure) failure = error;
        }
    }
    for (const KnownRecording& other : found) {
        if (other.recording == found[0].recording) continue;
        throw FormatError("this has different meanings as '" + std::string(found[0].format) + "' and as '" +
                          std::string(other.format) + "'");
    }
    if (!found.empty()) return std::move(found[0]);
    throw failure ? *failure : FormatError("this is no replay in a format that Sapper reads");
}

}  // namespace sapper
