from typing import Any

import numpy as np
import pytest

from sapper import FormatError, Position, PositionError, Topology


def read(text: str, mines: int | None = 1, topology: Any = None) -> Position:
    return Position.from_text(text, mines, topology, "plain")


def test_every_character_stands_for_a_mark() -> None:
    position = read("011.?xX#FfqQ!*", 5)
    assert position.marks.tolist() == [[0, 1, 1, -1, -1, -1, -1, -1, -2, -2, -4, -4, -3, -3]]


def test_a_position_is_written_with_one_character_a_mark() -> None:
    assert Position([[1, -1, -2, -3, -4, 0]], 2).to_text() == "1.F!q0"
    assert str(Position([[0, 1], [1, -1]], 1)) == "01\n1."


def test_blank_lines_around_and_indentation_do_not_matter() -> None:
    text = """

        01
        1.

    """
    assert read(text) == read("01\n1.") == read("01\r\n1.\r\n") == read("\ufeff01\n1.")


def test_words_may_be_numbers_above_9() -> None:
    star = Topology.graph([list(range(1, 13)), *([0] for _ in range(12))])
    text = "12 . . . . . . . . . . F q"
    position = read(text, 12, star)
    assert position[0] == 12
    assert position.to_text() == text


def test_any_white_space_separates_words() -> None:
    assert read("0  1\n1\t.") == read("01\n1.")


def test_blank_lines_divide_dimensions() -> None:
    cube = read("..\n..\n\n..\n..")
    assert cube.topology == Topology.grid(2, 2, 2)
    assert cube.to_text() == "..\n..\n\n..\n.."
    four = read("..\n..\n\n..\n..\n\n\n..\n..\n\n..\n..")
    assert four.topology == Topology.grid(2, 2, 2, 2)
    assert four.to_text() == "..\n..\n\n..\n..\n\n\n..\n..\n\n..\n.."
    assert read("..\n..\n\n..\n..", 1, "torus").topology == Topology.torus(2, 2, 2)


def test_a_given_topology_decides_the_shape() -> None:
    assert read("...", 1, Topology.grid(3)).topology == Topology.grid(3)
    assert read("...", 1, Topology.grid(1, 1, 3)).topology == Topology.grid(1, 1, 3)
    triangle = Topology.graph([[1, 2], [0, 2], [0, 1]])
    assert read(".2.", 2, triangle) == read(".\n2\n.", 2, triangle)


def test_rows_of_one_cell_are_words_when_the_topology_says_so() -> None:
    column = Topology.grid(3, 3, 3, 1)
    marks = np.full(column.shape, -1)
    marks[1, 1, 1, 0] = 26  # touches all others
    position = Position(marks, 26, column)
    assert read(position.to_text(), 26, column) == position
    with pytest.raises(FormatError, match="line 19 has 2 cells, but line 1 has 1"):
        read(position.to_text(), 26)


@pytest.mark.parametrize(
    ("text", "complaint", "line", "column"),
    [
        ("", "the text is empty", None, None),
        ("..\n.\n..", "line 2 has 1 cell, but line 1 has 2", 2, None),
        (". .\n. . .", "line 2 has 3 cells, but line 1 has 2", 2, None),
        ("..\n.a", r"line 2, column 2: unknown 'a'; the text may have a number, '\.'", 2, 2),
        ("  ..\n  .@", "line 2, column 4: unknown '@'", 2, 4),
        ("..\n.\x00", r"line 2, column 2: unknown '\\x00'", 2, 2),
        (" . .\n .  12a", "line 2, column 5: unknown '12a'", 2, 5),
        (". 32768", "line 1, column 3: unknown '32768'", 1, 3),
        (". " + "9" * 5000, r"unknown '99999999999999999999\.\.\.'", 1, 3),
        (". ²", "line 1, column 3: unknown '²'", 1, 3),
        ("..\n..\n\n..", r"line 4: the block of rows that begins here has shape \(1,\)", 4, None),
        ("..\n" + "\n" * 1000 + "..", "line 1002: the 1000 blank lines above", 1002, None),
    ],
)
def test_malformed_plain_text_is_refused_and_located(
    text: str, complaint: str, line: int | None, column: int | None
) -> None:
    with pytest.raises(FormatError, match=complaint) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_text_of_another_shape_than_the_board_is_refused() -> None:
    with pytest.raises(FormatError, match=r"shape \(2, 2\), but the board has shape \(2, 3\)"):
        read("..\n..", 1, Topology.square(2, 3))
    with pytest.raises(FormatError, match=r"shape \(1, 4\), but the board has shape \(3,\)"):
        read("....", 1, Topology.graph([[1], [0, 2], [1]]))


def test_a_malformed_position_is_refused_by_its_cell() -> None:
    with pytest.raises(PositionError, match=r"row 0, column 1 \(0-based\): the number is 6, but") as caught:
        read(".6.\n...")
    assert caught.value.cell == (0, 1)
    assert read("..", None).mines is None
