"""Play other programs with `sapper bot`, on a screen without a monitor, and compare with simulation.

    python benchmarks/bot.py [--games 10] [--only xbomb] [--simulated 2000]

It needs Debian's packages xvfb, openbox, xdotool, dbus, sgt-puzzles, xdemineur, kmines, gnome-mines and
xbomb; what is missing is left out. The programs choose their mines themselves, so two runs differ. "Misread"
counts games that were lost on a cell that was sure. "Wrong" counts numbers that do not fit the mines that the
program shows at the end, among those "checked". "Simulated" is the win rate of the same strategy in games of
Sapper (seed 1) whose first click is never a mine; sgt-mines makes boards that need no guess.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

import sapper
from sapper.errors import SapperError

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.other_programs import PROGRAMS, Played, Program, play, running, screen


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--only", default="", help="a part of the names of programs")
    parser.add_argument("--simulated", type=int, default=2000)
    options = parser.parse_args()
    print("| Program | Mines | Won | Lost | Unfinished | Misread | Checked | Wrong | s a game | Simulated |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    with screen():
        for title, program in PROGRAMS.items():
            if options.only in title and program.missing is None:
                played, problem = _played(program, options.games)
                print(_row(title, program, played, options.simulated), flush=True)
                if problem:
                    print(f"{title}: {problem}", file=sys.stderr)


def _played(program: Program, games: int) -> tuple[list[Played], str]:
    played = []
    try:
        with running(program):
            for each in play(program, games):
                played.append(each)
                print(
                    *program.command,
                    each.ended.status,
                    each.ended.why,
                    each.wrong,
                    file=sys.stderr,
                    flush=True,
                )
    except SapperError as error:
        return played, str(error)
    return played, ""


def _row(title: str, program: Program, played: list[Played], simulated: int) -> str:
    rows, columns = program.shape
    board = sapper.Board.square(rows, columns, program.mines)
    report = sapper.simulate(board, "best", games=simulated, seed=1, first_click="safe")
    status = [each.ended.status for each in played]
    seconds = [each.ended.seconds for each in played]
    cells = (
        title,
        f"{rows} x {columns}, {program.mines}",
        status.count("won"),
        status.count("lost"),
        status.count("unfinished"),
        sum(each.ended.misread for each in played),
        sum(each.checked for each in played),
        sum(each.wrong for each in played),
        f"{statistics.median(seconds):.0f}" if seconds else "",
        f"{100 * report.win_rate:.0f} %",
    )
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    main()
