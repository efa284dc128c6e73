"""With `trust_flags=True`, hints, choices and rankings take flags for mines, as analyses do."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from support.strategies import positions

import sapper
from sapper import ContradictionError, Inference, Position, Strategy, analyse, hint


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
        hint("FF.\n...", 1, trust_flags=True)
    with pytest.raises(ContradictionError, match="need at least 2 mines, but the board has 1"):
        Strategy("best").choose("FF.\n...", 1, trust_flags=True)
