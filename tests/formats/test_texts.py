"""Texts of positions and minefields: plain, drawings, `.board`, JSMinesweeper and zig-minesolver."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.play import play_out

import sapper
from sapper import FormatError, Game, Minefield, Position, PositionError, Topology
from sapper.formats import parse, render


def read_plain(text: str, mines: int | None = 1, topology: Any = None) -> Position:
    return Position.from_text(text, mines, topology, "plain")


def test_every_character_stands_for_a_mark() -> None:
    position = read_plain("011.?xX#FfqQ!*", 5)
    assert position.marks.tolist() == [[0, 1, 1, -1, -1, -1, -1, -1, -2, -2, -4, -4, -3, -3]]


def test_blank_lines_around_and_indentation_do_not_matter() -> None:
    text = "\n\n    01\n    1.\n\n"
    assert all(read_plain(text) == read_plain(each) for each in ("01\n1.", "01\r\n1.\r\n", "\ufeff01\n1."))


@given(st.data())
def test_no_blank_cell_vanishes(data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(2, 5)), data.draw(st.integers(2, 5))
    signs = data.draw(
        st.lists(
            st.lists(st.sampled_from("01.F"), min_size=columns, max_size=columns),
            min_size=rows,
            max_size=rows,
        )
    )
    full = "\n".join("".join(row) for row in signs)
    row, column = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    rows_with_blank = [list(each) for each in signs]
    rows_with_blank[row][column] = " "
    end = data.draw(st.sampled_from(["\n", "\r\n"]))
    assert read_plain(end.join(map("\t".join, signs)), None) == read_plain(full, None)
    with pytest.raises(FormatError, match="this cell is blank: write 0 if it is open") as refusal:
        read_plain(end.join(map("\t".join, rows_with_blank)), None)
    assert refusal.value.line == row + 1
    assert refusal.value.column == 2 * column + 1
    within = [[*row, "1"] for row in [["1", *row] for row in rows_with_blank]]  # else spaces are at an end
    with pytest.raises(FormatError, match="this cell is blank") as refusal:
        read_plain(end.join(map(" ".join, within)), None)
    assert (refusal.value.line, refusal.value.column) == (row + 1, 2 * column + 3)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("0\t0\t1\t\t\n0\t0\t1\t\t\n1\t1\t2\t\t\n\t\t\t\t\n", 1, 7),
        ("0\t.\n1\t1\n\t\n", 3, 1),
        ("\t0\t.\n\t1\t1\n", 1, 1),
        ("0\t\n1\t\n", 1, 3),
        ("1   .\n1 .  \n", 1, 3),
        ("1  .  1\n1     1\n1  .  1\n", 2, 4),
    ],
)
def test_a_blank_column_or_row_is_refused(text: str, line: int, column: int) -> None:
    with pytest.raises(FormatError, match="this cell is blank") as refusal:
        sapper.formats.parse(text)
    assert (refusal.value.line, refusal.value.column) == (line, column)


def test_white_space_that_delimits_nothing_may_be_uneven() -> None:
    for text in (
        "\t\t01\n\t\t1.",
        "01\n\t1.",
        " 0   1\n1   .",
        "0  1\n1 .",
        "\t0 1\n\t1 .\n\t\n",
        "0 1  \n1 . ",
        "01\t\n1.",
        "0 1\n1 .\t\n\t",
    ):
        assert read_plain(text) == read_plain("01\n1.")


def test_words_may_be_numbers_above_9() -> None:
    star = Topology.graph([list(range(1, 13)), *([0] for _ in range(12))])
    text = "12 . . . . . . . . . . F q"
    position = read_plain(text, 12, star)
    assert position[0] == 12
    assert position.to_text() == text


def test_a_given_topology_decides_the_shape() -> None:
    assert read_plain("...", 1, Topology.grid(3)).topology == Topology.grid(3)
    assert read_plain("...", 1, Topology.grid(1, 1, 3)).topology == Topology.grid(1, 1, 3)
    triangle = Topology.graph([[1, 2], [0, 2], [0, 1]])
    assert read_plain(".2.", 2, triangle) == read_plain(".\n2\n.", 2, triangle)


def test_rows_of_one_cell_are_words_when_the_topology_says_so() -> None:
    column = Topology.grid(3, 3, 3, 1)
    marks = np.full(column.shape, -1)
    marks[1, 1, 1, 0] = 26  # touches all others
    position = Position(marks, 26, column)
    assert read_plain(position.to_text(), 26, column) == position
    with pytest.raises(FormatError, match="line 19 has 2 cells, but line 1 has 1"):
        read_plain(position.to_text(), 26)


def test_a_text_of_another_shape_than_the_board_is_refused() -> None:
    with pytest.raises(FormatError, match=r"shape \(2, 2\), but the board has shape \(2, 3\)"):
        read_plain("..\n..", 1, Topology.square(2, 3))
    with pytest.raises(FormatError, match=r"shape \(1, 4\), but the board has shape \(3,\)"):
        read_plain("....", 1, Topology.graph([[1], [0, 2], [1]]))


def test_a_malformed_position_is_refused_by_its_cell() -> None:
    with pytest.raises(PositionError, match=r"row 0, column 1 \(0-based\): the number is 6, but") as refusal:
        read_plain(".6.\n...")
    assert refusal.value.cell == (0, 1)
    assert read_plain("..", None).mines is None


def test_jsminesweeper_has_a_header_of_width_height_and_mines() -> None:
    position = Position.from_text("3x2x1\nH10\nF1?")
    assert position == Position([[-1, 1, 0], [-2, 1, -4]], 1)
    assert position.to_text("jsminesweeper") == "3x2x1\nH10\nF1?"
    assert Position.from_text("3x2x1\nHHH\nHHH", topology="torus").topology == Topology.torus(2, 3)


@pytest.mark.parametrize(
    ("text", "mines", "complaint", "line"),
    [
        ("3x2x1\nHHH", None, "line 1: the header says 2 rows, but 1 follow", 1),
        ("3x2x1\nHH\nHH", None, "line 1: the header says 3 columns, but the rows have 2", 1),
        ("3x2x1\nHHH\nHH", None, "line 3 has 2 cells, but line 2 has 3", 3),
        ("\n3x2x1\nHHH\nHH*", None, r"line 4, column 3: unknown '\*'; the text may have 'H' hidden", 4),
        ("3x2x1\nHHH\nHHH", 2, "line 1: the header says 1 mine, but `mines` says 2", 1),
        ("999999999x999999999x1\nH", None, "the header says 999999999 rows, but 1 follow", 1),
        ("0x0x0", None, "at least one row and one column", 1),
        ("3x2\nHHH\nHHH", None, "line 1: expected the header", 1),
        ("1000000000x1x1\nH", None, "line 1: expected the header", 1),
        ("HHH", None, "line 1: expected the header", 1),
        ("", None, "the text is empty", None),
    ],
)
def test_a_header_unlike_the_rows_is_refused(text: str, mines: Any, complaint: str, line: Any) -> None:
    with pytest.raises(FormatError, match=complaint) as refusal:
        Position.from_text(text, mines, format="jsminesweeper")
    assert refusal.value.line == line


def test_zig_writes_zeros_as_dots_and_flags_as_stars() -> None:
    position = Position.from_text("#1.\n*10", 2, format="zig")
    assert position == Position([[-1, 1, 0], [-2, 1, 0]], 2)
    assert position.to_text("zig") == "#1.\n*1."


def test_a_missing_mine_count_is_asked_for_where_it_is_needed() -> None:
    assert Position.from_text("?1\n11").mines is None
    with pytest.raises(FormatError, match="different meanings"):
        Position.from_text("#1.\n111")
    assert Position.from_text("#1.\n111", format="zig").mines is None
    assert Position.from_text(".1.\n111").marks[0, 0] == -1  # with nothing hidden it is not zig
    with pytest.raises(PositionError, match="give `mines`"):
        Position.from_text(".1.\n111", format="zig")
    for name in ("jsminesweeper", "board"):
        with pytest.raises(PositionError, match="give `mines`"):
            Position([[-1, 1]]).to_text(name)


DRAWINGS = ["*..\n.*.", "*21\n2*1", "*00\n0*0", "* . .\n. * .", "\n    *2.\n    .*1\n", "*..\r\n.*.\r\n"]


@pytest.mark.parametrize("text", DRAWINGS)
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


HEADER = "# MINESWEEPER-BOARD v0.1\n# Render: ascii\n"
SIZE = "author: nobody\nrows: 2\ncolumns: 3\nmines: 1\ngame_mode: classic\n"
REAL = "[real]\n*10\n110\n"
VIEW = "[view]\nF10\nU?0\n"
"""An impossible position. The section only has to agree with the other one."""


def test_a_real_section_is_a_minefield() -> None:
    minefield = Minefield([(0, 0)], Topology.square(2, 3))
    assert parse(HEADER + SIZE + REAL) == minefield
    assert render(minefield, "board").decode() == (
        f"{HEADER}\nrows: 2\ncolumns: 3\nmines: 1\ngame_mode: classic\n\n{REAL.strip()}"
    )


def test_a_view_section_is_a_position() -> None:
    position = Position([[-2, 1, 0], [-1, -4, 0]], 1)
    assert parse(HEADER + SIZE + VIEW) == position
    assert parse(HEADER + SIZE + VIEW, topology="torus", kind=Position).topology == Topology.torus(2, 3)
    assert render(position, "board").decode().endswith("game_mode: classic\n\n[view]\nF10\nU?0")


def test_the_view_comes_before_the_real_section() -> None:
    text = f"\n{HEADER}# a comment\n\n{SIZE}\n{REAL}\n{VIEW}"
    assert parse(text) == parse(HEADER + SIZE + VIEW)
    assert parse(text, kind=Minefield) == parse(HEADER + SIZE + REAL)
    assert parse(text.replace("\n", "\r\n")) == parse(text)


def test_what_shows_after_the_end_reads_as_hidden_and_as_a_flag() -> None:
    text = HEADER + "rows: 1\ncolumns: 4\nmines: 2\n[view]\n#@X1"
    assert parse(text) == Position([[-2, -1, -3, 1]], 2)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_agrees_with_its_minefield(seed: int) -> None:
    game = play_out(Game((5, 6, 6), rules="any", seed=seed), seed, most=12)
    assert game.minefield is not None
    minefield = Minefield(game.minefield)
    view = render(game.position, "board").decode()
    real = render(minefield, "board").decode()
    both = view + "\n" + real[real.index("[real]") :]
    assert parse(both) == game.position
    assert parse(both, kind=Minefield) == minefield
