"""Time the review of a folder of expert games, on all processors, and stop it in the middle.

    python benchmarks/speed/reviews.py [GAMES]
    python benchmarks/speed/reviews.py --folder REPLAYS

The players of these games see what one or two numbers prove, and need half a second for a click. If that
proves nothing, every second player guesses by the density of mines and misses what is certain. The others
open the safest cell and win more games. Seed 1 decides them. Between two clicks the pointer moves 30 times.
The files are in turn EVF and RawVF.

`sapper review` then writes all its reports: JSON, HTML and Parquet. A second run is killed when half of the
games are done, and a third goes on. Both ways must give the same report.
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

import sapper
from sapper import MouseEvent
from sapper._support.parallel import usable_cores
from sapper.replays.replay import MouseKind

SEED = 1
PLAYERS = [sapper.Strategy("subset+density"), sapper.Strategy("subset+least")]
CLICK = 0.5  # seconds
MOVES = 30  # between two clicks; real expert games have 10 to 40
LOOK = 0.2  # seconds between two looks at the memory
FILES = ("games.html", "games.parquet", "games.findings")


def main(folder: Path, games: int | None) -> None:
    if games is not None:
        for number in range(games):
            ending = ("evf", "rawvf")[number % 2]
            sapper.write(played_game(number), folder / f"{number:05}.{ending}")
    files = sum(1 for path in folder.rglob("*") if path.is_file())
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as halves:
        before, start = cpu_seconds(), time.monotonic()
        report, most = run_review(folder, Path(whole))
        wall, cpu = time.monotonic() - start, cpu_seconds() - before
        again = report_after_kill(folder, Path(halves), files // 2)
    count = int(str(report["games"]))
    print(f"{count} games, {report['won']} won, {report['needless']} needless guesses")
    print(f"{wall:.0f} s on {usable_cores()} processors; {cpu:.0f} s of CPU time, {most} MB of memory")
    print(f"{cpu / count * 1000:.1f} ms of CPU time a game")
    print("killed and resumed: " + ("the same report" if again == report else "another report"))


def played_game(number: int) -> sapper.Replay:
    """A game with its pointer, which goes straight from cell to cell."""
    game = PLAYERS[number % 2].play(sapper.Game("expert", seed=SEED, number=number))
    events: list[MouseEvent] = []
    x, y = 240, 128
    for click, action in enumerate(game.history):
        row, column = action.cell
        to_x, to_y = 16 * column + 3 + click % 11, 16 * row + 3 + click % 7
        for move in range(1, MOVES + 1):
            at = x + (to_x - x) * move // MOVES, y + (to_y - y) * move // MOVES
            seconds = CLICK * (click + 0.9 * move / MOVES)
            events.append(MouseEvent(seconds, "mv", (at[1] // 16, at[0] // 16), at))
        x, y = to_x, to_y
        down: MouseKind = "rc" if action.kind == "flag" else "lc"
        up: MouseKind = "rr" if action.kind == "flag" else "lr"
        events.append(MouseEvent(CLICK * (click + 0.93), down, action.cell, (x, y)))
        events.append(MouseEvent(CLICK * (click + 0.97), up, action.cell, (x, y)))
    start = CLICK * 0.97  # when the first cell opens
    game_events = tuple(event._replace(seconds=round(event.seconds - start, 3)) for event in events)
    minefield = game.minefield
    assert minefield is not None
    return sapper.Replay(
        sapper.Minefield(minefield, game.topology), game_events, about={"Player": "Benchmark"}
    )


def command(folder: Path, into: Path) -> list[str]:
    page, table, findings = (str(into / name) for name in FILES)
    options = ["--html", page, "--parquet", table, "--findings", findings, "--json"]
    return [sys.executable, "-m", "sapper", "review", *options, str(folder)]


def run_review(folder: Path, into: Path) -> tuple[dict[str, object], int]:
    """The report, and the most memory that all processes had at once, in MB."""
    most = 0
    with (into / "report.json").open("w+") as report:
        process = subprocess.Popen(command(folder, into), stdout=report, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            most = max(most, memory_of(process.pid))
            time.sleep(LOOK)
        report.seek(0)
        return json.load(report), most // 1_000_000


def report_after_kill(folder: Path, into: Path, half: int) -> dict[str, object]:
    """The report of a run that goes on after another was killed with all its processes."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command(folder, into), stdout=quiet, stderr=quiet, start_new_session=True
    ) as process:
        findings = into / FILES[-1]
        while not findings.exists() or findings.read_bytes().count(b"\n") <= half:
            time.sleep(LOOK)
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGKILL)
    return run_review(folder, into)[0]


def memory_of(pid: int) -> int:
    """The resident memory of a process and its children; what they share counts once for each."""
    most = 0
    try:
        process = psutil.Process(pid)
        for each in (process, *process.children(recursive=True)):
            most += each.memory_info().rss
    except psutil.NoSuchProcess:
        pass
    return most


def cpu_seconds() -> float:
    """User and system time of this process and of those that it started and that have ended."""
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in usage)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="?", type=int, default=8000)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    if options.folder is not None:
        main(options.folder, None)
    else:
        with tempfile.TemporaryDirectory() as replays:
            main(Path(replays), options.games)
