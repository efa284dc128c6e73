"""Text copied from games in a terminal is read right, or refused."""

import json

import numpy as np
import pytest
from support.command_line import command_line
from support.screens import midgame

import sapper
from sapper.formats.pasted import marks_in


def text_of(position: sapper.Position, covered: str, empty: str, *, gap: str = "") -> list[str]:
    signs = {-2: "F", -1: covered, 0: empty}
    return [gap.join(signs.get(mark, str(mark)) for mark in row) for row in position.marks.tolist()]


def in_frame(lines: list[str]) -> str:
    frame = "+" + "-" * len(lines[0]) + "+"
    return "\n".join(["A GAME OF MINES", frame, *(f"|{line}|" for line in lines), frame, "|Mines: 9|", frame])


def with_numbers(lines: list[str], step: int) -> str:
    count = (len(lines[0]) + step - 1) // step
    head = "   " + "".join(str(column).ljust(step) for column in range(count))
    return "\n".join([head.rstrip(), *(f"{n:2} {line}".rstrip() for n, line in enumerate(lines)), "Move: "])


def in_cells(lines: list[str]) -> str:
    frame = "+---" * len(lines[0]) + "+"
    rows = ["".join(f"| {sign} " for sign in line) + "|" for line in lines]
    return "\n".join([frame, *(part for row in rows for part in (row, frame))])


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("covered", "empty"), [("#", " "), (" ", "."), ("■", "."), ("?", "0"), (" ", "0")])
def test_boards_of_any_signs_are_read(seed: int, covered: str, empty: str) -> None:
    position = midgame(9, 10, 12, seed=seed, moves=4)
    if not (position.marks == 0).any():
        pytest.skip("nothing is empty")
    for text in (
        in_frame(text_of(position, covered, empty)),
        in_frame([f" {line} " for line in text_of(position, covered, empty, gap=" ")]),
        with_numbers(text_of(position, covered, empty, gap=" "), 2),
        in_cells(text_of(position, covered, empty)),
        "\x1b[2J" + in_frame(text_of(position, covered, empty)).replace("1", "\x1b[34m1\x1b[0m"),
    ):
        try:
            marks = marks_in(text.encode())
        except sapper.FormatError as error:
            assert "more than one meaning" in str(error)  # noqa: PT017
            continue
        assert marks is not None
        assert np.array_equal(marks, position.marks)


def test_what_is_no_board_is_left_to_the_formats() -> None:
    for text in (b"hello\nworld\n", b"", b"\xff\xfe", b"1 2 3 4 5", b"+-----+\n+-----+\n", b"|a|\n" * 9):
        assert marks_in(text) is None
    with pytest.raises(sapper.FormatError, match="has the signs"):
        marks_in(in_frame(["abcdefg", "hijklmn", "opqrstu", "vwyz123"]).encode())


def test_a_number_without_covered_neighbours_is_no_board() -> None:
    with pytest.raises(sapper.FormatError, match="no meaning"):
        marks_in(in_frame(["    ", " 3# ", "    ", "    "]).encode())


def test_the_command_line_reads_it() -> None:
    position = midgame(9, 10, 12, seed=3, moves=4)
    result = command_line("analyse", "--mines", 12, "--json", text=in_frame(text_of(position, "#", " ")))
    assert json.loads(result.output)["configurations"] == str(sapper.analyse(position).configurations)
