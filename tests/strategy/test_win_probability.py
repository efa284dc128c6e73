"""The chance to win, by perfect play and by a strategy, against definitions and all minefields that fit."""

import json
import pickle
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from support.cases import rest_long
from support.expectimax import best_chance, best_chance_from

import sapper
from sapper import Board, Game, Position, Rules, Topology
from sapper.board.rules import FirstClick
from sapper.strategy.autoplaying import good_first_cell
from sapper.strategy.names import STRATEGIES

BOARDS = [
    Board.square(3, 4, 3),
    Board.square(2, 6, 4),
    Board(Topology.torus(3, 4), 4),
    Board(Topology.hexagons(3, 4), 4),
    Board(Topology.graph([[(cell - 1) % 10, (cell + 1) % 10] for cell in range(10)]), 3),
]


@settings(max_examples=15)
@given(board=st.sampled_from(BOARDS), seed=st.integers(0, 10**6), moves=st.integers(1, 6))
def test_it_is_the_chance_of_perfect_play(board: Board, seed: int, moves: int) -> None:
    game = Game(board, Rules("safe"), seed=seed)
    for cell in list(board.topology)[:moves]:
        if game.status == "playing" and game.position[cell] == -1:
            game.open(cell)
    if game.status == "lost":
        return
    win = sapper.analyse(game.position).win_probability
    assert win is not None
    assert win == pytest.approx(float(best_chance_from(game.position)), abs=1e-12)


def test_cells_known_to_be_safe_are_played_out_too() -> None:
    # The middle is safe; what it shows tells on which side the mines are.
    position = Position.from_text("1??\n1??\n1??", mines=1)
    assert sapper.analyse(position).win_probability == best_chance_from(position)
    assert sapper.analyse("??\n11", mines=1).win_probability == 0.5
    assert sapper.analyse([[-2, -1, 1]], mines=1).win_probability == 1
    assert sapper.analyse([[-2, -1, -1], [1, 1, -1]], mines=1, trust_flags=True).win_probability == 1


def test_nothing_is_proven_where_there_is_too_much_to_search() -> None:
    assert sapper.analyse(Position([[-1] * 30] * 16, mines=99)).win_probability is None
    assert sapper.analyse(Position([[-1] * 8] * 8, mines=10)).win_probability is None


TOPOLOGIES = [Topology.square(4, 5), Topology.torus(4, 5), Topology.hexagons(4, 5), Topology.grid(2, 5, 2)]
PAIRS = Topology.graph([[i ^ 1] for i in range(20)])


@pytest.mark.parametrize("topology", [*TOPOLOGIES, PAIRS], ids=lambda topology: topology.kind)
@pytest.mark.parametrize("first_click", ["safe", "opening"])
def test_before_the_first_click_the_rules_protect_it(topology: Topology, first_click: FirstClick) -> None:
    board = Board(topology, 2)
    perfect = sapper.optimum(board, first_click).win_probability
    hidden, game = np.full(topology.shape, -1), sapper.Game(board, first_click)
    for analysis in (
        sapper.analyse(hidden, 2, topology=topology, rules=first_click),
        sapper.analyse(game),
        pickle.loads(pickle.dumps(sapper.analyse(game))),
    ):
        # Each first cell of a graph is searched, which takes too long here. Grids have equal ones.
        assert analysis.win_probability == (None if topology.kind == "graph" else perfect)
    cell = next(iter(topology))
    hidden.flat[0] = len(topology.neighbours(cell)) and 1
    analysis = sapper.analyse(hidden, 2, topology=topology, rules=first_click)
    assert (
        analysis.win_probability == sapper.analyse(hidden, 2, topology=topology, rules="any").win_probability
    )
    perfect = sapper.optimum(Board(topology, 1), "any").win_probability
    hidden.flat[0] = -1
    assert sapper.analyse(hidden, 1, topology=topology, rules="any").win_probability == pytest.approx(perfect)


FIRST_CLICKS: list[FirstClick] = ["safe", "opening", "any"]
TINY = [Topology.square(3, 3), Topology.torus(3, 3), Topology.hexagons(2, 4), Topology.octagons(3, 3)]


def chance_on_board(topology: Topology, mines: int, rule: FirstClick) -> Fraction:
    return sapper.optimum(Board(topology, mines), rule).fraction


