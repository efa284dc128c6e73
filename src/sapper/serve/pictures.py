"""Reads pictures of boards."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper.board.json_form import board_object
from sapper.board.marks import HIDDEN
from sapper.errors import FormatError, PositionError, SapperError
from sapper.screen.reading import FEWEST, NoBoardError, PictureReading, read_picture

if TYPE_CHECKING:
    from sapper.board.position import Position

_SIZE: Final = (
    "If there are no edges between hidden cells, set the size of the board on this page first, then read the "
    "picture again"
)


def picture_object(request: dict[str, Any]) -> dict[str, Any]:
    """What a picture shows, as the page takes the contents of a file.

    `content` is the picture in base64, and `mines` the mine count or None. `known` are answers to questions
    about the picture: cells and their marks. `likely` are the numbers of rows and columns with which it is
    read if it cannot be read without, or None.

    Raises:
        SapperError: It cannot be read, or no minefield fits the answers.
    """
    reading = _reading(base64.b64decode(request["content"]), request["mines"], request["likely"])
    topology = reading.position.topology
    for cell, mark in request["known"]:
        reading = reading.answer(topology.cell(cell), mark)
    position = reading.position
    return {
        "format": "picture",
        "kind": "picture",
        "position": {**board_object(position), "marks": _marks(position)},
        "certainty": float(np.min(reading.certainty)),
        "questions": [
            {
                "cells": list(map(topology.index, question.cells)),
                "marks": list(question.options),
                "chances": list(question.chances),
            }
            for question in reading.questions
        ],
        "unclear_ends": list(reading.unclear_ends),
        "doubtful": reading.doubtful,
    }


def _reading(content: bytes, mines: int | None, likely: list[int] | None) -> PictureReading:
    doubtful: PictureReading | None = None
    refused: SapperError | None = None
    # Lines between open cells may look like another board. Then the likely size helps.
    for shape in (None, likely) if likely is not None and min(likely) >= FEWEST else (None,):
        try:
            found = read_picture(content, mines, shape=None if shape is None else (shape[0], shape[1]))
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


def _marks(position: Position) -> str | None:
    if bool((position.marks == HIDDEN).all()):
        return None
    return base64.b64encode(position.marks.astype(np.int8).tobytes()).decode()
