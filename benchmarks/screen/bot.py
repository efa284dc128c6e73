"""Play other programs with `sapper bot`, on a screen without a monitor, and compare with simulation.

    python benchmarks/screen/bot.py --looks
    python benchmarks/screen/bot.py [--games 10] [--only xbomb] [--simulated 2000] [--record GAMES.csv]

It needs Debian's packages xvfb, openbox, xdotool, dbus, sgt-puzzles, xdemineur, kmines, gnome-mines, xbomb
and freesweep; what is missing is left out. With `--record` each game is kept in a table with the commit that
played it, and a later run goes on from there. The programs choose their mines themselves, so two runs differ.

"Misread" counts games that were lost on a cell that the bot took for certainly safe. "Wrong" counts numbers
that do not fit the mines that the program shows at the end, among those "checked". "Rate" is the share of the
finished games that was won, with its interval (Wilson's, 95 %). "Simulated" is the same figure for the same
strategy in games of Sapper (seed 1). There the first click is never a mine, except for freesweep, where it
may be one. The boards of sgt-mines need no guess.

`--looks` plays nothing. It times how long it takes to read drawn screens of 1280 by 960 pixels, and to look
again at an expert board that is already known. Both are processor time.
"""

from __future__ import annotations

import argparse
import csv
import re
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import sapper
from sapper._engine import wilson
from sapper.board.rules import FirstClick
from sapper.bot.board_reader import BoardReader
from sapper.errors import SapperError

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.other_programs import PROGRAMS, BotGame, Program, play, running, screen
from support.screens import LOOKS, midgame, window

Game = dict[str, str]
COLUMNS = (
    "program",
    "commit",
    "status",
    "why",
    "misread",
    "guesses",
    "seconds",
    "checked",
    "wrong",
)
COMMIT = subprocess.run(
    ["git", "rev-parse", "--short=8", "HEAD"],
    capture_output=True,
    text=True,
    check=False,
    cwd=Path(__file__).parent,
).stdout.strip()
HEADINGS = (
    "Program",
    "Mines",
    "Won",
    "Lost",
    "Unfinished",
    "Misread",
    "Checked",
    "Wrong",
    "s a game",
    "Rate",
    "Simulated",
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--only", default="", help="a regular expression for the names of programs")
    parser.add_argument("--simulated", type=int, default=2000)
    parser.add_argument("--record", type=Path, help="a table of games (CSV)")
    parser.add_argument("--looks", action="store_true", help="time looks at a known board instead")
    options = parser.parse_args()
    if options.looks:
        _time_looks()
        return
    games = _earlier_games(options.record)
    print(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}")
    with screen():
        for title, program in PROGRAMS.items():
            if re.search(options.only, title) and program.missing is None:
                records = games.setdefault(title, [])
                _play(title, program, options.games - len(records), records, options.record)
                print(_row(title, program, records, options.simulated), flush=True)


def _time_looks() -> None:
    """Prints how long it takes to read a picture, and to look again once all cells are known."""
    position = midgame(16, 30, 99, seed=4, moves=12)
    took = []
    for look in LOOKS.values():
        pixels = window(position, replace(look, pitch=min(look.pitch, 36)))
        start = time.process_time()
        sapper.read_picture(pixels, 99)
        took.append(time.process_time() - start)
    print(f"{len(took)} screens: {statistics.median(took):.2f} s (median), {max(took):.2f} s at most")
    pictures = [window(midgame(16, 30, 99, seed=4, moves=moves), LOOKS["bevel"]) for moves in range(3, 60)]
    reader = BoardReader(sapper.read_picture(pictures[0], 99)._read.grid, 99)
    left, top, right, bottom = reader.box
    for _ in range(2):  # the first look learns how the cells are drawn
        took = []
        for pixels in pictures:
            start = time.process_time()
            of = reader.see(pixels[top:bottom, left:right])
            assert of is not None
            assert reader.marks(of)
            took.append(1000 * (time.process_time() - start))
    print(f"{len(took)} looks: {statistics.median(took):.1f} ms (median), {max(took):.1f} ms at most")


def _earlier_games(path: Path | None) -> dict[str, list[Game]]:
    """The games of a record, by the name of the program."""
    games: dict[str, list[Game]] = {}
    if path is not None and path.exists():
        with path.open(newline="") as file:
            for game in csv.DictReader(file):
                games.setdefault(game["program"], []).append(game)
    return games


def _play(title: str, program: Program, games: int, records: list[Game], path: Path | None) -> None:
    """Plays some more games, and records them."""
    if games <= 0:
        return
    try:
        with running(program):
            for each in play(program, games):
                game = _game_of(title, each)
                records.append(game)
                print(*game.values(), sep=", ", file=sys.stderr, flush=True)
                if path is not None:
                    _keep(game, path)
    except SapperError as error:
        print(f"{title}: {error}", file=sys.stderr)


def _keep(game: Game, path: Path) -> None:
    """Adds a game to a table."""
    begins = not path.exists()
    with path.open("a", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if begins:
            table.writeheader()
        table.writerow(game)


def _game_of(title: str, result: BotGame) -> Game:
    """A game as a row of the table."""
    end = result.end
    seconds = f"{end.seconds:.1f}"
    row = title, COMMIT, end.status, end.why, int(end.misread), end.guesses, seconds
    return dict(zip(COLUMNS, map(str, (*row, result.checks, result.wrong)), strict=True))


def _row(title: str, program: Program, records: list[Game], games: int) -> str:
    rows, columns = program.shape
    board = sapper.Board.square(rows, columns, program.mines)
    first: FirstClick = "any" if program.any_first else "safe"
    report = sapper.simulate(board, "best", games=games, seed=1, rules=first)
    status = [each["status"] for each in records]
    won, lost = status.count("won"), status.count("lost")
    seconds = [float(each["seconds"]) for each in records]
    cells = (
        title,
        f"{rows} x {columns}, {program.mines}",
        won,
        lost,
        status.count("unfinished"),
        *(sum(int(each[key]) for each in records) for key in ("misread", "checked", "wrong")),
        f"{statistics.median(seconds):.0f}" if seconds else "",
        _rate(*wilson(won, won + lost)),
        _rate(*report.interval),
    )
    return f"| {' | '.join(map(str, cells))} |"


def _rate(low: float, high: float) -> str:
    return f"{100 * low:.0f} to {100 * high:.0f} %"


if __name__ == "__main__":
    main()