# In the quick run, each topology and each rule.
@pytest.mark.parametrize(
    ("topology", "rule"),
    [
        pytest.param(each, rule, id=f"{each!r}-{rule}", marks=[pytest.mark.long] if (i + j) % 3 else [])
        for i, each in enumerate(TINY)
        for j, rule in enumerate(FIRST_CLICKS)
    ],
)
def test_on_tiny_boards_it_is_the_definition(topology: Topology, rule: FirstClick) -> None:
    for mines in range(topology.size):
        assert chance_on_board(topology, mines, rule) == best_chance(topology, mines, rule), mines


@pytest.mark.parametrize("rule", FIRST_CLICKS)
def test_on_a_graph_without_any_symmetry(rule: FirstClick) -> None:
    graph = Topology.graph([[1, 2], [0, 2, 3], [0, 1, 4], [1, 4, 5], [2, 3], [3, 6], [5]])
    for mines in range(graph.size):
        assert chance_on_board(graph, mines, rule) == best_chance(graph, mines, rule), mines


@pytest.mark.long
def test_few_and_many_mines_on_larger_boards() -> None:
    for topology, few in ((Topology.square(2, 5), 3), (Topology.square(3, 4), 1)):
        for mines in (*range(few + 1), *range(topology.size - few - 1, topology.size)):
            assert chance_on_board(topology, mines, "safe") == best_chance(topology, mines, "safe"), (
                topology,
                mines,
            )


@pytest.mark.parametrize(
    ("board", "limits", "message"),
    [
        ((9, 9, 10), {}, "too large"),
        ((7, 7, 20), {}, "too large"),
        ((5, 5, 4), {"memory": 800_000}, "memory"),
        ((5, 5, 6), {"time_limit": 0.05}, r"within 0\.05 seconds"),
    ],
)
def test_size_memory_and_time_are_bounded(
    board: tuple[int, int, int], limits: dict[str, Any], message: str
) -> None:
    with pytest.raises(sapper.BudgetError, match=message):
        sapper.optimum(board, "safe", **limits)


def test_a_board_without_a_safe_cell_is_an_error() -> None:
    with pytest.raises(sapper.GameError, match="needs a safe cell"):
        sapper.optimum((2, 2, 4), "safe")


ANY = sapper.Rules(first_click="any")
# After the first click at a corner: how many minefields fit decides whether all are played or some are drawn.
FOUR_BY_FOUR = sapper.Board.square(4, 4, mines=4)
FEW = sapper.Board.square(4, 4, mines=3)
HEXAGONS = sapper.Board(sapper.Topology.hexagons(4, 4), 3)
EXPERT = sapper.Game("expert", seed=7)
EXPERT.open((3, 3))


def minefields(board: sapper.Board[Any]) -> Iterator[NDArray[np.bool_]]:
    """All minefields of a board."""
    for mines in combinations(range(board.topology.size), board.mines):
        minefield = np.zeros(board.topology.size, bool)
        minefield[list(mines)] = True
        yield minefield.reshape(board.topology.shape)


def chance(board: sapper.Board[Any], player: str, clicks: list[Any]) -> tuple[Any, Fraction, int]:
    """A position after some clicks, the share of the minefields that a player wins, and their number."""
    position, wins, fitting = None, 0, 0
    for minefield in minefields(board):
        if any(minefield[cell] for cell in clicks):
            continue
        # The seed decides the random choices of the player.
        game = sapper.Game(board, ANY, minefield=minefield, seed=fitting)
        for cell in clicks:
            game.open(cell)
        if position is not None and game.position != position:
            continue
        position = game.position
        fitting += 1
        wins += sapper.Strategy(player).play(game).status == "won" if game.status == "playing" else 1
    return position, Fraction(wins, fitting), fitting


@pytest.mark.parametrize(
    ("board", "player", "clicks"),
    [(FEW, "fast", [(0, 0)]), (FEW, "best", [(0, 1)]), (HEXAGONS, "fast", [(1, 1)])],
    ids=["fast", "best", "hexagons"],
)
def test_where_few_minefields_fit_it_is_exact(board: Any, player: str, clicks: list[Any]) -> None:
    position, share, fitting = chance(board, player, clicks)
    assert 30 < fitting <= 400
    evaluation = sapper.evaluate(position, strategy=player, rules=ANY)
    assert evaluation.exact
    assert evaluation.error == evaluation.games == 0
    assert evaluation.win_probability == pytest.approx(float(share), abs=1e-12)


