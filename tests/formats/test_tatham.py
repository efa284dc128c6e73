"""Game IDs of Simon Tatham's Mines, compared with those that the program itself generated."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from support.strategies import square_minefields

from sapper import FormatError, Minefield, Position, Topology
from sapper.formats import parse, render

GENERATED = (Path(__file__).parent.parent / "data" / "tatham.txt").read_text(encoding="utf-8").splitlines()


def minefield_of(text: str) -> Minefield:
    return parse(text, kind=Minefield)


@pytest.mark.parametrize("line", GENERATED)
def test_generated_ids_are_read_and_written_as_they_were(line: str) -> None:
    wish, text = line.split()
    width, height, mines = map(int, re.findall(r"\d+", wish))
    minefield = minefield_of(text)
    assert (minefield.topology, minefield.mines) == (Topology.square(height, width), mines)
    game = minefield.game()
    game.open(minefield.first_cell)
    assert game.position[game.history[0].cell] == 0
    assert render(minefield, "tatham").decode() == text
    clear = render(minefield, "tatham-clear").decode()
    assert ",u" in clear
    assert minefield_of(clear) == minefield


def test_clear_bits_are_in_row_major_order_from_the_highest() -> None:
    minefield = minefield_of("3x2:u84")  # 100 001
    assert minefield.cells() == [(0, 0), (1, 2)]
    assert minefield.first_cell is None
    assert minefield_of("3x2n2a:1,0,u84").first_cell == (0, 1)
    assert minefield_of(" 5x1:u88\n").cells() == [(0, 0), (0, 4)]


def test_bits_past_the_last_cell_do_not_matter() -> None:
    assert minefield_of("3x2:u87") == minefield_of("3x2:u84")
    assert render(minefield_of("3x2:u87"), "tatham-clear") == b"3x2:u84"


@given(square_minefields(most=12))
def test_masking_hides_the_mines(minefield: Minefield) -> None:
    """On average masking changes half of the bits. A board of few cells may stay as it is."""
    if minefield.topology.size < 64:
        return
    masked, clear = (render(minefield, format) for format in ("tatham", "tatham-clear"))
    assert masked.replace(b"m", b"u") != clear


@pytest.mark.parametrize(
    ("text", "complaint", "column"),
    [
        ("9x9:5,1,mec0f712b5982f397a018", "expected 21 hexadecimal digits for 81 cells, not 20", 10),
        ("9x9:5,1,mec0f712b5982f397a01800", "expected 21 hexadecimal digits for 81 cells, not 22", 10),
        ("3x2:3,0,u84", "the first cell 3,0 is not on the board", 5),
        ("3x2:0,2,u84", "the first cell 0,2 is not on the board", 5),
        ("  3x2n3:u84", "the ID says 3 mines, but its bitmap has 2", 7),
        ("0x2:u", "a board must have 1 to 1000000 cells, not 0 x 2", 1),
        ("1001x1000:u84", "a board must have 1 to 1000000 cells, not 1001 x 1000", 1),
        ("9999999x9999999:u84", "a board must have 1 to 1000000 cells", 1),
        ("10000000x1:u84", "expected a game ID", None),
        ("9x9:r10,u,12345", "this game has no mines before the first click", None),
        ("9x9:r10,u", "this game has no mines before the first click", None),
        ("9x9n10#123456789", "this is a random seed", None),
        ("9x9:84", "expected a game ID", None),
        ("3x2:ug4", "expected a game ID", None),
        ("", "expected a game ID", None),
    ],
)
def test_a_malformed_id_is_refused(text: str, complaint: str, column: int | None) -> None:
    with pytest.raises(FormatError, match=complaint) as caught:
        parse(text, format="tatham")
    assert caught.value.column == column


@pytest.mark.parametrize("text", ["9x9:r10,u", "9x9n10#123456789", "3x2:ug4"])
def test_a_mistyped_id_is_recognised_as_one(text: str) -> None:
    with pytest.raises(FormatError, match="tatham: "):
        parse(text)


def test_contents_that_an_id_cannot_hold_are_refused() -> None:
    with pytest.raises(FormatError, match="tatham holds only square boards"):
        render(Minefield([], Topology.torus(2, 2)), "tatham")
    with pytest.raises(FormatError, match="tatham holds a minefield, not a position"):
        render(Position([[0]], 0), "tatham")
    with pytest.raises(FormatError, match="at most 1000000 cells, not 1001000"):
        render(Minefield(np.zeros((1001, 1000), dtype=np.bool_)), "tatham")
