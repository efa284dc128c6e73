"""Writes RawVF, revision 6, to which every replay can be converted.

`engine/formats/rawvf.cpp` has the layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

import numpy as np

from sapper.board.kinds import TOPOLOGY_NAMES
from sapper.errors import FormatError
from sapper.formats.format import bytes_of_text
from sapper.formats.rows import Alphabet
from sapper.replays.mouse import MouseEvent
from sapper.replays.replay import CELL_SIZE, Replay

_OWN_KEYS: Final = frozenset(
    (
        *("rawvf_version", "level", "width", "height", "mines", "marks", "squaresize", "superclick"),
        *("sapper_topology", "sapper_win", "sapper_onmine"),
    )
)
"""The keys that `Replay.about` cannot have, in lower case."""

_LONGEST: Final = 1e9  # seconds
_ALPHABET = Alphabet({"*": -1, "0": 0}, "'*' mine, '0' none")


def write_rawvf(replay: Replay) -> bytes:
    """The bytes of a file. Raises FormatError if RawVF cannot hold the replay."""
    topology = replay.minefield.topology
    if topology.name not in TOPOLOGY_NAMES or topology.dimension != 2:
        kind, sides = topology.kind, topology.shape
        raise FormatError(
            f"rawvf holds only boards with rows and columns; this one is a {kind} of shape {sides}"
        )
    shape = cast("tuple[int, int]", topology.shape)
    marks = np.where(replay.minefield.mined, np.int16(-1), np.int16(0))
    lines = [
        *_written_options(replay, shape),
        "Board:",
        *_ALPHABET.encode(marks),
        "Events:",
        *(_written_event(event, shape, replay.cell_size) for event in replay.events),
    ]
    return bytes_of_text("\n".join(lines))


def _written_options(replay: Replay, shape: tuple[int, int]) -> Iterator[str]:
    yield "RawVF_Version: Rev6"
    for key, value in replay.about.items():
        if not _is_key(key):
            raise FormatError(f"rawvf cannot hold the key {key!r}: use printable text without ':'")
        if key.lower() not in _OWN_KEYS:
            yield f"{key}: {_one_line(value)}".rstrip()
    yield f"Level: {replay.level.capitalize()}"
    yield f"Width: {shape[1]}"
    yield f"Height: {shape[0]}"
    yield f"Mines: {replay.minefield.mines}"
    name = replay.minefield.topology.name
    if name != "square":
        yield f"Sapper_Topology: {name}"
    rules = replay.rules
    yield f"Marks: {'On' if rules.question_marks else 'Off'}"
    if rules.win != "cleared":
        yield f"Sapper_Win: {rules.win}"
    if rules.on_mine != "stop":
        yield f"Sapper_OnMine: {rules.on_mine}"


def _is_key(key: str) -> bool:
    return key.isprintable() and ":" not in key and key == key.strip() and key not in ("", "Board")


def _one_line(value: str) -> str:
    return " ".join(value.split())


def _written_event(event: MouseEvent, shape: tuple[int, int], cell_size: int) -> str:
    if not abs(event.time) < _LONGEST:
        raise FormatError(f"rawvf cannot hold a time of {event.time} seconds")
    x, y = _pixel(event, shape, cell_size)
    cell = event.cell
    if cell is None and _on_board(x, y, shape):
        cell = (-1, -1)  # otherwise readers would take the cell from the pixel
    place = f"{cell[1] + 1} {cell[0] + 1} " if isinstance(cell, tuple) else ""
    return f"{event.time:.3f} {event.kind} {place}({x} {y})"


def _on_board(x: int, y: int, shape: tuple[int, int]) -> bool:
    return 0 <= y < shape[0] * CELL_SIZE and 0 <= x < shape[1] * CELL_SIZE


def _pixel(event: MouseEvent, shape: tuple[int, int], cell_size: int) -> tuple[int, int]:
    """The pixel for cells of 16 x 16 pixels. If it is unknown and outside the board, just past the corner."""
    if event.pixel is not None:
        return event.pixel[0] * CELL_SIZE // cell_size, event.pixel[1] * CELL_SIZE // cell_size
    row, column = event.cell if isinstance(event.cell, tuple) else shape
    return column * CELL_SIZE, row * CELL_SIZE
