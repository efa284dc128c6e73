"""Mutated files for the readers: a corpus, ways to break it, and what must hold for every input.

A reader gives contents or raises FormatError (of positions also PositionError), whatever the bytes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from support.recordings import avf, evf3, evf4, evfs, mbf, mvf, mvf_old, rawvf, rmv, rmv2
from support.replays import GAME

from sapper.errors import FormatError, PositionError
from sapper.formats import FORMATS, identify
from sapper.formats.registry import Hints

BOARD = (
    b"# MINESWEEPER-BOARD v0.1\n# Render: ascii\nrows: 2\ncolumns: 3\nmines: 1\ngame_mode: classic\n"
    b"[real]\n*10\n110\n[view]\nF10\nU?0\n"
)

CORPUS: Mapping[str, tuple[bytes, ...]] = {
    "plain": (b"01.\n12F\n?q!\n", b"2 . .\n1 F .\n", b"..\n..\n\n..\n..\n"),
    "jsminesweeper": (b"3x2x1\nH10\nF1?\n",),
    "zig": (b"##1.\n*2#1\n",),
    "zeros": (b"2 3\n1\n?1.\n11.\n", b"? 1 .\n1 1 *\n", b".1x\n11F\n"),
    "counted": (b"2\nx x x\n1 ! x\n1 1 x\n", b"10\n\n??1\n*?.\n\n??1\n???\n"),
    "board": (BOARD, BOARD[: BOARD.index(b"[view]")]),
    "drawing": (b"*1.\n11.\n", b"1 * 1\n1 1 1\n", b"*.\n..\n\n..\n.*\n"),
    "mbf": (mbf(GAME),),
    "tatham": (b"9x9:5,1,mec0f712b5982f397a0180", b"9x9n10:7,4,m1bb7a51326f633e78b278"),
    "tatham-clear": (b"3x2:1,0,u84",),
    "address": (b"?b=1&m=0008040000g0000g0", b"https://a.b/#/c?m=g8&x=1&b=0302"),
    "rawvf": (
        rawvf(GAME),
        rawvf(GAME, options="SquareSize: 8\nSuperClick: On\n").replace(b"Events:\n", b""),
        rawvf(GAME).replace(b"Nobody", b"\xcd\xf5"),
    ),
    "avf": (avf(GAME), avf(GAME, before=b"[\0[0|\x11").replace(b"|B9T", b"B9T")),
    "rmv": (
        rmv(GAME),
        rmv(GAME, flags=((0, 4),), extra=b"\x0d\0\4\0abcd"),
        rmv2(GAME, flags=((0, 4),), extra=b"\x0d\0\4\x1c\1\x1f", extensions=((b"clone_name", b"x"),)),
    ),
    "mvf": (
        mvf(GAME),
        mvf(GAME, version="version 0.97 beta", years="2004-2005"),
        mvf(GAME, texts=False),
        mvf_old(replace(GAME, rows=8, columns=8, mines=tuple((n, 3) for n in range(8)) + GAME.mines[::2])),
    ),
    "evf": (
        evf3(GAME, version=2),
        evf3(GAME, checksum=False),
        evf4(GAME),
        evf4(GAME, has_translation=True, metrics=(b"one",), extra=b"\xc8\0\x27\x10" + bytes(8)),
    ),
    "evfs": (evfs(evf4(GAME)), evfs(evf3(GAME), checksum=0)),
}
"""Well-formed files of every format."""

READERS = tuple(CORPUS)

_WITHOUT_MINES = ("plain", "zig")
_EDGES = (b"\0", b"\1", b"\x7f", b"\x80", b"\xff", b"\xff\xff", b"\xff\xff\xff\xff", b"0", b"9" * 30, b"-1")
MARKS = (*(bytes((byte,)) for byte in b"\n\r\0[]|:, *"), b"Board:", b"Events:", b"cs=", b"[real]")


def mutants(name: str, count: int, seed: int) -> Iterator[bytes]:
    """Inputs that are nearly files of the format; the same ones for the same seed."""
    random = Random(f"{name} {seed}")
    for _ in range(count):
        data = bytearray(random.choice(CORPUS[name]))
        for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
            _mutate(data, random)
        yield bytes(data)


def target(data: bytes, format: str = "auto", time_limit: float | None = None) -> bool:
    """Reads the bytes. Returns whether they were accepted. Raises whatever a reader must not raise."""
    hints = Hints(mines=3) if format in _WITHOUT_MINES else Hints()
    try:
        identify(data, hints, format, time_limit=time_limit)
    except (FormatError, PositionError):
        return False
    return True


def _mutate(data: bytearray, random: Random) -> None:
    at = random.randrange(len(data) + 1)
    to = min(len(data), at + random.choice((1, 1, 2, 4, 16)))
    match random.randrange(8):
        case 0:  # flip a bit
            if at < len(data):
                data[at] ^= 1 << random.randrange(8)
        case 1:  # replace a byte
            data[at : at + 1] = bytes((random.randrange(256),))
        case 2:  # overwrite bytes with an extreme number
            edge = random.choice(_EDGES)
            data[at : at + len(edge)] = edge
        case 3:  # insert bytes that have a meaning
            data[at:at] = random.choice(_EDGES + MARKS)
        case 4:  # delete bytes
            del data[at:to]
        case 5:  # repeat bytes
            data[at:at] = data[at:to] * random.choice((1, 2, 50))
        case 6:  # cut the end off
            del data[at:]
        case _:  # put in a part of another file
            other = random.choice(CORPUS[random.choice(READERS)])
            start = random.randrange(len(other))
            data[at:to] = other[start : start + random.choice((1, 4, 32))]


assert set(READERS) == set(FORMATS)
