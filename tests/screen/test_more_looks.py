"""Looks of cells that programs have and few pictures of tests: uneven, shaded, or with marks on top."""

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from support.cases import rest_long
from support.screens import LOOKS, Look, covered, is_honest, midgame, same, window

import sapper
from sapper.board.marks import EXPLODED, FLAG, HIDDEN


@pytest.mark.parametrize("seed", rest_long([2, 3, 4], 1))
def test_columns_may_have_widths_of_their_own(seed: int) -> None:
    """As in tables whose columns are as wide as what is in them."""
    position = midgame(9, 11, 14, seed=seed, moves=4)
    look = replace(LOOKS["gap"], pitch=30)
    pixels = window(position, look, size=(700, 640))
    for column in (9, 4, 3, 1):
        beside = 137 + 30 * column + 4
        pixels = np.insert(pixels, [beside] * 7, pixels[:, [beside]], axis=1)
    reading = sapper.read_picture(np.ascontiguousarray(pixels))
    assert not reading.sure or is_honest(reading, position.marks)


@pytest.mark.parametrize("seed", rest_long([2, 3, 4, 5], 1))
def test_something_on_some_hidden_cells_leaves_the_rest(seed: int) -> None:
    """Such as the trail of a mouse, or a mark of another program: these cells count as hidden."""
    position = midgame(16, 16, 40, seed=seed, moves=20)
    picture = Image.fromarray(window(position, replace(LOOKS["bevel"], pitch=30), size=(900, 900)))
    rows, columns = np.nonzero(position.marks == -1)
    draw = ImageDraw.Draw(picture)
    x, y = 137 + 30 * int(columns[0]), 149 + 30 * int(rows[0])
    draw.ellipse((x + 4, y + 6, x + 27, y + 22), outline=(160, 60, 60), width=4)
    reading = sapper.read_picture(np.asarray(picture), 40)
    is_right = np.array_equal(covered(reading.position.marks), covered(position.marks))
    assert is_right or not reading.sure
    assert is_honest(reading, position.marks)


@pytest.mark.parametrize(
    ("seed", "cell"),
    rest_long([pytest.param(*case) for case in [(3, (2, 12)), (3, (2, 14)), (6, (4, 15)), (7, (5, 11))]]),
)
def test_a_number_under_the_pointer_is_not_surely_covered(seed: int, cell: tuple[int, int]) -> None:
    position = midgame(16, 16, 40, seed=seed, moves=20)
    picture = Image.fromarray(window(position, replace(LOOKS["bevel"], pitch=16), size=(640, 640)))
    x, y = 135 + 16 * cell[1], 153 + 16 * cell[0]
    corners = [(0, 0), (0, 17), (4, 13), (7, 19), (9, 18), (6, 12), (12, 12)]
    arrow = [(x + right, y + down) for right, down in corners]
    ImageDraw.Draw(picture).polygon(arrow, fill=(255, 255, 255), outline=(0, 0, 0))
    reading = sapper.read_picture(np.asarray(picture), 40)
    assert is_honest(reading, position.marks)


@pytest.mark.parametrize("seed", rest_long([0, 6, 2, 7, 13, 20], 2))
@pytest.mark.parametrize("width", rest_long([3, 2]))
def test_a_number_under_a_ring_is_not_surely_covered(width: int, seed: int) -> None:
    """Another program marks it, and covers most of the digit."""
    position = midgame(16, 16, 40, seed=seed, moves=20)
    picture = Image.fromarray(window(position, replace(LOOKS["bevel"], pitch=16), size=(640, 640)))
    numbers = np.argwhere(position.marks > 0)
    row, column = numbers[7 * seed % len(numbers)]
    x, y = 137 + 16 * int(column), 149 + 16 * int(row)
    ImageDraw.Draw(picture).ellipse((x + 4, y + 3, x + 12, y + 13), outline=(200, 0, 60), width=width)
    reading = sapper.read_picture(np.asarray(picture), 40)
    assert is_honest(reading, position.marks)