@pytest.mark.parametrize(
    ("board", "first_click"),
    [
        (sapper.Board.square(2, 2, 3), "opening"),
        (sapper.Board.square(3, 3, 3), "safe"),
        (sapper.Board.square(4, 4, 3), "opening"),
        (sapper.Board.square(4, 4, 13), "opening"),
        (HEXAGONS, "opening"),
    ],
)
@pytest.mark.parametrize("player", ["fast", "best"])
def test_of_a_fresh_board_it_is_exact_too(board: sapper.Board[Any], first_click: Any, player: str) -> None:
    """Against play on each minefield that the first click may leave: around it are as few mines as can be."""
    first = good_first_cell(board, first_click)
    near = list(board.topology.neighbours(first)) if first_click == "opening" else []
    fields = [each for each in minefields(board) if not each[first]]
    around = [sum(each[cell] for cell in near) for each in fields]
    fields = [each for each, mines in zip(fields, around, strict=True) if mines == min(around)]
    strategy = sapper.Strategy(player)
    games = [strategy.play(sapper.Game(board, ANY, minefield=each), first_cell=first) for each in fields]
    share = Fraction(sum(game.status == "won" for game in games), len(fields))
    evaluation = sapper.evaluate(sapper.Game(board, rules=first_click, seed=1), strategy=player, error=0.001)
    assert evaluation.exact
    assert evaluation.error == evaluation.games == 0
    assert evaluation.win_probability == pytest.approx(float(share), abs=1e-12)


@pytest.mark.parametrize("player", rest_long(["single+hidden-corners", "fast", "exact+first"]))
def test_otherwise_the_mean_of_its_games_is_the_chance(player: str) -> None:
    position, share, fitting = chance(FOUR_BY_FOUR, player, [])
    assert fitting == 1820
    evaluation = sapper.evaluate(position, strategy=player, rules=ANY, error=0.004)
    assert not evaluation.exact
    assert evaluation.error <= 0.004
    assert abs(evaluation.win_probability - share) < 4 * evaluation.error
    assert evaluation.games < 0.7 * float(share * (1 - share)) / 0.004**2  # counting wins would need more


def test_its_errors_are_what_they_say() -> None:
    _, share, _ = chance(FOUR_BY_FOUR, "fast", [])
    fresh = sapper.Game(FOUR_BY_FOUR, ANY, seed=1)
    each = [sapper.evaluate(fresh, rules=ANY, games=200, error=1e-9, seed=seed) for seed in range(60)]
    off = [(evaluation.win_probability - float(share)) / evaluation.error for evaluation in each]
    assert 0.6 < (sum(error * error for error in off) / len(off)) ** 0.5 < 1.3


@pytest.mark.parametrize("first_click", ["safe", "opening", "any"])
def test_a_game_brings_its_rules(first_click: Any) -> None:
    game = sapper.Game("beginner", rules=first_click, seed=1)
    rules = sapper.Rules(first_click=first_click)
    assert sapper.evaluate(game, games=64) == sapper.evaluate(game.position, rules=rules, games=64)
    both: list[Any] = [game, game.position]
    plain = sapper.evaluate(game.position, games=64)
    assert sapper.evaluate_many(both, games=64) == (sapper.evaluate(game, games=64), plain)
    assert sapper.evaluate(game, rules=ANY, games=64) == sapper.evaluate(game.position, rules=ANY, games=64)
    best = sapper.Strategy("best")
    assert best.choose(game) == best.choose(game.position, rules=rules)
    assert sapper.rank(game, most=1)[0].cell == best.choose(game).cell


def test_the_same_on_any_threads_and_another_for_another_seed() -> None:
    one = sapper.evaluate(EXPERT, error=0.02)
    assert one == sapper.evaluate(EXPERT, error=0.02, threads=3)
    other = sapper.evaluate(EXPERT, error=0.02, seed=1)
    assert other.win_probability != one.win_probability
    assert abs(other.win_probability - one.win_probability) < 0.12
    assert json.loads(json.dumps(one.to_dict()))["win_probability"] == one.win_probability


