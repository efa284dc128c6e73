"""Strategies written as classes: they play, they observe what happens, and games do not affect each other."""

# ruff: noqa: ARG002  # the methods have the arguments that they are called with
# mypy: disable-error-code="override"

import pickle
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from support.cases import rest_long
from support.own_strategies import AN_OBJECT, AsBuiltIn, CountingPolicy, Keeper, Wanderer, exact_rule

import sapper
from sapper import Action, Board, Cell, Choice, Game, Position, Rules, Strategy, StrategyError, Topology

BOARDS = [
    Board.level("beginner"),
    Board(Topology.hexagons(8, 9), 12),
    Board(Topology.torus(7, 8), 9),
    Board(Topology.grid(4, 4, 4), 7),
    Board(Topology.graph([[(cell + step) % 30 for step in (-3, -1, 1, 3)] for cell in range(30)]), 4),
]
RULES = [Rules("safe"), Rules("any", "flagged"), Rules(on_mine="continue"), Rules("safe", "flagged")]


def games_of(strategy: Any, board: Board, rules: Rules, count: int = 6) -> list[Game]:
    return [Strategy(strategy).play(Game(board, rules, seed=5, number=n)) for n in range(count)]


def histories(strategy: Any, board: Board, rules: Rules, games: int = 6) -> list[tuple[Action, ...]]:
    return [game.history for game in games_of(strategy, board, rules, games)]


def ends(strategy: Any, board: Board, rules: Rules) -> list[Position]:
    """How games end. The order of certain cells depends on what a player keeps from move to move."""
    return [game.position for game in games_of(strategy, board, rules)]


@pytest.mark.parametrize("rules", rest_long(RULES, 2), ids=str)
@pytest.mark.parametrize("board", rest_long(BOARDS, 3), ids=str)
def test_a_class_that_asks_a_strategy_plays_as_it(board: Board, rules: Rules) -> None:
    assert ends(AsBuiltIn, board, rules) == ends("exact+first", board, rules)
    assert histories(Keeper, board, rules) == histories(AsBuiltIn(), board, rules)
    assert histories(AN_OBJECT, board, rules) == histories(AsBuiltIn, board, rules)
    moves, expected = (list(sapper.autoplay(Game(board, rules, seed=5), x)) for x in (Keeper, "exact+first"))
    assert tuple(move.action for move in moves) == histories(Keeper, board, rules, games=1)[0]
    assert [move for move in moves if move.risk] == [move for move in expected if move.risk]


def test_the_seed_of_a_game_decides_random_choices() -> None:
    assert len({history[0].cell for history in histories(Wanderer, BOARDS[0], Rules("safe"), 30)}) > 15
    assert histories(Wanderer, BOARDS[0], Rules("safe")) == histories(Wanderer(), BOARDS[0], Rules("safe"))


def test_games_side_by_side_share_nothing() -> None:
    strategy = Wanderer()
    games = [Game("beginner", seed=3, number=number) for number in range(4)]
    plays = [sapper.autoplay(game, strategy=strategy) for game in games]
    while plays:
        plays = [play for play in plays if next(play, None) is not None]
    alone = [Strategy(strategy).play(Game("beginner", seed=3, number=number)) for number in range(4)]
    assert games == alone


def test_it_joins_a_game_in_progress_and_begins_again_when_others_act() -> None:
    game = Game("intermediate", seed=4)
    game.open(3, 3)
    hidden = [cell for cell in game.topology if game.position[cell] == -1]
    game.flag(hidden[0])
    for count, _ in enumerate(sapper.autoplay(game, strategy=Keeper), 1):
        if count % 5 == 0 and game.status == "playing":
            game.flag(next(cell for cell in game.topology if game.position[cell] == -1))
    assert game.status in ("won", "lost")


@pytest.mark.parametrize("name", ["single+random", "exact+least+endgame", "best", "areas-random"])
def test_a_class_may_only_listen(name: str) -> None:
    actions: list[Action | None] = []

    class Observer(Strategy):
        def observe(self, action: Action | None, marks: Mapping[Cell, int]) -> None:
            actions.append(action)

    expected = histories(name, BOARDS[0], Rules("safe"))
    assert histories(Observer(name), BOARDS[0], Rules("safe")) == expected
    assert actions == [action for history in expected for action in history]
    assert Observer(name).name == "Observer"
    del actions[:]
    game = Strategy(Observer(name)).play(Game("beginner", seed=1), first_cell=(4, 4))
    assert actions == list(game.history)
    assert actions[0] == Action("open", (4, 4))


