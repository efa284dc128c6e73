"""Damaged files are refused where the damage is, and every reader survives any bytes."""

import struct
import tracemalloc
from dataclasses import replace
from typing import Any

import pytest
from support.fuzzing import CORPUS, READERS, mutants, target
from support.growth import grows_too_fast, random_stretches, worst_cases
from support.recordings import avf, evf3, evf4, evfs, mvf, mvf_old, rmv, rmv2
from support.replays import GAME

from sapper import BudgetError, FormatError
from sapper.formats import FORMATS, identify, parse
from sapper.formats.registry import Hints

BEGINNER = replace(GAME, rows=8, columns=8, mines=tuple(divmod(index, 8) for index in range(0, 20, 2)))

AVF = avf(GAME)
BRACKET, BRACKET_END = AVF.index(b"[3|"), AVF.index(b"]") + 1

RMV, RMV2 = rmv(GAME), rmv2(GAME)
RMV_BOARD = RMV.index(struct.pack(">BBH", 5, 4, 3))
RMV_EVENT = RMV_BOARD + 4 + 6 + 5
RMV2_EVENT = RMV2.index(bytes((2, 0, 0, 0, 0)))

MVF, OLD_MVF = mvf(BEGINNER), mvf_old(BEGINNER)
MVF_BOARD = MVF.index(bytes((8, 8, 0, 10)))
KEY = MVF.index(b"Nobody") + 6
STATES = 4 + 20 + 2

EVF3, EVF4, EVFS = evf3(GAME), evf4(GAME), evfs(evf4(GAME))
BITS3, BITS4 = EVF3.index(b"id\0") + 3, EVF4.index(b"\0\2id") + 4
UNIT = 3 + len(b"game0.evf\0") + 4


