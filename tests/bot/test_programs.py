"""The bot in windows of real programs, on a screen without a monitor. What is not installed is left out."""

import os
import time
from collections.abc import Iterator
from math import comb

import pytest

if os.name == "nt":
    pytest.skip("these programs need X11", allow_module_level=True)

from support.other_programs import PROGRAMS, Program, play, running, screen

import sapper
from sapper.bot.desktop import RealDesktop, window_box
from sapper.errors import GameError
from sapper.screen.reading import read_picture

pytestmark = pytest.mark.long

ENDS = 2
SECONDS = 240.0
GAMES = 10
MANY = 40
CHANCE = 0.001  # the win rates differ if so few wins are less likely than this


@pytest.fixture(scope="module")
def _display() -> Iterator[None]:
    with screen():
        yield


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Program:
    """A program by its name, once the screen is there."""
    program = PROGRAMS[request.param]
    if program.missing is not None:
        pytest.skip(f"{program.missing} is not installed")
    request.getfixturevalue("_display")
    return program


@pytest.mark.parametrize(
    "program",
    [
        *("sgt-mines 16x16", "xdemineur", "kmines easy", "kmines easy, green", "kmines medium, graveyard"),
        *("gnome-mines medium", "xbomb easy"),
    ],
    indirect=True,
)
def test_no_wrong_label_is_acted_upon(program: Program) -> None:
    end = time.monotonic() + SECONDS
    ends = 0
    while ends < ENDS:
        ends += _ends_of(program, ENDS - ends, end)
        assert time.monotonic() < end, f"{ends} games were finished in {SECONDS:.0f} s"


@pytest.mark.parametrize("program", ["sgt-mines 16x16"], indirect=True)
def test_every_game_that_needs_no_guess_is_won(program: Program) -> None:
    """Only this program says how it draws its mines. `docs/research/bot.md` has the rates of the others."""
    with running(program):
        ends = [each.end for each in play(program, GAMES)]
    assert [each.status for each in ends] == ["won"] * GAMES


@pytest.mark.parametrize("program", ["xbomb easy"], indirect=True)
def test_a_program_is_won_no_less_often_than_games_in_simulation(program: Program) -> None:
    """It wins more often: this program draws easier boards than chance would (docs/research/bot.md)."""
    with running(program):
        ends = [each.end for each in play(program, MANY)]
    assert not any(each.misread for each in ends)
    status = [each.status for each in ends]
    won, games = status.count("won"), status.count("won") + status.count("lost")
    assert games >= 0.9 * MANY
    board = sapper.Board.square(*program.shape, program.mines)
    rate = sapper.simulate(board, "best", games=2000, seed=1, rules="opening").win_rate
    so_few = sum(comb(games, wins) * rate**wins * (1 - rate) ** (games - wins) for wins in range(won + 1))
    assert so_few > CHANCE, f"{won} of {games} games were won, and {rate:.0%} in simulation"


def _ends_of(program: Program, count: int, end: float) -> int:
    """How many games with numbers to check end within the time.

    A program that is too slow on a busy machine is started again.
    """
    ends = 0
    with running(program):
        try:
            for each in play(program, count):
                assert not each.end.misread
                assert not each.wrong
                if each.end.status == "unfinished":
                    break
                ends += each.checks > 0  # on a busy machine, no number may be sure at first sight
                if time.monotonic() > end:
                    break
        except GameError:  # no new game began
            return ends
    return ends


@pytest.mark.parametrize(
    "program", [name for name, program in PROGRAMS.items() if not program.terminal], indirect=True
)
def test_the_mines_of_a_new_game_are_read_or_asked_for(program: Program) -> None:
    with running(program), RealDesktop() as desktop:
        shape = program.shape if program.needs_size else None
        reading = read_picture(desktop.capture(), shape=shape, within=window_box(program.title))
    assert reading.position.mines in (program.mines, None)
    if program.command[0] in ("sgt-mines", "kmines"):  # others take a font of the system, or do not count
        assert reading.position.mines == program.mines
