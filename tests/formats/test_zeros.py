"""Texts of other programs: a dot is a zero, a star a known mine, the mine count stands above the rows."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.cases import rest_long
from support.fuzzing import CORPUS
from support.truth import marks_of, neighbours_of

import sapper
from sapper import FormatError, Position, PositionError, Topology
from sapper.formats import FORMATS, Hints, identify
from sapper.formats.registry import Contents
from sapper.reference import enumerate_truth

CODINGAME = """
6 6
4
.1???1
.11211
11....
?2....
?2....
11....
"""
CODE_GOLF = """
4
x x x x
1 2 x x
0 1 2 x
0 0 1 x
"""

# A text, its format, its mine count if the text has none, and what its program says: rows without a heading,
# one character a cell, with a dot for a hidden cell, a star for a known mine and F for a flag.
REAL = [
    ("..1xxx\n..2xxx\n..3xxx\n..2xxx", "zeros", 4, "001... 002... 003... 002..."),  # minesweepr
    ("..12xx\n..1*xx\n112xxx\nxxxxxx", "zeros", 4, "0012.. 001*.. 112... ......"),
    ("? ? ? ?\n? 2 1 1\n? 1 . .", "zeros", 2, ".... .211 .100"),  # CodinGame, each turn of a game
    ("? 1 . .\n1 1 . .\n. . 1 1\n. . 1 ?", "zeros", 2, ".100 1100 0011 001."),
    (CODINGAME, "zeros", None, "01...1 011211 110000 .20000 .20000 110000"),  # the example of its puzzle
    ("5 5\n6\n.....\n..122\n..2??\n..3??\n..2??", "zeros", None, "00000 00122 002.. 003.. 002.."),
    ("5 5\n3\n??1..\n??1..\n11222\n..1??\n..1??", "zeros", None, "..100 ..100 11222 001.. 001.."),
    (CODE_GOLF, "counted", None, ".... 12.. 012. 001."),  # the examples of its puzzle
    ("2\nx x x\n1 ! x\n1 1 x", "counted", None, "... 1F. 11."),
    ("1121\n1??*\n12?*\n0122", "plain", 4, "1121 1..* 12.* 0122"),  # another puzzle of code golf
    ("1100\n*100\n2321\n??*2\n13*2\n1221\n1*10\n1110", "plain", 5, None),
    ("1110\n3???\n??20\n*310", "plain", 4, None),
]


def marks_in(rows: str) -> list[list[int]]:
    signs = {".": -1, "*": -3, "F": -2}
    return [[signs[sign] if sign in signs else int(sign) for sign in row] for row in rows.split()]


@pytest.mark.parametrize(("text", "format", "mines", "rows"), REAL)
def test_certain_cells_of_real_examples(text: str, format: str, mines: int | None, rows: str | None) -> None:
    position = Position.from_text(text, mines, format=format)
    assert position.marks.tolist() == marks_in((rows or text).replace("?", "."))
    truth = enumerate_truth(neighbours_of(position.topology), marks_of(position), position.board.mines)
    analysis = sapper.analyse(position)
    index = position.topology.index
    assert [index(cell) for cell in analysis.mines] == truth.mines
    assert [index(cell) for cell in analysis.safe] == truth.safe
    assert truth.mines or truth.safe
    assert analysis.count_configurations() == truth.configurations


def test_every_way_to_give_a_text_refuses_it_and_says_how_to_choose(tmp_path: Path) -> None:
    text = "..1xxx\n..2xxx"
    path = tmp_path / "position.txt"
    path.write_text(text, encoding="utf-8")
    names = r"as 'plain' \(.*\) and as 'zeros' \(.*\): choose with "
    by_format: list[tuple[Callable[..., Any], object]] = [
        (Position.from_text, text), (sapper.formats.parse, text), (sapper.read, path)
    ]  # fmt: skip
    for read, source in by_format:
        with pytest.raises(FormatError, match=names + "`format`$"):
            read(source, 4)
    functions: list[Callable[..., Any]] = [Position, sapper.analyse, sapper.hint]
    for function in functions:
        with pytest.raises(FormatError, match=names + "`format`, which sapper.Position.from_text takes$"):
            function(text, 4)
    assert sapper.read(path, 4, format="zeros") == Position.from_text(text, 4, format="zeros")


TEXTS = [
    *("".join(signs) for signs in product("1.?*#F", repeat=3)),
    *("\n".join(signs) for signs in product("1.?!", repeat=3)),
    *("{}\n{}{}".format(*signs) for signs in product("1.x*F", repeat=3)),
    *("{}\n{} {}\n{} 1".format(*signs) for signs in product("3.x!", repeat=4)),
    *(f"10\n{row}\n" + "??\n" * 5 for row in ("11", "..", ".x", "F!", "1.")),
    *(text for text, *_ in REAL),
    *("F1.\n.1.", "!1.\n.1.", "2x1x1\nH1", "5x1x2\n??F11", ".1\n11", "#1\n11", "#1.\n11.", "#1\n*1"),
    *(data.decode() for name in ("plain", "zeros", "counted", "zig", "jsminesweeper", "drawing")
      for data in CORPUS[name]),
]  # fmt: skip


def readings_of(text: str, mines: int | None, kind: Any) -> dict[str, Contents]:
    """What a text is in each format that can read it."""
    readings = {}
    for name, format in FORMATS.items():
        if not format.is_text or (kind is not None and kind not in format.kinds):
            continue
        if name == "drawing" and "*" not in text:
            continue  # a minefield without a mine is one only for who asks for a minefield
        try:
            readings[name] = identify(text, Hints(mines), name).contents
        except (FormatError, PositionError):
            continue
    return readings


def check_names(error: str, readings: dict[str, Contents]) -> None:
    names = re.findall(r"as '([a-z]+)' \(", error)
    assert len(names) > 1
    assert error.endswith("choose with `format`")
    for contents in readings.values():
        assert any(contents == readings[each] for each in names)


@pytest.mark.parametrize("mines", [None, 1])
@pytest.mark.parametrize("kind", rest_long([None, Position]))
def test_a_text_has_one_reading_or_is_refused_by_all_its_names(mines: int | None, kind: Any) -> None:
    refusals = 0
    for text in TEXTS:
        readings = readings_of(text, mines, kind)
        # Plain text may be written so.
        only = not set(text) & set("?xX#*") and "plain" in readings_of(text, None, kind)
        try:
            reading = identify(text, Hints(mines, kind=kind))
        except PositionError:
            assert only or not readings
        except FormatError as error:
            if "different meanings" not in str(error):
                assert not readings, text
                continue
            refusals += 1
            check_names(str(error), readings)
        else:
            assert readings[reading.format.name] == reading.contents
            others = [name for name, contents in readings.items() if contents != reading.contents]
            assert not others or (only and reading.format.name == "plain"), (text, others)
    assert refusals > 100


def test_plain_text_stays_what_it_was() -> None:
    for text in ("..1\n..1", "F1.\n.1!", "q.\n11", "1\n.\n1", "0\n0", "10\n" + "..\n" * 6, "0 . F\n1 1 1"):
        assert Position.from_text(text) == Position.from_text(text, format="plain")


def test_a_mine_count_above_the_rows_counts() -> None:
    position = Position.from_text("2\n?1\n1?\n11")
    assert (position.mines, position.topology.shape) == (2, (3, 2))
    assert Position.from_text("10\n\n" + "? 1 ?\n" * 7).mines == 10
    assert Position.from_text("2\n?1\n1?\n11", topology="torus").topology == Topology.torus(3, 2)
    rows = "..1xxx\n..1xxx"
    assert Position.from_text(f"3\n{rows}", format="zeros") == Position.from_text(rows, 3, format="zeros")
    with pytest.raises(FormatError, match=r"as 'zeros' .* and as 'counted'"):
        Position.from_text(f"3\n{rows}")
    with pytest.raises(FormatError, match=r"as 'plain' .* and as 'counted'"):
        Position.from_text("1\n?\n?")
    assert Position.from_text("1\n?\n?", format="counted").topology.shape == (2, 1)
    assert Position.from_text("1\n?\n?", format="plain").topology.shape == (3, 1)
    assert Position.from_text("11\n??").topology.shape == (2, 2)  # two cells have no 11 mines
    column = Topology.grid(3, 3, 3, 1)  # whose numbers have two digits
    marks = np.full(column.shape, -1)
    marks[0, 0, 0, 0] = 7
    marks[1, 1, 1, 0] = 26
    position = Position(marks, 25, column)
    assert Position.from_text(position.to_text().replace(".", "x"), 25, column, "zeros") == position


@pytest.mark.parametrize(
    ("text", "mines", "format", "words", "line"),
    [
        ("2\n?1\n1?", 1, "auto", "line 1: the header says 2 mines, but `mines` says 1", 1),
        ("\n\n1\n.1x\n.1x", 2, "zeros", "line 3: the header says 1 mine, but `mines` says 2", 3),
        ("6 6\n4\n?1\n1.", 3, "zeros", "line 1: the header says 6 rows of 6 cells, but .* shape", 1),
        ("2 2\n1\n?1\n1.", 3, "auto", "line 2: the header says 1 mine, but `mines` says 3", 2),
        ("2 2\n1\n", None, "zeros", "line 2: expected rows of cells below it", 2),
        ("10", None, "counted", "line 1: expected rows of cells below it", 1),
        ("?1\n11", None, "counted", "line 1: expected the mine count, such as 10", 1),
        ("010\n?1\n11", None, "counted", "line 1: expected the mine count", 1),
        ("1\n?1\n1z", None, "counted", "line 3, column 2: unknown 'z'; .*'!' flag", 3),
        ("?1\n1H", None, "zeros", "line 2, column 2: unknown 'H'; .*'.' zero", 2),
    ],
)
def test_a_wrong_heading_is_refused(text: str, mines: int | None, format: str, words: str, line: int) -> None:
    with pytest.raises(FormatError, match=words) as refusal:
        Position.from_text(text, mines, format=format)
    assert refusal.value.line == line


def test_more_mines_than_the_board_can_hold_are_refused() -> None:
    with pytest.raises(PositionError, match="4 cells cannot hold 5 mines"):
        Position.from_text("5\n?1\n11", format="counted")
    with pytest.raises(PositionError, match="shows 2 exploded mines but has only 1"):
        Position.from_text("?1*\n11*", 1)
