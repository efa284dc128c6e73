"""Pictures of boards are read right, or a question says what is open, on pictures whose truth is known."""

import io
import signal
from dataclasses import replace
from pathlib import Path
from threading import Timer

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from support.cases import rest_long
from support.screens import (
    LOOKS,
    Look,
    midgame,
    picture_file,
    picture_of_unclear_size,
    same,
    several,
    uneven,
    window,
)

import sapper
from sapper.board.marks import EXPLODED, FLAG
from sapper.draw import board_svg, png_of
from sapper.formats.files import is_picture


@pytest.mark.parametrize("name", rest_long(["bevel", "dark", "gap", "dither", "shadow"], 2))
def test_every_kind_of_look_is_read(name: str) -> None:
    position = midgame(9, 11, 14, seed=4, moves=4)
    reading = sapper.read_picture(window(position, LOOKS[name], size=(700, 640)), 14)
    assert same(reading, position)
    assert reading.position.mines == 14
    cells_in_question = {cell for question in reading.questions for cell in question.cells}
    assert cells_in_question == {
        (int(row), int(column)) for row, column in np.argwhere(reading.certainty < 1)
    }
    assert len(cells_in_question) <= 2  # a 3 that is there once may be left open
    left, top, right, bottom = reading.box
    pitch = LOOKS[name].pitch
    ends = np.array((left - 137, top - 149, right - 137 - 11 * pitch, bottom - 149 - 9 * pitch))
    assert np.abs(ends).max() <= 3


def with_empty_rows() -> sapper.Position:
    """A position with 7 mines whose lowest rows are empty."""
    mines = [(0, 5), (0, 9), (1, 7), (1, 9), (2, 2), (2, 8), (3, 6)]
    game = sapper.Minefield(mines, sapper.Topology.square(7, 11)).game()
    game.open(6, 0)
    assert not game.position.marks[5:].any()
    assert game.position.hidden > len(mines)
    return game.position


@pytest.mark.parametrize("name", rest_long(["line", "bevel", "shadow"]))
def test_a_board_is_read_whole_if_the_picture_ends_with_it(name: str) -> None:
    """The outer cells have no line on the side where the picture ends, also where they are empty."""
    position = with_empty_rows()
    look = LOOKS[name]
    whole = window(position, look, size=(700, 640))
    right, bottom = 137 + round(11 * look.pitch), 149 + round(7 * look.pitch)
    for cut in (whole[149:, :right], whole[:bottom, 137:], whole[149:bottom, 137:right]):
        assert same(sapper.read_picture(cut, 7), position)


def test_a_window_like_empty_cells_is_not_of_a_board_with_lines() -> None:
    position = with_empty_rows()
    whole = window(position, replace(LOOKS["line"], ground=0), size=(700, 640)).copy()
    whole[149 + 7 * 25 :] = LOOKS["line"].open_ground
    cut = whole[149 : 149 + 9 * 25, 137 : 137 + 11 * 25]  # two rows more
    assert same(sapper.read_picture(cut, 7), position)


@pytest.mark.parametrize(
    "look",
    rest_long(
        [
            Look("gap", (120, 150, 190), (235, 235, 235), pitch=30, zero="0", gloss=True),
            Look("line", (120, 150, 190), (235, 235, 235), pitch=22, zero=".", gloss=True),
        ]
    ),
    ids=["zeros", "dots"],
)
def test_empty_cells_may_have_a_drawing(look: Look) -> None:
    position = midgame(9, 14, 13, seed=2, moves=30)
    assert 8 < np.count_nonzero(position.marks == -1) < 0.15 * position.marks.size
    reading = sapper.read_picture(window(position, look), 13)
    marks = reading.position.marks
    assert not ((marks != position.marks) & (reading.certainty == 1)).any()
    assert np.array_equal(np.maximum(marks, -1), position.marks)  # all that is covered may have a flag


def test_a_board_before_the_first_click_and_flags() -> None:
    fresh = sapper.Position(np.full((8, 8), -1))
    assert same(sapper.read_picture(window(fresh, LOOKS["bevel"], size=(500, 500))), fresh)
    position = midgame(9, 11, 14, seed=4, moves=4)
    mine = sapper.analyse(position).mines[0]
    marks = position.marks.copy()
    marks[mine] = -2
    with_flags = sapper.Position(marks, 14)
    reading = sapper.read_picture(window(with_flags, LOOKS["gap"], size=(700, 640)), 14)
    assert same(reading, with_flags) or reading.questions


