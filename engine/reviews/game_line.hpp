// The line of a recorded game: what the hand did up to the end of the game, counted as players count it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "board/game.hpp"
#include "board/minefield.hpp"
#include "board/position.hpp"
#include "board/topology.hpp"
#include "replays/mouse.hpp"
#include "util/limits.hpp"

namespace sapper {

struct RecordedGame {
    std::shared_ptr<const Topology> topology;
    Minefield minefield;
    Rules rules;
    std::span<const MouseEvent> events;  // x is kNoPixel where the pixel is not known
    std::uint32_t cell_size;             // in pixels
    // The time of the game, if a clock knows it better than the events.
    std::optional<double> seconds = {};
};

struct GameLine {
    Status status = Status::playing;
    // Whether its last action lost by the rule of guessing. That opened nothing and counts nowhere else.
    bool lost_by_guess = false;
    // The time of the action that ended the game, or else of the last event; never below 0.
    double seconds = 0;
    std::uint32_t solved = 0;  // of the 3BV

    // The actions that changed something.
    std::uint32_t open_clicks = 0;
    std::uint32_t flag_clicks = 0;
    std::uint32_t chord_clicks = 0;
    // All actions. A chord of two buttons is one, even if its right button began on an open cell.
    std::uint32_t clicks = 0;
    std::uint32_t chord_presses = 0;  // those presses on open cells

    // The clicks by button as Arbiter, ms_toollib and the RawVF parser count them. Theirs include left
    // buttons that were released off the board, and right ones that were pressed there. Before the first flag
    // or opening they count nothing off the board.
    std::uint32_t left_clicks = 0;
    std::uint32_t right_clicks = 0;
    std::uint32_t double_clicks = 0;
    std::uint32_t button_clicks() const { return left_clicks + right_clicks + double_clicks; }

    std::uint32_t flags = 0;            // that stand at the end
    std::uint32_t flags_set = 0;        // also those that were removed
    std::uint32_t flagged_mines = 0;    // that ever got a flag
    std::uint32_t wrong_flags = 0;      // flags that were set on safe cells
    std::uint32_t chords_of_flags = 0;  // 1.5 clicks: the right press set a flag, and then began a chord
    std::uint32_t longest_streak = 0;   // of actions that all changed something
    std::uint32_t chord_solved = 0;     // the 3BV that chords did

    // In pixels of cells of 16, from the first opening on. Nothing if the recording has no moves of the
    // mouse. `path` follows the pointer on the board. `straight_path` goes from each action that changed
    // something straight to the next.
    std::optional<double> path;
    std::optional<double> straight_path;

    // The clicks by button that changed nothing.
    std::uint32_t wasted_left = 0;
    std::uint32_t wasted_right = 0;
    std::uint32_t wasted_double = 0;
    // Nothing if there is nothing to divide by.
    std::optional<double> left_per_second;  // clicks
    std::optional<double> right_per_second;
    std::optional<double> double_per_second;
    std::optional<double> path_per_second;
    std::optional<double> flag_yield;       // the 3BV done by chords per flag set
    std::optional<double> chord_yield;      // and per chord that opened something
    std::optional<double> path_efficiency;  // the share of the path that is straight

    std::uint64_t board_key = 0;  // the same for equal minefields of one size

    // For each unit of the 3BV that was done, in order, the seconds when it was.
    std::vector<double> splits;
    std::vector<std::uint32_t> split_clicks;  // how many of `clicks` there were by then
};

// The style of a game by the number of flags that were ever set: "NF" for none, otherwise "FL".
constexpr std::string_view style_of(std::uint32_t flags_set) {
    return flags_set > 0 ? "FL" : "NF";
}

// Plays the game by its rules. Throws GameError if an event names a cell that is not on the board, and what
// the poll of the limits throws, which is called only where a rule of guessing needs the referee.
GameLine game_line(const RecordedGame& record, const Limits& limits = {});

// Follows how much of the 3BV of a game is done. An action costs time for the cells that it changed, while
// BoardCounter::solved_three_bv looks at the whole board.

class ProgressCounter {
  public:
    // `mine_bytes` holds one byte for each cell, 0 or 1. All cells are closed.
    ProgressCounter(const Topology& topology, std::span<const std::uint8_t> mine_bytes);

    // Takes the cells that an action changed, and the marks of all cells after it. An open cell stays open.
    void follow(std::span<const Cell> changes, std::span<const Mark> marks);

    // The openings whose cells and surrounding numbers are all open, and the open isolated numbers.
    std::uint32_t solved() const { return progress_; }

  private:
    // One of the openings that a cell belongs to: an index into left_. A number can belong to several.
    struct Part {
        std::uint32_t opening;
        std::uint32_t next;  // the cell's next part, as an index into parts_; kNone after the last
    };
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    void add(Cell cell);

    std::vector<Part> parts_;
    std::vector<std::uint32_t> first_;  // of each cell, its first part; kNone for isolated numbers and mines
    std::vector<std::uint32_t> left_;   // of each opening, its closed cells
    std::vector<bool> is_open_;
    std::uint32_t progress_ = 0;
};

// Two recorded games side by side, part by part: where one was quicker than the other.

// A part of two games, from one amount of the 3BV to the next. Each field has a value for both games.
struct Phase {
    std::array<std::size_t, 2> solved;                 // of the 3BV, at the end of the part
    std::array<double, 2> at;                          // the seconds at its end
    std::array<double, 2> took;                        // the seconds that the part took
    std::array<std::optional<double>, 2> speed;        // 3BV per second; nothing if it took no time
    std::array<std::size_t, 2> clicks;                 // in the part
    std::array<std::optional<double>, 2> click_speed;  // clicks per second
    std::array<std::optional<double>, 2> efficiency;   // 3BV per click; nothing without clicks

    // The seconds by which the second game took longer; below 0 if it was quicker.
    double gap() const { return took[1] - took[0]; }
};

// Of a line: when each unit of the 3BV was done, and after how many clicks. The lists are equally long.
struct Pace {
    std::span<const double> splits;
    std::span<const std::uint32_t> clicks;
};

// The parts of two games, at most `parts`. On the same minefield a part ends where both have done the same
// 3BV, as far as both came. On different ones it ends at the same share of what each game did.
std::vector<Phase> phases_of(const std::array<Pace, 2>& games, bool is_same_board, std::size_t parts);

}  // namespace sapper