def test_the_question_takes_all_arguments_once_it_is_a_plain_strategy() -> None:
    position = Position([[1, -1, -1], [-1, -1, -3], [-2, -1, -1]], 4)
    choice = Strategy(Keeper).choose(position, seed=3, time_limit=5, cancel=sapper.Cancel())
    assert choice == Strategy("exact+first").choose(position)

    class Bare(Strategy):
        def choose(self, position: Position) -> Cell:
            return next(cell for cell in position.topology if position[cell] == -1)

    assert Bare().choose(position) == (0, 1)  # its own method
    assert Strategy(Bare).choose(position) == Choice(((0, 1),))


def test_an_override_can_ask_the_strategy_that_it_was_made_of() -> None:
    class Gambler(Strategy):
        def choose(self, position: Position) -> Choice:
            choice = super().choose(position, rules=Rules("safe"))
            return choice if choice.certain else Choice(choice.cells, risk=0.5)

    strategy = Gambler("exact+first")
    assert ends(strategy, BOARDS[0], Rules("safe")) == ends("exact+first", BOARDS[0], Rules("safe"))
    with pytest.raises(StrategyError, match=r"Gambler was made without a name for super\(\)\.choose\(\)"):
        Gambler().play(Game("beginner"))


def test_a_subclass_without_methods_plays_by_its_name() -> None:
    class ByName(Strategy):
        def __init__(self) -> None:
            super().__init__("exact+corners")

    assert Strategy(ByName) == Strategy("exact+corners")
    assert histories(ByName, BOARDS[0], Rules()) == histories("exact+corners", BOARDS[0], Rules())


class Nothing(Strategy):
    pass


class Forgetful(Strategy):
    def __init__(self) -> None:
        pass

    def chose(self, position: Position) -> Cell:
        raise AssertionError


class Arguments(Strategy):
    def __init__(self, depth: int) -> None:
        self.depth = depth

    def choose(self, position: Position) -> Cell:
        return (0, self.depth)


class WithLock(Arguments):
    def __init__(self) -> None:
        self.lock = threading.Lock()


def play(strategy: Any) -> Game:
    return Strategy(strategy).play(Game("beginner", rules="any", seed=3, number=8))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (Nothing, "Nothing has nothing to play by: override choose"),
        (lambda: Strategy(Nothing), "Nothing has nothing to play by"),
        (lambda: Forgetful().play(Game("beginner")), "Forgetful has nothing to play by"),
        (lambda: sapper.simulate("beginner", Forgetful, games=1), "Forgetful has nothing to play by"),
        (lambda: Forgetful().name, "Forgetful has nothing to play by"),
        (lambda: play(Strategy), "a strategy needs a name"),
        (lambda: play(Arguments), r"Arguments\(\) raised TypeError: .*depth.* Give an object"),
        (lambda: play(WithLock), "each game plays with a copy of WithLock, and it cannot be copied"),
        (lambda: play(int), "the class int is not a strategy"),
        (lambda: Strategy(level=Keeper, policy="first"), "must be names or functions"),  # type: ignore[arg-type]
        (lambda: Strategy(Keeper, effort=3), "`effort` is only for the strategy 'best'"),
        (lambda: Strategy(AsBuiltIn("best"), effort=3), "`effort` is only for the strategy 'best'"),
        (lambda: type("Bad", (Strategy,), {"play": play}), "Bad.play would never be called"),
        (lambda: type("Bad", (Strategy,), {"first_cell": play}), "Bad.first_cell would never be called"),
    ],
)
def test_objects_that_cannot_play_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(StrategyError, match=message):
        make()


def test_super_init_may_be_forgotten() -> None:
    strategy = Arguments(2)
    assert (strategy.name, strategy.summary) == ("Arguments", "The class Arguments.")
    assert repr(strategy) == "<Arguments: a strategy>"
    assert strategy == strategy
    assert strategy != Arguments(2)
    assert len({strategy, Arguments(2)}) == 2
    fresh = Position([[-1, -1, -1]], 1)
    as_it_was = Strategy(strategy)
    strategy.depth = 1
    for twin in (as_it_was, pickle.loads(pickle.dumps(as_it_was))):
        assert twin.choose(fresh).cells == ((0, 2),)
    assert Strategy(strategy).choose(fresh).cells == ((0, 1),)
    assert (Strategy(Keeper).name, Strategy(Keeper).summary[:21]) == ("Keeper", "Plays as exact+first,")


