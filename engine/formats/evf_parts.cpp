#include "formats/evf_parts.hpp"

#include <algorithm>
#include <string>

namespace sapper {

namespace {

constexpr std::uint8_t kFirstVersionWithSettings = 3;

constexpr std::size_t kEvfLeft = 0;
constexpr std::size_t kEvfRight = 1;

MouseKind press_of(std::size_t button) {
    return static_cast<MouseKind>(2 * button + 1);
}

MouseKind release_of(std::size_t button) {
    return static_cast<MouseKind>(2 * button + 2);
}

}  // namespace

EvfBeginning read_evf_beginning(Cursor& cursor, Recording& recording) {
    const std::uint8_t version = cursor.byte("version");
    const std::uint8_t flags = cursor.byte("flags");
    if (version >= kFirstVersionWithSettings) cursor.byte("settings");
    const std::size_t start = cursor.offset();
    Size size{};
    size.rows = cursor.byte("rows");
    size.columns = cursor.byte("columns");
    size.mines = cursor.unsigned_number(2, "the number of mines");
    check_size(cursor, size, start);
    recording.cell_size = cursor.byte("pixels of a cell");
    if (recording.cell_size == 0) {
        throw cursor.error("a cell must be at least 1 pixel wide", cursor.offset() - 1);
    }
    const std::uint64_t mode = cursor.unsigned_number(2, "mode");
    if (mode < kModes.size()) recording.say("Mode", kModes[mode]);
    const std::uint64_t three_bv = cursor.unsigned_number(2, "3BV");
    recording.say("BBBV", std::to_string(three_bv));
    if ((flags & kEvfCompleted) != 0) recording.say("Status", "won");
    if ((flags & kEvfOfficial) != 0) recording.say("Official", "Yes");
    if ((flags & kEvfFair) != 0) recording.say("Fair", "Yes");
    recording.say("Style", (flags & kEvfWithoutFlags) != 0 ? "NF" : "FL");
    return {size, (flags & kEvfTranslated) != 0};
}

void read_evf_bitmap(Cursor& cursor, Recording& recording, const Size& size) {
    const std::size_t start = cursor.offset();
    recording.mined = bits_of(cursor.take((size.cells() + 7) / 8, "the bitmap of the mines"), size.cells());
    recording.topology = Topology::grid({size.rows, size.columns});
    const auto mines = static_cast<std::size_t>(std::ranges::count(recording.mined, 1));
    if (mines != size.mines) {
        throw cursor.error(
            "expected " + std::to_string(size.mines) + " mines in the bitmap, not " + std::to_string(mines),
            start);
    }
}

std::span<const MouseKind> EvfMouse::kinds(std::uint8_t code) {
    constexpr std::uint8_t kFlagBefore = 8;
    constexpr std::uint8_t kSecondButton = 9;
    const auto press = [this](std::size_t button, bool is_down) -> std::span<const MouseKind> {
        held_[button] = is_down;
        found_[0] = is_down ? press_of(button) : release_of(button);
        return {found_.data(), 1};
    };
    if (code == 1) {
        found_[0] = MouseKind::move;
        return {found_.data(), 1};
    }
    if (2 <= code && code < kFlagBefore) return press((code - 2) / 2, code % 2 == 0);
    if (code == kFlagBefore) {
        found_ = {MouseKind::right_down, MouseKind::right_up};
        return found_;
    }
    if (code == kSecondButton) return press(held_[kEvfLeft] ? kEvfRight : kEvfLeft, true);
    if (10 <= code && code <= 12) return press(code - 10u, !held_[code - 10u]);
    return {};
}

}  // namespace sapper
