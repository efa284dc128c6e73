"""Runs of strategies written as classes: the same games everywhere, and no two strategies in one file."""

# ruff: noqa: ARG001, ARG002  # the methods have the arguments that they are called with
# mypy: disable-error-code="override"

import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.cases import rest_long
from support.own_strategies import CountingPolicy, Keeper, Wanderer, exact_rule
from support.programs import run_program

import sapper
from sapper import Cell, Choice, Game, Position, Strategy
from sapper.simulation.strategy_marks import name_in_files

STRATEGIES = [
    pytest.param(Keeper, id="class"),
    pytest.param(Strategy(level=exact_rule, policy=CountingPolicy()), id="parts"),
    pytest.param(Keeper(3), id="object", marks=pytest.mark.long),
    pytest.param(Wanderer(), id="random", marks=pytest.mark.long),
]


@pytest.mark.parametrize("strategy", rest_long(STRATEGIES))
def test_the_same_games_on_any_workers(strategy: Any) -> None:
    def report_of(threads: int) -> sapper.Report:
        return sapper.simulate("beginner", strategy, games=40, seed=6, chunk=7, threads=threads)

    alone = report_of(1)
    assert alone.digest == report_of(2).digest
    games = [Strategy(strategy).play(Game("beginner", seed=6, number=number)) for number in range(40)]
    assert alone.won == sum(game.status == "won" for game in games)
    assert alone.tally.clicks == sum(len(game.history) for game in games)


class Boaster(Strategy):
    """Plays as exact+first and calls every guess certain, or states no risks."""

    def __init__(self, risk: float | None) -> None:
        self.risk = risk

    def choose(self, position: Position) -> Choice:
        return Choice(Strategy("exact+first").choose(position).cells[:1], risk=self.risk)


@pytest.mark.long
def test_a_report_says_that_risks_are_those_that_the_strategy_states() -> None:
    players = (Boaster(0.0), Boaster(None), "exact+first")
    loud, mute, exact = (sapper.simulate("intermediate", x, games=60, threads=1) for x in players)
    assert "as the strategy states its risks" in str(loud)
    assert (loud.won, loud.tally.exploded) == (mute.won, mute.tally.exploded)
    assert loud.expected_explosions == loud.risk == 0 < loud.tally.exploded
    assert loud.tally.guesses == loud.tally.exploded < mute.tally.guesses
    assert mute.risk == pytest.approx(exact.risk)


def pick(position: Position) -> Cell:
    return (0, STEP)


STEP = 1


def maker(step: object) -> Callable[[Position], Cell]:
    return lambda _: (0, step)  # type: ignore[return-value]


class Stateful(Strategy):
    width = 3

    def __init__(self, state: object) -> None:
        self.state = state

    def choose(self, position: Position) -> Cell:
        return (0, self.width)


class Further(Stateful):
    pass


def name(strategy: Any) -> str:
    return name_in_files(Strategy(strategy))


def test_names_in_files_say_where_a_strategy_is_from() -> None:
    ours, policy = "support.own_strategies", CountingPolicy()
    for strategy, text in (
        (Keeper, f"{ours}:Keeper"),
        (pick, f"{__name__}:pick"),
        (Strategy(level=exact_rule, policy=policy), f"{ours}:exact_rule+{ours}:CountingPolicy"),
        (Strategy(level="exact", policy=policy), f"exact+{ours}:CountingPolicy"),
    ):
        assert name(strategy).rpartition("@")[0] == text
    assert name("exact+corners+endgame") == "exact+corners+endgame"


def states() -> list[object]:
    """Each different from all others, and new with every call."""
    return [
        *(1, 2, 1.0, True, "1", [1, 2], (1, 2), {1, 2}, {1: 2}, {2: 1}, {"a", "b", "c", "d"}, Path("a")),
        *(np.arange(3), np.arange(3.0), np.random.default_rng(1), np.random.default_rng(2)),
        *(Stateful(1), Stateful(2), Further(2), Strategy("best"), Strategy("fast"), Stateful(1).choose),
        *(maker(1), maker(2), partial(maker, 1), partial(maker, 2)),
    ]


def test_another_state_has_another_name_and_the_same_state_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [[name(Stateful(state)) for state in states()] for _ in range(2)]
    assert (names[0], len(set(names[0]))) == (names[1], len(names[0]))
    assert len({name(maker(1)), name(maker(2)), name(partial(maker, 1)), name(partial(maker, 2))}) == 4
    assert name(Stateful(1)) != name(Further(1))
    unreadable = threading.Lock()
    assert name(partial(maker, unreadable)) != name(partial(maker, unreadable))
    loop: list[object] = []
    loop.append(loop)
    assert name(Stateful(loop)) == name(Stateful(loop))
    before = [name(pick), name(Stateful(1))]  # what they use is part of their names
    monkeypatch.setattr(sys.modules[__name__], "STEP", 2)
    monkeypatch.setattr(Stateful, "width", 4)
    assert not {*before} & {name(pick), name(Stateful(1))}


IMPORTS = {
    "import between": "between.helpers.best",
    "import folder.helpers": "folder.helpers.best",
    "import helpers": "helpers.best",
    "from helpers import best": "best",
}


@pytest.mark.parametrize("imports", rest_long([*IMPORTS]))
def test_names_change_with_other_modules_of_the_user(tmp_path: Path, imports: str) -> None:
    helper = IMPORTS[imports]
    program = (
        "import mine, sapper; from sapper.simulation.strategy_marks import name_in_files as name;"
        "print(name(sapper.Strategy(mine.Mine)), name(sapper.Strategy(mine.pick)))"
    )
    (tmp_path / "between.py").write_text("import helpers, numpy\n")
    (tmp_path / "mine.py").write_text(
        f"import sapper\n{imports}\ndef pick(position): return {helper}(position)\n"
        f"class Mine(sapper.Strategy):\n    def choose(self, position): return {helper}(position)\n"
    )

    def names_of(cell: str) -> list[str]:
        for folder in (tmp_path, tmp_path / "folder"):
            folder.mkdir(exist_ok=True)
            (folder / "helpers.py").write_text(f"def best(position): return {cell}\n")
        return run_program(sys.executable, "-B", "-c", program, cwd=tmp_path).stdout.split()

    first = names_of("(0, 0)")
    assert len(first) == 2
    assert first == names_of("(0, 0)")
    assert not set(first) & set(names_of("(0, 1)"))


def test_a_file_refuses_another_state(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    assert sapper.simulate("beginner", Keeper(1), games=4, out=out, threads=1).games == 4
    assert sapper.simulate("beginner", Keeper(1), games=6, out=out, threads=1).games == 6
    with pytest.raises(sapper.SimulationError, match=r"another configuration.*own_strategies:Keeper@"):
        sapper.simulate("beginner", Keeper(2), games=6, out=out, threads=1)
    with pytest.raises(sapper.SimulationError, match="Keeper is given twice"):
        sapper.compare(Keeper(2), Strategy(Keeper(2)))


class Faulty(Strategy):
    def choose(self, position: Position) -> Cell:
        raise ZeroDivisionError


@pytest.mark.long
@pytest.mark.parametrize("where", [{"threads": 2}, {"cluster": "local:1"}])
def test_an_error_names_the_game_in_any_process(where: dict[str, Any]) -> None:
    place = r"in choose, line \d+ of test_classes.py, game 0 of seed 9"
    with pytest.raises(sapper.StrategyError, match=place):
        sapper.simulate("beginner", Faulty, games=3, seed=9, **where)
