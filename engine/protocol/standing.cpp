#include "protocol/standing.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "minefields/three_bv.hpp"
#include "protocol/json.hpp"
#include "protocol/ratio.hpp"

namespace sapper {

namespace {

std::uint32_t solved_three_bv(const Game& game, const std::vector<std::uint8_t>& mined) {
    return BoardCounter().solved_three_bv(*game.topology(), mined, game.marks());
}

// As the player can count it, without the mines: openings with an open zero, and open numbers that touch no
// open zero. It may exceed the 3BV done, because numbers that touch only closed zeros count, too. A zero
// beside a cell that a flag kept closed counts as a number.
std::uint32_t shown_three_bv(const Game& game) {
    std::vector<std::uint8_t> closed;
    for (const Mark mark : game.marks())
        closed.push_back(mark < 0);
    return solved_three_bv(game, closed);
}

void write_metrics(Json& json, const Game& game, std::uint32_t solved, std::uint32_t clicks, double seconds) {
    const BoardCounts counts = BoardCounter().count(*game.topology(), game.minefield()->bytes());
    const auto moves = static_cast<std::uint32_t>(game.history().size());
    json.object("three_bv", counts.three_bv, "openings", counts.openings, "islands", counts.islands, "solved",
                solved, "clicks", clicks, "effective_clicks", moves, "efficiency", ratio(solved, clicks),
                "correctness", ratio(moves, clicks), "throughput", ratio(solved, moves),
                "three_bv_per_second", ratio(solved, seconds));
}

void write_end(Json& json, const Game& game, std::optional<Action> guess, const auto& metrics) {
    const auto cells_with = [&minefield = *game.minefield(), &marks = game.marks()](std::optional<Mark> mark,
                                                                                    bool mined) {
        std::vector<Cell> cells;
        for (Cell cell = 0; cell < marks.size(); ++cell)
            if (mined == minefield[cell] && (!mark || *mark == marks[cell])) cells.push_back(cell);
        return cells;
    };
    const std::string_view cause = guess ? "guess" : game.status() == Status::lost ? "mine" : "cleared";
    // Mines may have made room for the cell that was opened first.
    const auto first = std::ranges::find(game.history(), Action::Kind::open, &Action::kind);
    json.object(
        "cause", cause, "cells", guess ? opened_by(game.position(), *guess) : cells_with(kExploded, true),
        "mined", cells_with(std::nullopt, true), "wrong_flags", cells_with(kFlag, false), "first",
        first == game.history().end() ? std::nullopt : std::optional(first->cell), "metrics", metrics);
}

}  // namespace

std::string standing_of(const Game& game, std::optional<Action> guess, std::uint32_t clicks, double seconds,
                        std::size_t most_cells) {
    const Status status = guess ? Status::lost : game.status();
    const bool is_over = status != Status::playing;
    std::optional<std::uint32_t> solved;
    if (is_over) {
        solved = solved_three_bv(game, game.minefield()->bytes());
    } else if (game.marks().size() <= most_cells) {
        solved = shown_three_bv(game);
    }
    Json json;
    const auto metrics = [&] { write_metrics(json, game, *solved, clicks, seconds); };
    const auto end = [&] { is_over ? write_end(json, game, guess, metrics) : json.value(nullptr); };
    json.object("status", kStatusNames[static_cast<std::size_t>(status)], "begun", !game.is_fresh(),
                "mines_left", game.mines_left(), "safe_left", game.safe_left(), "solved", solved, "moves",
                game.history().size(), "clicks", clicks, "end", end);
    return json.text();
}

std::string metrics_of(const Game& game, std::uint32_t clicks, double seconds) {
    Json json;
    write_metrics(json, game, solved_three_bv(game, game.minefield()->bytes()), clicks, seconds);
    return json.text();
}

}  // namespace sapper
