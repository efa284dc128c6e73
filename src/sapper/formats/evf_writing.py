"""Writes EVF 0.4, so that Metasweeper and other programs show games from here.

`engine/formats/evf4.cpp` has the layout.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, cast

import numpy as np

from sapper import _engine
from sapper.errors import FormatError
from sapper.formats.format import bytes_of_text
from sapper.formats.recording import first_opening
from sapper.formats.squares import bitmap_of, check_square
from sapper.replays.mouse import MouseEvent, actions_of
from sapper.replays.replay import CELL_SIZE, Replay
from sapper.replays.timestamps import microseconds_of

_VERSION: Final = 4
_COMPLETED, _WITHOUT_FLAGS, _TRANSLATED = 0x80, 0x10, 0x08
_CODES: Final = {kind: code for code, kind in enumerate(("mv", "lc", "lr", "rc", "rr", "mc", "mr"), start=1)}
_PAUSE: Final = 255
_MOST_WAIT, _LONGEST_PAUSE = 255, 65535  # milliseconds
_NO_MODE: Final = 65535
_MOST: Final = 255  # rows, columns and pixels of a cell
_FEWEST_PIXELS: Final = 5
_FARTHEST: Final = 32767  # pixels that a difference may be large
_LATEST: Final = 2**32  # milliseconds
_NO_COUNTRY: Final = "XX"


def write_evf4(replay: Replay) -> bytes:
    """The bytes of a file. Raises FormatError if EVF cannot hold the replay, or would play it differently."""
    rows, columns = check_square(replay.minefield.topology, "evf")
    mines = replay.minefield.mines
    if max(rows, columns) > _MOST:
        raise FormatError(f"evf holds at most {_MOST} rows and columns, not {rows} and {columns}")
    replay = _with_pixels(_with_usual_rules(replay))
    game, end, _, _ = replay._ended()
    milliseconds = max(0, round(1000 * (end - (first_opening(replay.events) or 0.0))))
    if milliseconds >= _LATEST:
        raise FormatError(f"evf cannot hold a game of {milliseconds / 1000:g} seconds")
    about = replay.about
    program = about.get("Program", "")
    flags = _COMPLETED * (game.status == "won") + _TRANSLATED * bool(program)
    flags += _WITHOUT_FLAGS * all(action.kind != "flag" for action in game.history)
    mined = replay.minefield.mined
    bbbv = _engine.count_board(replay.minefield.topology._engine, mined.view(np.uint8).ravel()).three_bv
    began = microseconds_of(about.get("Timestamp", ""))
    texts = [program, _sapper(), "utf-8"] if program else [_sapper()]
    return b"".join(
        (
            struct.pack(">BBBBBHB", _VERSION, flags, 0, rows, columns, mines, replay.cell_size),
            struct.pack(">HHI", _mode(about.get("Mode", "")), bbbv, milliseconds),
            _country(about.get("Country", "")),
            struct.pack(">QQ", began, began + 1000 * milliseconds if began else 0),
            *(_text(text) for text in (*texts, about.get("Player", ""), "", "")),
            bytes(2),  # no device
            bitmap_of(mined),
            bytes(2),  # no metrics
            *_written(replay.events),
            bytes(3),  # the end, and no checksum
        )
    )


def _sapper() -> str:
    from importlib.metadata import version  # slow to import, and it reads a file

    return f"Sapper {version('sapper')}"


def _with_usual_rules(replay: Replay) -> Replay:
    """The replay by the rules of EVF. Raises FormatError if the game goes differently then."""
    for name, usual in (("win", "cleared"), ("on_mine", "stop")):
        if (value := getattr(replay.rules, name)) != usual:
            raise FormatError(f"evf cannot hold a game with the rule {name}={value!r}: its rule is {usual!r}")
    events = tuple(_without_shift(replay.events))
    usual_rules = replace(replay, rules=replace(replay.rules, question_marks=False), events=events)
    if tuple(actions_of(events)) != replay.actions:
        raise FormatError("evf cannot hold a click with Shift while other buttons are held")
    if replay.rules.question_marks:
        ours, theirs = replay.play(), usual_rules.play()
        if (ours.history, ours.position) != (theirs.history, theirs.position):
            raise FormatError("evf cannot hold question marks, and this game has some")
    return usual_rules


def _without_shift(events: Sequence[MouseEvent]) -> Iterator[MouseEvent]:
    """The events with the middle button in place of Shift with the left one, which does the same."""
    is_shift = False
    for event in events:
        if event.kind == "sc":
            is_shift = True
            yield event._replace(kind="mc")
        elif event.kind == "lr" and is_shift:
            is_shift = False
            yield event._replace(kind="mr")
        elif event.kind != "mt":
            is_shift = is_shift and event.kind != "lc"
            yield event


def _with_pixels(replay: Replay) -> Replay:
    """The replay with pixels that EVF can hold, on the same cells. Outside the board all have one place."""
    rows, columns = cast("tuple[int, int]", replay.minefield.topology.shape)
    old = size = replay.cell_size
    if not (_FEWEST_PIXELS <= size <= _MOST and size * max(rows, columns) <= _FARTHEST):
        size = CELL_SIZE

    def place(event: MouseEvent) -> tuple[int, int]:
        if event.cell is None:
            return columns * size, rows * size
        row, column = cast("tuple[int, int]", event.cell)
        if event.pixel is not None:
            x, y = event.pixel[0] * size // old, event.pixel[1] * size // old
            if (y // size, x // size) == (row, column):
                return x, y
        return column * size + size // 2, row * size + size // 2

    events = tuple(event._replace(pixel=place(event)) for event in replay.events)
    return replace(replay, events=events, cell_size=size)


def _written(events: Sequence[MouseEvent]) -> Iterator[bytes]:
    """The events, each with its differences from the one before."""
    first = then = round(1000 * events[0].time) if events else 0
    x = y = 0
    for event in events:
        now = round(1000 * event.time)
        if not then <= now < first + _LATEST:
            raise FormatError(f"evf cannot hold a time of {now / 1000} s after one of {then / 1000} s")
        pause = now - then
        while pause > _MOST_WAIT:
            part = min(pause, _LONGEST_PAUSE)
            yield struct.pack(">BH", _PAUSE, part)
            pause -= part
        to_x, to_y = cast("tuple[int, int]", event.pixel)
        yield struct.pack(">BBhh", _CODES[event.kind], pause, to_x - x, to_y - y)
        then, x, y = now, to_x, to_y


def _mode(name: str) -> int:
    modes = [mode.lower() for mode in _engine.modes()]
    return modes.index(name.lower()) if name.lower() in modes else _NO_MODE if name else 0


def _country(name: str) -> bytes:
    is_code = len(name) == 2 and name.isascii() and name.isalpha()
    return (name.upper() if is_code else _NO_COUNTRY).encode()


def _text(text: str) -> bytes:
    return bytes_of_text(text.replace("\0", " ")) + b"\0"
