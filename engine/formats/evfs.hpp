// EVFS 0.0 of Metasweeper: the replays of a session, one after another. A file begins with the version u8 and
// the length u16 of the checksums. Then come the replays, each with the name of its file (which ends in
// zero), the size u32 of its EVF data, the data, and a checksum.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "formats/cursor.hpp"
#include "formats/recording.hpp"

namespace sapper {

class Evfs {
  public:
    // `data` must outlive this object. Throws FormatError, as do the other functions.
    explicit Evfs(std::string_view data);

    // Reads the next replay. None at the end.
    std::optional<Recording> next(const ReadingLimits& reading);
    // Moves past the next replay and returns its bytes. None at the end.
    std::optional<std::string_view> next_file();

  private:
    Cursor cursor_;
    std::size_t checksum_;
    std::string_view name_;  // of the last replay
    std::size_t start_ = 0;
};

}  // namespace sapper
