#include "reviews/game_line.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "formats/recording.hpp"
#include "util/floats.hpp"
#include "variants/referee.hpp"

namespace sapper {

namespace {

// The way of the pointer, in pixels of the recording.
class PointerWay {
  public:
    void go_to(const MouseEvent& event) {
        if (event.cell == kNoCell || event.x == kNoPixel) return;
        const double x = static_cast<double>(event.x);
        const double y = static_cast<double>(event.y);
        if (has_begun_) length_ += std::hypot(x - x_, y - y_);
        has_begun_ = true;
        x_ = x;
        y_ = y;
    }
    double length() const { return length_; }

  private:
    bool has_begun_ = false;
    double x_ = 0;
    double y_ = 0;
    double length_ = 0;
};

class LineCounter {
  public:
    LineCounter(const RecordedGame& record, const Limits& limits)
        : record_(record),
          limits_(limits),
          game_(record.topology, record.minefield, record.rules),
          counter_(*record.topology, record.minefield.bytes()) {
        const std::vector<std::size_t> presses = chord_presses(record.events);
        presses_.insert(presses.begin(), presses.end());
    }

    GameLine count() {
        for (const MouseEvent& event : record_.events) {
            line_.seconds = std::max(line_.seconds, event.time);
            if (game_.status() == Status::playing) take(event);
        }
        line_.status = game_.status();
        line_.lost_by_guess = game_.is_lost_by_guess();
        if (line_.status != Status::playing) line_.seconds = std::max(end_, 0.0);
        if (record_.seconds) line_.seconds = *record_.seconds;
        line_.clicks = actions_ - line_.chord_presses;
        line_.flags = game_.flags();
        line_.board_key = 0xcbf29ce484222325;  // FNV-1a
        for (const std::uint8_t mine : record_.minefield.bytes())
            line_.board_key = (line_.board_key ^ mine) * 0x100000001b3;
        line_.flagged_mines = static_cast<std::uint32_t>(flagged_mines_.size());
        const bool has_moves = std::ranges::any_of(record_.events, [](const MouseEvent& event) {
            return event.kind == MouseKind::move && event.x != kNoPixel;
        });
        if (has_moves) {
            const double scale = double{kCellSize} / record_.cell_size;
            line_.path = way_.length() * scale;
            line_.straight_path = straight_way_.length() * scale;
        }
        divide();
        return std::move(line_);
    }

  private:
    void divide() {
        const auto left_of = [](std::uint32_t all, std::uint32_t some) {
            return all > some ? all - some : 0;
        };
        line_.wasted_left = left_of(line_.left_clicks, line_.open_clicks);
        line_.wasted_right = left_of(line_.right_clicks, line_.flag_clicks);
        line_.wasted_double = left_of(line_.double_clicks, line_.chord_clicks);
        line_.left_per_second = quotient(line_.left_clicks, line_.seconds);
        line_.right_per_second = quotient(line_.right_clicks, line_.seconds);
        line_.double_per_second = quotient(line_.double_clicks, line_.seconds);
        line_.flag_yield = quotient(line_.chord_solved, line_.flags_set);
        line_.chord_yield = quotient(line_.chord_solved, line_.chord_clicks);
        if (!line_.path) return;
        line_.path_per_second = quotient(*line_.path, line_.seconds);
        line_.path_efficiency = quotient(*line_.straight_path, *line_.path);
    }

    bool counts_off_board() const { return !game_.is_fresh() || game_.flags() > 0; }

    void take(const MouseEvent& event) {
        const bool on_board = event.cell != kNoCell;
        const std::optional<Action::Kind> on_any_board = Buttons(buttons_).after(event.kind, true);
        const std::optional<Action::Kind> kind = buttons_.after(event.kind, on_board);
        if (!game_.is_fresh()) way_.go_to(event);
        if (on_any_board) count_buttons(event, *on_any_board);
        if (event.kind == MouseKind::right_up) has_open_press_ = false;
        if (kind && on_board) act({*kind, event.cell}, event);
    }

    void count_buttons(const MouseEvent& event, Action::Kind kind) {
        const bool on_board = event.cell != kNoCell;
        const bool counts = on_board || counts_off_board();
        switch (kind) {
            case Action::Kind::open:
                line_.left_clicks += counts;
                if (!on_board && counts) streak_ = 0;
                break;
            case Action::Kind::flag:
                line_.right_clicks += counts;
                if (!on_board && counts) streak_ = 0;
                has_open_press_ = counts && (!on_board || is_number(game_.marks()[event.cell]));
                break;
            case Action::Kind::chord:
                line_.double_clicks += on_board && counts_off_board();
                if (has_open_press_ && event.kind != MouseKind::middle_up) {
                    --line_.right_clicks;
                    has_open_press_ = false;
                }
                break;
        }
    }

