"""Flags that are trusted and mine counts that are missing: what follows then, by the reference solver."""

# ruff: noqa: ARG002  # the methods of strategies have the arguments that they are called with

import copy
import pickle
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.hints_check import by_index, check_deduction
from support.levels_model import conclusions_of
from support.strategies import positions
from support.truth import marks_of, neighbours_of

import sapper
from sapper import (
    Action,
    Board,
    Cell,
    Choice,
    ContradictionError,
    Inference,
    Position,
    Rules,
    Strategy,
    Topology,
    analyse,
    hint,
    rank,
    reference,
)
from sapper.board.mine_prior import MINES_MISSING
from sapper.errors import GameError, PositionError, StrategyError
from sapper.strategy import INFERENCE_LEVELS, POLICIES, STRATEGIES


@given(positions())
def test_a_hint_finds_what_an_analysis_finds(position: Position[Any]) -> None:
    try:
        analysis = analyse(position, trust_flags=True)
    except ContradictionError:
        return
    flags = {cell for cell in position.topology if position[cell] == -2}
    result = hint(position, trust_flags=True)
    assert result.position == position
    claims: dict[Any, bool] = {}
    for deduction in result.deductions:
        claims |= deduction.claims
    if result.complete:
        assert {cell for cell, mine in claims.items() if not mine} == set(analysis.safe)
        assert {cell for cell, mine in claims.items() if mine} == set(analysis.mines) - flags
    if analysis.safe:
        assert set(result.cells) == set(analysis.safe)
    elif analysis.safest is not None:
        assert result.guess is not None
        assert result.cells == (result.guess.cell,)
        assert result.guess.risk == pytest.approx(analysis.mine_probability[result.guess.cell])


def test_choices_and_beliefs_take_texts_and_trust_flags() -> None:
    text, rows = "1F.\n...", [[1, -2, -1], [-1, -1, -1]]
    for source in (text, rows, np.array(rows), Position(text, 2)):
        mines = None if isinstance(source, Position) else 2
        for name in ("best", "exact+first", "single+first", "sampled+least"):
            strategy = Strategy(name)
            assert set(strategy.choose(source, mines, trust_flags=True).cells) <= {(1, 0), (1, 1)}
            assert strategy.beliefs(source, mines, trust_flags=True).safe[1, :2].all()
            assert not strategy.beliefs(source, mines).safe.any()
        assert Inference(source, mines, trust_flags=True).safe == [(1, 0), (1, 1)]
        assert Inference(source, mines).safe == []
        assert Inference(source, mines).position == Position(text, 2)
    board = sapper.Board(sapper.Topology.torus(3, 3), 2)
    assert Inference("...\n...\n...", 2, topology="torus").board == Inference(board).board == board


def test_guesses_are_compared_by_the_chance_to_win_as_evaluations_count_it() -> None:
    text, mines = "F??\n???\n???", 2
    moves = sapper.rank(text, mines, trust_flags=True, by="win", rules="any")
    assert len(moves) == 8
    best = sapper.evaluate(text, mines, trust_flags=True, strategy="best", rules="any").win_probability
    assert moves[0].evaluation is not None
    assert moves[0].evaluation.win_probability == pytest.approx(best)
    assert best == pytest.approx(7 / 8)
    result = hint(text, mines, trust_flags=True, by="win")
    assert result.guess is not None
    assert "87.50 %" in result.text
    assert " 0 %" not in result.text


def test_more_flags_than_mines_are_refused() -> None:
    with pytest.raises(ContradictionError, match="need at least 2 mines, but the board has 1"):
        Strategy("best").choose("FF.\n...", 1, trust_flags=True)


RULES_ALONE = ["single", "subset", "propositions", "bounds"]
PICKS = ["random", "ratio", "hidden-corners"]
PATH = Topology.graph([[1], [0, 2], [1, 3], [2]])
FOUR_BY_FOUR = "3?2?\n????\n3???\n1??0"


def without(position: Position) -> Position:
    return Position(position.marks, topology=position.topology)


