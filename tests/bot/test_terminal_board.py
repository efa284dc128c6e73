"""Boards in the text of a terminal, as programs of many kinds draw them."""

from dataclasses import replace

import pytest

pytest.importorskip("pyte")

from sapper.bot.terminal_board import TextBoard, find_board, picture
from sapper.bot.terminal_screen import TerminalScreen

ROWS, COLUMNS = 8, 7
BARE = "brackets", "emoji", "boxes", "emoji apart"  # looks without a frame
MARKS = ["1 .....", "112....", "...3...", *["......."] * 5]
"""What the cells show: a number, nothing, or a point where they are hidden."""


def frame(lines: list[str]) -> list[str]:
    edge = "+" + "-" * len(lines[0]) + "+"
    return [edge, *(f"|{line}|" for line in lines), edge]


def rows_of(look: str, hidden: bool) -> list[str]:
    """The text of a board, new or under way."""
    marks = ["." * COLUMNS] * ROWS if hidden else MARKS
    rows: dict[str, list[list[str]]] = {
        "points": [[f" {mark}" for mark in row] for row in marks],
        "brackets": [[{".": "[ ]"}.get(mark, f" {mark} ") for mark in row] for row in marks],
        "wide": [[{".": "##", " ": ".."}.get(mark, f" {mark}") for mark in row] for row in marks],
        "emoji": [[{".": "⬛", " ": "⬜"}.get(mark, f"{mark}\ufe0f\u20e3") for mark in row] for row in marks],
        "boxes": [
            [{".": "⬛", " ": "⬜"}.get(mark, f"{mark}\ufe0f\u20e3 ") for mark in row] for row in marks
        ],
        "emoji apart": [
            [{".": "⬛ ", " ": "⬜ "}.get(mark, f"{mark}\ufe0f\u20e3 ") for mark in row] for row in marks
        ],
        "cells": [[f" {mark} " for mark in row] for row in marks],
        "blank cells": [[{".": "   ", " ": " . "}.get(mark, f" {mark} ") for mark in row] for row in marks],
    }
    cells = rows["cells" if look == "labels" else look]
    if look.endswith("cells"):
        return ["Mines: 9 .......", *_grid(cells)]
    lines = ["".join(row) for row in cells]
    if look == "labels":
        lines = [f"{number} |{line}| - .  . - hints" for number, line in enumerate(lines)]
        return ["   " + "".join(f" {column} " for column in range(COLUMNS)), *lines]
    return ["Press . or # to begin [ok]", *(lines if look in BARE else frame(lines))]


def _grid(cells: list[list[str]]) -> list[str]:
    edge = "+---" * COLUMNS + "+"
    return [edge, *(each for row in cells for each in ("|" + "|".join(row) + "|", edge))]


def screen_of(lines: list[str]) -> TerminalScreen:
    screen = TerminalScreen(80, 30, lambda _: None)
    screen.feed("\r\n".join(lines).encode())
    return screen


def texts(board: TextBoard, screen: TerminalScreen) -> list[str]:
    """What the cells show, with a point for hidden ones and nothing for empty ones."""
    rows = []
    for row in range(board.rows):
        line = [board.text(screen.lines, row, column) for column in range(board.columns)]
        rows.append(
            "".join("." if text == board.hidden else text if text.isdigit() else " " for text in line)
        )
    return rows


@pytest.mark.parametrize(
    "look", ["points", "brackets", "wide", "emoji", "boxes", "emoji apart", "cells", "blank cells", "labels"]
)
def test_a_board_is_found_and_read(look: str) -> None:
    shape = (ROWS, COLUMNS) if look == "wide" else None
    board = find_board(screen_of(rows_of(look, hidden=True)).lines, shape)
    assert board is not None
    assert (board.rows, board.columns) == (ROWS, COLUMNS)
    assert texts(board, screen_of(rows_of(look, hidden=False))) == MARKS
    if look != "blank cells":
        assert find_board(screen_of(rows_of(look, hidden=False)).lines, shape) == board


def test_its_numbers_and_frame_tell_where_a_board_went_that_is_open() -> None:
    labels, rows = " 0  1  2  3 ", [" 1  2  1  0 ", " 1  *  1  0 ", " 1  1  1  0 ", " 0  0  0  0 "]
    board = TextBoard(1, 2, 3, 3, 1, 4, 4, "#", in_brackets=False)
    before = screen_of([f"  {labels}", *(f"{number} {row}" for number, row in enumerate(rows))]).lines
    signs = board.signs(before)
    assert len(signs) == 15 + 4
    later = screen_of(["GAME OVER", "", f"     {labels}", *(f"     {row}" for row in rows)]).lines
    assert find_board(later, (4, 4)) is None
    assert board.where(signs, later) == replace(board, line=3, column=5)
    assert board.where(signs, before) == board
    assert board.where(signs, [*later, *later[1:]]) is None
    assert board.where(dict(list(signs.items())[:5]), later) is None
    assert board.where(signs, screen_of([labels, *rows[:2]]).lines) is None


def test_a_board_that_needs_all_columns_went_nowhere() -> None:
    """With the space around its cells, it is wider than the screen: nothing is before its first column."""
    lines = screen_of(["#  " * 26 + "# "] * 9).lines
    board = find_board(lines)
    assert board is not None
    numbers = screen_of(["1  " * 26 + "1 "] * 9).lines
    signs = board.signs(numbers)
    assert len(signs) == 9 * 27
    assert board.where(signs, numbers) is None


def test_only_the_size_tells_a_blank_board() -> None:
    lines = ["=" * 27, *(["|||" + "   " * COLUMNS + "|||"] * ROWS), "=" * 27]
    assert find_board(screen_of(lines).lines) is None
    board = find_board(screen_of(lines).lines, (ROWS, COLUMNS))
    assert board is not None
    assert (board.line, board.column, board.width) == (1, 3, 3)


@pytest.mark.parametrize(
    "text", ["", "no board", "+-----+\r\n|     |\r\n+-----+", "yes " * 20, "====\r\n" * 9]
)
def test_other_text_is_no_board(text: str) -> None:
    assert find_board(screen_of([text]).lines) is None


def test_what_programs_write_beyond_letters() -> None:
    replies: list[bytes] = []
    screen = TerminalScreen(20, 5, replies.append)
    screen.feed(b"\x1b(0lqk\x1b(B|\x1b[4b\r\n\x1b)0\x0ex\x0fx\r\n")
    screen.feed("1\ufe0f\u20e3☠\ufe0f⬛|\r\n\x1b[6n".encode())
    screen.feed(b"\x1b[?4m\x1b[?1h")
    assert screen.lines[0].rstrip() == "┌─┐|||||"
    assert screen.lines[1].rstrip() == "│x"
    assert screen.lines[2].rstrip() == "\uff11\0☠ ⬛\0|"
    assert replies == [b"\x1b[4;1R"]
    assert screen.has_own_cursor_keys
    assert screen.mouse_click(2, 3) is None
    screen.feed(b"\x1b[?1000h")
    assert screen.mouse_click(2, 3) == ("\x1b[M $#", "\x1b[M#$#")
    screen.feed(b"\x1b[?1006h")
    assert screen.mouse_click(2, 3) == ("\x1b[<0;4;3M", "\x1b[<0;4;3m")


def test_characters_that_no_font_has_look_different() -> None:
    flag, bomb, empty = (picture([[text] * 4] * 4) for text in ("🚩", "💣", "⬜"))
    assert (flag != bomb).any()
    assert (empty == picture([[""] * 4] * 4)).all()
