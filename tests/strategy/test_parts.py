"""Strategies by their names and of parts written in Python: all play, and what is wrong is refused."""

import copy
import pickle
from collections.abc import Callable, Iterable
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from support.own_strategies import exact_rule

from sapper import (
    ArgumentError,
    Board,
    Cell,
    Game,
    Position,
    Rules,
    Strategy,
    StrategyError,
    Topology,
    analyse,
)
from sapper.board.rules import FirstClick
from sapper.strategy import INFERENCE_LEVELS, POLICIES, STRATEGIES

BOARDS = {
    "beginner": Board.level("beginner"),
    "torus": Board(Topology.torus(5, 6), 5),
    "hexagons": Board(Topology.hexagons(6, 5), 5),
    "cube": Board(Topology.grid(3, 3, 3), 3),
    "row": Board(Topology.grid(9), 2),
    "graph": Board(Topology.graph([[1, 2], [0, 2], [0, 1, 3], [2, 4], [3, 5], [4]]), 2),
    "cell": Board(Topology.grid(1), 0),
}
COMBINATIONS = [f"{level}+{policy}" for level in INFERENCE_LEVELS for policy in POLICIES]
# A level and a policy know nothing of each other, so the quick run has each policy once, and each level.
ONCE = {f"{level}+{policy}" for level, policy in zip(cycle(INFERENCE_LEVELS), POLICIES, strict=False)}


@pytest.mark.parametrize(
    "name",
    [
        *STRATEGIES,
        *(pytest.param(name, marks=[] if name in ONCE else [pytest.mark.long]) for name in COMBINATIONS),
    ],
)
def test_every_strategy_plays_to_the_end_on_every_topology(name: str) -> None:
    strategy = Strategy(name)
    by_turns = cycle((Rules("safe"), Rules("any", win="flagged", on_mine="continue")))
    for board, rules in zip(BOARDS.values(), by_turns, strict=False):
        game = strategy.play(Game(board, rules, seed=3))
        assert game.status in ("won", "lost", "drawn")
        if game.rules.on_mine == "continue":
            assert game.safe_left == 0 or game.exploded == board.mines