@pytest.mark.parametrize(
    ("name", "mine"),
    rest_long(
        [pytest.param(*case) for case in (("gap", ""), ("dark", "8"), ("line", "S"), ("bevel", ""))], 3
    ),
)
def test_mines_that_a_lost_game_shows_on_open_ground_are_flags(name: str, mine: str) -> None:
    """Where the rules allow a drawing no number, it may look like a digit."""
    game = sapper.Game((9, 11, 14), seed=0)
    game.open(4, 5)
    for _ in range(3):
        game.open(sapper.analyse(game.position).safe[0])
    mined = game.minefield
    assert mined is not None
    marks = np.where(mined, EXPLODED, game.position.marks)
    look = replace(LOOKS[name], mine=mine)
    reading = sapper.read_picture(window(sapper.Position(marks, 14), look, size=(760, 700)), 14)
    assert reading.sure
    assert np.array_equal(reading.position.marks, np.where(mined, FLAG, marks))


def test_a_row_in_another_light_is_of_the_board() -> None:
    position = midgame(9, 11, 14, seed=0, moves=5)
    pixels = window(position, LOOKS["gap"], size=(760, 700)).copy()
    bottom = 149 + 9 * round(LOOKS["gap"].pitch)
    pixels[bottom - round(LOOKS["gap"].pitch) : bottom] //= 5
    pixels[bottom - round(LOOKS["gap"].pitch) : bottom] *= 4
    reading = sapper.read_picture(pixels, 14)
    assert reading.position.topology.shape == (9, 11)
    assert same(reading, position)


def test_pictures_without_a_board_say_so() -> None:
    grey = np.full((200, 300, 3), 128, dtype=np.uint8)
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8)
    for pixels in (grey, noise, grey[:3, :3]):
        with pytest.raises(sapper.FormatError, match="found no board"):
            sapper.read_picture(pixels)


@pytest.mark.parametrize("shape", [(8, 4), (4, 9)])
def test_narrow_boards_are_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(sapper.FormatError, match="at least 5 rows and columns"):
        sapper.read_picture(window(midgame(*shape, 3, seed=1, moves=2), LOOKS["bevel"], size=(420, 400)), 3)


def test_two_boards_are_a_choice() -> None:
    first, second = midgame(8, 8, 8, seed=1, moves=3), midgame(8, 8, 9, seed=2, moves=3)
    pictures = [
        window(each, LOOKS[look], size=(420, 480))
        for each, look in ((first, "bevel"), (second, "bevel small"))
    ]
    both = np.concatenate(pictures, axis=1)
    with pytest.raises(sapper.FormatError, match="there are 2 boards"):
        sapper.read_picture(both)
    assert same(sapper.read_picture(both, 9, within=(420, 0, 840, 480)), second)
    with pytest.raises(sapper.ArgumentError, match="`within` must be"):
        sapper.read_picture(both, within=(0, 0, 900, 400))


def test_files_of_pictures_are_positions(tmp_path: Path) -> None:
    position = midgame(9, 9, 10, seed=2, moves=3)
    path = tmp_path / "screenshot.png"
    path.write_bytes(png_of(board_svg(position)))
    assert sapper.read(path, mines=10) == position
    small = window(position, LOOKS["bevel"], size=(420, 400))
    assert sapper.formats.parse(picture_file(small, "BMP"), 10) == position
    assert not is_picture(b"BM, and more text")
    bm = sapper.Minefield(np.ones((77, 66), dtype=np.bool_))  # MBF begins with the columns and the rows
    assert sapper.formats.parse(sapper.formats.render(bm, "mbf")) == bm
    assert same(sapper.read_picture(picture_file(small, "GIF"), 10), position)