    void act(Action action, const MouseEvent& event) {
        const bool is_press = presses_.contains(actions_);
        const Mark before = action.cell < game_.marks().size() ? game_.marks()[action.cell] : kHidden;
        const bool is_change = act_by_rules(game_, action, limits_) > 0;  // throws if there is no such cell
        const Mark after = game_.marks()[action.cell];
        end_ = event.time;
        if (game_.is_lost_by_guess()) {
            --(action.kind == Action::Kind::open ? line_.left_clicks : line_.double_clicks);
            return;
        }
        ++actions_;
        if (!is_change) {
            line_.chord_presses += is_press;
            if (!is_press) streak_ = 0;
            return;
        }
        line_.longest_streak = std::max(line_.longest_streak, ++streak_);
        if (!game_.is_fresh()) {
            way_.go_to(event);
            straight_way_.go_to(event);
        }
        if (action.kind == Action::Kind::flag) {
            ++line_.flag_clicks;
            count_flag(action.cell, before, after, is_press);
            return;
        }
        counter_.follow(game_.changes(), game_.marks());
        const std::uint32_t progress = counter_.solved();
        if (action.kind == Action::Kind::open) {
            ++line_.open_clicks;
        } else {
            ++line_.chord_clicks;
            line_.chord_solved += progress - line_.solved;
        }
        line_.solved = progress;
        line_.splits.resize(progress, std::max(event.time, 0.0));
        line_.split_clicks.resize(progress, actions_ - line_.chord_presses);
    }

    void count_flag(Cell cell, Mark before, Mark after, bool is_press) {
        if (before == kFlag || after != kFlag) return;
        ++line_.flags_set;
        line_.chords_of_flags += is_press;
        if (record_.minefield[cell]) {
            flagged_mines_.insert(cell);
        } else {
            ++line_.wrong_flags;
        }
    }

    const RecordedGame& record_;
    const Limits& limits_;
    Game game_;
    ProgressCounter counter_;
    GameLine line_;
    Buttons buttons_;
    PointerWay way_;
    PointerWay straight_way_;
    std::unordered_set<std::size_t> presses_;  // the numbers of the actions
    std::unordered_set<Cell> flagged_mines_;
    std::uint32_t actions_ = 0;
    std::uint32_t streak_ = 0;
    double end_ = 0;
    bool has_open_press_ = false;  // whether a chord would take back a right click
};

}  // namespace

GameLine game_line(const RecordedGame& record, const Limits& limits) {
    return LineCounter(record, limits).count();
}

ProgressCounter::ProgressCounter(const Topology& topology, std::span<const std::uint8_t> mine_bytes)
    : first_(topology.size(), kNone), is_open_(topology.size()) {
    const auto is_zero = [&](Cell cell) {
        const auto& around = topology.neighbours(cell);
        return !mine_bytes[cell] &&
               std::none_of(around.begin(), around.end(), [&](Cell other) { return mine_bytes[other]; });
    };
    std::vector<Cell> queue;
    for (Cell start = 0; start < topology.size(); ++start) {
        if (first_[start] != kNone || !is_zero(start)) continue;
        left_.push_back(0);
        add(start);
        queue.assign(1, start);
        while (!queue.empty()) {
            const Cell zero = queue.back();
            queue.pop_back();
            for (const Cell other : topology.neighbours(zero)) {
                const bool is_new =
                    first_[other] == kNone || parts_[first_[other]].opening + 1 < left_.size();
                if (!is_new) continue;
                add(other);
                if (is_zero(other)) queue.push_back(other);
            }
        }
    }
}

// Adds a cell to the last opening.
void ProgressCounter::add(Cell cell) {
    parts_.push_back({static_cast<std::uint32_t>(left_.size() - 1), first_[cell]});
    first_[cell] = static_cast<std::uint32_t>(parts_.size() - 1);
    ++left_.back();
}

void ProgressCounter::follow(std::span<const Cell> changes, std::span<const Mark> marks) {
    for (const Cell cell : changes) {
        if (!is_number(marks[cell]) || is_open_[cell]) continue;
        is_open_[cell] = true;
        progress_ += first_[cell] == kNone;
        for (std::uint32_t part = first_[cell]; part != kNone; part = parts_[part].next)
            progress_ += --left_[parts_[part].opening] == 0;
    }
}

std::vector<Phase> phases_of(const std::array<Pace, 2>& games, bool is_same_board, std::size_t parts) {
    std::array<std::size_t, 2> whole{games[0].splits.size(), games[1].splits.size()};
    const std::size_t least = std::min(whole[0], whole[1]);
    if (is_same_board) whole = {least, least};
    const std::size_t count = std::min(parts, least);
    std::vector<Phase> phases;
    std::array<std::size_t, 2> before{};
    for (std::size_t part = 1; part <= count; ++part) {
        Phase phase{};
        for (std::size_t game = 0; game < 2; ++game) {
            const std::size_t after = whole[game] * part / count;
            const auto& [splits, clicks] = games[game];
            const std::size_t start = before[game];
            phase.solved[game] = after;
            phase.at[game] = splits[after - 1];
            phase.took[game] = phase.at[game] - (start > 0 ? splits[start - 1] : 0);
            phase.clicks[game] = clicks[after - 1] - (start > 0 ? clicks[start - 1] : 0);
            const double gain = static_cast<double>(after - start);
            const double spent_clicks = static_cast<double>(phase.clicks[game]);
            if (phase.took[game] > 0) {
                phase.speed[game] = gain / phase.took[game];
                phase.click_speed[game] = spent_clicks / phase.took[game];
            }
            if (spent_clicks > 0) phase.efficiency[game] = gain / spent_clicks;
        }
        before = phase.solved;
        phases.push_back(phase);
    }
    return phases;
}

}  // namespace sapper
