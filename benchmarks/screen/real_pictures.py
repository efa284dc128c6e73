"""Read real screenshots whose truth is known, and count how many questions they need.

    python benchmarks/screen/real_pictures.py FOLDER [--mines] [--only TEXT]

FOLDER has the pictures and `truth.json`. This has an object for each picture, by its name: `cells` has a
line of text for each row, with the numbers of open cells and `.` for covered ones, flagged or not. `mines`
may have their number, and `source` whence the picture comes. `--mines` gives the number to the reader where
it is known.

A picture is read, and each question is answered with the truth until none is left. "None", "one" and "more"
are the questions that it takes; a doubt about the whole board is one, and so is the size of a board of which
some sides are not clear. "Refused" is an error. "Wrong" calls a cell certain that is not so, or asks a
question that lacks the truth, and has no doubt; with a doubt, it is "more".
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sapper
from sapper.board.marks import HIDDEN

OUTCOMES = ("none", "one", "more", "refused", "wrong")


@dataclass(frozen=True)
class Outcome:
    """How a picture was read.

    Attributes:
        name: One of `OUTCOMES`.
        causes: What was asked, or why it was refused or wrong.
    """

    name: str
    causes: tuple[str, ...]


def reading_of_size(
    path: Path, mines: int | None, shape: tuple[int, int], causes: list[str]
) -> sapper.PictureReading:
    """The reading of a picture, and of a board of its true size if some sides are not clear."""
    reading = sapper.read_picture(path, mines)
    if not reading.unclear_ends:
        return reading
    causes.append(f"size: {' and '.join(reading.unclear_ends)}")
    return sapper.read_picture(path, mines, shape=shape)


def outcome(path: Path, truth: dict[str, Any], *, with_count: bool) -> Outcome:
    """Reads a picture and answers its questions."""
    true = np.array([[HIDDEN if sign == "." else int(sign) for sign in row] for row in truth["cells"]])
    causes: list[str] = []
    try:
        reading = reading_of_size(path, truth.get("mines") if with_count else None, true.shape, causes)
    except sapper.SapperError as error:
        return Outcome("refused", (*causes, str(error).split(":")[0][:50]))
    if reading.position.topology.shape != true.shape:
        sure = reading.sure or (reading.certainty == 1).all()
        return Outcome("wrong" if sure and not reading.unclear_ends else "refused", ("another size",))
    if reading.doubtful:
        causes.append("doubt")
    verdict = "more" if reading.doubtful else "wrong"  # in silence, if nothing says that all may be wrong
    while reading.questions:
        question = reading.questions[0]
        mark = int(true[question.cells[0]])
        causes.append(f"which mark: {mark if mark >= 0 else 'covered'}")
        if mark not in [max(option, HIDDEN) for option in question.options]:
            return Outcome(verdict, ("the truth is not among the options", *causes))
        try:
            reading = reading.answer(question.cells[0], mark)
        except sapper.PositionError:
            return Outcome(verdict, ("the truth is not possible after the answers", *causes))
    if reading.doubtful and verdict == "wrong":  # an answer made it so
        causes.append("doubt")
        verdict = "more"
    differs = covered(reading.position.marks) != true
    if differs.any():
        cell = tuple(np.argwhere(differs)[0].tolist())
        return Outcome(verdict, (f"{reading.position[cell]} at {cell}", *causes))
    if reading.position.mines not in (None, truth.get("mines", reading.position.mines)):
        return Outcome("wrong", (f"{reading.position.mines} mines",))
    return Outcome(OUTCOMES[min(len(causes), 2)], tuple(causes))


def covered(marks: NDArray[np.int16]) -> NDArray[np.int16]:
    """The marks, flags as covered cells."""
    return np.maximum(marks, HIDDEN)


def main() -> None:
    """Reads the pictures and prints a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mines", action="store_true", help="give the number of mines where it is known")
    parser.add_argument("--only", default="", help="a part of the names of the pictures to read")
    options = parser.parse_args()
    truths = json.loads(options.folder.joinpath("truth.json").read_text(encoding="utf-8"))
    counts, causes = Counter[str](), Counter[str]()
    for name, truth in sorted(truths.items()):
        if options.only not in name:
            continue
        start = time.perf_counter()
        result = outcome(options.folder / name, truth, with_count=options.mines)
        seconds = time.perf_counter() - start
        counts[result.name] += 1
        causes.update({f"{result.name}: {cause}" for cause in result.causes})
        print(f"{result.name:8}{seconds:5.1f} s  {name[:60]:62}{', '.join(result.causes)}", flush=True)
    whole = max(1, counts.total())
    print(f"\n{counts.total()} pictures")
    for outcome_name in OUTCOMES:
        print(f"{outcome_name:10}{counts[outcome_name]:5}{counts[outcome_name] / whole:7.0%}")
    print("\nby cause")
    for cause, times in causes.most_common():
        print(f"{times:5}  {cause}")


if __name__ == "__main__":
    main()
