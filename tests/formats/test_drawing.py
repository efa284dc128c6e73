"""Drawings of minefields: what they may have, and what they are told apart from."""

import pytest

from sapper import FormatError, Minefield, Position, Topology
from sapper.formats import parse

TEXTS = ["*..\n.*.", "*21\n2*1", "*00\n0*0", "* . .\n. * .", "\n    *2.\n    .*1\n", "*..\r\n.*.\r\n"]


@pytest.mark.parametrize("text", TEXTS)
def test_safe_cells_are_dots_or_numbers(text: str) -> None:
    minefield = Minefield.from_text(text)
    assert minefield == Minefield([(0, 0), (1, 1)], Topology.square(2, 3))
    assert str(minefield) == "*..\n.*."


def test_a_minefield_may_be_without_mines() -> None:
    assert Minefield.from_text("..\n..") == Minefield([], Topology.square(2, 2))
    assert Minefield.from_text(str(Minefield([], Topology.square(2, 2)))).mines == 0
    assert parse("..\n..", format="drawing") == Minefield([], Topology.square(2, 2))


def test_the_topology_decides_numbers_and_shape() -> None:
    ring = Topology.torus(1, 4)
    assert Minefield.from_text("*1.1", ring) == Minefield([(0, 0)], ring)
    with pytest.raises(FormatError, match=r"row 0, column 3 \(0-based\): the number is 1, but .* are 0"):
        Minefield.from_text("*1.1")
    cubes = Minefield.from_text("*.\n..\n\n..\n.*")
    assert cubes == Minefield([(0, 0, 0), (1, 1, 1)], Topology.grid(2, 2, 2))
    assert Minefield.from_text("*.*", Topology.graph([[1], [0, 2], [1]])).cells() == [0, 2]
    assert Minefield.from_text("*.\n..", "hexagons").topology == Topology.hexagons(2, 2)
    star = Topology.graph([list(range(1, 13)), *([0] for _ in range(12))])
    assert Minefield.from_text("12 * * * * * * * * * * * *", star).mines == 12


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("*1\n.0", r"row 1, column 1 \(0-based\): the number is 0, but the mines around it are 1; '\*' is a"),
        ("01\n00", r"row 0, column 1 \(0-based\): the number is 1, but the mines around it are 0; '\*' is a"),
        ("*x\n..", r"expected a minefield, but plain .* holds a position"),
        ("*@\n..", r"line 1, column 2: unknown '@'; the text may have '\*' mine"),
        ("*.\n.", "line 2 has 1 cell, but line 1 has 2"),
        ("F.\n..", "unknown 'F'|expected a minefield"),
        ("", "the text is empty"),
    ],
)
def test_a_drawing_that_is_wrong_is_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        Minefield.from_text(text)
    with pytest.raises(FormatError):
        parse(text, format="drawing")


def test_a_mine_count_must_be_that_of_the_drawing() -> None:
    with pytest.raises(FormatError, match="it shows 1 mine, but `mines` says 2"):
        parse("*.", 2, format="drawing")


def test_what_may_be_a_position_is_not_taken_for_a_minefield() -> None:
    assert parse("..\n..", 1) == Position("..\n..", 1)  # dots alone are hidden cells
    with pytest.raises(FormatError, match=r"as 'plain' .*, as 'zig' .* and as 'drawing' .*: choose with"):
        parse("*1\n11", 1)
    assert parse("*1\n11", 1, kind=Minefield) == Minefield([(0, 0)], Topology.square(2, 2))
    assert Position.from_text("*1\n11", 1, format="zig") == Position([[-2, 1], [1, 1]], 1)
    assert Position.from_text("*1\n11", 1, format="plain") == Position([[-3, 1], [1, 1]], 1)
    assert isinstance(parse("*1\n?1", 1), Position)  # only plain text has both
