// Mouse events, and the actions that they mean. Releasing the left button opens. Pressing the right button
// flags, unless the left one is held. Three releases make a chord: that of the left or right button while
// both are held, that of the middle button, and that of a left button that was pressed with Shift. After a
// chord of two buttons, releasing the other button does nothing. Releasing a button outside the board does
// nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "board/game.hpp"
#include "board/topology.hpp"

namespace sapper {

enum class MouseKind : std::uint8_t {
    move,
    left_down,
    left_up,
    right_down,
    right_up,
    middle_down,
    middle_up,
    shift_down,     // the left button with Shift held
    question_marks  // the player switched question marks on or off
};

// The names of RawVF.
inline constexpr std::array<std::string_view, 9> kMouseKinds = {"mv", "lc", "lr", "rc", "rr",
                                                                "mc", "mr", "sc", "mt"};

struct MouseEvent {
    double time;  // in seconds since the game began; 0 or less before that
    MouseKind kind;
    Cell cell;       // kNoCell outside the board
    std::int64_t x;  // the pixel, to the right and down from the board's top left corner
    std::int64_t y;
    bool operator==(const MouseEvent&) const = default;
};

// The buttons that are down, and whether one is still down after a chord of two.
class Buttons {
  public:
    // Updates the buttons after an event. Returns the action that the event completes, if any.
    std::optional<Action::Kind> after(MouseKind kind, bool on_board);

  private:
    void left_down(bool shift);
    std::optional<Action::Kind> left_up(bool on_board);
    std::optional<Action::Kind> right_down();
    std::optional<Action::Kind> right_up(bool on_board);

    bool left_ = false;
    bool right_ = false;
    bool middle_ = false;
    bool shift_ = false;
    bool was_chord_ = false;
};

// An action, and the index of the event that completes it. The button of this event went down on
// `press_cell`, another cell if the mouse moved before the release, and perhaps off the board.
struct MouseAction {
    std::size_t event;
    Action::Kind kind;
    Cell press_cell;
};

// The actions that the events mean. Some of them may change nothing in the game.
std::vector<MouseAction> actions_of(std::span<const MouseEvent> events);

// The indices, ascending, of actions in actions_of(events): presses of the right button that begin a chord.
// Such a press is an action of its own: it flags a hidden cell, and does nothing on an open one.
std::vector<std::size_t> chord_presses(std::span<const MouseEvent> events);

// The index of the event that first opens a cell without a flag. Nothing if no event does.
std::optional<std::size_t> first_opening(std::span<const MouseEvent> events);

}  // namespace sapper