def put(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


# Where a file is cut off is in `test_files.py`.
BYTES: dict[str, list[tuple[bytes, str, int]]] = {
    "mbf": [
        (b"\3\2\0\1\0\0\2", "expected the end after 1 mine, but 1 byte follows", 6),
        (b"\3\0\0\0", "a board of 0 x 3 has no cells", 0),
        (b"\0\2\0\0", "a board of 2 x 0 has no cells", 0),
        (b"\3\2\0\7" + bytes(14), "a board of 2 x 3 cannot hold 7 mines", 0),
        (b"\3\2\xff\xff", "a board of 2 x 3 cannot hold 65535 mines", 0),
        (b"\3\2\0\2\0\0\3\1", "a mine at row 1, column 3 is not on a board of 2 x 3", 6),
        (b"\3\2\0\2\0\0\1\2", "a mine at row 2, column 1 is not on a board", 6),
        (b"\3\2\0\2\0\0\0\0", "some of the 2 mines are listed twice", 4),
    ],
    "avf": [
        (AVF[:5] + b"\7", "expected a level from 3 to 6, not 7", 5),
        (put(AVF, 8, b"\0\x15"), "a board of 4 x 5 cannot hold 21 mines", 6),
        (put(AVF, 10, b"\0\1"), "a mine at row 0, column 1 is not on a board", 10),
        (put(AVF, 10, b"\1\6"), "a mine at row 1, column 6 is not on a board", 10),
        (AVF[:BRACKET], "expected the question marks switch", 16),
        (AVF[: BRACKET + 9], "at the end of the text in brackets", BRACKET + 1),
        (AVF.replace(b"|B9T13.34]", b"|B9T]"), "expected 'B<3BV>T<time>]'", BRACKET + 1),
        (AVF.replace(b"9T13.34]", b"9" * 5000 + b"T1]"), "at the end of the text in brackets", BRACKET + 1),
        (AVF[:BRACKET_END], "expected an event in the first second", BRACKET_END),
        (put(AVF, BRACKET_END + 9, b"\x63"), "unknown event 99", BRACKET_END + 9),
        (AVF[: AVF.index(b"cs=")], "at the end of the trailer", AVF.index(b"cs=")),
    ],
    "rmv": [
        (b"*rmw\0\1", r"expected '\*rmv'", 0),
        (b"*rmv\0\3" + RMV[6:], "expected version 1 or 2, not 3", 4),
        (put(RMV, 10, b"\xff\xff"), "expected 65535 bytes of the result", 28),
        (put(RMV, RMV_BOARD, b"\0"), "a board of 4 x 0", RMV_BOARD),
        (RMV[:RMV_BOARD] + b"\5\4\xff\xff", "a board of 4 x 5 cannot hold 65535 mines", RMV_BOARD),
        (put(RMV, RMV_BOARD + 4, b"\5\0"), "a mine at row 0, column 5", RMV_BOARD + 4),
        (put(RMV, RMV_EVENT, b"\x08"), "unknown event 8", RMV_EVENT),
        (put(RMV, RMV_EVENT, b"\x1c"), "unknown event 28", RMV_EVENT),
        (rmv(GAME, properties=b"\0\0\0"), "expected 4 properties, not 3", RMV_EVENT - 2),
        (rmv(GAME, flags=((4, 0),)), "a flag at row 4, column 0 is not on the board", RMV_EVENT - 3),
        (rmv2(GAME, properties=bytes(6)), "expected 7 properties, not 6", RMV2_EVENT - 3),
        (rmv2(GAME, cell_size=0), "a cell must be at least 1 pixel wide", RMV2_EVENT - 3),
        (put(RMV2, RMV2_EVENT, b"\0"), "unknown event 0", RMV2_EVENT),
    ],
    "mvf": [
        (b"", "expected 'Minesweeper Clone', or a beginner, intermediate or expert board", 0),
        (put(MVF, MVF_BOARD, b"\0"), "a board of 8 x 0 has no cells", MVF_BOARD),
        (put(MVF, MVF_BOARD + 4, b"\0\1"), "a mine at row 1, column 0 is not on", MVF_BOARD + 4),
        (MVF[: KEY + 2] + b"\xff\xff\xff", "a replay may have at most 500000 events, not 16777215", KEY + 2),
        (put(MVF, KEY + 2, b"\0\xff\xff"), "expected 393210 bytes of the states", KEY + 5),
        (put(OLD_MVF, 4, b"\x08"), "a mine at row 0, column 8 is not on a board", 4),
        (OLD_MVF[:STATES] + OLD_MVF[-1:] * 40, "expected 125 bytes at the end, but only 40 are left", STATES),
        (OLD_MVF[:-1] + b"1", "expected 'Minesweeper Clone', or a beginner", 0),
    ],
    "evf": [
        (b"\5" + EVF3[1:], "expected version 2, 3 or 4, not 5", 0),
        (put(EVF3, 3, b"\0"), "a board of 0 x 5 has no cells", 3),
        (put(EVF3, 5, b"\0\x15"), "a board of 4 x 5 cannot hold 21 mines", 3),
        (put(EVF3, 5, b"\0\4"), "expected 4 mines in the bitmap, not 3", BITS3),
        (put(EVF4, 5, b"\0\4"), "expected 4 mines in the bitmap, not 3", BITS4),
        (put(EVF3, 7, b"\0"), "a cell must be at least 1 pixel wide", 7),
        (EVF3[:16], "expected b'.x00' at the end of a text", 15),
        (EVF3[: BITS3 + 3] + b"\x0d" + bytes(7), "unknown event 13", BITS3 + 3),
        (EVF4[: BITS4 + 3] + b"\xff\xff", "expected b'.x00' at the end of the name of a metric", BITS4 + 5),
        (EVF4[: BITS4 + 5] + b"\x0d\0", "unknown event 13", BITS4 + 5),
    ],
    "evfs": [
        (b"\1" + EVFS[1:], "expected version 0, not 1", 0),
        (EVFS[:9], "expected b'.x00' at the end of the name of a file", 3),
        (put(EVFS, UNIT + 3, b"\0"), "in 'game0.evf': evf: at offset 3: a board of 0 x 5", UNIT + 3),
    ],
}


@pytest.mark.parametrize(
    ("format", "data", "complaint", "offset"),
    [pytest.param(key, *row, id=f"{key} {n}") for key, rows in BYTES.items() for n, row in enumerate(rows)],
)
def test_a_binary_file_is_refused_at_an_offset(format: str, data: bytes, complaint: str, offset: int) -> None:
    with pytest.raises(FormatError, match=f"{format}: at offset {offset}: .*{complaint}") as refusal:
        parse(data, format=format)
    assert refusal.value.offset == offset


HEADER = "# MINESWEEPER-BOARD v0.1\n# Render: ascii\n"
SIZE = "author: nobody\nrows: 2\ncolumns: 3\nmines: 1\ngame_mode: classic\n"
TOP = HEADER + SIZE
REAL = "[real]\n*10\n110\n"

# The line, and the column where a single character is wrong.
PLACES: dict[str, list[tuple[Any, ...]]] = {
    "rawvf": [
        ("", "expected 'Board:'", 1),
        ("Player: x\nnonsense\n", "expected 'Key: value' or 'Board:'", 2),
        ("Board:\n*0\n", "expected 'Events:'", 2),
        ("Board:\nEvents:\n", "expected the rows of the board before 'Events:'", 2),
        ("Board:\n*0\n*1\nEvents:\n", r"line 3, column 2: unknown '1'; the text may have '\*' mine", 3, 2),
        ("\nWidth: 3\nBoard:\n*0\nEvents:\n", "Width is given as 3, but the board has 2", 2),
        ("mines: 2\nBoard:\n*0\nEvents:\n", "Mines is given as 2, but the board has 1", 1),
        (f"Mines: {'9' * 5000}\nBoard:\n*0\nEvents:\n", "Mines must be a number of at most nine digits", 1),
        ("".join(f"{key}:\n" for key in range(1001)), "expected at most 1000 keys", 1001),
        ("Board:\n" + "*\n" * 10_001, "expected at most 10000 rows", 10_002),
        ("Board:\n**\nEvents:\n", "every cell is a mine", None),
        ("Sapper_Win: never\nBoard:\n*0\nEvents:\n", "unknown win 'never'", None),
        ("Sapper_Topology: round\nBoard:\n*0\nEvents:\n", "unknown topology 'round'", 1),
        ("Board:\n*0\nEvents:\n1.0 lx (1 1)\n", "expected an event such as .*, not '1.0 lx", 4),
        ("Board:\n*0\nEvents:\n\n1.0 lc (1 1\n", "expected an event such as .*", 5),
        ("Board:\n*0\nEvents:\n1.0 lc (99999999999 1)\n", "expected an event such as .*", 4),
        ("Board:\n*0\nEvents:\nnumber9 1 1\n", "expected an event such as .*", 4),
    ],
    "board": [
        ("", "expected '# MINESWEEPER-BOARD v0.1'", 1),
        ("rows: 2", "expected '# MINESWEEPER-BOARD v0.1'", 1),
        (HEADER.replace("ascii", "emoji") + SIZE + REAL, "expected 'render: ascii', not 'emoji'", 2),
        (TOP, r"expected a section \[real\] or \[view\]", None),
        (TOP + "nonsense", r"expected 'key: value', \[real\] or \[view\]", 8),
        (TOP + REAL + REAL, r"a second section \[real\]", 11),
        (TOP + REAL + "rows: 2", r"expected 'key: value', \[real\] or \[view\]", 11),
        (HEADER + REAL, "expected 'rows: ...' before the sections", 3),
        (TOP.replace("2", "two") + REAL, "rows must be a number of at most nine digits, not 'two'", 4),
        (TOP.replace("2", "1" * 5000) + REAL, "rows must be a number of at most nine digits", 4),
        (TOP.replace("2", "0") + REAL, "a board of 0 x 3", 8),
        (TOP.replace("s: 1", "s: 7") + REAL, "a board of 2 x 3 cannot hold 7 mines", 8),
        (TOP.replace("2", "9999") + REAL, "expected 9999 rows in this section", 8),
        (TOP.replace("2", "10001") + REAL, "expected at most 10000 rows and columns", 8),
        (TOP + "[real]\n*10\n\n110\n", "expected 2 rows in this section", 8),
        (TOP.replace("3", "4") + REAL, "expected 4 columns in this section, not 3", 8),
        (TOP + "[real]\n*10\n11\n", "line 10 has 2 cells, but line 9 has 3", 10),
        (TOP + "[real]\n*10\n11U\n", r"line 10, column 3: unknown 'U'; the text may have '\*' mine", 10, 3),
        (TOP.replace("s: 1", "s: 2") + REAL, r"says 2 mines, but \[real\] has 1", None),
        (TOP + "[real]\n*10\n111\n", r"\[real\], row 1, column 2 \(0-based\): the number", None),
        (TOP + REAL + "[view]\nU20\nUU0", r"row 0, column 1 \(0-based\): \[real\] and", None),
        (TOP + REAL + "[view]\nUX0\nUU0", r"row 0, column 1 \(0-based\): \[real\] and", None),
        (TOP + REAL + "[view]\n110\nUU0", r"row 0, column 0 \(0-based\): \[real\] and", None),
    ],
    "address": [
        ("x", "expected an address with a board", 1, None),
        ("?b=1", "expected an address with a board", 1, None),
        ("?b=4&m=0", "expected b= with 1, 2 or 3 for a level, .*, not '4'", 1, 4),
        ("?b=&m=0", "expected b= with 1, 2 or 3", 1, 4),
        ("?b=030&m=0", "not '030'", 1, 4),
        ("?b=0x0y&m=0", "not '0x0y'", 1, 4),
        ("?b=" + "9" * 5000 + "&m=0", "not '9{20}'", 1, 4),
        ("?b=0003&m=0", "a board must have 1 to 1000000 cells, not 0 x 3", 1, 4),
        ("?b=99999999&m=0", "a board must have 1 to 1000000 cells", 1, 4),
        ("?b=0302&m=g", "expected m= with 2 digits for 6 cells, not 1", 1, 11),
        (" ?b=0302&m=gw", r"expected a digit of base 32 \(0 to 9, a to v\), not 'w'", 1, 13),
        ("?b=0302&m=g\u0130", "not '\u0130'", 1, 12),
        ("?b=0302&m=g8\n\n?b=1", "expected one address, but more text follows", 2, None),
    ],
    "plain": [
        ("", "the text is empty", None, None),
        ("..\n.\n..", "line 2 has 1 cell, but line 1 has 2", 2, None),
        (". .\n. . .", "line 2 has 3 cells, but line 1 has 2", 2, None),
        ("..\n.a", r"line 2, column 2: unknown 'a'; the text may have a number, '\.'", 2, 2),
        ("  ..\n  .@", "line 2, column 4: unknown '@'", 2, 4),
        ("..\n.\x00", r"line 2, column 2: unknown '\\x00'", 2, 2),
        (" . .\n .  12a", "line 2, column 5: unknown '12a'", 2, 5),
        (". 32768", "line 1, column 3: unknown '32768'", 1, 3),
        (". " + "9" * 5000, r"unknown '99999999999999999999\.\.\.'", 1, 3),
        (". ²", "line 1, column 3: unknown '²'", 1, 3),
        ("..\n..\n\n..", r"line 4: the block of rows that begins here has shape \(1,\)", 4, None),
        ("..\n" + "\n" * 1000 + "..", "line 1002: the 1000 blank lines above", 1002, None),
    ],
    "tatham": [
        ("9x9:5,1,mec0f712b5982f397a018", "expected 21 hexadecimal digits for 81 cells, not 20", 1, 10),
        ("9x9:5,1,mec0f712b5982f397a01800", "expected 21 hexadecimal digits for 81 cells, not 22", 1, 10),
        ("3x2:3,0,u84", "the first cell 3,0 is not on the board", 1, 5),
        ("3x2:0,2,u84", "the first cell 0,2 is not on the board", 1, 5),
        ("  3x2n3:u84", "the ID says 3 mines, but its bitmap has 2", 1, 7),
        ("0x2:u", "a board must have 1 to 1000000 cells, not 0 x 2", 1, 1),
        ("1001x1000:u84", "a board must have 1 to 1000000 cells, not 1001 x 1000", 1, 1),
        ("9999999x9999999:u84", "a board must have 1 to 1000000 cells", 1, 1),
        ("10000000x1:u84", "expected a game ID", 1),
        ("9x9:r10,u,12345", "this game has no mines before the first click", 1),
        ("9x9:r10,u", "this game has no mines before the first click", 1),
        ("9x9n10#123456789", "this is a random seed", 1),
        ("9x9:84", "expected a game ID", 1),
        ("3x2:ug4", "expected a game ID", 1),
        ("", "expected a game ID", 1),
    ],
}
TEXTS = [(name, *row[:2], (*row[2:], None)[:2]) for name, rows in PLACES.items() for row in rows]


@pytest.mark.parametrize(
    ("format", "text", "complaint", "place"),
    [pytest.param(*row, id=f"{row[0]} {at}") for at, row in enumerate(TEXTS)],
)
def test_a_text_is_refused_on_its_line(format: str, text: str, complaint: str, place: Any) -> None:
    with pytest.raises(FormatError, match=complaint) as refusal:
        parse(text, 1 if format == "plain" else None, format=format)
    assert (refusal.value.line, refusal.value.column) == place


SEED = 7
MEMORY = 4 * 2**20  # bytes; the largest board that few bytes can ask for takes half a megabyte


def test_the_corpus_has_every_format_and_is_well_formed() -> None:
    assert set(READERS) == set(FORMATS)
    for name, files in CORPUS.items():
        for data in files:
            assert target(data, name)


@pytest.mark.parametrize(
    "name",
    [name for name in READERS if name not in ("plain", "zig", "zeros", "counted", "drawing", "tatham-clear")],
)
def test_the_corpus_is_detected_by_content(name: str) -> None:
    for data in CORPUS[name]:
        assert identify(data, Hints()).format.name == name


@pytest.mark.parametrize("count", [500, pytest.param(10_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", READERS)
def test_mutated_files_are_read_or_refused(name: str, count: int) -> None:
    accepted_count = sum(target(data, name) for data in mutants(name, count, SEED))
    assert 0 < accepted_count < count  # neither all broken nor all harmless


@pytest.mark.parametrize("name", [name for name in READERS if name not in ("mbf", "tatham-clear", "address")])
def test_readers_heed_a_time_limit(name: str) -> None:
    for data in CORPUS[name]:
        assert target(data, name, time_limit=60)
        with pytest.raises(BudgetError, match="reading did not finish within 0 seconds"):
            target(data, name, time_limit=0)


@pytest.mark.parametrize("name", READERS)
def test_detecting_the_format_of_mutated_files_never_fails(name: str) -> None:
    for data in mutants(name, 250, SEED + 1):
        target(data)


@pytest.mark.parametrize("name", READERS)
def test_mutated_files_take_little_memory(name: str) -> None:
    inputs = list(mutants(name, 150, SEED + 2))
    tracemalloc.start()
    try:
        for data in inputs:
            target(data, name)
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()


@pytest.mark.long
@pytest.mark.timing
@pytest.mark.parametrize("name", READERS)
def test_eight_times_as_much_takes_about_eight_times_as_long(name: str) -> None:
    for case, make in (*worst_cases(name), *random_stretches(name, 20, SEED)):
        assert not grows_too_fast(make, name), case