def test_many_positions_have_the_evaluations_of_each() -> None:
    fresh = sapper.Position(np.full((4, 4), -1), 2)
    positions: list[Any] = [fresh, sapper.Position([[3, -1], [-1, -1]], 1), EXPERT]
    expected = (sapper.evaluate(fresh, error=0.02), None, sapper.evaluate(EXPERT, error=0.02))
    for threads in (1, 3):
        assert sapper.evaluate_many(positions, error=0.02, threads=threads) == expected
    marks = np.array([[[1, -1, -1], [-1, -1, -1]], [[-1, 1, -1], [-1, -1, -1]]])
    alone = tuple(sapper.evaluate(each, mines=1) for each in marks)
    assert sapper.evaluate_many(marks, mines=1, threads=2) == alone
    with pytest.raises(sapper.PositionError, match=r"position 1 \(0-based\)"):
        sapper.evaluate_many(["1?", "9?"], mines=1)
    with pytest.raises(sapper.PositionError, match="this is one position: give a list"):
        sapper.evaluate_many("1??")
    with pytest.raises(sapper.GameError, match=r"position 1 \(0-based\): .*every cell is a mine"):
        sapper.evaluate_many(["???", "?"], mines=1)
    assert sapper.evaluate_many(np.zeros((0, 3, 3), dtype=np.int16), mines=4, threads=2) == ()


def test_positions_for_which_no_time_was_left_are_not_evaluated_and_the_others_are_kept() -> None:
    first, second = sapper.evaluate_many([EXPERT, EXPERT], error=1e-9, threads=1, time_limit=0.2)
    assert first is not None
    assert second is not None
    assert first.games > 0
    assert 0 < first.win_probability < 1
    assert (second.games, second.exact, str(second)) == (0, False, "unknown")
    assert np.isnan([second.win_probability, second.error]).all()
    assert second.to_dict() == first.to_dict() | {"win_probability": None, "error": None, "games": 0}
    for each in sapper.evaluate_many([EXPERT] * 3, threads=2, time_limit=0):
        assert each is not None
        assert np.isnan(each.win_probability)


def test_flags_are_opinions_and_a_lost_or_won_game_is_certain() -> None:
    with_flag = sapper.Game("expert", seed=7)
    with_flag.flag((10, 20))
    with_flag.open((3, 3))
    assert sapper.evaluate(with_flag, error=0.05) == sapper.evaluate(EXPERT, error=0.05)
    won = sapper.evaluate("1?\n11", mines=1)
    lost = sapper.evaluate(sapper.Position([[-3, -1, -1], [-1, -1, -1]], 2))
    assert (won.win_probability, won.exact) == (1.0, True)
    assert (lost.win_probability, lost.exact) == (0.0, True)
    marks = EXPERT.position.marks.copy()
    marks[10, 20] = -3
    for player in ("fast", "exact+first"):
        lost = sapper.evaluate(marks, mines=99, strategy=player)
        assert (lost.win_probability, lost.error, lost.exact) == (0.0, 0.0, True)


def test_when_the_time_is_up_it_says_what_it_knows() -> None:
    evaluation = sapper.evaluate(EXPERT, error=1e-6, time_limit=0.3)
    assert evaluation.games > 0
    assert evaluation.error > 1e-6
    cancel = sapper.Cancel()
    cancel.set()
    with pytest.raises(sapper.CancelledError):
        sapper.evaluate_many([EXPERT] * 3, cancel=cancel, threads=2)


def safest(position: sapper.Position[Any]) -> Any:
    return sapper.analyse(position).safest


def test_only_what_uses_no_random_numbers_is_exact() -> None:
    def fast(position: sapper.Position[Any]) -> Any:  # has the name of a strategy that is
        return safest(position)

    assert sapper.evaluate("1??\n???\n???", mines=2, strategy="best@4").exact
    own = sapper.evaluate("1??\n???\n???", mines=2, strategy=fast, games=20)
    assert (own.exact, own.games) == (False, 20)
    assert not sapper.evaluate("1??\n???\n???", mines=2, strategy="exact+first", games=20, error=1e-200).exact


# Two mines around a corner, and many guesses ahead: strategies that estimate risks state wrong ones here.
DENSE = sapper.Board.square(3, 5, mines=5)


def dense_position() -> tuple[sapper.Position[Any], list[NDArray[np.bool_]]]:
    """A position, and all minefields that fit it."""
    near = list(DENSE.topology.neighbours((0, 0)))
    fitting = [each for each in minefields(DENSE) if not each[0, 0] and sum(each[cell] for cell in near) == 2]
    return sapper.Position("2....\n.....\n.....", DENSE.mines), fitting


def wins(strategy: sapper.Strategy, position: sapper.Position[Any], fitting: Any, plays: int) -> list[bool]:
    """Whether it wins on each of the minefields, played several times."""
    won = []
    for number, minefield in enumerate(fitting):
        for play in range(plays):
            game = sapper.Game(DENSE, ANY, minefield=minefield, seed=plays * number + play)
            for cell in position.topology:
                if position[cell] >= 0:
                    game.open(cell)
            won.append(strategy.play(game).status == "won")
    return won


