"""Thinking ends when its time is up or somebody stops it, and the game can be played on."""

import random
import threading
import time

import pytest

import sapper
from sapper.autoplay import autoplay
from sapper.strategy import STRATEGIES

COMPOSED = ["exact+two-step", "exact+corners", "sampled+first", "bounds+density", "exact+pseq"]


def scattered(size: int = 300) -> sapper.Game:
    """Numbers all over the board: whoever plays has much to think of before the next move."""
    game = sapper.Game.new(rows=size, columns=size, mines=size * size // 5, seed=2, on_mine="continue")
    cells = random.Random(1).sample(range(size * size), size * size // 4)
    for cell in cells:
        game.open(divmod(cell, size))
    return game


@pytest.fixture(scope="module")
def hard() -> sapper.Game:
    return scattered()


@pytest.mark.parametrize("name", ["best", "fast", "frontier", "propositions", *COMPOSED])
def test_a_thought_ends_when_its_time_is_up(hard: sapper.Game, name: str) -> None:
    game = hard.__copy__()
    before = game.position
    with pytest.raises(sapper.BudgetError, match=r"did not finish within 0\.002 seconds"):
        next(autoplay(game, strategy=name, time_limit=0.002))
    assert game.position == before


@pytest.mark.timing
@pytest.mark.parametrize("name", ["best", "exact+two-step", "bounds+density"])
def test_a_thought_stops_soon_after_it_is_cancelled(hard: sapper.Game, name: str) -> None:
    cancel = sapper.Cancel()
    stopped: list[float] = []

    def think() -> None:
        with pytest.raises(sapper.CancelledError):
            for _ in autoplay(hard.__copy__(), strategy=name, cancel=cancel):
                pass
        stopped.append(time.perf_counter())

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(0.05)
    asked = time.perf_counter()
    cancel.set()
    thread.join()
    assert stopped[0] - asked < 0.25


@pytest.mark.parametrize("name", ["best", "exact+corners", "bounds+density"])
def test_a_game_that_was_stopped_is_played_on_as_if_nothing_had_been(name: str) -> None:
    game = scattered(20)
    stopped, straight = game.__copy__(), game.__copy__()
    cancel = sapper.Cancel()
    cancel.set()
    with pytest.raises(sapper.CancelledError):
        sapper.Strategy(name).play(stopped, cancel=cancel)
    assert stopped == straight
    assert sapper.Strategy(name).play(stopped) == sapper.Strategy(name).play(straight)


@pytest.mark.parametrize("name", ["best", "bounds-boundary"])
def test_a_choice_has_one_limit_for_all_of_it(hard: sapper.Game, name: str) -> None:
    with pytest.raises(sapper.BudgetError):
        sapper.Strategy(name).choose(hard.position, time_limit=0.005)
    cancel = sapper.Cancel()
    cancel.set()
    with pytest.raises(sapper.CancelledError):
        sapper.Strategy(name).choose(hard.position, cancel=cancel)


def test_limits_that_are_not_reached_change_nothing() -> None:
    position = sapper.Position.from_text("1..\n1..\n1..", mines=2)
    for name in STRATEGIES:
        strategy = sapper.Strategy(name)
        assert strategy.choose(position, time_limit=60, cancel=sapper.Cancel()) == strategy.choose(position)


def test_a_part_in_python_is_not_interrupted_but_what_follows_is() -> None:
    cancel = sapper.Cancel()

    def slow(position: sapper.Position) -> sapper.Cell:
        cancel.set()
        return next(cell for cell in position.topology if position[cell] == -1)

    game = sapper.Game.new("beginner", seed=1)
    with pytest.raises(sapper.CancelledError):
        next(autoplay(game, strategy=slow, cancel=cancel))
    assert not game.history
