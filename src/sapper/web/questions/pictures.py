"""Reads pictures of boards, each in a process of its own.

A large picture takes much memory, and numpy holds Python's lock for long. In a process of its own, reading
can neither end the server nor make others wait.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.naming import counting_from
from sapper.board.encoding import board_object
from sapper.errors import BudgetError, FormatError, PositionError, SapperError
from sapper.screen.reading import FEWEST, NoBoardError, PictureReading, read_picture
from sapper.web import limits
from sapper.web.encoding.values import Object, indices, marks_text
from sapper.web.errors import WebError, described
from sapper.web.questions.contents import check_shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    Known = Sequence[tuple[int, int]]
    Shape = tuple[int, int] | None


_MEMORY: Final = "reading the picture took too much memory: crop it to the board"
_SIZE: Final = (
    "If there are no edges between hidden cells, set the size of the board on this page first, then read the "
    "picture again"
)


def picture_contents(content: bytes, mines: int | None, known: Known, likely: Shape) -> Object:
    """What a picture shows, as the contents of a file. Blocks for at most `limits.PICTURE_SECONDS`.

    `known` are answers to questions about it: cells and their marks. `likely` are the numbers of rows and
    columns with which it is read if it cannot be read without.

    Raises:
        WebError: It cannot be read, or no minefield fits the answers. It has the type of the error.
        BudgetError: It took too long, or too much memory.
    """
    try:
        ended = subprocess.run(
            [sys.executable, "-P", "-m", __name__, json.dumps([mines, known, likely])],
            input=content,
            capture_output=True,
            timeout=limits.PICTURE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise BudgetError(
            f"reading the picture took more than {limits.PICTURE_SECONDS:g} seconds: crop it to the board"
        ) from None
    if ended.returncode < 0:  # the system ended it
        raise BudgetError(_MEMORY)
    if ended.returncode:
        raise RuntimeError(f"reading a picture failed: {ended.stderr.decode(errors='replace')}")
    answer: Object = json.loads(ended.stdout)
    if "error" in answer:
        raise WebError(**answer["error"])
    return answer


def _contents(content: bytes, mines: int | None, known: Known, likely: Shape) -> Object:
    """The same in this process. Raises SapperError."""
    reading = _reading(content, mines, likely)
    _, columns = reading.position.topology.shape
    for cell, mark in known:
        reading = reading.answer(divmod(cell, columns), mark)
    check_shape(reading.position.topology)
    return {
        "kind": "picture",
        "position": {**board_object(reading.position), "marks": marks_text(reading.position.marks)},
        "certainty": float(np.min(reading.certainty)),
        "questions": _questions(reading),
        "unclear_ends": list(reading.unclear_ends),
        "doubtful": reading.doubtful,
    }


def _reading(content: bytes, mines: int | None, likely: Shape) -> PictureReading:
    doubtful: PictureReading | None = None
    refused: SapperError | None = None
    # Lines between open cells may look like another board. Then the likely size helps.
    for shape in (None, likely) if likely is not None and min(likely) >= FEWEST else (None,):
        try:
            found = read_picture(content, mines, shape=shape)
        except (NoBoardError, PositionError) as error:
            refused = error
            continue
        if not found.doubtful:
            return found
        doubtful = doubtful or found
    if doubtful is not None:
        return doubtful
    assert refused is not None
    raise FormatError(f"{refused}. {_SIZE}") if likely and isinstance(refused, NoBoardError) else refused


def _questions(reading: PictureReading) -> list[Object]:
    return [
        {
            "cells": indices(reading.position.topology, question.cells),
            "marks": list(question.options),
            "chances": list(question.chances),
        }
        for question in reading.questions
    ]


def _main() -> None:
    mines, known, likely = json.loads(sys.argv[1])
    answer: dict[str, Any]
    try:
        with counting_from(1):
            answer = _contents(sys.stdin.buffer.read(), mines, known, likely)
    except SapperError as error:
        answer = {"error": described(error)}
    except MemoryError:
        answer = {"error": described(BudgetError(_MEMORY))}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    _main()
