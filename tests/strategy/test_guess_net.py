"""The network that judges guesses of nearly the same score, against numpy and by its symmetries."""

import math
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from support import guess_net_model as model
from support.futures import Futures
from support.optional import not_none

import sapper
from sapper import _engine
from sapper.strategy import Strategy


def guesses(board: sapper.Board, seed: int) -> Iterator[tuple[sapper.Position, int, int]]:
    """Where `best` guesses and nothing is proven, in one game after another."""
    for number in range(100):
        game = sapper.Game(board, sapper.Rules("safe"), seed=seed, number=number)
        game.open((0, 0))
        while game.status == "playing":
            choice = Strategy("best").choose(game.position)
            if choice.risk and choice.win_probability is None:
                row, column = divmod(board.topology.index(choice.cell), board.topology.shape[1])
                yield game.position, row, column
            game.open(choice.cell)


def test_it_computes_what_numpy_does() -> None:
    random = np.random.default_rng(5)
    for _ in range(50):
        around = random.integers(model.KINDS, size=(model.SIDE, model.SIDE))
        figures = random.normal(size=model.FIGURES) * [1, 1, 1, 1, 3, 1, 3, 1, 200, 1]
        figures = figures.astype(np.float32).astype(np.float64)
        worth_found = _engine.guess_worth(around.ravel().tolist(), figures.tolist())
        assert worth_found == pytest.approx(model.worth(around, figures), abs=1e-5)
    with pytest.raises(ValueError, match="kind"):
        _engine.guess_worth([model.KINDS] * model.SIDE**2, [0.0] * model.FIGURES)


@pytest.mark.parametrize("level", ["expert", "beginner"])
def test_its_input_has_what_lies_around(level: str) -> None:
    for position, row, column in islice(guesses(sapper.Board.level(level), seed=3), 12):
        around, _ = _engine.guess_input(position._engine, position.topology.index((row, column)))
        kinds = model.around(position, sapper.analyse(position), row, column)
        assert np.array_equal(np.array(around).reshape(kinds.shape), kinds)


def test_its_input_has_what_the_guess_may_bring() -> None:
    position = sapper.Position.from_text("1...\n....\n....", 3)
    configurations = Futures(position)
    cell = position.topology.index((0, 1))
    shares = [len(each) / len(configurations.configurations) for each in configurations.after(cell).values()]
    _, figures = _engine.guess_input(position._engine, cell)
    score, safety, *_, entropy, log_configurations, sea_risk = figures
    assert safety == pytest.approx(1 - configurations.risk(cell))
    assert entropy == pytest.approx(-sum(chance * math.log(chance) for chance in shares))
    assert log_configurations == pytest.approx(math.log(len(configurations.configurations)))
    assert sea_risk == pytest.approx(configurations.risk(position.topology.index((2, 3))))
    assert score == pytest.approx(not_none(_engine.figures_of(position._engine, cell)).score)


def test_guesses_on_other_boards_are_not_judged() -> None:
    square = sapper.Position.from_text("1...\n....\n....\n....", 2)
    torus = sapper.Position(square.marks, 2, topology="torus")
    for position, is_judged in ((square, True), (torus, False)):
        figures = not_none(_engine.figures_of(position._engine, 10))
        assert (figures.worth is not None) == is_judged
