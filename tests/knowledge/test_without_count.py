"""Positions without a mine count: what follows whatever the count is, by the reference solver."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.hints_check import check_deduction, indexed
from support.levels_model import concluded
from support.strategies import positions
from support.truth import marks_of, neighbours_of

from sapper import (
    ContradictionError,
    GameError,
    Inference,
    Position,
    PositionError,
    Strategy,
    Topology,
    analyse,
    hint,
    reference,
)
from sapper.board.position import MINES_MISSING
from sapper.strategy import LEVELS, POLICIES, STRATEGIES

RULES_ALONE = ["single", "subset", "propositions", "bounds"]
PICKS = ["random", "ratio", "hidden-corners"]
FOUR_BY_FOUR = "3?2?\n????\n3???\n1??0"


def without(position: Position) -> Position:
    return Position(position.marks, topology=position.topology)


def certain(position: Position) -> dict[int, bool] | None:
    """The cells that are safe (False) or mines (True) for every mine count that fits; None if none fits."""
    neighbours, marks = neighbours_of(position.topology), marks_of(position)
    agreed: dict[int, bool] | None = None
    for mines in range(marks.count(-3), position.topology.size + 1):
        try:
            truth = reference.solve(neighbours, marks, mines)
        except ValueError:
            continue
        found = {**dict.fromkeys(truth.safe, False), **dict.fromkeys(truth.mines, True)}
        agreed = found if agreed is None else dict(agreed.items() & found.items())
    return agreed


def among_others(position: Position) -> Position:
    """With so many cells more that touch nothing that the mine count decides nothing."""
    spare = position.hidden + 2
    marks = [*marks_of(position), *[-1] * spare]
    neighbours = [*neighbours_of(position.topology), *[[] for _ in range(spare)]]
    return Position(marks, marks.count(-3) + position.hidden + 1, Topology.graph(neighbours))


@given(positions())
def test_hints_find_what_holds_for_every_mine_count(position: Position) -> None:
    truth = certain(position)
    assume(truth is not None)
    found = hint(without(position))
    assert found.complete
    assert found.guess is None
    known: dict[int, bool] = {}
    for deduction in found.deductions:
        assert not deduction.mine_count
        check_deduction(position, deduction, known)
        known.update(indexed(position, deduction.claims))
    assert known == truth
    assert "None" not in found.text + found.advice
    if known and set(known.values()) == {True} and len(known) < position.hidden:
        assert "give mines=" in found.text


@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=4))
def test_contradictions_do_not_need_a_mine_count(marks: list[list[int]]) -> None:
    try:
        position = Position(marks)
    except PositionError:
        assume(False)
    truth = certain(position)
    if truth is not None:
        hint(position)
        return
    with pytest.raises(ContradictionError) as caught:
        hint(position)
    assert caught.value.cells
    assert not caught.value.mine_count
    assert all(position[cell] >= 0 for cell in caught.value.cells)


@given(positions(), st.sampled_from(RULES_ALONE), st.sampled_from(PICKS), st.integers(0, 2**64 - 1))
def test_rules_that_need_no_count_choose_without_it(
    position: Position, level: str, policy: str, seed: int
) -> None:
    truth = certain(position)
    assume(truth is not None)
    assert truth is not None
    index = position.topology.index
    try:
        choice = Strategy(f"{level}+{policy}").choose(without(position), seed=seed)
    except PositionError:
        assert not (position.marks >= 0).any() or position.hidden - len(truth) == 1
    except GameError:
        assert all(truth.get(cell) for cell in np.flatnonzero(position.marks.ravel() == -1).tolist())
    else:
        assert choice.win_probability is None
        assert not choice.flags
        if choice.certain:
            assert all(truth.get(index(cell)) is False for cell in choice.cells)
        assert choice.certain == bool(concluded(level, among_others(position))[0])


@pytest.mark.parametrize(
    "name", ["best", "fast", "frontier", "areas-corners", "knowledge-density", "exact+first"]
)
def test_strategies_that_need_the_count_ask_for_it(name: str) -> None:
    with pytest.raises(PositionError, match="give mines="):
        Strategy(name).choose(Position(FOUR_BY_FOUR))
    Strategy(name).choose(Position(FOUR_BY_FOUR, 4))


def test_what_needs_no_count_is_as_documented() -> None:
    """Whether a strategy needs the count is seen from what it does."""

    def works(name: str) -> bool:
        try:
            Strategy(name).choose(Position("111\n???\n???"))
        except PositionError:
            return False
        return True

    assert [level for level in LEVELS if works(f"{level}+random")] == RULES_ALONE
    assert [policy for policy in POLICIES if works(f"single+{policy}")] == PICKS
    assert [name for name in STRATEGIES if works(name)] == [
        "knowledge-random",
        "propositions",
        "propositions-corners",
    ]
    assert not works("single+random+endgame")
    in_python = [
        Strategy(lambda _: (1, 0)),
        Strategy(level=lambda _: ([], []), policy="random"),
        Strategy(level="single", policy=lambda *_: (1, 0)),
    ]
    for strategy in in_python:
        with pytest.raises(PositionError, match="give mines="):
            strategy.choose(Position("111\n???\n???"))


def test_worked_examples_need_no_count() -> None:
    position = Position(FOUR_BY_FOUR)
    found = hint(position)
    names = dict(zip(Topology.square(4, 4), "ABCDEFGHIJKLMNOP", strict=True))
    assert sorted(names[cell] for each in found.deductions for cell in each.mines) == ["B", "E", "F"]
    assert sorted(names[cell] for each in found.deductions for cell in each.safe) == list("DGHKLO")
    choice = Strategy("propositions").choose(position)
    assert sorted(names[cell] for cell in choice.cells) == list("DGHKLO")
    assert choice.certain


def test_the_mean_ratio_needs_no_count() -> None:
    # {A, B, C, D} = 3 and {C, D, E, F} = 2: A and B 0.75, C and D 0.625, E and F 0.5.
    graph = Topology.graph([[6], [6], [6, 7], [6, 7], [7], [7], [0, 1, 2, 3], [2, 3, 4, 5]])
    choice = Strategy("propositions").choose(Position([-1] * 6 + [3, 2], topology=graph))
    assert choice.cell in (4, 5)
    assert choice.risk == 0.5


def test_the_count_alone_decides_a_last_cell_that_touches_no_number() -> None:
    graph = Topology.graph([[1], [0], []])
    position = Position([0, 0, -1], topology=graph)
    assert hint(position).deductions == ()
    with pytest.raises(PositionError, match="give mines="):
        Strategy("single+random").choose(position)


@pytest.mark.parametrize("ask", [analyse, Inference, lambda position: position.board])
def test_what_counts_asks_for_the_count(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(PositionError) as caught:
        ask(Position(FOUR_BY_FOUR))
    assert str(caught.value) == MINES_MISSING
