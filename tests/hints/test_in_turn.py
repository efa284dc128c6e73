"""Hints one after the other: safe cells first, every sentence once, and together all that is certain."""

import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from support.any_topology import EACH_KIND, random_positions
from support.optional import not_none

from sapper import ArgumentError, Game, Position, analyse, hint
from sapper.board.marks import FLAG
from sapper.hints.hints import RULES


def positions_of_games() -> Iterator[Position]:
    """Positions of games of all levels, without flags, with some of them, and with a wrong one."""
    for level in ("beginner", "intermediate", "expert"):
        for seed in range(3):
            game = Game(level, rules="opening", seed=seed)
            game.open(4, 4)
            while game.status == "playing":
                yield game.position
                analysis = analyse(game.position)
                for cell in (*analysis.mines[::2], *analysis.safe[:1]):
                    if game.position[cell] != FLAG:
                        game.flag(cell)
                yield game.position
                for cell in analysis.safe[: len(analysis.safe) // 2 + 1] or [not_none(analysis.safest)]:
                    if game.position[cell] == FLAG:
                        game.flag(cell)
                    if game.status == "playing":
                        game.open(cell)


def check_turns(position: Position) -> None:
    result, analysis = hint(position), analyse(position)
    turns = result.in_turn
    assert result.deduction == (turns[0] if turns else None)
    assert bool(analysis.safe) == bool(turns and turns[0].safe)
    with_safe = [bool(each.safe) for each in turns]
    assert with_safe == sorted(with_safe, reverse=True)
    for kind in (True, False):
        ranks = [RULES.index(each.difficulty) for each in turns if bool(each.safe) == kind]
        assert ranks == sorted(ranks)
    texts = [result.explain(each) for each in turns] + [result.advice] * result.ends_in_advice
    assert texts
    assert len(set(texts)) == len(texts)
    assert texts[0] in result.text
    cells_of_claims = {cell for each in turns for cell in each.claims}
    assert cells_of_claims >= set(analysis.safe)
    assert cells_of_claims >= {cell for cell in analysis.mines if position[cell] != FLAG}
    assert (result.advice in texts) == (not analysis.safe and (analysis.safest is not None or not turns))


def test_safe_cells_come_first_and_no_sentence_comes_twice() -> None:
    for position in positions_of_games():
        check_turns(position)


@pytest.mark.parametrize("kind", EACH_KIND)
def test_hints_in_turn_on_any_board(kind: str) -> None:
    for position in random_positions(kind, 60, seed=12):
        check_turns(position)


def test_a_deduction_is_told_with_the_ones_that_it_rests_on() -> None:
    result = hint("1?\n2?\n1?", mines=2)
    first = result.in_turn[0]
    assert first.safe == ((1, 1),)
    (mine,) = result.support(first)
    assert mine.mines == ((2, 1),)
    assert result.explain(first) == f"{mine.text} Then t{first.text[1:]}"


def test_a_long_way_is_told_in_short() -> None:
    marks = np.full((2, 9), -1)
    marks[0] = [1, 1, 1, 1, 1, 1, 1, 1, 1]
    result = hint(Position(marks, 3))
    last = max(result.deductions, key=lambda each: len(each.given))
    assert result.explain(last).endswith(last.text[1:])
    texts = [result.explain(each) for each in result.in_turn]
    assert any(text.startswith("Simpler deductions show that row 1, column") for text in texts)


@pytest.mark.parametrize("kind", EACH_KIND)
def test_the_support_is_all_that_a_deduction_rests_on(kind: str) -> None:
    longest = 0
    for position in random_positions(kind, 30, seed=3):
        result = hint(position)
        source = {cell: each for each in result.deductions for cell in each.claims}

        def is_needed(cell: Any, position: Any = position, source: Any = source) -> bool:
            return not (position[cell] == -2 and source[cell].claims[cell])

        for deduction in result.deductions:
            support = result.support(deduction)
            longest = max(longest, len(support))
            resting = (deduction, *support)
            sources = {source[cell] for each in resting for cell in each.given if is_needed(cell)}
            assert sources == set(support)
            assert list(support) == sorted(support, key=result.deductions.index)
    assert longest > 2


def test_a_deduction_of_another_hint_is_refused() -> None:
    other = not_none(hint("1?\n11", mines=1).deduction)
    for tell in (hint("1?\n2?\n1?", mines=2).explain, hint("1?\n2?\n1?", mines=2).support):
        with pytest.raises(ArgumentError, match="must be one of the deductions of this hint, not"):
            tell(other)


@pytest.mark.parametrize("kind", EACH_KIND)
def test_a_hint_and_its_deductions_say_the_same_out_of_a_pickle(kind: str) -> None:
    rules = set()
    for position in random_positions(kind, 60, seed=13):
        result = hint(position)
        again = pickle.loads(pickle.dumps(result))
        assert (again, again.in_turn) == (result, result.in_turn)
        assert again.to_dict() == result.to_dict()
        assert (again.advice, again.conclusion) == (result.advice, result.conclusion)
        for deduction in result.deductions:
            alone = pickle.loads(pickle.dumps(deduction))
            assert (alone, alone.text) == (deduction, deduction.text)
            assert again.explain(alone) == result.explain(alone) == result.explain(deduction)
            assert again.support(deduction) == result.support(alone) == result.support(deduction)
            rules.add(deduction.rule)
    assert rules >= {"single", "subset"}


def test_at_the_end_it_says_that_this_was_all() -> None:
    assert hint("1?\n2?\n1?", mines=2).conclusion == "That is all that follows from this position."