def test_broken_and_huge_pictures_are_refused() -> None:
    whole = picture_file(window(midgame(8, 8, 8, seed=1), LOOKS["bevel"], size=(420, 400)))
    with pytest.raises(sapper.FormatError, match=r"^the picture is broken: [^()]+$"):
        sapper.read_picture(whole[:2000])
    for data in (whole[:30], b"", b"no picture"):
        with pytest.raises(sapper.FormatError, match="not a picture"):
            sapper.read_picture(data)
    for source in (None, 3):
        with pytest.raises(sapper.ArgumentError, match="`source` must be a file, its bytes or an array"):
            sapper.read_picture(source)  # type: ignore[arg-type]  # no picture at all
    huge = io.BytesIO()
    Image.new("1", (40_000, 400)).save(huge, "PNG")
    with pytest.raises(sapper.FormatError, match="40000 x 400 pixels"):
        sapper.read_picture(huge.getvalue())
    with pytest.raises(sapper.PositionError):
        sapper.read_picture(whole, 65)


@pytest.mark.parametrize(
    ("ground", "columns"),
    [
        (40, 17),
        pytest.param(0, 16, marks=pytest.mark.long),
    ],
)
def test_an_empty_column_without_lines_is_read_or_asked(ground: int, columns: int) -> None:
    position = midgame(17, 17, 28, seed=4063, moves=5)  # the last column is empty
    look = replace(LOOKS["dark"], ground=ground, pitch=19, size=0.63)
    reading = sapper.read_picture(window(position, look, size=(700, 640)))
    assert np.array_equal(reading.position.marks, position.marks[:, :columns])
    assert not reading.questions
    assert reading.unclear_ends == (() if ground else ("right",))
    assert reading.sure == (ground > 0)
    assert reading.with_mines(28).unclear_ends == reading.unclear_ends


def test_the_size_of_the_board_says_how_far_an_unclear_side_goes() -> None:
    position, picture = picture_of_unclear_size()
    for columns in (16, 17):
        reading = sapper.read_picture(picture, shape=(17, columns))
        assert reading.sure
        assert np.array_equal(reading.position.marks, position.marks[:, :columns])
    with pytest.raises(sapper.FormatError, match=r"where the board ends .*, give its numbers"):
        sapper.formats.parse(picture)
    cut = window(position, replace(LOOKS["bevel"], pitch=19), size=(700, 640))[:, : 137 + round(15.5 * 19)]
    with pytest.raises(sapper.FormatError, match="the one there has 17 rows and 15 columns"):
        sapper.read_picture(np.ascontiguousarray(cut), shape=(17, 16))  # the picture lacks the rest


def test_an_empty_column_beyond_a_line_is_asked_for() -> None:
    """Empty cells have lines on their sides alone, and the first column has nothing else."""
    marks = picture_of_unclear_size()[0].marks[:, ::-1]
    picture = Image.new("RGB", (800, 600), (237, 238, 239))
    draw = ImageDraw.Draw(picture)
    for (row, column), mark in np.ndenumerate(marks):
        left, top = 40 + 42 * column, 50 + 30 * row
        face, outline = ((255, 255, 255), (200, 200, 200)) if mark < 0 else ((208, 208, 208),) * 2
        draw.rectangle((left, top, left + 37, top + 29), fill=face, outline=outline)
        if mark > 0:
            font = ImageFont.load_default(16)
            draw.text((left + 19, top + 15), str(mark), font=font, fill=(70, 70, 70), anchor="mm")
    pixels = np.asarray(picture)
    assert sapper.read_picture(pixels).unclear_ends == ("left",)
    assert np.array_equal(sapper.read_picture(pixels, shape=(17, 17)).position.marks, marks)


def nearly(border: str, levels: int) -> Look:
    """Hidden cells that have nearly the colour of empty ones."""
    return Look(border, (210 - levels, 214 - levels, 210), (210, 214, 210), pitch=26)


def spotted(border: str, pitch: float) -> Look:
    """Cells that are not of whole pixels, so that what is drawn on them differs a little."""
    return Look(border, (160, 190, 200), (230, 230, 225), pitch=pitch, gloss=True)


