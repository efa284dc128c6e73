"""Explained hints: true, complete, without superfluous premises, simplest first, and one after the other."""

import pickle
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from support.any_topology import EACH_KIND, KINDS, random_positions
from support.hints_check import check, check_deduction, check_hint
from support.lattices import numbers_of
from support.levels_model import indices
from support.optional import not_none
from support.strategies import positions
from support.truth import marks_of, neighbours_of

import sapper
from sapper import ArgumentError, Cell, ContradictionError, Game, Position, _engine, analyse, hint
from sapper.board.marks import FLAG
from sapper.hints.hints import RULES


@pytest.mark.parametrize("dense", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", EACH_KIND)
def test_hints_are_true_complete_and_minimal(kind: str, dense: bool) -> None:
    for position in random_positions(kind, 100, seed=5, dense=dense):
        check(hint(position))


def test_hints_of_games() -> None:
    for seed in range(4):
        game = Game("intermediate", rules="opening", seed=seed)
        game.open(8, 8)
        while game.status == "playing":
            result = hint(game.position)
            check_hint(result)
            conclusions: dict[int, bool] = {}
            for deduction in result.deductions:
                index = game.topology.index
                conclusions.update((index(cell), mine) for cell, mine in deduction.claims.items())
            if result.deduction is not None:
                check_deduction(game.position, result.deduction, conclusions)
            safe: list[Cell] = [cell for each in result.deductions for cell in each.safe]
            open_all(game, safe if result.guess is None else [result.guess.cell])


def open_all(game: Game, cells: list[sapper.Cell]) -> None:
    """Opens what is still hidden, while the game lasts."""
    for cell in cells:
        if game.status == "playing":
            game.open(cell)


@settings(max_examples=60)
@given(positions())
def test_any_position_gets_a_hint_or_a_contradiction(position: Position) -> None:
    try:
        analyse(position)
    except ContradictionError as contradiction:
        with pytest.raises(ContradictionError, match=re.escape(str(contradiction))):
            hint(position)
    else:
        result = hint(position)
        check_hint(result)
        assert result.text


@pytest.mark.parametrize("kind", EACH_KIND)
def test_each_difficulty_finds_what_the_easier_find(kind: str) -> None:
    for position in random_positions(kind, 150, seed=7):
        result = [_engine.conclude_up_to(rank, position._engine) for rank in range(len(RULES))]
        for (safe, mines, _), (more_safe, more_mines, _) in pairwise(result):
            assert set(safe) <= set(more_safe), position
            assert set(mines) <= set(more_mines), position
        deductions = hint(position).deductions
        for rank, (safe, mines, _) in enumerate(result):
            easy = [each for each in deductions if RULES.index(each.difficulty) <= rank]
            assert {*safe} == indices(position.topology, [cell for each in easy for cell in each.safe])
            assert {*mines} == indices(position.topology, [cell for each in easy for cell in each.mines])


def test_a_single_deduction_is_a_number_and_what_is_known_around_it() -> None:
    for position in random_positions("square", 200, seed=8):
        neighbours, marks = neighbours_of(position.topology), marks_of(position)
        for deduction in hint(position).deductions:
            if deduction.rule == "single":
                (number,) = indices(position.topology, list(deduction.numbers))
                around = {cell for cell in neighbours[number] if marks[cell] < 0}
                assert indices(position.topology, [*deduction.claims, *deduction.given]) <= around


def test_a_subset_rests_on_the_mines_that_make_it_one() -> None:
    first, second = hint("12?1\n?4??\n???1", 4).deductions[:2]
    assert first.mines == ((1, 0),)
    assert (second.rule, second.given) == ("subset", ((1, 0),))
    assert second.text == (
        "The 2 at row 0, column 1 has one more mine among cells that the 1 at row 0, column 3 also "
        "touches. That leaves no mine for the other cell of that 1: row 1, column 3 is safe."
    )


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_needed_somewhere(rule: str) -> None:
    for kind in KINDS:
        for position in random_positions(kind, 600, seed=9):
            hardest = _engine.difficulty_of(position._engine)
            if hardest is not None and RULES[hardest] == rule:
                assert rule in {deduction.rule for deduction in hint(position).deductions}
                return
    pytest.fail(f"no position needs {rule}")


@pytest.mark.parametrize(
    ("rows", "mines", "pattern"), [("1111\n....\n....", 3, "1-1"), ("12221\n.....\n.....", 4, "1-2")]
)
def test_patterns_at_the_edge_are_named(rows: str, mines: int, pattern: str) -> None:
    assert pattern in {deduction.pattern for deduction in hint(rows, mines).deductions}


WALLS = [
    ("101", "000", "1-2-1"),
    ("101", "010", "1-2-1"),  # under a known mine 2-3-2
    ("0110", "0000", "1-2-2-1"),
    ("0110", "1001", "1-2-2-1"),  # 2-3-3-2
    ("010", "010", "1-1"),  # 2-2-2
    ("01010", "00100", "1-1"),  # inside a longer wall 1-2-3-2-1
    ("011010", "000100", "1-1"),
]
"""Mines in a wall of hidden cells, mines above the numbers along it, and the pattern that they leave."""


@pytest.mark.parametrize("explode", [False, True])
@pytest.mark.parametrize(("wall", "above", "pattern"), WALLS)
def test_what_reduces_to_a_pattern_has_its_name(wall: str, above: str, pattern: str, explode: bool) -> None:
    mined = np.array([[x == "1" for x in row] for row in ("0" * len(wall), above, "0" * len(wall), wall)])
    marks = numbers_of(mined)
    marks[1][mined[1]] = -3 if explode else -1
    marks[3] = -1
    for turns in range(4):
        turn = np.rot90(marks, turns)
        for turn_of_marks in (turn, np.fliplr(turn)):
            result = {each.pattern for each in hint(Position(turn_of_marks, int(mined.sum()))).deductions}
            assert pattern in result
            assert result <= {pattern, None, "1-1", "1-2"}


def test_patterns_are_of_square_boards() -> None:
    for kind in ("hexagons", "graph", "grid"):
        for position in random_positions(kind, 100, seed=3):
            assert all(deduction.pattern is None for deduction in hint(position).deductions)


def test_flagged_mines_are_no_news() -> None:
    result = hint("F1\n11\n..", 1)
    first, second = result.deductions
    assert first.mines == ((0, 0),)
    assert result.deduction == second
    assert second.given == ((0, 0),)


def test_a_wrong_flag_is_reported() -> None:
    text = hint("F0\n00", 0).text
    assert text.endswith("row 0, column 0 is safe. The flag at row 0, column 0 must be wrong.")


def test_no_certain_cell() -> None:
    result = hint("1..\n...", 2)
    assert result.deduction is None
    assert result.deductions == ()
    assert result.difficulty is None
    assert result.text == (
        "No hidden cell is certainly safe. The guess is row 0, column 2, with a risk of 50.00 %. The safest "
        "cell is row 0, column 1, with a risk of 33.33 %, but perfect play wins no more often with it, "
        "because opening it tells nothing. With perfect play, the chance to win from here is 33.33 %."
    )


def test_a_policy_says_why_its_guess_is_better() -> None:
    result = hint("1..\n...", 2, policy=lambda _: ((1, 2), "its number tells more"))
    assert result.guess is not None
    assert (result.guess.cell, result.guess.safest, result.guess.risk) == ((1, 2), (0, 1), 0.5)
    assert result.text.endswith(
        "The best guess is row 1, column 2, with a risk of 50.00 %. "
        "It is better than row 0, column 1, which has a risk of 33.33 %, because its number tells more. "
        "With perfect play, the chance to win from here is 33.33 %."
    )
    same = hint("1..\n...", 2, policy=lambda analysis: (analysis.safest or (0, 0), "it is so")).guess
    assert same is not None
    assert same.reason is None


@pytest.mark.parametrize(
    ("policy", "complaint"),
    [
        (lambda _: ((0, 0), "it is near"), "returned row 0, column 0.*, which is open already and shows 1"),
        (lambda _: ((5, 0), "it is near"), r"returned \(5, 0\): "),
        (lambda _: (0, 1), r"returned \(0, 1\): not a cell and the reason for it"),
        (lambda _: None, "returned None: not a cell and the reason for it"),
        (lambda _: 1 / 0, "raised ZeroDivisionError: division by zero"),
    ],
)
def test_what_a_policy_says_is_checked(policy: Any, complaint: str) -> None:
    with pytest.raises(sapper.StrategyError, match=complaint):
        hint("1..\n...", 2, policy=policy)


def test_nothing_is_left_to_say() -> None:
    assert hint("1F\n11", 1).text == "Every hidden cell is a mine."
    assert hint("00\n00", 0).text == "Nothing is hidden."


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