COMPOSITIONS = ["sampled+least", "single+ratio", "exact+density", "exact+boundary"]


@pytest.mark.parametrize(
    "name", rest_long([*COMPOSITIONS, *(name for name in STRATEGIES if "@" not in name)])
)
def test_no_strategy_changes_its_chance_by_what_it_says_of_risks(name: str) -> None:
    strategy = sapper.Strategy(name)
    position, fitting = dense_position()
    won = wins(strategy, position, fitting, plays=3)
    share = sum(won) / len(won)
    evaluation = sapper.evaluate(position, strategy=name, rules=ANY, error=0.008, seed=3)
    spread = (evaluation.error**2 + share * (1 - share) / len(won)) ** 0.5
    assert abs(evaluation.win_probability - share) < 4.5 * spread


@pytest.mark.parametrize("player", rest_long(["fast", "exact+first", "single+ratio", safest], 2))
def test_trusted_flags_are_mines_that_do_not_end_the_game(player: Any) -> None:
    _, fitting = dense_position()
    strategy, flag = sapper.Strategy(player), (1, 1)
    won = []
    for minefield in (each for each in fitting if each[flag]):
        game = sapper.Game(DENSE, sapper.Rules("any", on_mine="continue"), minefield=minefield, seed=1)
        game.open(0, 0)
        game.open(flag)  # so that the strategy knows of it
        won.append(strategy.play(game).exploded == 1)
    share = sum(won) / len(won)
    with_flag = sapper.Position("2....\n.F...\n.....", DENSE.mines)
    evaluation = sapper.evaluate(with_flag, trust_flags=True, strategy=player, rules=ANY, error=0.01)
    spread = (evaluation.error**2 + share * (1 - share) / len(won)) ** 0.5
    assert 0 < share < 1
    assert abs(evaluation.win_probability - share) < (1e-12 if evaluation.exact else 4.5 * spread)
    with pytest.raises(sapper.ContradictionError, match="with the flags as mines"):
        sapper.evaluate("0F.\n...", 1, trust_flags=True, strategy=player)


class Liar(sapper.Strategy):
    """Opens the first hidden cell, and says whatever it wants of it."""

    chance: float | None = None

    def choose(self, position: Any, **_: Any) -> Any:
        """The first hidden cell."""
        cell = next(cell for cell in position.topology if position[cell] < 0)
        return sapper.Choice((cell,), risk=self.chance)


@pytest.mark.parametrize("chance", rest_long([1 - 1e-9, None, 0, 1e-9, 0.3]))
def test_a_strategy_that_lies_about_risks_gains_nothing(chance: float | None) -> None:
    position, fitting = dense_position()
    liar = Liar()
    liar.chance = chance
    won = wins(liar, position, fitting, plays=1)
    share = sum(won) / len(won)
    evaluation = sapper.evaluate(position, strategy=liar, rules=ANY, error=0.004, games=20_000, threads=2)
    assert 0 < share < 1
    assert abs(evaluation.win_probability - share) < 4.5 * evaluation.error


def test_a_certain_mine_loses() -> None:
    class MineOpener(sapper.Strategy):
        def choose(self, position: Any, **_: Any) -> Any:  # noqa: ARG002  # it does not look
            return sapper.Choice(((0, 1),), risk=0.2, win_probability=0.7)  # certainly a mine

    assert sapper.evaluate("1..", mines=1, strategy=MineOpener(), games=5).win_probability == 0
    assert sapper.evaluate("1..\n...", mines=2, strategy="single+density", games=64).win_probability < 1


def test_evaluations_of_different_positions_err_independently() -> None:
    """So the errors of their mean add up as squares do."""
    fresh = [sapper.Game("beginner", seed=seed) for seed in range(60)]
    for game in fresh:
        game.open((4, 4))
    playing = [game for game in fresh if game.status == "playing"]
    exact = np.array([sapper.evaluate(game, error=0.004).win_probability for game in playing])
    off = []
    for seed in range(12):
        several = sapper.evaluate_many(playing, games=32, error=1e-9, seed=seed)
        errors = [one.error for one in several if one is not None]
        mean = np.mean([one.win_probability for one in several if one is not None] - exact)
        off.append(mean / (sum(error**2 for error in errors) ** 0.5 / len(errors)))
    assert (np.mean(np.square(off))) ** 0.5 < 2
