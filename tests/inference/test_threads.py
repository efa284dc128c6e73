"""Threads share objects: what is finished may be read, one changes the rest, and what is kept never shows."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import numpy as np
import pytest
from support.lattices import lattice

import sapper
from sapper.errors import GameError, InUseError, StrategyError
from sapper.hints.hints import Hint

THREADS = 4
SOON = 60  # seconds; nothing here takes as long

BEGINNER = sapper.Topology.square(9, 9)._engine, 10, sapper.Rules()._for_engine()

T = TypeVar("T")


@pytest.fixture(autouse=True)
def _threads_take_turns_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def by_threads(work: Callable[[int], T]) -> list[T]:
    """What `work` returns in each of some threads that begin together. Raises what one of them raised."""
    start = threading.Barrier(THREADS)

    def run(number: int) -> T:
        start.wait(SOON)
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        answers = [pool.submit(run, number) for number in range(THREADS)]
        return [answer.result(SOON) for answer in answers]


def middle_game(seed: int, count: int) -> sapper.Game:
    """An expert game with some certain cells and guesses behind it."""
    game = sapper.Game("expert", rules=sapper.Rules(on_mine="continue"), seed=seed)
    game.open(8, 8)
    minefield = game.minefield
    assert minefield is not None
    for row, column in np.argwhere(~minefield)[:count]:
        game.open(int(row), int(column))
    return game


def read_analysis(analysis: sapper.Analysis, number: int) -> object:
    """All there is to read, in another order by every second thread."""
    cells = [cell for cell in analysis.position.topology if analysis.position[cell] < 0][:12]

    asks: list[Callable[[], object]] = [
        lambda: [analysis.outcomes(cell) for cell in cells],
        lambda: analysis.configurations,
        lambda: analysis.win_probability,
        lambda: analysis.safe,
    ]
    answers = {ask: ask() for ask in (asks if number % 2 else reversed(asks))}
    return [answers[ask] for ask in asks], repr(analysis)


def read_hint(advice: Hint, _: int) -> object:
    """Deductions become Python objects, and words, when somebody reads them."""
    texts = [(advice.explain(each), advice.support(each), each.text) for each in advice.in_turn]
    return texts, advice.deductions, advice.deduction, advice.difficulty, advice.text


# The chance to win of an endgame is worked out once, by moves that are taken back on the way.
ENDGAME = sapper.Position([[1, -1, -1, 1], [-1, -1, -1, -1], [-1, -1, -1, -1], [1, -1, -1, 1]], 4)


@pytest.mark.parametrize(("make", "reader"), [(sapper.analyse, read_analysis), (sapper.hint, read_hint)])
def test_threads_read_what_nobody_has_read(
    make: Callable[[sapper.Position], Any], reader: Callable[..., object]
) -> None:
    for position in (ENDGAME, *(middle_game(seed, 20).position for seed in range(5))):
        alone = reader(make(position), 0)
        for _ in range(3 if position.hidden > 16 else 30):
            assert by_threads(partial(reader, make(position))) == [alone] * THREADS


def answers_of(inference: sapper.Inference) -> list[str]:
    """Asks each question by itself, because other threads may change the inference in between."""
    return [repr(x) for x in (inference.log_configurations, inference.safest, inference.outcomes((15, 29)))]


def test_threads_ask_while_one_thread_changes_an_inference() -> None:
    """Every answer is that of one of the positions on the way, none of something in between."""
    game = middle_game(5, 60)
    open_cells = [cell for cell in game.topology if game.position[cell] >= 0]
    alone = sapper.Inference(game.board)
    steps = [answers_of(alone)]
    for cell in open_cells:
        alone.reveal(cell, game.position[cell])
        steps.append(answers_of(alone))
    right = [set(answers) for answers in zip(*steps, strict=True)]
    common = sapper.Inference(game.board)

    def work(number: int) -> None:
        for cell in open_cells if number == 0 else []:
            common.push()
            common.reveal(cell, game.position[cell])
            common.pop()
            common.reveal(cell, game.position[cell])
        for _ in range(0 if number == 0 else 30):
            for rights, answer in zip(right, answers_of(common), strict=True):
                assert answer in rights
            assert np.isnan(common.mine_probability).sum() <= len(open_cells)

    by_threads(work)
    assert common.position == alone.position
    assert np.array_equal(common.mine_probability, alone.mine_probability, equal_nan=True)


def test_threads_play_one_game() -> None:
    """The outcome is that of the same actions one after the other."""
    board = sapper.Board.square(20, 20, 60)
    cells = list(board.topology)
    for seed in range(5):
        game = sapper.Game(board, sapper.Rules(on_mine="continue"), seed=seed)

        def play(number: int, game: sapper.Game = game) -> None:
            with suppress(GameError):  # the game is over
                for cell in cells[number::3]:
                    game.open(cell)
                    game.flag(cell)

        by_threads(play)
        assert sapper.Game(board, game.rules, seed=seed, history=game.history) == game
        assert game.status == "drawn"


class Pause:
    """A strategy that waits in its first move until it is released."""

    def __init__(self) -> None:
        self.thinks, self.goes_on = threading.Event(), threading.Event()
        self.extra: Callable[[], object] = lambda: None

    def __deepcopy__(self, _memo: dict[int, object]) -> Pause:
        return self  # the test and the game share it

    def __call__(self, position: sapper.Position, /) -> sapper.Cell:
        self.extra()
        self.thinks.set()
        assert self.goes_on.wait(SOON), "the strategy was not released"
        return next(cell for cell in position.topology if position[cell] < 0)


def test_a_game_that_a_strategy_thinks_about_is_read_and_not_changed() -> None:
    pause = Pause()
    game = sapper.Game("beginner", seed=4)
    game.flag(0, 0)
    thread = threading.Thread(target=lambda: sapper.Strategy(pause).play(game), daemon=True)
    thread.start()
    assert pause.thinks.wait(SOON)
    assert (game.status, game.position.hidden) == ("playing", 81)
    assert game == game.__copy__()
    for act in (game.open, game.flag, game.chord):
        with pytest.raises(InUseError, match="this Game is in use by another call"):
            act(0, 0)
    with pytest.raises(InUseError, match="this Game is in use by another call"):
        game.undo()
    assert len(game.history) == 1
    pause.goes_on.set()
    thread.join(SOON)
    assert not thread.is_alive()
    assert game.status != "playing"


def test_a_strategy_looks_at_the_game_it_plays_and_does_not_touch_it() -> None:
    game = sapper.Game("beginner", seed=4)
    pause = Pause()
    pause.goes_on.set()
    pause.extra = lambda: game.position
    sapper.Strategy(pause).play(game)
    assert game.status != "playing"
    game = sapper.Game("beginner", seed=4)
    pause.extra = lambda: game.open(0, 0)
    with pytest.raises(StrategyError, match="raised InUseError: this Game is in use"):
        sapper.Strategy(pause).play(game)
    assert game.position.hidden == 81
    assert game.open(0, 0) > 0, "nothing is in use any more"


def test_a_player_is_for_one_thread_at_a_time() -> None:
    pause = Pause()
    player = sapper.Strategy(pause)._player(sapper.Board.level("beginner"), sapper.Rules())
    game = sapper._engine.Game(*BEGINNER, 1, 0)
    series = sapper._engine.Series(*BEGINNER, None, player)
    player.begin(game, 1, 0)
    thread = threading.Thread(target=player.next, daemon=True)
    thread.start()
    assert pause.thinks.wait(SOON)
    for call in (player.next, lambda: player.begin(game, 1, 0), lambda: player.follow(game)):
        with pytest.raises(InUseError, match="this Player is in use"):
            call()
    with pytest.raises(InUseError, match="this Player is in use"):
        series.play(1, 0, 1)
    pause.goes_on.set()
    thread.join(SOON)
    assert player.next().cells


def test_what_a_player_chose_stays_when_it_goes_on() -> None:
    game = sapper._engine.Game(*BEGINNER, 1, 0)
    player = sapper._engine.make_player("frontier", *BEGINNER)
    player.begin(game, 1, 0)
    first = player.next()
    cells = first.cells
    for cell in cells:
        game.open(cell)
        player.follow(game)
    player.next()
    assert first.cells == cells


class EnoughError(Exception):
    """Ends the call that a signal handler interrupts."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such timer")
