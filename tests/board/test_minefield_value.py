"""Minefields as values: from arrays, cells and texts."""

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray
from support.strategies import minefields

from sapper import FormatError, Minefield, Topology, formats


def test_mines_and_topology_and_start_tell_minefields_apart() -> None:
    square = Minefield([(0, 0)], Topology.square(2, 2))
    assert square != Minefield([(0, 1)], Topology.square(2, 2))
    assert square != Minefield([(0, 0)], Topology.torus(2, 2))
    assert square != Minefield([(0, 0)], Topology.square(2, 2), first_cell=(1, 1))
    assert square.board.mines == 1
    assert Minefield([(0, 0)], Topology.square(2, 2), first_cell=(1, 1)).first_cell == (1, 1)


def test_an_array_is_copied_and_cannot_be_changed() -> None:
    mined = np.array([[True, False, False]])
    minefield = Minefield(mined)
    mined[0, 1] = True
    assert minefield.cells() == [(0, 0)]
    with pytest.raises(ValueError, match="read-only"):
        minefield.mined[0, 1] = True


def test_a_large_board_is_not_written_out() -> None:
    minefield = Minefield(np.zeros((200, 100), dtype=np.bool_))
    assert repr(minefield) == "<Minefield on a grid of 200 x 100 cells, 0 mines>"


def test_a_minefield_is_read_from_text() -> None:
    minefield = Minefield.from_text("3x2:u87")
    assert minefield.topology == Topology.square(2, 3)
    assert minefield == formats.parse("3x2:u87", kind=Minefield, format="tatham")
    assert Minefield.from_text("3x2:u87", format="tatham") == minefield
    with pytest.raises(FormatError, match="expected a minefield"):
        Minefield.from_text("1..\n...", format="plain")
    with pytest.raises(FormatError, match=r"the format mbf is not text: write a file with sapper.write"):
        minefield.to_text("mbf")


@given(minefields())
def test_a_drawing_is_read_as_its_minefield(mined: tuple[Topology, NDArray[np.bool_]]) -> None:
    topology, mines = mined
    minefield = Minefield(mines, topology)
    text = str(minefield)
    assert minefield.mines == len(minefield.cells()) == int(mines.sum())
    assert text == minefield.to_text()
    assert set(text) <= set("*. \n")
    assert Minefield.from_text(text, topology) == minefield
    assert formats.parse(text, minefield.mines, topology, "drawing") == minefield