UNUSUAL: list[tuple[str, tuple[int, int, int, int, int], Look]] = [
    ("nearly one colour", (12, 14, 25, 5, 15), nearly("gap", 18)),
    ("a spot on hidden cells", (12, 14, 25, 1, 5), spotted("line", 22.4)),
    ("two colours and faint edges", (16, 30, 99, 4, 12), LOOKS["chess"]),
    ("bold digits that reach the border", (9, 11, 14, 1, 2), replace(LOOKS["bevel"], pitch=21, size=0.95)),
    ("nearly one colour, lines", (12, 14, 25, 5, 15), nearly("line", 12)),
    ("nearly one colour, shadows", (12, 14, 25, 5, 15), nearly("shadow", 8)),
    ("a spot, gaps", (12, 14, 25, 1, 5), spotted("gap", 22.4)),
    ("a spot, shadows", (12, 14, 25, 2, 5), spotted("shadow", 19.5)),
    ("a row of empty cells", (6, 6, 7, 6, 2), Look("bevel", (199, 124, 255), pitch=27, ground=0)),
    *(
        (f"bold {seed}", (9, 11, 14, seed, 2), replace(LOOKS["bevel"], pitch=21, size=0.95))
        for seed in (2, 3)
    ),
]
"""Names, boards (rows, columns, mines, seed, moves) and looks that are read without a question."""


@pytest.mark.parametrize(
    ("board", "look"), rest_long([pytest.param(*case, id=name) for name, *case in UNUSUAL], 4)
)
def test_unusual_looks_are_read(board: tuple[int, int, int, int, int], look: Look) -> None:
    position = midgame(*board)
    reading = sapper.read_picture(window(position, look), position.mines)
    assert reading.sure
    assert same(reading, position)


@pytest.mark.long
def test_a_window_in_the_colour_of_open_cells_is_no_row_of_hidden_ones() -> None:
    position = midgame(13, 7, 17, seed=1, moves=20)
    look = Look("block", (136, 91, 72), (152, 34, 102), pitch=36, ground=0)
    reading = sapper.read_picture(window(position, look), position.mines)
    assert same(reading, position) or not reading.sure


@pytest.mark.parametrize("seed", rest_long([6, 16]))
def test_it_asks_where_hidden_cells_go_on_beside_a_cell_that_is_lit(seed: int) -> None:
    game = sapper.Game((12, 14, 26), seed=seed)
    game.open(5, 11)
    marks = game.position.marks
    look = Look("open", (170, 170, 187), (238, 238, 238), pitch=30)
    pixels = window(game.position, look, size=(700, 660)).copy()
    board = pixels[149 : 149 + 12 * 30, 137 : 137 + 14 * 30]
    for row, column in np.argwhere((marks[:, 1:] < 0) & (marks[:, :-1] < 0)):  # only upright lines
        board[30 * row : 30 * (row + 1), 30 * (column + 1)] = (184, 184, 200)
    first = int(np.flatnonzero((marks >= 0).any(axis=0))[0])
    board[180:210, 30 * (first - 1) : 30 * first] = (184, 184, 205)
    reading = sapper.read_picture(pixels)
    assert reading.position.topology.shape == (12, 14) or "left" in reading.unclear_ends


@pytest.mark.long
def test_the_window_below_the_board_is_no_row() -> None:
    position = midgame(17, 8, 12, seed=337896, moves=200)
    look = replace(LOOKS["bevel small"], pitch=18.6, size=0.7)
    reading = sapper.read_picture(window(position, look, at=(936, 178)), 12)
    assert same(reading, position)


