"""What a format writes, it reads as the same position or minefield."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import grids, positions, square_minefields

from sapper import FormatError, Minefield, Position, PositionError, Topology
from sapper.formats import FORMATS, parse, render


def outcome_of(data: str | bytes, mines: int | None, format: str = "auto") -> Position | str:
    """The position, or the text of an error that a reader may raise."""
    try:
        return parse(data, mines, format=format, kind=Position)
    except (FormatError, PositionError) as error:
        return str(error)


MINEFIELDS = [name for name, format in FORMATS.items() if format.write and Minefield in format.kinds]
POSITIONS = [name for name, format in FORMATS.items() if Position in format.kinds]
SQUARES = st.builds(Topology.square, st.integers(1, 7), st.integers(1, 7))


@given(positions())
def test_plain_text_holds_any_position(position: Position) -> None:
    text = position.to_text()
    assert Position.from_text(text, position.mines, position.topology, "plain") == position
    assert text == text.strip()


@given(positions(of=grids()))
def test_plain_text_shows_the_shape_of_grids(position: Position) -> None:
    shape = position.topology.shape
    if len(shape) == 1 or (len(shape) > 2 and shape[0] == 1) or shape[-1] == 1:
        return  # the text of such a grid does not show its shape
    assert Position.from_text(position.to_text(), position.mines, format="plain") == position


@given(positions(of=SQUARES), st.sampled_from(["jsminesweeper", "zig", "board"]))
def test_other_formats_hold_square_boards_but_not_every_mark(position: Position, format: str) -> None:
    unsayable = {"jsminesweeper": {-3, -6}, "zig": {-3, -4, -6}, "board": {-6}}[format]
    if unsayable & set(position.marks.ravel().tolist()):
        with pytest.raises(FormatError, match=rf"column \d+ \(0-based\): {format} text cannot hold a"):
            position.to_text(format)
    else:
        assert Position.from_text(position.to_text(format), position.mines, format=format) == position


@given(positions(of=SQUARES))
def test_detection_never_reads_another_position(position: Position) -> None:
    """By content alone a text is read as what was written, or refused for reading both ways."""
    for format in POSITIONS:
        try:
            text = position.to_text(format)
        except FormatError:
            continue
        outcome = outcome_of(text, position.mines)
        assert outcome == position or "has different meanings" in str(outcome)


@given(square_minefields(12), st.sampled_from(MINEFIELDS))
def test_formats_hold_minefields(minefield: Minefield, format: str) -> None:
    data = render(minefield, format)
    lost = minefield.first_cell is not None and not format.startswith("tatham")
    expected = Minefield(minefield.mined) if lost else minefield
    assert parse(data, format=format, kind=Minefield) == expected
    if minefield.mines:
        assert parse(data, kind=Minefield) == expected


@given(positions())
def test_formats_for_square_boards_refuse_others(position: Position) -> None:
    if position.topology.kind != "graph" and position.topology.dimension == 2:
        return
    for format in ("jsminesweeper", "zig", "board"):
        with pytest.raises(FormatError, match="needs rows and columns; this board is"):
            position.to_text(format)


@pytest.mark.long
def test_ten_million_cells_go_to_text_and_back() -> None:
    marks = np.full((2500, 4000), -1, dtype=np.int16)
    marks[::3, ::7] = 2
    position = Position(marks, 1_000_000)
    assert Position.from_text(position.to_text(), 1_000_000) == position
