// The parts that all versions of EVF share: the first fields, the bitmap, the codes of mouse events.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "formats/cursor.hpp"
#include "formats/recording.hpp"
#include "formats/squares.hpp"

namespace sapper {

// Flags.
inline constexpr unsigned kEvfCompleted = 0x80;
inline constexpr unsigned kEvfOfficial = 0x40;
inline constexpr unsigned kEvfFair = 0x20;
inline constexpr unsigned kEvfWithoutFlags = 0x10;
inline constexpr unsigned kEvfTranslated = 0x08;

inline constexpr std::uint32_t kMostEvfSide = 255;  // rows, columns, or pixels of a cell
inline constexpr std::string_view kNoEvfCountry = "XX";
inline constexpr std::uint8_t kEvfPause = 255;  // in place of the code of an event

struct EvfBeginning {
    Size size;
    bool translated;  // whether the file was converted from another format
};

// Reads the fields from the version to the 3BV.
EvfBeginning read_evf_beginning(Cursor& cursor, Recording& recording);

// Reads the bitmap of the mines, which gives the recording its board.
void read_evf_bitmap(Cursor& cursor, Recording& recording, const Size& size);

// Translates the codes of mouse events. Keeps which buttons are held.
class EvfMouse {
  public:
    // The kinds of events that a code means, valid until the next call. None if it is not a code of the
    // mouse. Code 8 is a click that sets a flag before the game. Code 9 presses the other one of the left and
    // the right button. Codes 10 to 12 press a button that is up, and release one that is down.
    std::span<const MouseKind> kinds(std::uint8_t code);

  private:
    std::array<bool, 3> held_{};  // left, right, middle
    std::array<MouseKind, 2> found_{};
};

// Reads a file of version 4 from its first byte.
Recording read_evf4(Cursor& cursor, const ReadingLimits& reading);

}  // namespace sapper
