"""Read every replay in a folder and compare it with what its name, its header and ms_toollib say.

    python tools/check/replays.py FOLDER

Prints each file that cannot be read, and each difference. Then a table says for each format how many of the
files that say something agree. Names are like `Name_Exp_47.04(3bv121).mvf`; sites gave times that begin at
one second, so a second more agrees as well. Times may differ by 0.02 s. ms_toollib reads each file in a
process of its own, because it aborts on some; without it (`pip install ms_toollib`) its columns are empty.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

import sapper
from sapper.formats import FORMATS
from sapper.replays.replay import Replay

NAME: Final = re.compile(r"_(\d+(?:\.\d+)?)\(3bv(\d+)\)", re.IGNORECASE)
ROUNDED: Final = 0.02  # seconds
CLASSES: Final = {".avf": "AvfVideo", ".rmv": "RmvVideo", ".mvf": "MvfVideo", ".evf": "EvfVideo"}
COLUMNS: Final = (
    *("name time", "name 3BV", "header time", "header 3BV", "header result"),
    *("toollib board", "toollib time", "toollib 3BV", "toollib clicks", "toollib ZiNi"),
)
HEADER: Final = {"Time": "header time", "BBBV": "header 3BV", "Status": "header result"}


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
    print(f"\n| format | files | read | {' | '.join(COLUMNS)} |\n|{'---|' * (3 + len(COLUMNS))}")
    for kind in sorted(files):
        cells = [
            f"{agreed[kind, each]} of {said[kind, each]}" if said[kind, each] else "" for each in COLUMNS
        ]
        print(f"| {kind[1:]} | {files[kind]} | {read[kind]} | {' | '.join(cells)} |")


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
    differences = replay.contradictions
    return {
        column: f"{differences[key][0]} is {differences[key][1]} when played" if key in differences else None
        for key, column in HEADER.items()
        if replay.about.get(key)
    }


def by_toollib(path: Path, metrics: sapper.GameMetrics) -> dict[str, str | None]:
    """What ms_toollib says, and the differences."""
    command = [sys.executable, __file__, "--toollib", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["it ended without a message"]
        print(f"{path}: ms_toollib: {last[0]}")
        return {}
    told: dict[str, Any] = json.loads(done.stdout)
    board = metrics.board
    same_time = is_close(told["time"], metrics.seconds or 0.0)
    return {
        "toollib board": None if told["mines"] == board.minefield.tolist() else "the mines differ",
        "toollib time": None if same_time else f"{told['time']} is {metrics.seconds} here",
        "toollib 3BV": difference_of(told["3BV"], board.three_bv),
        "toollib clicks": difference_of(told["clicks"], metrics.clicks),
        "toollib ZiNi": difference_of(told["ZiNi"], board.zini),
    }


def is_close(one: float, other: float) -> bool:
    """Whether two times are the same but for rounding."""
    return abs(one - other) < ROUNDED + 1e-6


def difference_of(said: int, here: int) -> str | None:
    """The difference of two numbers in words; None if there is none."""
    return None if said == here else f"{said} is {here} here"


def tell_of_toollib(path: Path) -> None:
    """Prints what ms_toollib finds in a file."""
    ms_toollib = importlib.import_module("ms_toollib")  # optional, and without types

    video = getattr(ms_toollib, CLASSES[path.suffix.lower()])(str(path))
    video.parse()
    video.analyse()
    video.current_time = video.rtime + 1  # the end of the game
    mines = [[number == -1 for number in row] for row in video.board]
    numbers = {"time": video.rtime, "3BV": video.bbbv, "clicks": video.cl, "ZiNi": video.zini}
    print(json.dumps({"mines": mines, **numbers}))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--toollib"]:
        tell_of_toollib(Path(sys.argv[2]))
    elif len(sys.argv) == 2 and Path(sys.argv[1]).is_dir():
        main(Path(sys.argv[1]))
    else:
        sys.exit("usage: python tools/check/replays.py FOLDER")
