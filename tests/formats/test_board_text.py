"""`.board`, with one section or both."""

import pytest
from support.play import play_out

from sapper import Game, Minefield, Position, Topology
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
    game = play_out(Game((5, 6, 6), rules="any", seed=seed), seed, most=12)
    assert game.minefield is not None
    minefield = Minefield(game.minefield)
    view = render(game.position, "board").decode()
    real = render(minefield, "board").decode()
    both = view + "\n" + real[real.index("[real]") :]
    assert parse(both) == game.position
    assert parse(both, kind=Minefield) == minefield