def test_a_dataclass_is_a_strategy() -> None:
    @dataclass
    class Row(Strategy):
        row: int = 0
        name = "the row"

        def choose(self, position: Position) -> list[Cell]:
            return [(self.row, column) for column in range(position.topology.shape[1])]

    assert Strategy(Row(1)).choose(Position([[-1, -1], [-1, -1]], 1)).cells == ((1, 0), (1, 1))
    assert Strategy(Row(1)).name == "the row"
    assert Strategy(Row(1)) == Strategy(Row(1)) != Strategy(Row(0))


ONE = Position([[1, -1, -1], [-1, -1, -2]], 2)
ON_A_GRAPH = Position([-1] * 4, 1, Topology.graph([[1], [0, 2], [1, 3], [2]]))


@pytest.mark.parametrize(
    ("answer", "cells", "flags"),
    [
        (2, [2], []),  # on a graph
        ([2, 3], [2, 3], []),
        ((1, 3), [1, 3], []),
        ({3}, [3], []),
        ((0, 1), [(0, 1)], []),
        ([(1, 0), (0, 1), (1, 0)], [(1, 0), (0, 1)], []),
        ({(1, 0)}, [(1, 0)], []),
        (((1, 0), (0, 1)), [(1, 0), (0, 1)], []),
        (np.array([[1, 0], [0, 1]]), [(1, 0), (0, 1)], []),
        (np.array([1, 0]), [(1, 0)], []),
        (iter([(1, 0), (0, 1)]), [(1, 0), (0, 1)], []),
        ((1, 2), [(1, 2)], []),  # a flag does not matter
        (Choice((1, 0)), [(1, 0)], []),  # a single cell
        (Choice(((1, 0),), ((0, 1), (1, 2))), [(1, 0)], [(0, 1)]),
        (Choice((), ((0, 1),)), [], [(0, 1)]),
    ],
)
def test_what_may_be_returned(answer: Any, cells: list[Cell], flags: list[Cell]) -> None:
    position = ON_A_GRAPH if cells and isinstance(cells[0], int) else ONE
    choice = Strategy(lambda _: answer).choose(position)
    assert (list(choice.cells), list(choice.flags)) == (cells, flags)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([], "it has nothing to open, and no new flag to set"),
        (Choice(()), "it has nothing to open"),
        (Choice((), ((1, 2),)), "no new flag to set"),
        (Choice(((0, 1),), ((0, 1),)), "wants to open and to flag row 0, column 1"),
        (Choice(((0, 1),), ((0, 0),)), "is open already"),
        (Choice(((0, 1),), risk=2), "whose risk is 2"),
        (Choice(((0, 1),), risk=float("nan")), "whose risk is nan"),
        (Choice(((0, 1),), win_probability="much"), "whose win_probability is 'much'"),  # type: ignore[arg-type]
        ([(0, 1), (7, 7)], r"returned \(7, 7\)"),
    ],
    ids=str,
)
def test_what_may_not_be_returned(answer: Any, message: str) -> None:
    with pytest.raises(StrategyError, match=message):
        Strategy(lambda _: answer).choose(ONE)


class Flagger(Strategy):
    """Flags every certain mine, and some safe cells before it opens them."""

    def begin(self, board: Board, rules: Rules, seed: int) -> None:
        self.marks = dict.fromkeys(board.topology, -1)

    def observe(self, action: Action | None, marks: Mapping[Cell, int]) -> None:
        self.marks.update(marks)

    def choose(self, position: Position) -> Choice:
        assert self.marks == {cell: position[cell] for cell in position.topology}
        analysis = sapper.analyse(position)
        assert analysis.safest is not None
        flags = [cell for cell in analysis.mines if position[cell] != -2]
        if not flags and position[analysis.safest] != -2 and (position.marks >= 0).any():
            return Choice((), (analysis.safest,))
        return Choice((analysis.safest,), tuple(flags))


@pytest.mark.parametrize("question_marks", rest_long([True, False]))
@pytest.mark.parametrize("win", rest_long(["flagged", "cleared"]))
def test_a_class_that_flags_plays_the_same_games_in_simulations(win: Any, question_marks: bool) -> None:
    rules = Rules("safe", win, question_marks=question_marks)
    games = [Strategy(Flagger).play(Game(BOARDS[0], rules, seed=2, number=n)) for n in range(20)]
    report = sapper.simulate(BOARDS[0], Flagger, rules=rules, games=20, seed=2, threads=1)
    assert report.won == sum(game.status == "won" for game in games) > 0
    assert report.tally.clicks == sum(len(game.history) for game in games)


