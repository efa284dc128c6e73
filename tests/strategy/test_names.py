"""Strategies by name: all of them play, unknown ones are refused, values behave."""

import copy
import pickle
from itertools import cycle
from typing import Any

import pytest

from sapper import ArgumentError, Board, Cell, Game, Position, Rules, Strategy, StrategyError, Topology
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


def test_there_are_names_with_a_line_each() -> None:
    assert set(INFERENCE_LEVELS) == {"single", "subset", "propositions", "bounds", "exact", "sampled"}
    for summary in (*STRATEGIES.values(), *INFERENCE_LEVELS.values(), *POLICIES.values()):
        assert summary.endswith(".")
        assert "\n" not in summary


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
        assert game.status in ("won", "lost", "cleared")
        if game.rules.on_mine == "continue":
            assert game.safe_left == 0 or game.exploded == board.mines


@pytest.mark.parametrize("name", [*STRATEGIES, "sampled+pseq", "single+random"])
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    games = [Strategy(name).play(Game("beginner", seed=8, number=number)) for number in (0, 0, 1, 1)]
    assert games[0].history == games[1].history
    assert games[2].history == games[3].history


def test_chance_depends_on_the_game_not_on_the_games_before() -> None:
    strategy = Strategy("single+random")
    alone = strategy.play(Game("beginner", seed=8, number=5)).history
    for number in range(5):
        strategy.play(Game("beginner", seed=8, number=number))
    assert strategy.play(Game("beginner", seed=8, number=5)).history == alone


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("frontir", "did you mean 'frontier'"),
        ("exakt+corners", "unknown inference level 'exakt': did you mean 'exact'"),
        ("exact+cornes", "unknown policy 'cornes': did you mean 'corners'"),
        ("+corners", "unknown inference level ''"),
        ("exact+pseqx", "did you mean 'pseq'"),
        ("exact+PX", "unknown policy 'PX'"),
        ("exact+look-ahead-0", "did you mean 'look-ahead-2'"),
        ("", "unknown strategy ''"),
        ("\ud800+corners", r"unknown inference level '\\ud800': there is 'single'"),
        ("beginner", "unknown strategy 'beginner': it is the name of a level"),
        ("mine.py:Mine", "such names are for the command line; in Python, give the object$"),
    ],
)
def test_unknown_names_suggest_the_nearest(name: str, message: str) -> None:
    with pytest.raises(StrategyError, match=message.replace("+", r"\+")):
        Strategy(name)


def test_anything_but_a_strategy_is_refused() -> None:
    with pytest.raises(StrategyError, match="level= together with a policy="):
        Strategy()
    with pytest.raises(StrategyError, match="together with"):
        Strategy(level="exact")
    with pytest.raises(StrategyError, match="endgame=, not both"):
        Strategy("frontier", policy="corners")
    with pytest.raises(StrategyError, match="names or functions, not 5"):
        Strategy(5)  # type: ignore[arg-type]  # the error is the point
    with pytest.raises(StrategyError, match="did you mean 'subset'"):
        Strategy(level="subsets", policy="corners")


def test_strategies_are_values() -> None:
    named, parts = Strategy("exact+corners"), Strategy(level="exact", policy="corners")
    assert named == Strategy("exact+corners") != parts
    assert hash(named) == hash(Strategy("exact+corners"))
    assert named != "exact+corners"
    assert named.name == parts.name == "exact+corners"
    for strategy in (named, parts):
        assert pickle.loads(pickle.dumps(strategy)) == strategy == copy.deepcopy(strategy)
        assert eval(repr(strategy)) == strategy
    assert Strategy.of(named) is named
    assert Strategy.of("frontier") == Strategy("frontier")


def anything(position: Position) -> Cell:
    return position.topology.cell(0)


def test_a_line_about_each() -> None:
    assert Strategy("frontier").summary == STRATEGIES["frontier"]
    assert Strategy("exact+corners").summary == f"{INFERENCE_LEVELS['exact']} {POLICIES['corners']}"
    assert Strategy("exact+PZ").summary == f"{INFERENCE_LEVELS['exact']} PZ."
    assert Strategy(anything).summary == "The function anything."


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


def test_a_first_cell_that_the_board_lacks_is_replaced() -> None:
    assert Strategy("bounds-boundary").first_cell(Board.square(5, 5, 3)) == (2, 2)
    assert Strategy("frontier").first_cell(Board(Topology.grid(3, 3, 5), 8)) == (1, 1, 2)
    assert Strategy("propositions").first_cell(Board(Topology.graph([[1], [0]]), 1)) == 0


def test_an_effort_is_a_name() -> None:
    assert Strategy("best", effort=2) == Strategy("best@2")
    assert Strategy("best@4", effort=1).name == "best@1"
    assert Strategy.of(Strategy("best"), effort=4) == Strategy("best@4")
    assert Strategy.of("best", 4) == Strategy("best@4")


@pytest.mark.parametrize(
    ("name", "effort", "message"),
    [
        ("best", 0, "effort= must be from 1 to 5, not 0"),
        ("best", 6, "effort= must be from 1 to 5, not 6"),
        ("fast", 2, "effort= is only for the strategy 'best', not for 'fast'"),
        ("exact+corners", 2, "not for 'exact\\+corners'"),
        (print, 2, "effort= is only for the strategy 'best'"),
    ],
)
def test_an_impossible_effort_is_refused(name: Any, effort: int, message: str) -> None:
    error = ArgumentError if name == "best" else StrategyError
    with pytest.raises(error, match=message):
        Strategy(name, effort=effort)


@pytest.mark.parametrize("name", ["exact+corners", "exact+first", "subset+density", "sampled+least"])
def test_an_endgame_goes_with_any_parts(name: str) -> None:
    level, policy = name.split("+")
    composed = Strategy(level=level, policy=policy, endgame=True)
    assert composed.name == f"{name}+endgame"
    assert composed.summary.endswith("Exact endgames.")
    assert composed == copy.copy(composed) == pickle.loads(pickle.dumps(composed))
    assert composed != Strategy(level=level, policy=policy)
    board = Board.square(4, 4, 4)
    for number in range(20):
        games = [Game(board, rules="safe", seed=2, number=number) for _ in range(2)]
        assert composed.play(games[0]).history == Strategy(f"{name}+endgame").play(games[1]).history


def test_an_endgame_is_played_exactly() -> None:
    position = Position([[1, -1, -1], [-1, -1, -1]], mines=2)
    proven = Strategy("best").choose(position).win_probability
    assert proven is not None
    assert Strategy("exact+random+endgame").choose(position).win_probability == proven
    assert Strategy("exact+random").choose(position).win_probability is None


def test_an_endgame_needs_parts() -> None:
    with pytest.raises(StrategyError, match="endgame=, not both"):
        Strategy("best", endgame=True)
    with pytest.raises(StrategyError, match="unknown strategy 'frontier\\+endgame'"):
        Strategy("frontier+endgame")
