"""What strategies believe: it is true, their moves rest on it, and it is no more than they know."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from support.any_topology import KINDS, random_positions
from support.cases import rest_long
from support.futures import Futures
from support.lattices import fours

from sapper import Action, Beliefs, Cell, Game, Position, Strategy, analyse, errors
from sapper.strategy import INFERENCE_LEVELS, Statement

OWN_RULES = ("single", "subset", "propositions", "bounds")
GUESS = Position.from_text("1......\n2......\n.......\n.......\n......1\n.......", 9)


def positions(kind: str, count: int, seed: int) -> list[Position]:
    """Positions in which there is something to choose."""
    some = random_positions(kind, count, seed=seed)
    return [each for each in some if each.board.mines < each.hidden < each.topology.size]


def cells_of(position: Position, mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> set[Cell]:
    return {cell for cell in position.topology if mask[cell]}


@pytest.mark.parametrize("kind", rest_long(["square", "graph", *KINDS[1:-1]], 2))
@pytest.mark.parametrize("level", INFERENCE_LEVELS)
def test_what_it_believes_is_true(kind: str, level: str) -> None:
    strategy = Strategy(f"{level}+density" if level in OWN_RULES else f"{level}+random")
    certain, statements = 0, list[Statement]()
    for position in positions(kind, 60, seed=21):
        if position.hidden > 14:
            continue
        futures = Futures(position)
        beliefs = strategy.beliefs(position)
        index = position.topology.index
        for cell in position.topology:
            if beliefs.safe[cell]:
                assert not any(index(cell) in mines for mines in futures.configurations)
            if beliefs.mines[cell]:
                assert all(index(cell) in mines for mines in futures.configurations)
        certain += int(beliefs.safe.sum() + beliefs.mines.sum())
        for statement in beliefs.statements:
            cells = {index(cell) for cell in statement.cells}
            assert not any(beliefs.safe[cell] or beliefs.mines[cell] for cell in statement.cells)
            for mines in futures.configurations:
                assert statement.least <= len(cells & mines) <= statement.most
        statements += beliefs.statements
    assert certain > 0
    assert statements
    ranges = [str(each) for each in statements if each.least < each.most]
    assert all(" to " in text and (" mines among (" in text or kind == "graph") for text in ranges)
    assert ranges or (level, kind) != ("bounds", "square")


def test_stronger_levels_know_more() -> None:
    counts = dict.fromkeys(OWN_RULES, 0)
    for kind in KINDS:
        for position in positions(kind, 100, seed=22):
            before: set[Cell] = set()
            for level in OWN_RULES:
                beliefs = Strategy(f"{level}+random").beliefs(position)
                cells = cells_of(position, beliefs.safe | beliefs.mines)
                assert before <= cells
                before = cells
                counts[level] += len(cells)
    assert counts["single"] < counts["subset"] < counts["propositions"] < counts["bounds"]


ESTIMATORS = [*(f"{level}+density" for level in OWN_RULES), "single+ratio", "bounds+ratio"]


@pytest.mark.parametrize("name", rest_long(ESTIMATORS, 3))
def test_its_move_rests_on_it(name: str) -> None:
    strategy, guess_count = Strategy(name), 0
    for kind in KINDS:
        for position in positions(kind, 60, seed=23):
            beliefs, choice = strategy.beliefs(position), strategy.choose(position)
            if beliefs.safe.any():
                assert set(choice.cells) == cells_of(position, beliefs.safe)
                assert choice.certain
                continue
            guess_count += 1
            if choice.risk is None:
                assert np.isnan(beliefs.risk[~beliefs.mines]).all()
                continue
            assert beliefs.risk[choice.cell] == choice.risk
            assert choice.risk == pytest.approx(np.nanmin(beliefs.risk))
    assert guess_count > 50


@pytest.mark.parametrize("level", rest_long(OWN_RULES, 2))
def test_density_and_ratio_follow_from_the_statements(level: str) -> None:
    for kind in KINDS:
        for position in positions(kind, 40, seed=24):
            density = Strategy(f"{level}+density").beliefs(position)
            ratio = Strategy(f"{level}+ratio").beliefs(position)
            hidden = {cell for cell in position.topology if np.isin(position.marks[cell], (-1, -2, -4))}
            mines = cells_of(position, density.mines)
            open_to_guess = hidden - mines
            exploded = int((position.marks == -3).sum())
            if not open_to_guess:
                continue
            base = max(0, position.board.mines - len(mines) - exploded) / len(open_to_guess)
            for cell in open_to_guess - cells_of(position, density.safe):
                around = [each for each in density.statements if cell in each.cells]
                highest = max([base, *(each.least / len(each.cells) for each in around)])
                assert density.risk[cell] == pytest.approx(highest)
                shares = [each.least / len(each.cells) for each in around if each.least == each.most]
                if shares:
                    assert ratio.risk[cell] == pytest.approx(sum(shares) / len(shares))
                else:
                    assert np.isnan(ratio.risk[cell])


EXACT_STRATEGIES = ["best", "fast", "exact+first", "exact+pseq", "frontier", "areas-nearest"]


@pytest.mark.parametrize("name", rest_long(EXACT_STRATEGIES, 3))
def test_counting_strategies_know_the_risks(name: str) -> None:
    by_rules = Position.from_text("111.\n....\n....", 3)  # a safe cell by rules, so they need not count
    beliefs = Strategy("subset+least").beliefs(by_rules)
    assert beliefs.safe.any()
    assert np.isnan(beliefs.risk[~beliefs.safe & ~beliefs.mines]).all()
    assert not np.isnan(Strategy("subset+density").beliefs(by_rules).risk[by_rules.marks < 0]).any()
    for kind in KINDS:
        for position in positions(kind, 20, seed=25):
            analysis, beliefs = analyse(position), Strategy(name).beliefs(position)
            assert np.allclose(beliefs.risk, analysis.mine_probability, equal_nan=True, atol=1e-12)
            assert cells_of(position, beliefs.safe) == set(analysis.safe)
            assert cells_of(position, beliefs.mines) == set(analysis.mines)
            assert beliefs.statements == ()


def test_sampled_risks_are_those_of_the_choice() -> None:
    strategy = Strategy("sampled+first")
    beliefs = strategy.beliefs(GUESS)
    for seed in range(5):
        beliefs, choice = strategy.beliefs(GUESS, seed=seed), strategy.choose(GUESS, seed=seed)
        assert beliefs.risk[choice.cell] == choice.risk
    exact = analyse(GUESS).mine_probability
    for array in (beliefs.safe, beliefs.mines, beliefs.risk):
        assert array.shape == GUESS.topology.shape
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 0
    assert np.nanmax(abs(beliefs.risk - exact)) < 0.15
    assert not np.allclose(beliefs.risk, exact, equal_nan=True)


def test_a_frontier_that_is_too_large_is_estimated_by_density() -> None:
    position = fours(9, 61, 210)
    by_density, by_boundary = (
        Strategy(f"bounds+{policy}").beliefs(position).risk for policy in ("density", "boundary")
    )
    assert not analyse(position).safe
    assert np.array_equal(by_boundary, by_density, equal_nan=True)
    assert not np.allclose(by_boundary, analyse(position).mine_probability, equal_nan=True)


@pytest.mark.long
def test_positions_too_large_to_count_suit_strategies_that_do_not_count() -> None:
    position = fours(31, 31, 300)
    assert Strategy("bounds+density").beliefs(position).statements
    with pytest.raises(errors.BudgetError):
        Strategy("exact+first").beliefs(position)


def test_an_endgame_that_is_played_exactly_is_known_exactly() -> None:
    more = 0
    for kind in KINDS:
        for position in positions(kind, 60, seed=27):
            plain, exact = (Strategy(f"single+random{end}").beliefs(position) for end in ("", "+endgame"))
            if plain.safe.any() or analyse(position).log_configurations > np.log(400):
                continue
            assert cells_of(position, exact.safe) == set(analyse(position).safe)
            assert cells_of(position, exact.mines) == set(analyse(position).mines)
            more += bool(exact.safe.any())
    assert more > 0


def test_parts_of_your_own() -> None:
    def chooses(_: Position) -> Cell:
        return (0, 1)

    def rule(_: Position) -> tuple[list[Cell], list[Cell]]:
        return [(0, 1)], [(1, 1)]

    nothing = Strategy(chooses).beliefs(GUESS)
    assert np.isnan(nothing.risk).all()
    assert not nothing.safe.any()
    assert nothing.statements == ()
    beliefs = Strategy(level=rule, policy="density").beliefs(GUESS)
    assert cells_of(GUESS, beliefs.safe) == {(0, 1)}
    assert cells_of(GUESS, beliefs.mines) == {(1, 1)}
    assert [str(each) for each in beliefs.statements] == [
        "1 mine among (2, 0), (2, 1)",
        "1 mine among (3, 5), (3, 6), (4, 5), (5, 5), (5, 6)",
    ]


# ruff: noqa: ARG002  # the methods have the arguments that they are called with


class Bold(Strategy):
    """Plays by a rule of thumb, and treats risks below a quarter as none."""

    def __init__(self, least: float = 0.25) -> None:
        super().__init__("subset+density")
        self.least = least

    def observe(self, action: Action | None, marks: Mapping[Cell, int]) -> None:
        self.marks = dict(marks)

    def beliefs(self, position: Position) -> Beliefs:
        assert self.marks == {cell: position[cell] for cell in position.topology if position[cell] != -1}
        beliefs = super().beliefs(position)
        safe = beliefs.safe | (beliefs.risk < self.least)
        return replace(beliefs, safe=safe, statements=beliefs.statements[:1])


class Believer(Strategy):
    """Opens the safest cell, and believes what it was made with."""

    def __init__(self, beliefs: Any) -> None:
        self.answer = beliefs

    def choose(self, position: Position) -> Cell:
        return Strategy("exact+first").choose(position).cell

    def beliefs(self, position: Position) -> Beliefs:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[no-any-return]  # it may be anything


def test_a_subclass_has_its_own_beliefs() -> None:
    usual, bold = Strategy("subset+density").beliefs(GUESS), Strategy(Bold).beliefs(GUESS, seed=3)
    low = usual.risk < 0.25
    assert low.any()
    assert (bold.safe == low).all()
    assert (bold.risk[low] == 0).all()
    assert np.array_equal(bold.risk[~low], usual.risk[~low], equal_nan=True)
    assert bold.statements == usual.statements[:1] != usual.statements
    assert Strategy(Bold(0.0)).beliefs(GUESS).safe.sum() == usual.safe.sum()
    # It plays as before, by the parts that it names.
    assert Strategy(Bold).name == "Bold"
    games = [Game("beginner", seed=8) for _ in range(2)]
    Bold().play(games[0])
    Strategy("subset+density").play(games[1])
    assert games[0].history == games[1].history


def test_the_beliefs_of_a_subclass_are_checked() -> None:
    shape = GUESS.topology.shape
    none, nan = np.zeros(shape, dtype=bool), np.full(shape, np.nan)
    first = none.copy()
    first[0, 0], hidden = True, none.copy()
    hidden[0, 1] = True
    beliefs = Strategy(Believer(Beliefs(hidden, none, nan))).beliefs(GUESS)
    assert cells_of(GUESS, beliefs.safe) == {(0, 1)}
    assert beliefs.risk[0, 1] == 0
    assert not beliefs.mines.flags.writeable
    assert beliefs.statements == ()
    # Estimates for open cells are dropped.
    beliefs = Strategy(Believer(Beliefs(none, none, np.where(first, 0.5, nan)))).beliefs(GUESS)
    assert np.isnan(beliefs.risk[0, 0])
    for answer, text in (
        (None, "returned None from beliefs"),
        (KeyError("no reason"), r"raised KeyError: 'no reason' \(in beliefs, line "),
        (Beliefs(hidden, hidden, nan), "believes row 0, column 1.* to be both safe and a mine"),
        (Beliefs(first, none, nan), "believes row 0, column 0.* but the cell is open"),
        (Beliefs(none, none, np.where(hidden, 1.5, nan)), "a risk for .* that is not from"),
        (Beliefs(none[1:], none, nan), "safe is not an array of 6 x 7 bools"),
        (Beliefs(none, none.astype(int), nan), "mines is not an array of 6 x 7 bools"),
        (Beliefs(none, none, [[1.0], []]), "risk is not an array of 6 x 7 numbers"),  # type: ignore[arg-type]
        (Beliefs(none, none, nan.astype(str)), "risk is not an array of 6 x 7 numbers"),
        (Beliefs(none, none, nan, 7), "returned 7 as the statements"),  # type: ignore[arg-type]
        (Beliefs(none, none, nan, ("one",)), "returned 'one' among the statements"),  # type: ignore[arg-type]
        (Beliefs(none, none, nan, (Statement(((0, 1),), 1, 2),)), "a statement that no minefield fits"),
        (Beliefs(none, none, nan, (Statement(((0, 0),), 0, 1),)), "or about open cells"),
        (Beliefs(none, none, nan, (Statement(((0, 9),), 0, 1),)), "a statement that is wrong: "),
    ):
        with pytest.raises(errors.StrategyError, match=text):
            Strategy(Believer(answer)).beliefs(GUESS)


def test_what_is_wrong_is_named() -> None:
    strategy = Strategy("subset+density")
    with pytest.raises(errors.ContradictionError):
        strategy.beliefs(Position.from_text("1.\n2.", 1))
    with pytest.raises(errors.GameError, match="all safe cells are open"):
        strategy.beliefs(Position.from_text("1.\n11", 1))
    with pytest.raises(errors.PositionError, match="needs the number of mines"):
        strategy.beliefs(Position.from_text("1.\n.."))
    assert Strategy("subset+ratio").beliefs(Position.from_text("1.\n..")).statements
