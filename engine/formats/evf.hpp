// The replays of Metasweeper, read from EVF and EVFS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/contents.hpp"
#include "formats/recording.hpp"

namespace sapper {

// What the reader and the writer of EVF share. The flags come first.
inline constexpr unsigned kEvfCompleted = 0x80;
inline constexpr unsigned kEvfOfficial = 0x40;
inline constexpr unsigned kEvfFair = 0x20;
inline constexpr unsigned kEvfWithoutFlags = 0x10;
inline constexpr unsigned kEvfTranslated = 0x08;

inline constexpr std::uint32_t kMostEvfSide = 255;  // rows, columns, or pixels of a cell
inline constexpr std::string_view kNoEvfCountry = "XX";
inline constexpr std::uint8_t kEvfPause = 255;  // in place of the code of an event

// EVFS 0.0 of Metasweeper: the replays of a session, one after another. A file begins with the version u8 and
// the length u16 of the checksums. Then come the replays, each with the name of its file (which ends in
// zero), the size u32 of its EVF data, the data, and a checksum.
class Evfs {
  public:
    // `data` must outlive this object. Throws FormatError, as do the other functions.
    explicit Evfs(std::string_view data);

    // Reads the next replay. Nothing at the end.
    std::optional<Recording> next(const ReadingLimits& reading);
    // Moves past the next replay and returns its bytes. Nothing at the end.
    std::optional<std::string_view> next_file();

  private:
    Cursor cursor_;
    std::size_t checksum_;
    std::string_view name_;  // of the last replay
    std::size_t start_ = 0;
};

}  // namespace sapper