def certain(position: Position) -> dict[int, bool] | None:
    """The cells that are safe (False) or mines (True) for every mine count that fits; None if none fits."""
    neighbours, marks = neighbours_of(position.topology), marks_of(position)
    common: dict[int, bool] | None = None
    for mines in range(marks.count(-3), position.topology.size + 1):
        try:
            truth = reference.solve(neighbours, marks, mines)
        except ValueError:
            continue
        certain = {**dict.fromkeys(truth.safe, False), **dict.fromkeys(truth.mines, True)}
        common = certain if common is None else dict(common.items() & certain.items())
    return common


def among_others(position: Position) -> Position:
    """The position with so many cells that touch nothing that the mine count decides nothing."""
    spare = position.hidden + 2
    marks = [*marks_of(position), *[-1] * spare]
    neighbours = [*neighbours_of(position.topology), *[[] for _ in range(spare)]]
    return Position(marks, marks.count(-3) + position.hidden + 1, Topology.graph(neighbours))


@settings(max_examples=60)
@given(positions())
def test_hints_find_what_holds_for_every_mine_count(position: Position) -> None:
    truth = certain(position)
    assume(truth is not None)
    result = hint(without(position))
    assert result.complete
    assert result.guess is None
    conclusions: dict[int, bool] = {}
    for deduction in result.deductions:
        assert not deduction.mine_count
        check_deduction(position, deduction, conclusions)
        conclusions.update(by_index(position, deduction.claims))
    assert conclusions == truth
    assert "None" not in result.text + result.advice
    if conclusions and set(conclusions.values()) == {True} and len(conclusions) < position.hidden:
        assert "give `mines`" in result.text


@settings(max_examples=60)
@given(positions())
def test_certain_cells_are_ranked_without_a_mine_count(position: Position) -> None:
    truth = certain(position)
    assume(truth is not None)
    if not truth and position.hidden:
        with pytest.raises(PositionError, match="give `mines`"):
            rank(without(position))
        return
    index = position.topology.index
    moves = {index(move.cell): move.kind == "flag" for move in rank(without(position))}
    flags = {cell for cell, mark in enumerate(marks_of(position)) if mark == -2}
    assert moves == {cell: mine for cell, mine in (truth or {}).items() if not (mine and cell in flags)}


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
    with pytest.raises(ContradictionError) as refusal:
        hint(position)
    assert refusal.value.cells
    assert not refusal.value.mine_count
    assert all(position[cell] >= 0 for cell in refusal.value.cells)


@settings(max_examples=60)
@given(positions(), st.sampled_from(RULES_ALONE), st.sampled_from(PICKS), st.integers(0, 2**64 - 1))
def test_rules_needing_no_count_do_without_it(position: Position, level: str, policy: str, seed: int) -> None:
    truth = certain(position)
    assume(truth is not None)
    assert truth is not None
    index = position.topology.index
    try:
        choice = Strategy(f"{level}+{policy}").choose(without(position), seed=seed)
    except PositionError:
        assert position.hidden - len(truth) == 1
    except GameError:
        assert all(truth.get(cell) for cell in np.flatnonzero(position.marks.ravel() == -1).tolist())
    else:
        assert choice.win_probability is None
        assert not choice.flags
        if position.hidden == position.topology.size:  # the first cell, which the rules make safe
            assert choice.certain
            return
        if choice.certain:
            assert all(truth.get(index(cell)) is False for cell in choice.cells)
        assert choice.certain == bool(conclusions_of(level, among_others(position))[0])


def test_what_needs_no_count_is_as_documented() -> None:
    """What a strategy does shows whether it needs the count."""

    def works(name: str) -> bool:
        try:
            Strategy(name).choose(Position("111\n???\n???"))
        except PositionError:
            return False
        return True

    assert [level for level in INFERENCE_LEVELS if works(f"{level}+random")] == RULES_ALONE
    assert [policy for policy in POLICIES if works(f"single+{policy}")] == PICKS
    strategies = ["knowledge-random", "propositions", "propositions-corners"]
    assert [name for name in STRATEGIES if works(name)] == strategies
    assert not works("single+random+endgame")
    with pytest.raises(PositionError, match=r"the strategy 'best' needs .* give `mines`$"):
        Strategy("best").choose(Position("111\n???\n???"))