@pytest.mark.parametrize("more", rest_long([7, 20]))
def test_cells_that_differ_by_a_pixel_are_read(more: int) -> None:
    """Some programs give the pixels that are left over to the first columns and rows."""
    position = midgame(16, 30, 99, seed=4, moves=12)
    look = replace(LOOKS["gap one colour"], pitch=24)
    reading = sapper.read_picture(uneven(window(position, look), more, more // 2, pitch=24), 99)
    assert reading.sure
    assert same(reading, position)
    assert list(np.diff(reading._read.grid.xs).round()) == [25] * more + [24] * (30 - more)


@pytest.mark.parametrize(
    ("top", "bright"),
    [
        (2, "above"),
        (4, "nowhere"),
        pytest.param(4, "below", marks=pytest.mark.long),
        pytest.param(6, "around", marks=pytest.mark.long),
        pytest.param(8, "around", marks=pytest.mark.long),
    ],
)
def test_lines_in_the_middle_of_cells_are_not_taken_for_their_edges(top: int, bright: str) -> None:
    cell = np.full((27, 27, 3), (48, 70, 52), dtype=np.uint8)
    cell[top : top + 14, 2:25] = 86, 96, 50  # a bush; there are no lines between cells
    pixels = np.full((400, 420, 3), (40, 58, 46), dtype=np.uint8)
    pixels[80:323, 90:333] = np.tile(cell, (9, 9, 1))
    if bright in {"above", "around"}:
        pixels[:80] = 220
    if bright in {"below", "around"}:
        pixels[323:] = 220
    reading = sapper.read_picture(pixels)
    assert reading.position.topology.shape == (9, 9) or not reading.sure
    assert (reading.unclear_ends == ()) == (reading.position.topology.shape == (9, 9))


def test_time_and_cancelling_end_it() -> None:
    large = np.concatenate([window(midgame(9, 11, 14, seed=4, moves=4), LOOKS["gap"])] * 2)
    for limit in (0, 0.05):
        with pytest.raises(sapper.BudgetError, match=f"the picture did not finish within {limit} s"):
            sapper.read_picture(large, 28, time_limit=limit)
    cancel = sapper.Cancel()
    timer = Timer(0.1, cancel.set)
    timer.start()
    with pytest.raises(sapper.CancelledError, match="reading the picture was cancelled"):
        sapper.read_picture(large, 28, cancel=cancel)
    timer.join()


def test_control_c_ends_it() -> None:
    large = np.concatenate([window(midgame(9, 11, 14, seed=4, moves=4), LOOKS["gap"])] * 2)
    timer = Timer(0.1, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        sapper.read_picture(large)
    timer.join()


@pytest.mark.long
def test_many_looks_are_never_read_wrong_in_silence() -> None:
    right = 0
    for name, position in several(48, seed=3):
        try:
            reading = sapper.read_picture(window(position, LOOKS[name]), position.mines)
        except sapper.SapperError:
            continue
        if reading.sure:
            assert same(reading, position), name
        elif reading.position.marks.shape == position.marks.shape:
            wrong = reading.position.marks != position.marks
            assert not (wrong & (reading.certainty == 1)).any(), name
        right += reading.sure
    assert right >= 36


@pytest.mark.parametrize("mines", rest_long([10, None]))
def test_labels_beside_a_board_are_no_cells(mines: int | None) -> None:
    """Each row and each column has a number in a box like a cell."""
    position = midgame(9, 9, 10, seed=2, moves=4)
    marks = np.full((10, 10), 0)
    marks[1:, 1:] = position.marks
    pixels = window(sapper.Position(marks, 10), LOOKS["line"])
    pitch = LOOKS["line"].pitch
    picture = Image.fromarray(pixels)
    draw = ImageDraw.Draw(picture)
    for place in range(10):
        for at in ((place, 0), (0, place)):
            x, y = (round(start + pitch * each) for start, each in zip((137, 149), at, strict=True))
            draw.rectangle((x + 1, y + 1, x + round(pitch) - 2, y + round(pitch) - 2), fill=(230, 225, 210))
            draw.text((x + pitch / 3, y + pitch / 4), "ABCDEFGHIJ"[place], fill=(60, 60, 60))
    reading = sapper.read_picture(np.asarray(picture), mines)
    assert same(reading, position)


@pytest.mark.long
def test_room_of_whole_cells_beside_a_board_may_be_no_cells() -> None:
    """The window has the colour of empty cells. Its edge lies a whole cell from the first, empty column."""
    text = """
    01...............
    011112.2.........
    0000011..3.......
    001111.32........
    012.22.2.2.......
    01.3.21211.......
    0112110001.......
    0000000001.2.....
    00000000011......
    0111000111.......
    01.21001..1......
    012.1001.........
    """
    position = sapper.Position("\n".join(text.split()), mines=29)
    look = Look("gap", (0, 0, 0), (40, 42, 48), pitch=14, ground=0, size=0.65, digits=((220, 220, 220),) * 8)
    pixels = np.kron(window(position, look, size=(480, 420)), np.ones((2, 2, 1), dtype=np.uint8))
    reading = sapper.read_picture(pixels, 29)
    assert "left" in reading.unclear_ends
    assert not reading.sure


def test_a_picture_is_as_large_as_any_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.png"
    path.write_bytes(bytes(101))
    monkeypatch.setattr("sapper._support.file_bytes.LARGEST_FILE", 100)
    sources: list[tuple[Path | bytes, str]] = [(path, str(path)), (bytes(101), "the picture")]
    for source, name in sources:
        with pytest.raises(sapper.FormatError) as refusal:
            sapper.read_picture(source, 10)
        assert str(refusal.value) == f"{name}: a file has at most 100 bytes, and this one has more"
