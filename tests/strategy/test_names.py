"""Strategies by name: all of them play, unknown ones are refused, values behave."""

import copy
import pickle
from collections.abc import Callable
from itertools import cycle

import pytest

from sapper import ArgumentError, Board, Game, Position, Rules, Strategy, StrategyError, Topology
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
        ("exact+pseq", "intermediate", "opening", (2, 2)),
        ("exact+pseq", "expert", "safe", (0, 0)),
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
