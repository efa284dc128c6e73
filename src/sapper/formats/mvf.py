"""MVF of all versions, the replays of Minesweeper Clone; read only.

Versions from 0.97 begin with four texts (program, years, author, version), each after its length u8, and
three unknown bytes. Some changed programs leave the texts empty. Then follow:

- month u8, day u8 (0 in some files, by mistake), year u16, hour, minute, second u8; level u8; mode u8;
- in 0.97 the seconds u16 and hundredths u8 of the game, and 3BV, solved 3BV, left clicks, chords, right
  clicks u16; in later versions the milliseconds u24;
- the question marks u8; width u8, height u8, mines u16, the mines as column and row from 1;
- the player after its length u8;
- a key u16, the number u24 of states, and the states. A state has 40 bits in 0.97 and 48 later, in an order
  that the key decides: see `_order`;
- a checksum of 32 bytes.

Versions before have only beginner (8 x 8), intermediate and expert boards: width u8, height u8, mines u16,
the mines as column and row from 0, the question marks u8, one more byte, and states of eight bytes: seconds
u8, hundredths u8, buttons u8, x u16, y u16, one more byte. The file ends with seconds u16 and hundredths u8
of the game, from 0.76 a player of 100 bytes, and ten digits, or from 0.8 a zero, 20 bytes and a zero.

A state says where the mouse was and which buttons were held. The first is that of the press that begins the
game. The layouts are those of the parsers at https://github.com/thefinerminer/minesweeper-rawvf.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import cos, sin, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sapper.board.minefield import Minefield
from sapper.formats.cursor import Cursor
from sapper.formats.encodings import decoded, texts_of
from sapper.formats.format import Format, Hints
from sapper.formats.recording import MOST_EVENTS, Screen, collected, replay_of
from sapper.formats.squares import check_size, mines_by_pairs
from sapper.replays.mouse import MouseEvent, MouseKind
from sapper.replays.replay import Replay

_PROGRAM: Final = b"\x11Minesweeper Clone"
_NO_TEXTS: Final = bytes(4)
_UNKNOWN: Final = 3
_LATEST: Final = (b"6", b"7")
"""How the years of the versions after 0.97 end."""

_MODES: Final[Mapping[int, str]] = {1: "Classic", 2: "Density", 3: "UPK", 4: "Cheat"}
_LEVELS: Final = ((8, 8, 10), (16, 16, 40), (16, 30, 99))
_NAME: Final = 100
_SCORE: Final = 3
_DIGITS: Final = 10
_CHECKSUM: Final = 22
_OLD_STATE: Final = 8
_LEFT, _MIDDLE, _RIGHT = 1, 2, 4
_PRESSES: Final[tuple[tuple[int, MouseKind, MouseKind], ...]] = (
    (_LEFT, "lc", "lr"),
    (_RIGHT, "rc", "rr"),
    (_MIDDLE, "mc", "mr"),
)


class _State(NamedTuple):
    """The mouse at a time in milliseconds. `buttons` is a sum of those that are held."""

    milliseconds: int
    x: int
    y: int
    buttons: int


class _Packing(NamedTuple):
    """How the bits of a state are used, after the three buttons: right, middle, left.

    Attributes:
        bytes: The bytes of a state.
        pixels: The bits of y, and then of x.
        margin: What x and y are too large.
        fine: The bits of the hundredths, or of all milliseconds.
        seconds: The bits of the seconds; 0 if there are milliseconds.
    """

    bytes: int
    pixels: int
    margin: int
    fine: int
    seconds: int


_PACKING_097: Final = _Packing(5, 9, 0, 7, 10)
_PACKING: Final = _Packing(6, 11, 32, 22, 0)


def _recognises(data: bytes) -> bool:
    return data.startswith(_PROGRAM) or _has_no_texts(data) or _old_ending(data) is not None


def _has_no_texts(data: bytes) -> bool:
    """Whether four empty texts and three bytes are followed by a possible time, level and mode."""
    if not data.startswith(_NO_TEXTS) or len(data) < 16:
        return False
    month, day, _, _, hour, minute, second, level, mode = data[7:16]
    is_time = 1 <= month <= 12 and day <= 31 and hour < 24 and minute < 60 and second < 60
    return is_time and 1 <= level <= 5 and mode <= 4


def _read(data: bytes, hints: Hints) -> Replay:
    cursor = Cursor(data, "mvf")
    if data.startswith((_PROGRAM, _NO_TEXTS)):
        return _read_new(cursor, hints)
    return _read_old(cursor, hints)


def _read_new(cursor: Cursor, hints: Hints) -> Replay:
    _, years, _, version = (_text(cursor) for _ in range(4))
    cursor.take(_UNKNOWN, "unknown bytes")
    packing = _PACKING if years.endswith(_LATEST) else _PACKING_097
    about = {
        "Program": "Minesweeper Clone",
        "Version": decoded(version).removeprefix("version "),
        "Timestamp": _timestamp(cursor),
    }
    cursor.byte("level")
    about["Mode"] = _MODES.get(cursor.byte("mode"), "")
    about |= _result(cursor) if packing.seconds else _time(cursor.unsigned(3, "time"))
    question_marks = cursor.byte("the question marks")
    minefield = _board(cursor, base=1)
    about |= texts_of({"Player": _text(cursor)})
    states = _unpacked(cursor, packing)
    events = collected(_events(states, Screen.of(minefield)), cursor.error)
    return replay_of("mvf", hints, minefield, events, question_marks=question_marks > 0, about=about)


def _text(cursor: Cursor) -> bytes:
    return cursor.take(cursor.byte("the length of a text"), "a text")


def _timestamp(cursor: Cursor) -> str:
    month, day = cursor.byte("month"), cursor.byte("day")
    year, hour = cursor.unsigned(2, "year"), cursor.byte("hour")
    minute, second = cursor.byte("minute"), cursor.byte("second")
    return f"{year}-{month:02}-{f'{day:02}' if day else '??'} {hour:02}:{minute:02}:{second:02}"


def _time(milliseconds: int) -> dict[str, str]:
    return {"Time": f"{milliseconds / 1000:.3f}"}


def _score(cursor: Cursor) -> int:
    """The milliseconds of a game."""
    return 1000 * cursor.unsigned(2, "the seconds of the game") + 10 * cursor.byte("its hundredths")


def _result(cursor: Cursor) -> dict[str, str]:
    """What only 0.97 says of a game: its clicks can be counted."""
    time = _time(_score(cursor))
    bbbv, solved = cursor.unsigned(2, "3BV"), cursor.unsigned(2, "solved 3BV")
    cursor.take(6, "the numbers of clicks")
    return {**time, "BBBV": str(bbbv), "Status": "won" if bbbv == solved else "lost"}


def _board(cursor: Cursor, base: int) -> Minefield:
    start = cursor.offset
    columns, rows = cursor.byte("width"), cursor.byte("height")
    mines = cursor.unsigned(2, "the number of mines")
    check_size(cursor, rows, columns, mines, start)
    return Minefield(mines_by_pairs(cursor, (rows, columns), mines, base=base))


def _order(key: int, packing: _Packing) -> list[int]:
    """The bits of a state in the order of their meaning. Bit 0 is the lowest of the first byte.

    Each byte has eight digits, those of a sine or cosine that depends on the key. The bits are sorted by
    their digits.
    """
    one, other = sqrt(key), sqrt(key + 1000)
    third, fourth = sqrt(one + 1000), sqrt(other + 1000)
    waves = (cos(third + 1000), sin(sqrt(other)), cos(third), sin(sqrt(one) + 1000), cos(fourth), sin(fourth))
    digits = "".join(f"{round(abs(wave) * 1e8):08}"[:8] for wave in waves[: packing.bytes])
    return sorted(range(len(digits)), key=digits.__getitem__)


def _unpacked(cursor: Cursor, packing: _Packing) -> Iterator[_State]:
    order = _order(cursor.unsigned(2, "the key"), packing)
    count = cursor.unsigned(3, "the number of states")
    if count > MOST_EVENTS:
        raise cursor.error(f"a replay may have at most {MOST_EVENTS} events, not {count}", cursor.offset - 3)
    data = np.frombuffer(cursor.take(count * packing.bytes, "the states"), dtype=np.uint8)
    bits = np.unpackbits(data.reshape(count, packing.bytes), axis=1, bitorder="little")[:, order]
    at = 3

    def number(size: int) -> NDArray[np.int64]:
        nonlocal at
        at += size
        return bits[:, at - size : at] @ (1 << np.arange(size))

    y, x = number(packing.pixels) - packing.margin, number(packing.pixels) - packing.margin
    fine = number(packing.fine)
    milliseconds = 10 * fine + 1000 * number(packing.seconds) if packing.seconds else fine
    buttons = bits[:, :3] @ np.array((_RIGHT, _MIDDLE, _LEFT))
    columns = (milliseconds.tolist(), x.tolist(), y.tolist(), buttons.tolist())
    return (_State(*state) for state in zip(*columns, strict=True))


def _events(states: Iterable[_State], screen: Screen) -> Iterator[MouseEvent]:
    """The events that lead from each state to the next. The first state has been reached by a press."""
    before = None
    for state in states:
        seconds, held = state.milliseconds / 1000, 0 if before is None else before.buttons
        if (before is not None and before[1:3] != state[1:3]) or (before is None and not state.buttons):
            yield screen.event(seconds, "mv", state.x, state.y)
        for button, kind, _ in _PRESSES:
            if button & state.buttons & ~held:
                yield screen.event(seconds, kind, state.x, state.y)
        for button, _, kind in _PRESSES:
            if button & held & ~state.buttons:
                yield screen.event(seconds, kind, state.x, state.y)
        before = state


def _old_ending(data: bytes) -> tuple[str, int, int] | None:
    """The version, the bytes after the states and the bytes of the player; None if it is no old file."""
    if len(data) < 4:
        return None
    size = data[1], data[0], int.from_bytes(data[2:4], "big")
    if size not in _LEVELS:
        return None
    if len(data) > _CHECKSUM and data[-1] == data[-_CHECKSUM] == 0:
        return "0.8 to 0.96", _SCORE + _NAME + _CHECKSUM, _NAME
    if not data[-_DIGITS:].isdigit():
        return None
    if data[-_DIGITS - 3 : -_DIGITS] == b"   ":
        return "0.76", _SCORE + _NAME + _DIGITS, _NAME
    return "0.75 or earlier", _SCORE + _DIGITS, 0


def _read_old(cursor: Cursor, hints: Hints) -> Replay:
    ending = _old_ending(cursor.data)
    if ending is None:
        text = "expected 'Minesweeper Clone', or a beginner, intermediate or expert board and a checksum"
        raise cursor.error(f"{text} at the end", 0)
    version, after, name = ending
    minefield = _board(cursor, base=0)
    question_marks = cursor.byte("the question marks")
    cursor.take(1, "an unknown byte")
    start, end = cursor.offset, len(cursor.data) - after
    if end < start:
        raise cursor.error(f"expected {after} bytes at the end, but only {cursor.left} are left")
    cursor.offset = end
    score = _score(cursor)
    player = texts_of({"Player": cursor.take(name, "the player")})
    cursor.offset = start
    states = _old_states(cursor, end, score)
    events = collected(_events(states, Screen.of(minefield)), cursor.error)
    about = {"Program": "Minesweeper Clone", "Version": version, **player, **_time(score), "Mode": "Classic"}
    return replay_of("mvf", hints, minefield, events, question_marks=question_marks > 0, about=about)


def _old_states(cursor: Cursor, end: int, score: int) -> Iterator[_State]:
    """The states up to the end of the game, and one in which no button is held.

    Some bytes may follow, which would be a state at an impossible time.
    """
    state = _State(0, 0, 0, 0)
    while cursor.offset + _OLD_STATE <= end:
        seconds, hundredths, buttons = cursor.take(3, "a state")
        x, y = cursor.unsigned(2, "x of a state"), cursor.unsigned(2, "y of a state")
        cursor.byte("a state")
        milliseconds = 1000 * seconds + 10 * hundredths
        if not state.milliseconds <= milliseconds <= score:
            break
        state = _State(milliseconds, x, y, buttons)
        yield state
    yield state._replace(buttons=0)


MVF = Format(
    "mvf", "MVF, a replay of Minesweeper Clone", (Replay,), False, _recognises, _read, suffixes=(".mvf",)
)
