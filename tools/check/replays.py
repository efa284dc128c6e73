"""Read every replay in a folder and compare it with what its name, its header and ms_toollib say.

    python tools/check/replays.py FOLDER

Prints each file that cannot be read, and each difference. Then a table, with a column for each format, says
how many of the files that say something agree. Names are like `Name_Exp_47.04(3bv121).mvf`; sites gave times
that begin at one second, so a second more agrees as well. Times may differ by 0.02 s, other figures not at
all. ms_toollib takes the time from the header, so its rates are compared at that time. It reads each file in
a process of its own, because it aborts on some; without it (`pip install ms_toollib`) its rows are empty.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import math
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import sapper
from sapper.formats import FORMATS
from sapper.replays.replay import Replay

NAME: Final = re.compile(r"_(\d+(?:\.\d+)?)\(3bv(\d+)\)", re.IGNORECASE)
ROUNDED: Final = 0.02  # seconds
CLASSES: Final = {".avf": "AvfVideo", ".rmv": "RmvVideo", ".mvf": "MvfVideo", ".evf": "EvfVideo"}
HEADER: Final = {"Time": "time", "BBBV": "three_bv", "Status": "result"}
Figure = Callable[[sapper.GameMetrics, sapper.MouseMetrics], float | None]
FIGURES: Final[dict[str, Figure]] = {
    "bbbv": lambda game, _: game.board.three_bv,
    "bbbv_solved": lambda game, _: game.solved,
    "op": lambda game, _: game.board.openings,
    "isl": lambda game, _: game.board.islands,
    "zini": lambda game, _: game.board.zini,
    "hzini": lambda game, _: game.board.hzini,
    "left": lambda _, mouse: mouse.left_clicks,
    "right": lambda _, mouse: mouse.right_clicks,
    "double": lambda _, mouse: mouse.double_clicks,
    "cl": lambda _, mouse: mouse.button_clicks,
    "lce": lambda game, _: game.open_clicks if game.status == "won" else None,
    "rce": lambda _, mouse: mouse.flagged_mines,
    "dce": lambda game, _: game.chord_clicks,
    "flag": lambda _, mouse: mouse.flags,
    "path": lambda _, mouse: mouse.path,
    "stnb": lambda game, _: game.stnb,
    "etime": lambda game, _: game.estimated,
    "bbbv_s": lambda game, _: game.three_bv_per_second,
    "rqp": lambda game, _: game.rqp,
    "qg": lambda game, _: game.qg,
}
"""The figures of ms_toollib by its names, and where they are here."""

RATES: Final = {"stnb", "etime", "bbbv_s", "rqp", "qg"}
"""Those that follow from the time."""

COLUMNS: Final = (
    *("name time", "name 3BV", *(f"header {name}" for name in HEADER.values())),
    *("toollib board", "toollib time", *(f"toollib {name}" for name in FIGURES)),
)


def main(folder: Path) -> None:
    """Prints the differences and the table."""
    endings = {end for format in FORMATS.values() if Replay in format.kinds for end in format.suffixes}
    with_toollib = importlib.util.find_spec("ms_toollib") is not None
    files: Counter[str] = Counter()
    read: Counter[str] = Counter()
    said: Counter[tuple[str, str]] = Counter()
    agreed: Counter[tuple[str, str]] = Counter()
    for path in sorted(folder.rglob("*")):
        kind = path.suffix.lower()
        if kind not in endings:
            continue
        files[kind] += 1
        try:
            replay = sapper.read(path, kind=Replay)
        except sapper.SapperError as error:
            print(error)
            continue
        read[kind] += 1
        metrics = sapper.measure(replay)
        found = {**by_name(path, metrics), **by_header(replay)}
        if with_toollib and kind in CLASSES:
            found |= by_toollib(path, metrics)
        for column, difference in found.items():
            said[kind, column] += 1
            agreed[kind, column] += difference is None
            if difference is not None:
                print(f"{path}: {column}: {difference}")
    kinds = sorted(files)
    print(f"\n| | {' | '.join(kind[1:] for kind in kinds)} |\n|{'---|' * (1 + len(kinds))}")
    print(f"| read | {' | '.join(f'{read[kind]} of {files[kind]}' for kind in kinds)} |")
    for each in COLUMNS:
        cells = [f"{agreed[kind, each]} of {said[kind, each]}" if said[kind, each] else "" for kind in kinds]
        print(f"| {each} | {' | '.join(cells)} |")


def by_name(path: Path, metrics: sapper.GameMetrics) -> dict[str, str | None]:
    """What the name of a file says, and the difference if there is one."""
    named = NAME.search(path.name)
    if named is None:
        return {}
    seconds = float(named[1])
    played = metrics.seconds or 0.0
    same = any(is_close(seconds, played + first) for first in (0, 1))
    return {
        "name time": None if same else f"{seconds} is {played:.3f} when played",
        "name 3BV": difference_of(int(named[2]), metrics.board.three_bv),
    }


def by_header(replay: Replay) -> dict[str, str | None]:
    """What the header of the file says, and the differences."""
    found = {doubt.name: doubt.text for doubt in replay.doubts if doubt.grade == "contradiction"}
    return {f"header {kind}": found.get(kind) for key, kind in HEADER.items() if replay.about.get(key)}


def by_toollib(path: Path, metrics: sapper.GameMetrics) -> dict[str, str | None]:
    """What ms_toollib says, and the differences."""
    command = [sys.executable, __file__, "--toollib", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["it ended without a message"]
        print(f"{path}: ms_toollib: {last[0]}")
        return {}
    told: dict[str, Any] = json.loads(done.stdout)
    same_time = is_close(told["rtime"], metrics.seconds or 0.0)
    found = {
        "toollib board": None if told["mines"] == metrics.board.minefield.tolist() else "the mines differ",
        "toollib time": None if same_time else f"{told['rtime']} is {metrics.seconds} here",
    }
    at_its_time = replace(metrics, seconds=told["rtime"])
    for name, figure in FIGURES.items():
        game = at_its_time if name in RATES else metrics
        here = None if metrics.mouse is None else figure(game, metrics.mouse)
        if here is not None and told[name] is not None:
            found[f"toollib {name}"] = difference_of(told[name], here)
    return found


def is_close(one: float, other: float) -> bool:
    """Whether two times are the same but for rounding."""
    return abs(one - other) < ROUNDED + 1e-6


def difference_of(said: float, here: float) -> str | None:
    """The difference of two numbers in words; None if there is none but for the last digits."""
    return None if math.isclose(said, here, rel_tol=1e-9) else f"{said} is {here} here"


def tell_of_toollib(path: Path) -> None:
    """Prints what ms_toollib finds in a file."""
    ms_toollib = importlib.import_module("ms_toollib")  # optional, and without types

    video = getattr(ms_toollib, CLASSES[path.suffix.lower()])(str(path))
    video.parse()
    video.analyse()
    video.current_time = video.rtime + 1  # the end of the game
    mines = [[number == -1 for number in row] for row in video.board]
    numbers = {name: getattr(video, name) for name in FIGURES}
    known = {name: number if math.isfinite(number) else None for name, number in numbers.items()}
    print(json.dumps({"mines": mines, "rtime": video.rtime, **known}))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--toollib"]:
        tell_of_toollib(Path(sys.argv[2]))
    elif len(sys.argv) == 2 and Path(sys.argv[1]).is_dir():
        main(Path(sys.argv[1]))
    else:
        sys.exit("usage: python tools/check/replays.py FOLDER")