@pytest.mark.parametrize("seed", rest_long([0, 1, 2, 3, 4], 1))
@pytest.mark.parametrize("border", ["bevel", "gap", "shadow"])
def test_a_wrong_flag_may_touch_empty_cells(border: str, seed: int) -> None:
    """A player put it on a safe cell, and what is around it opened."""
    position = midgame(9, 9, 10, seed=seed, moves=4)
    marks = position.marks.copy()
    empty = np.argwhere(marks == 0)
    marks[tuple(empty[len(empty) // 2])] = FLAG
    look = replace(LOOKS[border], pitch=32, hidden=(120, 170, 90), open_ground=(230, 220, 190))
    reading = sapper.read_picture(window(sapper.Position(marks, 10), look))
    assert is_honest(reading, marks)
    assert np.array_equal(covered(reading.position.marks), covered(marks)) or not reading.sure


@pytest.mark.parametrize("seed", rest_long([0, 1, 2, 3, 4], 1))
def test_a_crossed_mine_on_open_ground_is_no_number(seed: int) -> None:
    """A lost game shows so that a flag was on a safe cell, which may touch empty ones."""
    position = midgame(9, 9, 10, seed=seed, moves=4)
    marks = position.marks
    candidates = [
        (int(row), int(column))
        for row, column in np.argwhere(marks > 0)
        if (marks[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2] == 0).any()
    ]
    row, column = candidates[len(candidates) // 2]
    picture = Image.fromarray(window(position, replace(LOOKS["bevel"], pitch=32)))
    draw = ImageDraw.Draw(picture)
    x, y = 137 + 32 * column, 149 + 32 * row
    draw.rectangle((x + 4, y + 4, x + 28, y + 28), fill=picture.getpixel((x + 5, y + 5)))
    draw.ellipse((x + 8, y + 8, x + 24, y + 24), fill=(0, 0, 0))
    for ends in ((x + 5, y + 5, x + 27, y + 27), (x + 27, y + 5, x + 5, y + 27)):
        draw.line(ends, fill=(255, 0, 0), width=3)
    reading = sapper.read_picture(np.asarray(picture), 10)
    assert not reading.sure or reading.position[row, column] < 0


@pytest.mark.parametrize("seed", rest_long([1, 2, 3, 4], 0))
def test_a_picture_may_end_a_little_before_its_board(seed: int) -> None:
    """Its last column lacks some pixels: what they would show is like what is there."""
    position = midgame(9, 9, 10, seed=seed, moves=4)
    pixels = window(position, replace(LOOKS["bevel"], pitch=16), at=(40, 60), size=(500, 500))
    reading = sapper.read_picture(np.ascontiguousarray(pixels[:, : 40 + 9 * 16 - 3]))
    assert reading.sure
    assert same(reading, position)


def test_half_cells_are_no_board() -> None:
    """Two grounds on which nothing is open are those of no board, unless they take turns."""
    picture = Image.new("RGB", (500, 420), (20, 20, 20))
    draw = ImageDraw.Draw(picture)
    for row, column in np.ndindex(8, 10):
        x, y = 50 + 40 * column, 50 + 40 * row
        fill = (255, 165, 0) if (3 * row + column // 2) % 5 == 0 else (217, 217, 217)
        draw.rectangle((x, y, x + 38, y + 38), fill=fill, outline=(250, 250, 250))
    try:
        reading = sapper.read_picture(np.asarray(picture))
    except sapper.SapperError:
        return
    assert reading.doubtful


@pytest.mark.parametrize("seed", rest_long([0, 7, 9, 4, 10], 2))
def test_numbers_have_another_colour_on_another_ground(seed: int) -> None:
    """Cells that a program opened are dark with light numbers, those of the player light with dark ones."""
    position = midgame(8, 8, 10, seed=seed, moves=99)
    look = Look("gap", (203, 68, 74), (248, 249, 250), ((52, 58, 64),) * 8, pitch=40)
    pixels = window(position, look, size=(640, 640)).copy()
    dark = replace(look, open_ground=(110, 117, 125), digits=((255, 255, 255),) * 8)
    other = window(position, dark, size=(640, 640))
    cells = np.argwhere(position.marks > 0)
    for row, column in cells[np.random.default_rng(seed).random(len(cells)) < 0.4]:
        top, left = 150 + 40 * row, 138 + 40 * column
        inside = np.s_[top : top + 38, left : left + 38]
        pixels[inside] = other[inside]
    reading = sapper.read_picture(pixels)
    assert reading.sure
    assert same(reading, position)


@pytest.mark.parametrize("wide", rest_long([13, 16]))
@pytest.mark.parametrize("border", ["bevel", "line", "gap"])
def test_a_table_below_a_board_does_not_make_it_wider(border: str, wide: int) -> None:
    """Its columns are those of the board, and it has more of them."""
    position = midgame(10, 10, 14, seed=1, moves=9)
    pixels = window(position, replace(LOOKS[border], pitch=24), size=(760, 640)).copy()
    pixels[100:487, 377:740] = pixels[389:487, 100:740] = 235  # the page around the board
    rng = np.random.default_rng(1)
    for row in range(10, 14):
        spots = [(*rng.integers(4, 14, 2), rng.integers(0, 255, 3)) for _ in range(3)]
        for column in range(wide):
            top, left = 149 + 24 * row, 137 + 24 * column
            for down, right, colour in spots:
                pixels[top + down : top + down + 6, left + right : left + right + 6] = colour
            pixels[top, left : left + 24] = pixels[top : top + 24, left] = 90
    reading = sapper.read_picture(pixels)
    assert not reading.doubtful
    assert same(reading, position)


@pytest.mark.parametrize("seed", rest_long([0, 1, 2], 1))
@pytest.mark.parametrize("name", rest_long(["line", "bevel", "dark"], 2))
def test_one_answer_tells_that_a_program_opens_each_cell_alone(name: str, seed: int) -> None:
    marks = midgame(9, 9, 10, seed=seed, moves=4).marks.copy()
    safe = np.argwhere(marks >= 0)
    for row, column in safe[np.random.default_rng(seed).choice(len(safe), 6, replace=False)]:
        marks[row, column] = HIDDEN
    position = sapper.Position(marks, 10)
    reading = sapper.read_picture(window(position, LOOKS[name], size=(700, 640)))
    assert not (reading.certainty == 1).any()
    (question,) = reading.questions
    cell = question.cells[0]
    other = HIDDEN if marks[cell] >= 0 else 0
    assert not reading.answer(cell, other).sure
    assert same(reading.answer(cell, int(marks[cell])), position)


def test_a_cross_on_an_empty_cell_is_asked_there_and_proves_nothing() -> None:
    """The crosses on covered cells look the same, and their program opens empty cells in a flood."""
    rows = ["..102.......", "..102.4.....", "..101122....", "..100002....", "..100003....", "..211002.2.."]
    rows += ["....10012.2.", "....20001...", "....1000112.", "..122100001.", ".....1000111", "....210001.."]
    position = sapper.Position("\n".join(rows), mines=30)
    picture = Image.fromarray(window(position, LOOKS["bevel"], size=(640, 640)))
    for row, column in ((4, 9), (9, 1), (9, 8)):
        x, y = 137 + 20 * column, 149 + 20 * row
        for ends in ((x + 3, y + 3, x + 16, y + 16), (x + 3, y + 16, x + 16, y + 3)):
            ImageDraw.Draw(picture).line(ends, fill=(165, 210, 225), width=3)
    reading = sapper.read_picture(np.asarray(picture))
    assert reading.questions
    for question in reading.questions:
        cell = question.cells[0]
        answered = reading.answer(cell, int(position.marks[cell]))
        assert is_honest(answered, position.marks)


def test_numbers_around_a_covered_cell_with_a_frame_are_no_empty_cells() -> None:
    """The frame hides how covered cells look at their sides."""
    rows = ["00001.101.....", "00001.1013....", "0000111002....", "0000000001....", "00011100011..."]
    rows += ["0002.31111....", "0002....2.....", "1101122.......", ".100001......."]
    position = sapper.Position("\n".join(rows), mines=30)
    picture = Image.fromarray(window(position, LOOKS["bevel small"]))
    ImageDraw.Draw(picture).rectangle((138, 278, 151, 291), outline=(230, 30, 30))
    reading = sapper.read_picture(np.asarray(picture))
    assert is_honest(reading, position.marks)


@pytest.mark.parametrize("colour", rest_long([(250, 250, 250), (40, 80, 220)]))
def test_the_colour_of_what_lies_on_a_number_does_not_make_it_another(colour: tuple[int, int, int]) -> None:
    rows = ["...11100", "..33.200", ".3.3.311", "121213..", "000003..", "000002..", "0000013.", "0111002."]
    position = sapper.Position("\n".join([*rows, "01.1001."]), mines=10)
    look = LOOKS["bevel fraction"]
    picture = Image.fromarray(window(position, look, size=(640, 640)))
    x, y = 137 + 6 * look.pitch, 149 + 6 * look.pitch
    corners = [(0.4, 0.3), (0.4, 1.1), (0.6, 0.9), (0.9, 0.9)]
    arrow = [(x + right * look.pitch, y + down * look.pitch) for right, down in corners]
    ImageDraw.Draw(picture).polygon(arrow, fill=colour, outline=(0, 0, 0))
    reading = sapper.read_picture(np.asarray(picture))
    assert is_honest(reading, position.marks)


@pytest.mark.parametrize("case", rest_long([(27, "shadow"), (27, "line"), (25, "line")]))
def test_the_answer_that_a_mine_on_open_ground_is_covered_leaves_the_other_cells(
    case: tuple[int, str],
) -> None:
    seed, name = case
    position = midgame(9, 9, 12, seed=seed, moves=99)
    marks = position.marks.copy()
    for cell in sapper.analyse(position).mines:
        marks[cell] = FLAG
    places = np.argwhere(marks < 0)
    row, column = map(int, places[seed % len(places)])
    marks[row, column] = EXPLODED
    look = replace(LOOKS[name], zero="0", pitch=38)
    reading = sapper.read_picture(window(sapper.Position(marks, 12), look, size=(700, 640)))
    answer = reading.answer((row, column), HIDDEN)
    assert np.array_equal(covered(answer.position.marks), covered(marks))


@pytest.mark.parametrize(("seed", "row", "column"), [(15, 7, 4), (36, 7, 7)])
def test_the_edge_of_a_panel_is_no_number(seed: int, row: int, column: int) -> None:
    """It ends a quarter into an empty cell, and looks like a 1 there."""
    position = midgame(14, 14, 36, seed=seed, moves=6)
    look = replace(LOOKS["chess"], pitch=40)
    picture = Image.fromarray(window(position, look, at=(30, 100), size=(640, 720))).convert("RGBA")
    panel = Image.new("RGBA", picture.size)
    x, y = 30 + 40 * column, 100 + 40 * row
    for down, text in ((18, "36"), (48, "01:58")):
        draw = ImageDraw.Draw(panel)
        draw.rectangle((x - 110, y + down, x + 10, y + down + 25), fill=(30, 30, 30, 200))
        draw.text((x - 80, y + down + 2), text, font=ImageFont.load_default(20), fill="white")
    reading = sapper.read_picture(np.asarray(Image.alpha_composite(picture, panel).convert("RGB")))
    marks = reading.position.marks
    wrong = np.maximum(marks, HIDDEN) != np.maximum(position.marks, HIDDEN)
    assert not (wrong & (marks >= 0) & (reading.certainty == 1)).any()


@pytest.mark.parametrize(("sign", "size", "pitch", "seed"), [("Ø", 15, 18, 0), ("%", 18, 24, 1)])
def test_digits_around_mines_are_no_flags_around_numbers(sign: str, size: int, pitch: int, seed: int) -> None:
    """A terminal shows a whole board, with a sign on empty cells that other programs have on covered ones."""
    is_mine = np.zeros(24 * 24, np.int64)
    is_mine[np.random.default_rng(seed).choice(24 * 24, 26, replace=False)] = 1
    squares = np.lib.stride_tricks.sliding_window_view(np.pad(is_mine.reshape(24, 24), 1), (3, 3))
    numbers = np.where(squares[:, :, 1, 1], HIDDEN, squares.sum((2, 3)))
    picture = Image.new("RGB", (24 * pitch + 60, 24 * pitch + 80), (30, 30, 30))
    draw = ImageDraw.Draw(picture)
    for (row, column), number in np.ndenumerate(numbers):
        text, anchor = {HIDDEN: ("*", "ms"), 0: (sign, "mm")}.get(number, (str(number), "mm"))
        at = (30 + pitch * (column + 0.5), 40 + pitch * (row + 0.5))
        draw.text(at, text, font=ImageFont.load_default(size), fill=(200, 200, 200), anchor=anchor)
    reading = sapper.read_picture(np.asarray(picture), shape=(24, 24))
    assert is_honest(reading, numbers)
    reading = sapper.read_picture(np.asarray(picture))
    assert reading.doubtful or len(reading.unclear_ends) == 3  # it may be read in part


@pytest.mark.parametrize("form", ["in brackets", "with labels", "below a prompt"])
def test_a_board_of_letters_is_read_from_a_terminal(form: str) -> None:
    """Letters stand at equal distances, also those that are not of the board."""
    position = midgame(9, 9, 10, seed=9, moves=5)
    rows = ["".join("#" if mark < 0 else str(mark) for mark in row) for row in position.marks]
    if form == "in brackets":
        lines = ["".join(f"[{sign}]" for sign in row) for row in rows]
    elif form == "with labels":
        lines = ["  1 2 3 4 5 6 7 8 9", *(f"{row} {' '.join(signs)}" for row, signs in enumerate(rows, 1))]
    else:
        lines = ["Your move: 1 4", *(f" {' '.join(row)}" for row in rows), "Mines: 12 Flags: 3"]
    picture = Image.new("RGB", (400, 260), (20, 20, 30))
    draw = ImageDraw.Draw(picture)
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            at = (20 + 12 * column, 20 + 22 * row)
            draw.text(at, sign, font=ImageFont.load_default(16), fill=(200, 210, 200), anchor="ms")
    reading = sapper.read_picture(np.asarray(picture))
    assert not reading.doubtful
    assert is_honest(reading, position.marks)