def test_a_signal_handler_cannot_use_the_inference_that_it_interrupts() -> None:
    inference = sapper.Inference(lattice(60, 60, density=0.5))  # a second or more
    errors: list[InUseError] = []

    def ask(*_: object) -> None:
        try:
            inference.is_possible()
        except InUseError as error:
            errors.append(error)
            raise EnoughError from None

    before = signal.signal(signal.SIGALRM, ask)
    signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
    try:
        with pytest.raises(EnoughError):
            inference.is_possible()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert "this Inference is in use by another call" in str(errors[0])


def test_threads_share_a_pool() -> None:
    pool = sapper._engine.Pool(*BEGINNER, None, ["frontier"], 2)
    with pytest.raises(RuntimeError, match="no range of games to wait for"):
        pool.take()

    def work(number: int) -> list[int]:
        for k in range(5):
            pool.submit(1, 100 * number + 10 * k, 3)
        return [pool.take().first for _ in range(5)]

    firsts = [first for each in by_threads(work) for first in each]
    assert sorted(firsts) == sorted(100 * number + 10 * k for number in range(THREADS) for k in range(5))
    assert pool.pending == 0


def _fresh(marks: np.ndarray, mines: int) -> sapper.Analysis:
    """The answer of a thread that has analysed nothing before."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(sapper.analyse, marks, mines).result()


def _same(one: sapper.Analysis, two: sapper.Analysis) -> None:
    assert one.mine_probability.tobytes() == two.mine_probability.tobytes()
    assert one.log_configurations == two.log_configurations
    assert (one.safest, one.safe, one.mines, one.exact) == (two.safest, two.safe, two.mines, two.exact)


def _positions(count: int) -> list[np.ndarray]:
    results = []
    for seed in range(count):
        game = sapper.Game("intermediate", seed=seed)
        game.open(7, 7)
        while game.status == "playing":
            analysis = sapper.analyse(game.position)
            results.append(game.position.marks)
            assert analysis.safest is not None
            game.open(analysis.safest)
    return results


def test_the_answers_are_those_of_a_fresh_thread() -> None:
    for marks in _positions(2):
        _same(sapper.analyse(marks, 40), _fresh(marks, 40))


def test_another_mine_count_is_another_position() -> None:
    marks = _positions(1)[0]
    for mines in (40, 45, 40, 39):
        _same(sapper.analyse(marks, mines), _fresh(marks, mines))


def test_after_a_contradiction_or_a_limit_the_next_answer_is_right() -> None:
    positions = _positions(1)
    wrong = positions[3].copy()
    wrong[wrong == 1] = 8
    sapper.analyse(positions[0], 40)
    with pytest.raises(sapper.ContradictionError):
        sapper.analyse(wrong, 40)
    _same(sapper.analyse(positions[5], 40), _fresh(positions[5], 40))
    with pytest.raises(sapper.BudgetError):
        sapper.analyse(positions[-1], 40, time_limit=0)
    _same(sapper.analyse(positions[5], 40), _fresh(positions[5], 40))


def test_a_topology_may_go_before_its_thread() -> None:
    def analyse_and_forget() -> None:
        sapper.analyse(sapper.Position([-1, 1, -1], 1, sapper.Topology.graph([[1], [0, 2], [1]])))

    with ThreadPoolExecutor(1) as pool:
        for _ in range(3):
            pool.submit(analyse_and_forget).result()
        analysis = pool.submit(sapper.analyse, [[-1, 1, -1]], 1).result()
    assert analysis.mine_probability[0, 0] == 0.5
