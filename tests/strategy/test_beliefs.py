"""What strategies take for true: it is true, it is what their moves rest on, and no more than they know."""

from __future__ import annotations

import numpy as np
import pytest
from support.any_topology import KINDS, random_positions
from support.futures import Futures
from support.lattices import lattice

from sapper import (
    Beliefs,
    BudgetError,
    Cancel,
    CancelledError,
    Cell,
    ContradictionError,
    GameError,
    Position,
    PositionError,
    Strategy,
    analyse,
)
from sapper.strategy import LEVELS

OWN_RULES = ("single", "subset", "propositions", "bounds")
GUESS = Position.from_text("1......\n2......\n.......\n.......\n......1\n.......", 9)


def positions(kind: str, count: int, seed: int) -> list[Position]:
    """Positions in which there is something to choose."""
    return [
        position
        for position in random_positions(kind, count, seed=seed)
        if position.hidden > position.board.mines and position.hidden < position.topology.size
    ]


def cells_of(position: Position, mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> set[Cell]:
    return {cell for cell in position.topology if mask[cell]}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", LEVELS)
def test_what_it_takes_for_true_is_true(kind: str, level: str) -> None:
    strategy = Strategy(f"{level}+density" if level in OWN_RULES else f"{level}+random")
    certain = together = 0
    for position in positions(kind, 60, seed=21):
        if position.hidden > 14:
            continue
        futures = Futures(position)
        found = strategy.beliefs(position)
        index = position.topology.index
        for cell in position.topology:
            if found.safe[cell]:
                assert not any(index(cell) in mines for mines in futures.configurations)
            if found.mines[cell]:
                assert all(index(cell) in mines for mines in futures.configurations)
        certain += int(found.safe.sum() + found.mines.sum())
        for statement in found.statements:
            cells = {index(cell) for cell in statement.cells}
            assert not any(found.safe[cell] or found.mines[cell] for cell in statement.cells)
            for mines in futures.configurations:
                assert statement.least <= len(cells & mines) <= statement.most
        together += len(found.statements)
    assert certain > 0
    assert together > 0


def test_stronger_levels_know_more() -> None:
    known = dict.fromkeys(OWN_RULES, 0)
    for kind in KINDS:
        for position in positions(kind, 100, seed=22):
            before: set[Cell] = set()
            for level in OWN_RULES:
                found = Strategy(f"{level}+random").beliefs(position)
                cells = cells_of(position, found.safe | found.mines)
                assert before <= cells
                before = cells
                known[level] += len(cells)
    assert known["single"] < known["subset"] < known["propositions"] < known["bounds"]


@pytest.mark.parametrize(
    "name", [*(f"{level}+density" for level in OWN_RULES), "single+ratio", "bounds+ratio"]
)
def test_its_move_rests_on_it(name: str) -> None:
    strategy, guessed = Strategy(name), 0
    for kind in KINDS:
        for position in positions(kind, 60, seed=23):
            found, choice = strategy.beliefs(position), strategy.choose(position)
            if found.safe.any():
                assert set(choice.cells) == cells_of(position, found.safe)
                assert choice.certain
                continue
            guessed += 1
            if choice.risk is None:
                assert np.isnan(found.risk[~found.mines]).all()
                continue
            assert found.risk[choice.cell] == choice.risk
            assert choice.risk == pytest.approx(np.nanmin(found.risk))
    assert guessed > 50


@pytest.mark.parametrize("level", OWN_RULES)
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
                raised = max([base, *(each.least / len(each.cells) for each in around)])
                assert density.risk[cell] == pytest.approx(raised)
                told = [each.least / len(each.cells) for each in around if each.least == each.most]
                if told:
                    assert ratio.risk[cell] == pytest.approx(sum(told) / len(told))
                else:
                    assert np.isnan(ratio.risk[cell])


@pytest.mark.parametrize("name", ["best", "fast", "exact+first", "exact+pseq", "frontier", "areas-nearest"])
def test_who_counts_knows_the_risks(name: str) -> None:
    for kind in KINDS:
        for position in positions(kind, 20, seed=25):
            analysis, found = analyse(position), Strategy(name).beliefs(position)
            assert np.allclose(found.risk, analysis.mine_probability, equal_nan=True, atol=1e-12)
            assert cells_of(position, found.safe) == set(analysis.safe)
            assert cells_of(position, found.mines) == set(analysis.mines)
            assert found.statements == ()


def test_who_finds_a_safe_cell_by_rules_does_not_count() -> None:
    position = Position.from_text("111.\n....\n....", 3)
    found = Strategy("subset+least").beliefs(position)
    assert found.safe.any()
    assert np.isnan(found.risk[~found.safe & ~found.mines]).all()
    assert not np.isnan(Strategy("subset+density").beliefs(position).risk[position.marks < 0]).any()


def test_sampled_risks_are_those_of_the_choice() -> None:
    strategy = Strategy("sampled+first")
    found = strategy.beliefs(GUESS)
    for seed in range(5):
        found, choice = strategy.beliefs(GUESS, seed=seed), strategy.choose(GUESS, seed=seed)
        assert found.risk[choice.cell] == choice.risk
    exact = analyse(GUESS).mine_probability
    assert np.nanmax(abs(found.risk - exact)) < 0.15
    assert not np.allclose(found.risk, exact, equal_nan=True)


def test_a_frontier_that_is_too_large_is_estimated_by_density() -> None:
    marks = lattice(9, 61).marks.copy()
    marks[marks != -1] = 4
    position = Position(marks, 210)
    by_density, by_boundary = (
        Strategy(f"bounds+{policy}").beliefs(position).risk for policy in ("density", "boundary")
    )
    assert not analyse(position).safe
    assert np.array_equal(by_boundary, by_density, equal_nan=True)
    assert not np.allclose(by_boundary, analyse(position).mine_probability, equal_nan=True)


def test_what_cannot_be_counted_is_known_to_those_who_do_not_count() -> None:
    marks = lattice(31, 31).marks.copy()
    marks[marks != -1] = 4
    position = Position(marks, 300)
    assert Strategy("bounds+density").beliefs(position).statements
    with pytest.raises(BudgetError):
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
    told = Strategy(level=rule, policy="density").beliefs(GUESS)
    assert cells_of(GUESS, told.safe) == {(0, 1)}
    assert cells_of(GUESS, told.mines) == {(1, 1)}
    assert [str(each) for each in told.statements] == [
        "1 mine among (2, 0), (2, 1)",
        "1 mine among (3, 5), (3, 6), (4, 5), (5, 5), (5, 6)",
    ]


def test_bounds_are_said_in_words() -> None:
    assert "1 mine among (0, 1), (1, 1)" in map(str, Strategy("single+random").beliefs(GUESS).statements)
    ranges = [
        str(each)
        for position in positions("square", 60, seed=26)
        for each in Strategy("bounds+random").beliefs(position).statements
        if each.least < each.most
    ]
    assert ranges
    assert all(" to " in text and " mines among (" in text for text in ranges)


def test_the_arrays_are_read_only() -> None:
    found: Beliefs = Strategy("subset+density").beliefs(GUESS)
    for array in (found.safe, found.mines, found.risk):
        assert array.shape == GUESS.topology.shape
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 0


def test_what_is_wrong_is_named() -> None:
    strategy = Strategy("subset+density")
    with pytest.raises(ContradictionError):
        strategy.beliefs(Position.from_text("1.\n2.", 1))
    with pytest.raises(GameError, match="all safe cells are open"):
        strategy.beliefs(Position.from_text("1.\n11", 1))
    with pytest.raises(PositionError, match="the number of mines on the board is missing"):
        strategy.beliefs(Position.from_text("1.\n.."))
    assert Strategy("subset+ratio").beliefs(Position.from_text("1.\n..")).statements
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        strategy.beliefs(GUESS, cancel=cancel)
    with pytest.raises(BudgetError):
        strategy.beliefs(GUESS, time_limit=0)
