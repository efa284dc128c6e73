"""MBF, game IDs of Simon Tatham's Mines and addresses of web pages: minefields alone."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from support.recordings import Recording, mbf
from support.strategies import square_minefields

from sapper import FormatError, Minefield, Position, Topology
from sapper.formats import identify, parse, render
from sapper.formats.registry import Hints

GAME_IDS = (Path(__file__).parent.parent / "data" / "tatham.txt").read_text(encoding="utf-8").splitlines()


def minefield_of(text: str) -> Minefield:
    return parse(text, kind=Minefield)


@given(square_minefields(start=False))
def test_an_mbf_file_lists_columns_and_rows(minefield: Minefield) -> None:
    assert mbf(Recording(2, 3, ((0, 0), (1, 2)), ())) == b"\3\2\0\2\0\0\2\1"
    data = render(minefield, "mbf")
    rows, columns = minefield.topology.shape
    cells = ((row, column) for row in range(rows) for column in range(columns))
    mines = tuple(cell for cell in cells if minefield.mined[cell])
    assert data == mbf(Recording(rows, columns, mines, ()))
    assert parse(data, format="mbf") == minefield
    assert identify(data, Hints()).format.name == "mbf"


def test_the_largest_board_of_mbf_goes_through() -> None:
    minefield = Minefield(np.ones((255, 255), dtype=np.bool_))
    assert parse(render(minefield, "mbf")) == minefield


@pytest.mark.parametrize("line", GAME_IDS)
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
    assert minefield_of("3x2:u87") == minefield  # bits past the last cell do not matter
    assert render(minefield_of("3x2:u87"), "tatham-clear") == b"3x2:u84"


@pytest.mark.parametrize("text", ["9x9:r10,u", "9x9n10#123456789", "3x2:ug4"])
def test_a_mistyped_id_is_recognised_as_one(text: str) -> None:
    with pytest.raises(FormatError, match="tatham: "):
        parse(text)


def test_a_digit_holds_five_cells_the_highest_bit_first() -> None:
    minefield = minefield_of("?b=0302&m=g8")  # 10000 0|1000
    assert minefield == Minefield([(0, 0)], Topology.square(2, 3))
    assert minefield_of("?b=0402&m=g9") == Minefield([(0, 0), (1, 2)], Topology.square(2, 4))
    assert minefield_of("?b=0501&m=v").mined.all()
    assert minefield_of("?b=0501&m=V").mined.all()


@pytest.mark.parametrize(("level", "rows", "columns"), [(1, 9, 9), (2, 16, 16), (3, 16, 30)])
def test_levels_have_numbers(level: int, rows: int, columns: int) -> None:
    minefield = Minefield([(0, 1), (rows - 1, columns - 1)], Topology.square(rows, columns))
    bits = "".join("1" if mined else "0" for mined in minefield.mined.ravel())
    bits += "0" * (-len(bits) % 5)
    digits = "".join(np.base_repr(int(bits[at : at + 5], 2), 32).lower() for at in range(0, len(bits), 5))
    text = f"?b={level}&m={digits}"
    assert render(minefield, "address").decode() == text
    assert minefield_of(text) == minefield
    assert minefield_of(text.replace(f"b={level}", f"b={columns:02}{rows:02}")) == minefield


def test_whole_addresses_are_read_and_other_parameters_ignored() -> None:
    address = "https://llamasweeper.com/#/game/zini-explorer?b=32&m=g8"
    for text in (address, "\n  b=32&m=g8#top \n", "?m=g8&mf=AAAA&t=12&b=003002"):
        assert minefield_of(text) == minefield_of("?b=0302&m=g8")


def test_a_large_board_has_more_digits_in_an_address() -> None:
    minefield = Minefield([(0, 150)], Topology.square(2, 200))
    assert render(minefield, "address").startswith(b"?b=200002&m=")
    assert minefield_of(render(minefield, "address").decode()) == minefield


TORUS = Minefield([], Topology.torus(2, 2))


@pytest.mark.parametrize(
    ("contents", "format", "complaint"),
    [
        (TORUS, "mbf", "mbf holds only square boards; this one is a torus of 2 x 2 cells"),
        (Minefield(np.zeros((256, 1), bool)), "mbf", "at most 255 rows and columns, not 256 and 1"),
        (TORUS, "tatham", "tatham holds only square boards"),
        (Position([[0]], 0), "tatham", "tatham holds a minefield, not a position"),
        (Minefield(np.zeros((1001, 1000), bool)), "tatham", "at most 1000000 cells, not 1001000"),
        (TORUS, "address", "holds only square boards"),
        (Minefield([], Topology.square(1, 10_000)), "address", "at most 1000000 cells, not 1 x 10000"),
        (TORUS, "board", "board holds only square boards"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(contents: Any, format: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        render(contents, format)