@pytest.mark.parametrize("name", [*STRATEGIES, "sampled+pseq", "single+random"])
def test_the_same_seed_gives_the_same_game_whatever_was_played_before(name: str) -> None:
    strategy = Strategy(name)
    games = [strategy.play(Game("beginner", seed=8, number=number)) for number in (0, 1, 2, 2, 1, 0)]
    assert [game.history for game in games[:3]] == [game.history for game in games[:2:-1]]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Strategy("frontir"), "did you mean 'frontier'"),
        (lambda: Strategy("exakt+corners"), "unknown inference level 'exakt': did you mean 'exact'"),
        (lambda: Strategy("exact+cornes"), "unknown policy 'cornes': did you mean 'corners'"),
        (lambda: Strategy("+corners"), "unknown inference level ''"),
        (lambda: Strategy("exact+pseqx"), "did you mean 'pseq'"),
        (lambda: Strategy("exact+PX"), "unknown policy 'PX'"),
        (lambda: Strategy("exact+look-ahead-0"), "did you mean 'look-ahead-2'"),
        (lambda: Strategy(""), "unknown strategy ''"),
        (lambda: Strategy("\ud800+corners"), r"unknown inference level '\\ud800': there is 'single'"),
        (lambda: Strategy("beginner"), "unknown strategy 'beginner': it is the name of a level"),
        (lambda: Strategy("a.py:A"), "such names are for the command line; in Python, give the object$"),
        (lambda: Strategy("frontier+endgame"), r"unknown strategy 'frontier\+endgame'"),
        (lambda: Strategy("best", endgame=True), "`endgame`, not both"),
        (lambda: Strategy("frontier", policy="corners"), "`endgame`, not both"),
        (Strategy, "`level` together with `policy`"),
        (lambda: Strategy(level="exact"), "together with"),
        (lambda: Strategy(level="subsets", policy="corners"), "did you mean 'subset'"),
        (lambda: Strategy(5), "names or functions, not 5"),  # type: ignore[arg-type]  # the error is the point
        (lambda: Strategy("fast", effort=2), "`effort` is only for the strategy 'best', not for 'fast'"),
        (lambda: Strategy("exact+corners", effort=2), r"not for 'exact\+corners'"),
        (lambda: Strategy(print, effort=2), "`effort` is only for the strategy 'best'"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_strategy_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(StrategyError, match=message):
        make()


def test_an_effort_is_a_name() -> None:
    assert Strategy("best", effort=2) == Strategy("best@2")
    assert Strategy("best@4", effort=1).name == "best@1"
    assert Strategy(Strategy("best"), effort=4) == Strategy("best", effort=4) == Strategy("best@4")
    for effort in (0, 6):
        with pytest.raises(ArgumentError, match=f"`effort` must be from 1 to 5, not {effort}"):
            Strategy("best", effort=effort)


def test_strategies_are_values() -> None:
    by_name, parts = Strategy("exact+corners"), Strategy(level="exact", policy="corners")
    assert by_name == Strategy("exact+corners") != parts
    assert hash(by_name) == hash(Strategy("exact+corners"))
    assert by_name != "exact+corners"
    assert by_name.name == parts.name == "exact+corners"
    for strategy in (by_name, parts):
        assert pickle.loads(pickle.dumps(strategy)) == strategy == copy.deepcopy(strategy)
        assert eval(repr(strategy)) == strategy
    assert Strategy(by_name) == by_name
    corners = f"{INFERENCE_LEVELS['exact']} {POLICIES['corners']}"
    assert (Strategy("frontier").summary, by_name.summary) == (STRATEGIES["frontier"], corners)
    assert Strategy("exact+PZ").summary == f"{INFERENCE_LEVELS['exact']} PZ."
    assert Strategy(lambda _: (0, 0)).summary == "The function <lambda>."


@pytest.mark.parametrize(
    ("name", "level", "first_click", "cell"),
    [
        ("exact+pseq", "expert", "opening", (3, 3)),
        ("bounds-boundary", "expert", "opening", (8, 2)),
        ("frontier", "expert", "opening", (2, 2)),
        ("propositions", "expert", "opening", (7, 14)),
        ("propositions-corners", "beginner", "opening", (4, 4)),
        ("knowledge-density", "intermediate", "safe", (0, 0)),
        ("areas-centred", "beginner", "opening", (4, 4)),
    ],
)
def test_first_cells(name: str, level: str, first_click: FirstClick, cell: tuple[int, int]) -> None:
    game = Game(level, rules=first_click, seed=1)
    assert Strategy(name).first_cell(game.board, game.rules) == cell
    assert Strategy(name).choose(game.position, rules=game.rules).cells == (cell,)
    assert Strategy(name).play(game).history[0].cell == cell
    # One that the board lacks is replaced.
    assert Strategy("bounds-boundary").first_cell(Board.square(5, 5, 3)) == (2, 2)
    assert Strategy("frontier").first_cell(Board(Topology.grid(3, 3, 5), 8)) == (1, 1, 2)
    assert Strategy("propositions").first_cell(Board(Topology.graph([[1], [0]]), 1)) == 0


@pytest.mark.parametrize("name", ["exact+corners", "exact+first", "subset+density", "sampled+least"])
def test_an_endgame_goes_with_any_parts(name: str) -> None:
    level, policy = name.split("+")
    strategy_of_parts = Strategy(level=level, policy=policy, endgame=True)
    assert strategy_of_parts.name == f"{name}+endgame"
    assert strategy_of_parts.summary.endswith("Exact endgames.")
    assert strategy_of_parts == copy.copy(strategy_of_parts) == pickle.loads(pickle.dumps(strategy_of_parts))
    assert strategy_of_parts != Strategy(level=level, policy=policy)
    board = Board.square(4, 4, 4)
    for number in range(20):
        games = [Game(board, rules="safe", seed=2, number=number) for _ in range(2)]
        assert strategy_of_parts.play(games[0]).history == Strategy(f"{name}+endgame").play(games[1]).history
    position = Position([[1, -1, -1], [-1, -1, -1]], mines=2)
    proven = Strategy("best").choose(position).win_probability
    assert proven is not None
    assert strategy_of_parts.choose(position).win_probability == proven
    assert Strategy(name).choose(position).win_probability is None


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