WITHOUT_COUNT = [*map(Position, ("111\n???\n???", "???\n???", "?")), Position([-1, 1, -1, -1], None, PATH)]


@pytest.mark.parametrize("position", WITHOUT_COUNT, ids=repr)
def test_code_in_python_gets_the_position_without_a_count(position: Position) -> None:
    calls: list[object] = []
    hidden = [cell for cell in position.topology if position[cell] == -1][-1]

    class Own(Strategy):
        def begin(self, board: Board, rules: Rules, seed: int) -> None:
            self.board = board
            assert board.topology == position.topology
            assert "mines unknown" in repr(board)
            assert pickle.loads(pickle.dumps(board)) == board
            assert hash(board) == hash(copy.deepcopy(board))

        def choose(self, position: Position) -> Cell:
            calls.append(position)
            return hidden

    class Curious(Own):
        def choose(self, position: Position) -> Cell:
            return (self.board.mines,)

    class Listener(Strategy):
        def observe(self, action: Action | None, marks: Mapping[Cell, int]) -> None:
            calls.append(position)

    def function(position: Position) -> Cell:
        calls.append(position)
        return hidden

    for strategy in (Own, Own(), function):
        assert Strategy(strategy).choose(position).cells == (hidden,)
    assert Strategy(Own).beliefs(position).statements == ()
    if position.hidden > 1 and (position.marks >= 0).any():
        Strategy(level=lambda position: (function(position), ())[1:] * 2, policy="random").choose(position)
        Strategy(level="single", policy=lambda position, _: function(position)).choose(position)
        assert Listener("subset+random").choose(position) is not None
    assert calls
    assert set(map(repr, calls)) == {repr(position)}
    with pytest.raises(StrategyError, match=r"'Curious' raised PositionError: .*give `mines`"):
        Strategy(Curious).choose(position)
    for needs in (
        Listener("best"),
        Strategy(level=lambda _: ([], []), policy="density"),
        Strategy(level="exact", policy=lambda position, _: function(position)),
        Strategy(level="single", policy=lambda position, _: function(position), endgame=True),
    ):
        with pytest.raises(PositionError, match="give `mines`"):
            needs.choose(position)


def test_the_first_cell_needs_no_count() -> None:
    blank = Position("???\n" * 8 + "???")
    opening = Strategy("subset+random").choose(blank)
    assert (opening.cell, opening.risk) == ((2, 1), 0.0)
    assert Strategy("propositions").choose(blank).cell == (4, 1)  # the middle
    anywhere = Strategy("subset+random").choose(blank, rules=Rules("any"))
    assert (anywhere.cell, anywhere.risk) == ((0, 0), None)  # the risk depends on the count
    assert Strategy(lambda _: Choice(((0, 0),), risk=0.25)).choose(blank, rules=Rules("any")).risk == 0.25


def test_the_mean_ratio_needs_no_count() -> None:
    # {A, B, C, D} = 3 and {C, D, E, F} = 2: A and B 0.75, C and D 0.625, E and F 0.5.
    graph = Topology.graph([[6], [6], [6, 7], [6, 7], [7], [7], [0, 1, 2, 3], [2, 3, 4, 5]])
    choice = Strategy("propositions").choose(Position([-1] * 6 + [3, 2], topology=graph))
    assert choice.cell in (4, 5)
    assert choice.risk == 0.5


def test_the_count_alone_decides_a_last_cell_that_touches_no_number() -> None:
    position = Position([0, 0, -1], topology=Topology.graph([[1], [0], []]))
    assert hint(position).deductions == ()
    with pytest.raises(PositionError, match="give `mines`"):
        Strategy("single+random").choose(position)


@pytest.mark.parametrize("ask", [analyse, Inference, lambda position: position.board])
def test_answers_that_count_ask_for_the_mine_count(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(PositionError) as refusal:
        ask(Position(FOUR_BY_FOUR))
    assert str(refusal.value) == MINES_MISSING
