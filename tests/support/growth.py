"""Files that grow: how a reader's work grows with what it reads.

A stretched file is one of the corpus in which a piece comes again and again. A reader that starts over at
every piece is quick on small files and takes hours for large ones.
"""

import gc
import math
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final, NamedTuple

from support.fuzzing import CORPUS, MARKS, target
from support.recordings import avf, evf4, evfs, mvf, rawvf, rmv, rmv2
from support.replays import GAME


class Growth(NamedTuple):
    """A file of any length: what stays the same, and the piece that comes again and again in the middle."""

    name: str
    before: bytes
    piece: bytes
    after: bytes = b""

    def of(self, size: int) -> bytes:
        """A file of about this many bytes."""
        return self.before + self.piece * (size // len(self.piece)) + self.after


Maker = Callable[[int], bytes]

_AVF: Final = avf(GAME, trailer=b"cs=" + b"c" * 17)
_MVF: Final = mvf(GAME, mouse=())[:-32]
_MVF_OLD: Final = CORPUS["mvf"][-1]
_HEADER: Final = b"# MINESWEEPER-BOARD v0.1\n"
_RAWVF: Final = b"RawVF_Version: Rev6\n"

_WORST: Final[Mapping[str, tuple[Growth, ...]]] = {
    "plain": (
        Growth("one row", b"", b"."),
        Growth("rows", b"", b".\n"),
        Growth("planes", b"", b".\n\n"),
        Growth("words", b"", b". 1 "),
        Growth("an unknown word at the end", b"", b". 1 ", b"@"),
        Growth("a character at the end", b"", b".", b"@"),
        Growth("blanks", b"1", b" ", b"@"),
        Growth("lines of unequal length", b"1\n", b"1\n", b"11"),
        Growth("one number", b"1 ", b"9"),
    ),
    "drawing": (
        Growth("one row", b"", b"*"),
        Growth("numbers", b"", b"*1\n11\n\n"),
        Growth("a wrong number at the end", b"", b"*", b"1"),
    ),
    "zig": (Growth("one row", b"", b"#"), Growth("unknown", b"", b"#", b"@")),
    "zeros": (
        Growth("rows", b"1 1\n1\n", b"?\n"),
        Growth("words", b"3\n", b". x "),
        Growth("digits of a header", b"", b"1", b" 1\n1\n?"),
        Growth("blanks of a header", b"1", b" ", b"1\n1\n?"),
        Growth("lines without a row", b"1 1\n", b"\n", b"@"),
    ),
    "counted": (
        Growth("rows", b"1\n", b"?\n"),
        Growth("digits", b"", b"1", b"\n?"),
        Growth("lines without a row", b"1\n", b"\n", b"@"),
    ),
    "jsminesweeper": (
        Growth("rows", b"1x1x1\n", b"H\n"),
        Growth("digits", b"", b"1", b"x1x1\nH"),
        Growth("blank lines", b"1x1x1\n", b"\n", b"H"),
    ),
    "board": (
        Growth("comments", _HEADER, b"#\n"),
        Growth("keys", _HEADER, b"a:\n"),
        Growth("digits", _HEADER + b"rows: ", b"1", b"\n"),
        Growth("blank lines", _HEADER, b"\n"),
    ),
    "mbf": (Growth("mines", b"\xff\xff\xff\xff", b"\1\1"), Growth("zeros", b"", b"\0")),
    "tatham": (
        Growth("blanks", b"9x9:", b" "),
        Growth("digits", b"9x9:0,0,m", b"5"),
        Growth("seeds", b"9x9:", b":r"),
        Growth("a number", b"", b"9", b"x9:0,0,m5"),
    ),
    "tatham-clear": (Growth("digits", b"9x9:0,0,u", b"5"),),
    "address": (
        Growth("digits", b"?b=10001000&m=", b"0"),
        Growth("sizes", b"?m=0", b"&b="),
        Growth("digits of the size", b"?m=0&b=", b"9"),
        Growth("signs", b"m=&", b"?"),
    ),
    "rawvf": (
        Growth("events", rawvf(GAME), b"0.0 mv (1 1)\n"),
        Growth("other events", rawvf(GAME), b"won\n"),
        Growth("blank lines", rawvf(GAME), b"\n"),
        Growth("one event", rawvf(GAME) + b"1 mv 1", b" ", b"x"),
        Growth("one time", rawvf(GAME), b"1", b" mv (1 1)\n"),
        Growth("keys", _RAWVF, b"a: b\n"),
        Growth("a key without an end", _RAWVF, b"a"),
        Growth("rows", _RAWVF + b"Board:\n", b"0\n", b"Events:\n"),
    ),
    "avf": (
        Growth("lines of the trailer", _AVF, b"Skin:\r"),
        Growth("blank lines of the trailer", _AVF, b"\r"),
        Growth("programs", _AVF + b"x\r", b" 1."),
        Growth("versions", _AVF + b"x\r", b" 1.1"),
        Growth("digits", _AVF + b"x\r ", b"1"),
        Growth("brackets", _AVF[: _AVF.index(b"[") - 2], b"\x11a[0|", b"cs="),
        Growth("fields", _AVF[: _AVF.index(b"[") + 3], b"W1|", _AVF[_AVF.index(b"|B9T") :]),
    ),
    "rmv": (
        Growth("results", rmv(GAME)[:36], b"A:1#"),
        Growth("short moves", rmv2(GAME)[:-8], b"\x1c\1\x1f", rmv2(GAME)[-8:]),
        Growth("events of the board", rmv(GAME, extra=b"\x0d\0\4")[:-8], b"\x0d\0\4", rmv(GAME)[-8:]),
    ),
    "mvf": (Growth("states of old versions", _MVF_OLD[:-125], b"\0\0\1\0\0\0\0\0", _MVF_OLD[-125:]),),
    "evf": (
        Growth("pauses", evf4(GAME)[:-7], b"\xff\0\4", evf4(GAME)[-7:]),
        Growth("states", evf4(GAME)[:-7], b"\x5c\0", evf4(GAME)[-7:]),
        Growth("texts", evf4(GAME)[:-7], b"\xc9\0\0\0\0", evf4(GAME)[-7:]),
        Growth("a name", evf4(GAME)[:31], b"a", evf4(GAME)[31:]),
    ),
    "evfs": (
        Growth("names", evfs(evf4(GAME), checksum=0), b"a\0\0\0\0\0"),
        Growth("replays", b"\0\0\0", evfs(evf4(GAME), checksum=0)[3:]),
    ),
}
"""What a reader may be slow at, thought up while reading the readers."""


def worst_cases(name: str) -> Iterator[tuple[str, Maker]]:
    """What may be slow in a format: what it is, and a function from a size to bytes."""
    for case in _WORST[name]:
        yield case.name, case.of
    if name == "mvf":
        yield "states", lambda size: _MVF[:-3] + (size // 6).to_bytes(3, "big") + b"\5" * (6 * (size // 6))
    if name.startswith("tatham"):
        yield "a large board", lambda size: _game_id(size, "m" if name == "tatham" else "u")


def random_stretches(name: str, count: int, seed: int) -> Iterator[tuple[str, Maker]]:
    """Files of the corpus with any piece of them, or one that means something, again and again."""
    random = Random(f"{name} {seed}")
    for _ in range(count):
        data = random.choice(CORPUS[name])
        at = random.randrange(len(data))
        piece = random.choice((data[at : at + random.choice((1, 2, 3, 6, 8, 20))], random.choice(MARKS)))
        growth = Growth(f"{piece!r} at {at} of {data!r}", data[:at], piece, data[at:])
        yield growth.name, growth.of


_SIZE: Final = 2**15  # bytes
_FACTOR: Final = 8
_NOTHING: Final = 0.01  # seconds


def grows_too_fast(make: Maker, name: str) -> bool:
    """Whether eight times as many bytes take more than 24 times as long.

    Work that grows with the length takes 8 times as long, work that grows with its square 64 times. What
    looks slow is timed again, and the quickest times count, as something else may have run in between.
    """
    small, large = make(_SIZE), make(_FACTOR * _SIZE)
    short = long = math.inf
    for _ in range(5):
        long = min(long, seconds(large, name))
        if long < _NOTHING:
            return False
        short = min(short, seconds(small, name))
        if long < 3 * _FACTOR * short:
            return False
    return True


def seconds(data: bytes, name: str) -> float:
    """Of processor time, to read some bytes.

    Garbage is not collected meanwhile: a collection looks at all that the other tests keep, and a long
    reading would pay for one that a short one does not.
    """
    gc.disable()
    try:
        start = time.thread_time()
        target(data, name)
        return time.thread_time() - start
    finally:
        gc.enable()


def _game_id(size: int, mode: str) -> bytes:
    """A game ID of about this many digits, up to the limit."""
    rows = max(1, min(1000, 4 * size // 1000))
    return f"1000x{rows}:0,0,{mode}".encode() + b"5" * (1000 * rows // 4)
