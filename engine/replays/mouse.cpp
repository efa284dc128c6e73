#include "replays/mouse.hpp"

#include <algorithm>
#include <unordered_set>

namespace sapper {

std::optional<Action::Kind> Buttons::after(MouseKind kind, bool on_board) {
    switch (kind) {
        case MouseKind::left_down:
        case MouseKind::shift_down:
            left_down(kind == MouseKind::shift_down);
            break;
        case MouseKind::left_up:
            return left_up(on_board);
        case MouseKind::right_down:
            return right_down();
        case MouseKind::right_up:
            return right_up(on_board);
        case MouseKind::middle_down:
            left_ = right_ = shift_ = was_chord_ = false;
            middle_ = true;
            break;
        case MouseKind::middle_up:
            if (!middle_) break;
            middle_ = false;
            return Action::Kind::chord;
        case MouseKind::move:
        case MouseKind::question_marks:
            break;
    }
    return std::nullopt;
}

void Buttons::left_down(bool shift) {
    if (middle_) return;
    left_ = true;
    shift_ = shift;
}

std::optional<Action::Kind> Buttons::left_up(bool on_board) {
    if (!left_) return std::nullopt;
    left_ = false;
    if (on_board && (right_ || shift_)) {
        was_chord_ = right_;
        shift_ = false;
        return Action::Kind::chord;
    }
    if (on_board && !was_chord_) return Action::Kind::open;
    was_chord_ = false;
    return std::nullopt;
}

std::optional<Action::Kind> Buttons::right_down() {
    if (middle_) return std::nullopt;
    right_ = true;
    shift_ = false;
    if (left_) return std::nullopt;
    return Action::Kind::flag;
}

std::optional<Action::Kind> Buttons::right_up(bool on_board) {
    if (!right_) return std::nullopt;
    right_ = shift_ = false;
    was_chord_ = left_;
    if (left_ && on_board) return Action::Kind::chord;
    return std::nullopt;
}

namespace {

// 0 for the left button, 1 for the right one, 2 for the middle one.
std::size_t button_of(MouseKind kind) {
    if (kind == MouseKind::right_down || kind == MouseKind::right_up) return 1;
    return kind == MouseKind::middle_down || kind == MouseKind::middle_up ? 2 : 0;
}

bool is_press(MouseKind kind) {
    return kind == MouseKind::left_down || kind == MouseKind::right_down || kind == MouseKind::middle_down ||
           kind == MouseKind::shift_down;
}

}  // namespace

std::vector<MouseAction> actions_of(std::span<const MouseEvent> events) {
    Buttons buttons;
    std::array<Cell, 3> press_cells{kNoCell, kNoCell, kNoCell};  // by button
    std::vector<MouseAction> actions;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const auto& [time, event, cell, x, y] = events[i];
        const bool on_board = cell != kNoCell;
        if (is_press(event)) press_cells[button_of(event)] = cell;
        const std::optional<Action::Kind> kind = buttons.after(event, on_board);
        if (kind && on_board) actions.push_back({i, *kind, press_cells[button_of(event)]});
    }
    return actions;
}

std::vector<std::size_t> chord_presses(std::span<const MouseEvent> events) {
    constexpr std::size_t kNone = SIZE_MAX;
    Buttons buttons;
    std::vector<std::size_t> presses;
    std::size_t number = 0;
    std::size_t right_press = kNone;
    for (const MouseEvent& event : events) {
        const bool on_board = event.cell != kNoCell;
        const std::optional<Action::Kind> kind = buttons.after(event.kind, on_board);
        const bool chords = kind == Action::Kind::chord;
        if (event.kind == MouseKind::right_down && kind == Action::Kind::flag) {
            right_press = number;
        } else if (chords && event.kind != MouseKind::middle_up && right_press != kNone) {
            presses.push_back(right_press);
        }
        if (event.kind == MouseKind::right_up || event.kind == MouseKind::middle_down || chords)
            right_press = kNone;
        if (kind && on_board) ++number;
    }
    return presses;
}

std::optional<std::size_t> first_opening(std::span<const MouseEvent> events) {
    std::unordered_set<Cell> flags;
    for (const auto& [number, kind, press_cell] : actions_of(events)) {
        const Cell cell = events[number].cell;
        if (kind == Action::Kind::flag) {
            if (!flags.insert(cell).second) flags.erase(cell);
        } else if (kind == Action::Kind::open && !flags.contains(cell)) {
            return number;
        }
    }
    return std::nullopt;
}

}  // namespace sapper