@pytest.mark.parametrize("method", ["begin", "choose", "observe"])
def test_an_error_names_method_line_and_game(method: str) -> None:
    def faulty_by(error: Exception) -> Any:
        def fail(*_: object) -> None:
            raise error

        return type("Broken", (AsBuiltIn,), {method: fail})

    with pytest.raises(sapper.BudgetError, match="the strategy 'Broken': too much"):
        play(faulty_by(sapper.BudgetError("too much")))
    faulty = faulty_by(KeyError("no reason"))
    place = rf"\(in {method}, line \d+ of test_classes.py, game 8 of seed 3\)"
    expected = f"'Broken' raised KeyError: 'no reason' {place}"
    for run in (play, lambda it: sapper.simulate("beginner", it, seed=3, number=8, threads=1)):
        with pytest.raises(StrategyError, match=expected) as error:
            run(faulty)
        assert isinstance(error.value.__cause__, KeyError)


class Wrong(AsBuiltIn):
    """Returns a cell that is not on the board."""

    def choose(self, position: Position) -> Cell:
        return (50, 50)


class AsAnObject:
    __name__ = "Wrong"
    __call__ = Wrong.choose


class Unbelievable(AsBuiltIn):
    """Returns beliefs of a wrong type."""

    def beliefs(self, position: Position) -> str:
        return "much"


@pytest.mark.parametrize(
    "strategy",
    [
        Wrong,
        AsAnObject(),
        lambda _: (50, 50),
        lambda _: [],
        lambda _: Choice(((0, 0),), risk=2),
        Strategy(level=lambda _: 3, policy="random"),  # type: ignore[arg-type]
        Strategy(level=lambda _: ([(0, 0)], [(0, 0)]), policy="random"),
        Strategy(level=lambda _: ([(50, 50)], []), policy="random"),
        Strategy(level="single", policy=lambda *_: (50, 50)),
    ],
)
def test_an_error_about_an_answer_names_strategy_line_and_game(strategy: Any) -> None:
    rules = Rules("any")
    expected = r"'(Wrong|<lambda>)' .*\(line \d+ of test_classes.py, game \d of seed 3\)"
    game = Game(BOARDS[0], rules, seed=3, number=8)
    for run in (
        lambda: Strategy(strategy).play(game, first_cell=(0, 0)),
        lambda: sapper.simulate("beginner", strategy, rules=rules, seed=3, number=8, threads=1),
        lambda: list(sapper.autoplay(Game(BOARDS[0], rules, seed=3, number=8), strategy, first_cell=(0, 0))),
    ):
        with pytest.raises(StrategyError, match=expected):
            run()
    with pytest.raises(StrategyError, match=r"'Unbelievable' returned 'much' .*line \d+ of"):
        Strategy(Unbelievable).beliefs(ONE)


def test_parts_may_share_an_object_and_listen_and_have_a_copy_for_each_game() -> None:
    policy = CountingPolicy()
    strategy = Strategy(level="exact", policy=policy)
    made_anew: Any = CountingPolicy
    for number in range(5):
        together = strategy.play(Game("expert", seed=1, number=number)).history
        alone = Strategy(level="exact", policy=made_anew).play(Game("expert", seed=1, number=number)).history
        assert together == alone
    assert policy.guesses == 0

    class Brain:
        def __init__(self) -> None:
            self.log: list[str] = []

        def rule(self, position: Position) -> tuple[list[Cell], list[Cell]]:
            self.log.append("rule")
            return exact_rule(position)

        def pick(self, position: Position, risks: Any) -> Cell:
            assert self.log[-1] == "rule"
            return next(cell for cell in position.topology if position[cell] == -1 and risks[cell] != 1)

    brain = Brain()
    strategy = Strategy(level=brain.rule, policy=brain.pick)
    assert strategy.play(Game("beginner", seed=1)).status in ("won", "lost")
    assert brain.log == []

    class Listener(CountingPolicy):
        def begin(self, board: Board, rules: Rules, seed: int) -> None:
            self.changes = 0

        def observe(self, action: Action | None, marks: Mapping[Cell, int]) -> None:
            self.changes += len(marks)

        def __call__(self, position: Position, risks: object) -> Cell:
            assert self.changes == (position.marks != -1).sum()
            return super().__call__(position, risks)

    assert play(Strategy(level="exact", policy=Listener())).status in ("won", "lost")
