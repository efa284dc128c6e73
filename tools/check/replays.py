"""Read every replay in a folder and compare it with its name, its header, and what other programs find.

    python tools/check/replays.py FOLDER [--flop-player BUILT]

Prints each file that cannot be read, and each difference. Then a table, with a column for each format, says
how many of the files that say something agree. Names are like `Name_Exp_47.04(3bv121).mvf`; sites gave times
that begin at one second, so a second more agrees as well. Times may differ by 0.02 s, other figures not at
all. ms_toollib takes the time from the header, so its rates are compared at that time. Without it (`pip
install ms_toollib`) its rows are empty, and those of flop-player without the folder of a built one.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import re
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

from replay_programs import (
    FLOP_PLAYER,
    FLOP_PLAYER_SUFFIXES,
    TOOLLIB,
    TOOLLIB_CLASSES,
    Answer,
    OwnFigures,
    UnreadError,
    flop_player,
    toollib_answer,
)

import sapper
from sapper.formats import FORMATS
from sapper.replays.replay import Replay

NAME: Final = re.compile(r"_(\d+(?:\.\d+)?)\(3bv(\d+)\)", re.IGNORECASE)
ROUNDING: Final = 0.02  # seconds
HEADER: Final = {"Time": "time", "BBBV": "three_bv", "Status": "result"}
FIGURES: Final = {"toollib": TOOLLIB, "flop-player": FLOP_PLAYER}
COLUMNS: Final = (
    *("name time", "name 3BV", *(f"header {name}" for name in HEADER.values())),
    *(f"{program} {name}" for program, names in FIGURES.items() for name in ("board", "time", *names)),
)
Program = tuple[str, set[str], Callable[[Path], Answer]]
"""Its name, the endings of the files that it reads, and what it says of one."""


def main(folder: Path, programs: list[Program]) -> None:
    """Prints the differences and the table."""
    endings = {end for format in FORMATS.values() if Replay in format.kinds for end in format.suffixes}
    files: Counter[str] = Counter()
    read: Counter[str] = Counter()
    claims: Counter[tuple[str, str]] = Counter()
    agreements: Counter[tuple[str, str]] = Counter()
    for path in sorted(folder.rglob("*")):
        kind = path.suffix.lower()
        if kind not in endings or not path.is_file():
            continue
        files[kind] += 1
        try:
            replay = sapper.read(path, kind=Replay)
        except sapper.SapperError as error:
            print(error)
            continue
        read[kind] += 1
        metrics = sapper.measure(replay)
        contradictions = {**by_name(path, metrics), **by_header(replay)}
        for name, suffixes, tell in programs:
            if kind in suffixes and metrics.mouse is not None:
                contradictions |= by_program(
                    name, tell, path, OwnFigures(replay, metrics, metrics.mouse, metrics.seconds)
                )
        for column, difference in contradictions.items():
            claims[kind, column] += 1
            agreements[kind, column] += difference is None
            if difference is not None:
                print(f"{path}: {column}: {difference}")
    kinds = sorted(files)
    print(f"\n| | {' | '.join(kind[1:] for kind in kinds)} |\n|{'---|' * (1 + len(kinds))}")
    print(f"| read | {' | '.join(f'{read[kind]} of {files[kind]}' for kind in kinds)} |")
    for each in COLUMNS:
        cells = [
            f"{agreements[kind, each]} of {claims[kind, each]}" if claims[kind, each] else ""
            for kind in kinds
        ]
        print(f"| {each} | {' | '.join(cells)} |")


def by_name(path: Path, metrics: sapper.GameMetrics) -> dict[str, str | None]:
    """What the name of a file says, and the difference if there is one."""
    match = NAME.search(path.name)
    if match is None:
        return {}
    seconds = float(match[1])
    own = metrics.seconds or 0.0
    same = any(is_close(seconds, own + first) for first in (0, 1))
    return {
        "name time": None if same else f"{seconds} is {own:.3f} when played",
        "name 3BV": difference_of(int(match[2]), metrics.board.three_bv),
    }


def by_header(replay: Replay) -> dict[str, str | None]:
    """What the header of the file says, and the differences."""
    contradictions = {doubt.name: doubt.text for doubt in replay.doubts if doubt.grade == "contradiction"}
    return {
        f"header {kind}": contradictions.get(kind) for key, kind in HEADER.items() if replay.about.get(key)
    }


def by_program(
    program: str, tell: Callable[[Path], Answer], path: Path, here: OwnFigures
) -> dict[str, str | None]:
    """What another program says, and the differences."""
    try:
        doubts = tell(path)
    except UnreadError as error:
        print(f"{path}: {program}: {error}")
        return {}
    own, its = here.seconds or 0.0, doubts["seconds"]
    same_board = doubts["mines"] == here.game.board.minefield.tolist()
    contradictions = {
        f"{program} board": None if same_board else "the mines differ",
        f"{program} time": None if is_close(its, own) else f"{its} is {own} here",
    }
    at_its_time = replace(here, game=replace(here.game, seconds=its))
    for name, figure in FIGURES[program].items():
        value = figure(at_its_time)
        if value is not None and doubts[name] is not None:
            contradictions[f"{program} {name}"] = difference_of(doubts[name], value)
    return contradictions


def is_close(one: float, other: float) -> bool:
    """Whether two times are the same but for rounding."""
    return abs(one - other) < ROUNDING + 1e-6


def difference_of(claims: float, here: float) -> str | None:
    """The difference of two numbers in words; None if there is none but for the last digits."""
    return None if math.isclose(claims, here, rel_tol=1e-9) else f"{claims} is {here} here"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--flop-player", type=Path, metavar="BUILT", help="the folder of its index.html")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        at_hand: list[Program] = []
        if importlib.util.find_spec("ms_toollib") is not None:
            at_hand.append(("toollib", set(TOOLLIB_CLASSES), toollib_answer))
        if arguments.flop_player is not None:
            ask = stack.enter_context(flop_player(arguments.flop_player))
            at_hand.append(("flop-player", FLOP_PLAYER_SUFFIXES, ask))
        main(arguments.folder, at_hand)
