"""The bot plays on in programs that open other cells than an opening does, or place fewer mines."""

import pytest
from support.cases import rest_long
from support.drawn_desktop import DrawnDesktop

import sapper
from sapper.board.marks import EXPLODED
from sapper.bot.game_end import GameEnd
from sapper.bot.window_player import Bot

pytestmark = pytest.mark.usefixtures("clock")


def play(desktop: DrawnDesktop) -> GameEnd:
    return Bot(desktop, desktop.mines, sapper.Strategy("best"), new_game=("f2",)).play()


@pytest.mark.parametrize("seed", rest_long([1, 2, 3]))
def test_a_program_may_open_only_empty_cells_around_an_empty_one(seed: int) -> None:
    desktop = DrawnDesktop(seed)
    desktop.half = True
    end = play(desktop)
    assert end.status == desktop.game.status, end.why
    assert not end.misread


@pytest.mark.parametrize("look", rest_long(["bevel", "noise", "dark"]))
def test_a_program_may_open_all_without_a_mine_around_a_click(look: str) -> None:
    """Then empty cells touch hidden ones, and the cell that was clicked may not be empty."""
    statuses = []
    for seed in (1, 2):
        desktop = DrawnDesktop(seed, look)
        desktop.beside = True
        desktop.game = sapper.Game((9, 9, 10), rules=sapper.Rules(first_click="safe"), seed=seed)
        end = play(desktop)
        assert end.status == desktop.game.status, end.why
        assert not end.misread
        statuses.append(end.status)
    assert "won" in statuses


@pytest.mark.parametrize("seed", rest_long([1, 2, 3, 4]))
def test_a_program_may_place_fewer_mines_than_it_says(seed: int) -> None:
    desktop = DrawnDesktop(seed, mines=12, fewer=2)
    end = play(desktop)
    assert end.status == "won"
    assert len(desktop.clicks) <= 81


@pytest.mark.parametrize("first", [(7, 7), (0, 8)])
def test_a_program_that_opens_the_cell_where_the_mouse_was_is_played_on(first: tuple[int, int]) -> None:
    """The first cell opens many, or those beside it alone."""
    desktop = DrawnDesktop(seed=1)
    desktop.needs, desktop.astray = 0.04, first
    end = play(desktop)
    assert end.status == desktop.game.status != "playing"
    assert not end.misread
    assert end.replay is not None
    assert end.replay.play().status == end.status


@pytest.mark.parametrize("seed", [2, 11])
def test_a_program_that_takes_the_mouse_for_where_it_waited_opens_no_mine(seed: int) -> None:
    """The mouse waits beside the board, and the program opens the cell there, which may hold a mine."""
    desktop = DrawnDesktop(seed)
    desktop.lags = 4
    end = play(desktop)
    assert desktop.lag_marks
    assert EXPLODED not in desktop.lag_marks
    assert end.status == desktop.game.status != "playing"
    assert not end.misread
