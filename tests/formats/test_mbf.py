import numpy as np
import pytest
from hypothesis import given
from support.recordings import Recording, mbf
from support.strategies import square_minefields

from sapper import FormatError, Minefield, Topology
from sapper.formats import identify, parse, render
from sapper.formats.registry import Hints

GAME = Recording(2, 3, ((0, 0), (1, 2)), ())


def test_an_mbf_file_lists_columns_and_rows() -> None:
    assert mbf(GAME) == b"\3\2\0\2\0\0\2\1"
    minefield = parse(mbf(GAME))
    assert minefield == Minefield([(0, 0), (1, 2)], Topology.square(2, 3))
    assert render(minefield, "mbf") == mbf(GAME)


@given(square_minefields(start=False))
def test_what_is_written_reads_as_the_same(minefield: Minefield) -> None:
    data = render(minefield, "mbf")
    rows, columns = minefield.topology.shape
    cells = ((row, column) for row in range(rows) for column in range(columns))
    mines = tuple(cell for cell in cells if minefield.mined[cell])
    assert data == mbf(Recording(rows, columns, mines, ()))
    assert parse(data, format="mbf") == minefield
    assert identify(data, Hints()).format.name == "mbf"


def test_the_largest_board_goes_through() -> None:
    minefield = Minefield(np.ones((255, 255), dtype=np.bool_))
    assert parse(render(minefield, "mbf")) == minefield


@pytest.mark.parametrize(
    ("data", "complaint", "offset"),
    [
        (b"\3\2\0", "expected 2 bytes of the number of mines, but only 1 is left", 2),
        (b"\3\2\0\2\0\0\2", "expected 4 bytes of mines, but only 3 are left", 4),
        (b"\3\2\0\1\0\0\2", "expected the end after 1 mine, but 1 byte follows", 6),
        (b"\3\0\0\0", "a board of 0 x 3 has no cells", 0),
        (b"\0\2\0\0", "a board of 2 x 0 has no cells", 0),
        (b"\3\2\0\7" + bytes(14), "a board of 2 x 3 cannot hold 7 mines", 0),
        (b"\3\2\xff\xff", "a board of 2 x 3 cannot hold 65535 mines", 0),
        (b"\3\2\0\2\0\0\3\1", "a mine at row 1, column 3 is not on a board of 2 x 3", 6),
        (b"\3\2\0\2\0\0\1\2", "a mine at row 2, column 1 is not on a board", 6),
        (b"\3\2\0\2\0\0\0\0", "some of the 2 mines are listed twice", 4),
    ],
)
def test_a_malformed_mbf_file_is_refused_at_its_offset(data: bytes, complaint: str, offset: int) -> None:
    with pytest.raises(FormatError, match=f"mbf: at offset {offset}: {complaint}") as caught:
        parse(data, format="mbf")
    assert caught.value.offset == offset


def test_contents_that_mbf_cannot_hold_are_refused() -> None:
    with pytest.raises(FormatError, match="mbf holds at most 255 rows and columns, not 256 and 1"):
        render(Minefield(np.zeros((256, 1), dtype=np.bool_)), "mbf")
    with pytest.raises(
        FormatError, match=r"mbf holds only square boards; this one is a board of 2 x 2 hexagons"
    ):
        render(Minefield([], Topology.hexagons(2, 2)), "mbf")
