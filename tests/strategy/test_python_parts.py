"""Strategies, inference rules and policies written in Python."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from support.own_strategies import exact_rule

from sapper import Cell, Game, Position, Rules, Strategy, StrategyError, Topology, analyse

Risks = NDArray[np.float64]


def least(position: Position, risks: Risks) -> Cell:
    return position.topology.cell(int(np.nanargmin(risks)))


def clueless(_: Position) -> tuple[list[Cell], list[Cell]]:
    return [], []


def histories(strategy: Strategy | str, games: int = 5) -> list[set[Cell]]:
    """The cells opened in each game. The order of safe cells does not matter."""
    own_games = [Strategy(strategy).play(Game("beginner", seed=4, number=n)) for n in range(games)]
    return [{cell for cell in game.topology if game.position[cell] >= 0} for game in own_games]


def test_an_inference_rule_with_a_policy_of_ours() -> None:
    assert histories(Strategy(level=exact_rule, policy="first")) == histories("exact+first")
    assert histories(Strategy(level=clueless, policy="first")) == histories("exact+first")


def test_a_policy_with_an_inference_level_of_ours() -> None:
    for level in ("exact", "sampled"):
        assert len(histories(Strategy(level=level, policy=least))) == 5
    games = histories(Strategy(level="exact", policy=least))
    wins = [len(cells) == 71 for cells in games]
    assert wins == [len(cells) == 71 for cells in histories("exact+first")]


def test_what_a_policy_is_given() -> None:
    risks_by_level: dict[str, Risks] = {}
    position = Position([[1, -1, -1], [-1, -1, 3], [-1, -1, -1]], 4)
    analysis = analyse(position)
    for level in ("exact", "single"):

        def policy(position_seen: Position, risks: Risks, level: str = level) -> Cell:
            assert position_seen == position
            risks_by_level[level] = risks
            return (2, 2)

        assert Strategy(level=level, policy=policy).choose(position).cells == ((2, 2),)
    assert np.array_equal(risks_by_level["exact"], analysis.mine_probability, equal_nan=True)
    assert np.isnan(risks_by_level["single"][risks_by_level["single"] != 1.0]).all()
    assert risks_by_level["single"].shape == (3, 3)


def test_items_of_a_rule_are_numbers_less_its_mines() -> None:
    """The rule takes one of the four cells around a 2 for a mine, so 1 mine among three cells is left."""
    topology = Topology.graph([[1, 2, 3, 4], [0], [0], [0], [0], [6], [5]])
    position = Position([2, -1, -1, -1, -1, -1, -1], 4, topology)

    def rule(_: Position) -> tuple[list[Cell], list[Cell]]:
        return [], [1]

    choice = Strategy(level=rule, policy="ratio").choose(position)
    assert choice.cell in (2, 3, 4)
    assert choice.risk == pytest.approx(1 / 3)


def test_a_rule_that_knows_safe_cells_has_them_opened() -> None:
    position = Position([[1, -1, -1], [-1, -1, -1]], 2)

    def rule(_: Position) -> tuple[Iterable[Cell], Iterable[Cell]]:
        return iter([(0, 2), (1, 2), (0, 2)]), ()

    choice = Strategy(level=rule, policy="random").choose(position)
    assert (choice.cells, choice.risk) == (((0, 2), (1, 2)), 0.0)


def everything_is_a_mine(position: Position) -> tuple[list[Cell], list[Cell]]:
    return [], [cell for cell in position.topology if position[cell] == -1]


@pytest.mark.parametrize("policy", ["random", "density", "ratio", "hidden-corners", "boundary", "least"])
def test_a_rule_that_lies_loses_and_breaks_nothing(policy: str) -> None:
    strategy = Strategy(level=everything_is_a_mine, policy=policy)
    game = strategy.play(Game("beginner", rules=Rules(on_mine="continue"), seed=1))
    assert game.status in ("won", "drawn")


POSITION = Position([[1, -1, -1], [-1, -1, -3]], 2)


@pytest.mark.parametrize(
    ("answer", "message", "cell"),
    [
        ((0, 0), "'wrong' returned row 0, column 0 (0-based), which is open already and shows 1", (0, 0)),
        ((1, 2), "which is an exploded mine", (1, 2)),
        ((2, 0), "(2, 0) is not on the board", None),
        ((-1, 0), "(-1, 0) is not on the board", None),
        (None, "returned None", None),
        ("corner", "returned 'corner'", None),
        ("ab", "returned 'ab'", None),
        (1.5, "returned 1.5", None),
        ([0, 1, 2], "returned [0, 1, 2]", None),
    ],
)
def test_a_cell_that_cannot_be_opened_is_an_error(answer: object, message: str, cell: object) -> None:
    def wrong(*_: object) -> object:
        return answer

    for strategy in (Strategy(wrong), Strategy(level=clueless, policy=wrong)):  # type: ignore[arg-type]  # the point
        with pytest.raises(StrategyError) as refusal:
            strategy.choose(POSITION)
        assert message in str(refusal.value)
        assert refusal.value.cell == cell


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "not two collections of cells"),
        ([(0, 1)], "not two collections of cells"),
        (([(0, 1)], 7), "not two collections of cells"),
        (([(0, 0)], []), "row 0, column 0 (0-based), which is open already"),
        (([], [(9, 9)]), "(9, 9) is not on the board"),
        (([(0, 1)], [(0, 1)]), "calls row 0, column 1 (0-based) both safe and a mine"),
    ],
)
def test_a_rule_that_makes_no_sense_is_an_error(answer: Any, message: str) -> None:
    with pytest.raises(StrategyError) as refusal:
        Strategy(level=lambda _: answer, policy="random").choose(POSITION)
    assert message in str(refusal.value)


def test_what_a_part_raises_is_reported_with_its_cause() -> None:
    def faulty(*_: object) -> Any:
        raise ZeroDivisionError("no reason")

    def interrupt(_: Position) -> Cell:
        raise KeyboardInterrupt

    game = Game("beginner", seed=1)
    parts: list[dict[str, Any]] = [{"level": faulty, "policy": "least"}, {"level": "exact", "policy": faulty}]
    for strategy in (Strategy(faulty), *(Strategy(**each) for each in parts)):
        with pytest.raises(StrategyError, match="'faulty' raised ZeroDivisionError: no reason") as refusal:
            strategy.play(Game("expert", rules="safe", seed=1))
        assert isinstance(refusal.value.__cause__, ZeroDivisionError)
    for wrong, error in ((faulty, StrategyError), (interrupt, KeyboardInterrupt)):
        with pytest.raises(error):
            Strategy(wrong).play(game)
    assert game.status == "playing"
    assert Strategy("frontier").play(game).status in ("won", "lost")
