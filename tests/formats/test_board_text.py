"""`.board`, with one section or both."""

import pytest
from support.play import play

from sapper import FormatError, Game, Minefield, Position, Topology
from sapper.formats import parse, render

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
    game = Game((5, 6, 6), rules="any", seed=seed)
    for _ in play(game, seed, most=12):
        pass
    assert game.minefield is not None
    minefield = Minefield(game.minefield)
    view = render(game.position, "board").decode()
    real = render(minefield, "board").decode()
    both = view + "\n" + real[real.index("[real]") :]
    assert parse(both) == game.position
    assert parse(both, kind=Minefield) == minefield


@pytest.mark.parametrize(
    ("text", "complaint", "line"),
    [
        ("", "expected '# MINESWEEPER-BOARD v0.1'", 1),
        ("rows: 2", "expected '# MINESWEEPER-BOARD v0.1'", 1),
        (HEADER.replace("ascii", "emoji") + SIZE + REAL, "expected 'render: ascii', not 'emoji'", 2),
        (HEADER + SIZE, r"expected a section \[real\] or \[view\]", None),
        (HEADER + SIZE + "nonsense", r"expected 'key: value', \[real\] or \[view\]", 8),
        (HEADER + SIZE + REAL + REAL, r"a second section \[real\]", 11),
        (HEADER + SIZE + REAL + "rows: 2", r"expected 'key: value', \[real\] or \[view\]", 11),
        (HEADER + REAL, "expected 'rows: ...' before the sections", 3),
        (
            HEADER + SIZE.replace("2", "two") + REAL,
            "rows must be a number of at most nine digits, not 'two'",
            4,
        ),
        (HEADER + SIZE.replace("2", "1" * 5000) + REAL, "rows must be a number of at most nine digits", 4),
        (HEADER + SIZE.replace("2", "0") + REAL, "a board of 0 x 3", 8),
        (HEADER + SIZE.replace("s: 1", "s: 7") + REAL, "a board of 2 x 3 cannot hold 7 mines", 8),
        (HEADER + SIZE.replace("2", "9999") + REAL, "expected 9999 rows in this section", 8),
        (HEADER + SIZE.replace("2", "10001") + REAL, "expected at most 10000 rows and columns", 8),
        (HEADER + SIZE + "[real]\n*10\n\n110\n", "expected 2 rows in this section", 8),
        (HEADER + SIZE.replace("3", "4") + REAL, "expected 4 columns in this section, not 3", 8),
        (HEADER + SIZE + "[real]\n*10\n11\n", "line 10 has 2 cells, but line 9 has 3", 10),
        (
            HEADER + SIZE + "[real]\n*10\n11U\n",
            r"line 10, column 3: unknown 'U'; the text may have '\*' mine",
            10,
        ),
        (HEADER + SIZE.replace("s: 1", "s: 2") + REAL, r"says 2 mines, but \[real\] has 1", None),
        (HEADER + SIZE + "[real]\n*10\n111\n", r"\[real\], row 1, column 2 \(0-based\): the number", None),
        (HEADER + SIZE + REAL + "[view]\nU20\nUU0", r"row 0, column 1 \(0-based\): \[real\] and", None),
        (HEADER + SIZE + REAL + "[view]\nUX0\nUU0", r"row 0, column 1 \(0-based\): \[real\] and", None),
        (HEADER + SIZE + REAL + "[view]\n110\nUU0", r"row 0, column 0 \(0-based\): \[real\] and", None),
    ],
)
def test_a_malformed_board_file_is_refused(text: str, complaint: str, line: int | None) -> None:
    with pytest.raises(FormatError, match=complaint) as caught:
        parse(text, format="board")
    assert caught.value.line == line


def test_contents_that_a_board_file_cannot_hold_are_refused() -> None:
    with pytest.raises(FormatError, match="board holds only square boards"):
        render(Minefield([], Topology.torus(2, 2)), "board")
    with pytest.raises(FormatError, match="board text needs rows and columns"):
        render(Position([[[0]]], 0), "board")
