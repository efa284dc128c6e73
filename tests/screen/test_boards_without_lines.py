"""Boards without lines between their cells: by their size, their digits or their sides."""

from pathlib import Path

import numpy as np
import pytest
from support.cases import rest_long
from support.screens import BARE, LOOKS, WITHOUT_LINES, is_honest, midgame, picture_file, same, window

import sapper


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        pytest.param(name, moves, marks=() if number == turn else pytest.mark.long)
        for number, name in enumerate(WITHOUT_LINES)
        for turn, moves in enumerate([0, 1, 3, 6])
    ],
)
def test_a_board_without_lines_is_read_if_its_size_is_said(name: str, moves: int) -> None:
    position = midgame(9, 11, 14, seed=4, moves=moves) if moves else sapper.Position(np.full((9, 11), -1))
    pixels = window(position, WITHOUT_LINES[name], size=(700, 640))
    reading = sapper.read_picture(pixels, 14, shape=(9, 11))
    assert is_honest(reading, position.marks, flags=True)
    assert moves or (reading.doubtful and same(reading, position))  # any rectangle may be such a board
    pitch = WITHOUT_LINES[name].pitch
    assert np.abs(np.array(reading.box) - (137, 149, 137 + 11 * pitch, 149 + 9 * pitch)).max() <= 4


@pytest.mark.parametrize("name", list(BARE))
def test_a_board_without_lines_is_found_by_its_digits(name: str) -> None:
    position = midgame(9, 9, 10, seed=3, moves=2)
    reading = sapper.read_picture(window(position, BARE[name], size=(1000, 900)), 10)
    assert reading.sure
    assert same(reading, position)
    pitch = BARE[name].pitch
    assert np.abs(np.array(reading.box) - (137, 149, 137 + 9 * pitch, 149 + 9 * pitch)).max() <= 0.15 * pitch


@pytest.mark.parametrize("seed", rest_long(list(range(40)), 4))
def test_a_board_without_lines_has_no_other_size_in_silence(seed: int) -> None:
    """Empty cells at its sides look like the window around it."""
    position = midgame(9, 11, 14, seed=seed, moves=seed % 6 + 1)
    look = BARE["bare dark" if seed % 2 else "bare light"]
    try:
        reading = sapper.read_picture(window(position, look, size=(1000, 900)))
    except sapper.FormatError:
        return
    if reading.sure:
        assert reading.position.topology == position.topology
        assert same(reading, position)


@pytest.mark.parametrize("name", rest_long(list(WITHOUT_LINES)))
def test_a_picture_may_be_exactly_a_board_without_lines(name: str) -> None:
    position = midgame(9, 12, 14, seed=1, moves=4)
    pitch = round(WITHOUT_LINES[name].pitch)
    board = window(position, WITHOUT_LINES[name])[149 : 149 + 9 * pitch, 137 : 137 + 12 * pitch]
    reading = sapper.read_picture(board, 14, shape=(9, 12))
    assert reading.box == (0, 0, 12 * pitch, 9 * pitch)
    assert is_honest(reading, position.marks, flags=True)
    for shape in [(9, 11), (12, 9)]:
        with pytest.raises((sapper.FormatError, sapper.PositionError)):
            sapper.read_picture(board, 14, shape=shape)
    with pytest.raises(sapper.FormatError, match="found no board"):
        sapper.read_picture(np.full_like(board, 200), 14, shape=(9, 12))


@pytest.mark.parametrize(
    ("shape", "moves", "looks"),
    [
        ((8, 11), 1, ["flat"]),
        ((9, 12), 6, ["tile small"]),
        *(
            pytest.param(shape, moves, list(WITHOUT_LINES), marks=pytest.mark.long)
            for shape in [(9, 12), (8, 11), (11, 9), (10, 10)]
            for moves in [1, 6]
        ),
    ],
)
def test_a_board_without_lines_is_not_read_with_another_size(
    shape: tuple[int, int], moves: int, looks: list[str]
) -> None:
    position = midgame(9, 11, 14, seed=4, moves=moves)
    for name in looks:
        with pytest.raises((sapper.FormatError, sapper.PositionError)):
            sapper.read_picture(window(position, WITHOUT_LINES[name], size=(700, 640)), 14, shape=shape)


def test_files_of_pictures_without_lines_are_read_with_their_size(tmp_path: Path) -> None:
    start = midgame(9, 9, 10, seed=4, moves=3)
    path = tmp_path / "flat.png"
    path.write_bytes(picture_file(window(start, WITHOUT_LINES["flat"], size=(500, 500))))
    assert sapper.read(path, 10, shape=(9, 9)) == sapper.read(path, 10) == start
    with pytest.raises(sapper.FormatError, match=r"flat.png: found no board"):
        sapper.read(path, 10, shape=(9, 10))
    with pytest.raises(sapper.ArgumentError, match="`shape` must be"):
        sapper.read(path, 10, shape=(4, 4))
    sapper.write(start, tmp_path / "begun.txt")
    assert sapper.read(tmp_path / "begun.txt", 10, shape=(9, 9)) == start
    with pytest.raises(
        sapper.PositionError, match="`shape` says 4 rows and 9 columns, but the position has 9"
    ):
        sapper.read(tmp_path / "begun.txt", 10, shape=(4, 9))


def test_the_size_is_asked_for_and_must_fit() -> None:
    fresh = sapper.Position(np.full((9, 9), -1))
    flat = window(fresh, WITHOUT_LINES["flat"], size=(500, 500))
    with pytest.raises(sapper.FormatError, match="say how many rows and columns it has"):
        sapper.read_picture(flat)
    with pytest.raises(sapper.FormatError, match="no board of 9 rows and 12 columns in this picture") as no:
        sapper.read_picture(flat, shape=(9, 12))
    assert "say how many" not in str(no.value)
    for size in (1000, 10**9):  # cells of less than a pixel
        for within in (None, (137, 149, 353, 365)):
            with pytest.raises(sapper.FormatError, match=f"no board of {size} rows and {size} columns"):
                sapper.read_picture(flat, shape=(size, size), within=within)
    box = 137, 149, 137 + 9 * 24, 149 + 9 * 24
    assert same(sapper.read_picture(flat, shape=(9, 9), within=box), fresh)
    picture = window(midgame(9, 11, 14, seed=4, moves=4), LOOKS["bevel"], size=(700, 640))
    assert sapper.read_picture(picture, 14, shape=(9, 11)).position.topology.shape == (9, 11)
    with pytest.raises(
        sapper.FormatError, match="of this size in this picture: the one there has 9 rows and 11 columns"
    ):
        sapper.read_picture(picture, 14, shape=(9, 9))
    for shape in ((4, 9), (9,), "99", 9, (9, 9, 9), (10**5000, 9)):
        with pytest.raises(sapper.ArgumentError, match="`shape` must be"):
            sapper.read_picture(picture, 14, shape=shape)  # type: ignore[arg-type]  # wrong on purpose
