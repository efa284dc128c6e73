"""Plain text, JSMinesweeper and zig-minesolver."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper import FormatError, Position, PositionError, Topology


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
