"""What each policy picks, by its definition over all configurations listed, and by samples."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray
from support.any_topology import EACH_KIND, random_positions
from support.cases import rest_long
from support.futures import Futures, guesses
from support.sets import letter_position

from sapper import Cell, Position, Strategy, analyse

EQUAL = 1e-9


def pick(futures: Futures, strategy: str, seed: int = 0) -> int:
    choice = Strategy(strategy).choose(futures.position, seed=seed)
    assert len(choice.cells) == 1
    return futures.position.topology.index(choice.cell)


def safest(futures: Futures) -> list[int]:
    risks = {cell: futures.risk(cell) for cell in futures.hidden}
    return [cell for cell in futures.hidden if risks[cell] <= min(risks.values()) + EQUAL]


def best(cells: list[int], score: Callable[[int], float]) -> list[int]:
    scores = {cell: score(cell) for cell in cells}
    return [cell for cell in cells if scores[cell] >= max(scores.values()) - EQUAL]


def positions() -> Iterator[Futures]:
    """Positions in which a guess is due; a fresh board has its first cell instead."""
    return (futures for futures in guesses(25) if (futures.position.marks >= 0).any())


@pytest.mark.parametrize("level", rest_long(["single", "subset", "propositions", "bounds", "exact"], 2))
def test_policies_that_count_pick_the_least_likely_mine_at_any_level(level: str) -> None:
    for futures in positions():
        choice = Strategy(level=level, policy="least").choose(futures.position)
        cell = futures.position.topology.index(choice.cell)
        assert cell in safest(futures)
        assert choice.risk == pytest.approx(futures.risk(cell))


def test_random_ties_reach_every_equal_cell_and_a_seed_repeats_them() -> None:
    position = Position([[1, -1, -1], [-1, -1, -1], [-1, -1, -1]], 2)
    strategy = Strategy("exact+least")
    choices = [strategy.choose(position, seed=seed).cell for seed in range(60)]
    assert choices == [strategy.choose(position, seed=seed).cell for seed in range(60)]
    assert {position.topology.index(cell) for cell in choices} == set(safest(Futures(position)))


WIDE = Position.from_text("2..........\n...........\n...........\n...........\n...........", mines=12)
"""A number in the corner; elsewhere a sea of equals."""


def sea() -> list[tuple[int, int]]:
    return [(row, column) for row in range(5) for column in range(11) if row > 1 or column > 1]


@pytest.mark.parametrize(
    ("policy", "is_wanted"),
    [
        ("least", lambda _row, _column: True),
        ("nearest", lambda row, column: max(row, column) == 2),
        ("centred", lambda row, column: (row, column) == (2, 5)),
        ("inward", lambda row, column: row in (0, 4) or column in (0, 10)),
        ("inward-from-corner", lambda row, column: row in (0, 4) and column in (0, 10)),
        ("corners", lambda row, column: row in (0, 4) and column in (0, 10)),
        ("edges", lambda row, column: row in (0, 4) or column in (0, 10)),
        ("corners-edges", lambda row, column: row in (0, 4) and column in (0, 10)),
        ("corners-two-deep", lambda row, column: row in (0, 1, 3, 4) and column in (0, 1, 9, 10)),
        ("edges-two-deep", lambda row, column: row in (0, 1, 3, 4) or column in (0, 1, 9, 10)),
        ("corners-edges-two-deep", lambda row, column: row in (0, 1, 3, 4) and column in (0, 1, 9, 10)),
        ("corners/nearest", lambda row, column: (row, column) == (4, 0)),
        ("edges/centred", lambda row, column: row in (0, 4) and column == 5),
        ("edges-two-deep/nearest", lambda row, column: max(row, column) == 2 and min(row, column) < 2),
    ],
)
def test_ties_go_by_place(policy: str, is_wanted: Callable[[int, int], bool]) -> None:
    strategy = Strategy(level="exact", policy=policy)
    possible_cells = {cell for cell in sea() if is_wanted(*cell)}
    choices = {strategy.choose(WIDE, seed=seed).cell for seed in range(200)}
    assert choices <= possible_cells
    assert len(choices) >= min(len(possible_cells), 4)


def test_the_first_of_equals() -> None:
    assert Strategy("exact+first").choose(WIDE).cell == (0, 2)
    assert Strategy("exact+corners/first").choose(WIDE).cell == (0, 10)


def test_without_borders_no_cell_is_preferred() -> None:
    torus = Position(WIDE.marks, WIDE.mines, "torus")
    for policy in ("corners", "edges", "inward", "centred", "inward-from-corner", "corners-edges"):
        strategy = Strategy(level="exact", policy=policy)
        assert len({strategy.choose(torus, seed=seed).cell for seed in range(60)}) > 15


FILTERS: dict[str, Callable[[Futures, int], float]] = {
    "P": lambda futures, cell: -futures.risk(cell),
    "Z": Futures.zero,
    "S": Futures.safe_cell,
    "E": Futures.safe_cells,
    "Q": Futures.entropy,
}


@pytest.mark.parametrize("letters", rest_long(["PZSEQ", "SP", "Z", "E", "QEZ", "PSEQ", "S", "Q", "EQSZP"], 2))
def test_filters_in_the_given_order(letters: str) -> None:
    for futures in positions():
        candidates = [cell for cell in futures.hidden if futures.after(cell)]
        for letter in letters:
            candidates = best(candidates, partial(FILTERS[letter], futures))
        for seed in range(3):
            assert pick(futures, f"exact+{letters}", seed) in candidates, futures.position


def test_pseq_is_its_letters() -> None:
    for futures in positions():
        assert pick(futures, "exact+pseq") == pick(futures, "exact+PSEQ")


def test_the_last_filter_is_nearness() -> None:
    strategy = Strategy("exact+PF")
    assert {depth(strategy, WIDE, seed) for seed in range(50)} == {2}


def depth(strategy: Strategy, position: Position, seed: int = 0) -> int:
    """How far from the first cell it guesses, in moves of a king."""
    cell = strategy.choose(position, seed=seed).cell
    assert isinstance(cell, tuple)
    return max(map(int, cell))


@pytest.mark.parametrize(("policy", "more"), [("two-step", 1), ("look-ahead-1", 1), ("look-ahead-2", 2)])
def test_survival(policy: str, more: int) -> None:
    for futures in guesses(12, most=3 if more > 1 else 4):
        if not (futures.position.marks >= 0).any():
            continue
        most = max(futures.survival(cell, more) for cell in futures.in_band())
        cell = pick(futures, f"exact+{policy}")
        assert futures.survival(cell, more) == pytest.approx(most, abs=1e-6), futures.position


@pytest.mark.parametrize(
    ("strategy", "sets", "mines", "more", "letters", "risk"),
    [
        ("single+ratio", {"ABCD": 3, "CDEF": 2}, 4, "", "EF", 1 / 2),  # the least mean ratio
        ("single+hidden-corners", {"ABCD": 3, "CDEF": 2}, 4, "", "EF", 1 / 2),
        ("single+ratio", {"AB": 1}, 1, "CDEFGH", "AB", 1 / 2),  # never beyond its propositions
        ("subset+density", {"ABC": 1}, 4, "DEF", "ABCDEF", 4 / 6),  # a ratio is a lower bound
        ("subset+density", {"ABC": 1}, 1, "DEFGHI", "DEFGHI", 1 / 9),
        ("single+density", {"ABC": 2, "CD": 1}, 2, "E", "E", 2 / 5),
    ],
)
def test_the_estimates_of_rules_of_thumb(
    strategy: str, sets: dict[str, int], mines: int, more: str, letters: str, risk: float
) -> None:
    position, all_letters = letter_position(sets, mines, more)
    choices = [Strategy(strategy).choose(position, seed=seed) for seed in range(40)]
    assert {choice.cell for choice in choices} == {all_letters.index(letter) for letter in letters}
    assert choices[-1].risk == pytest.approx(risk)


def test_a_random_guess_leaves_out_known_mines() -> None:
    position, letters = letter_position({"AB": 2, "CD": 1}, mines=4, more="EF")
    cells = {Strategy("single+random").choose(position, seed=seed).cell for seed in range(80)}
    assert cells == {letters.index(letter) for letter in "CDEF"}
    assert Strategy("single+random").choose(position).risk is None


def test_hidden_corners_then_hidden_edges_then_the_ratio() -> None:
    strategy = Strategy("single+hidden-corners")
    corners = Position.from_text("2....\n.....\n.....\n.....", mines=6)
    assert {strategy.choose(corners, seed=seed).cell for seed in range(60)} == {(0, 4), (3, 0), (3, 4)}
    edges = Position.from_text("1...1\n.....\n.....\n1...1", mines=6)
    choices = {strategy.choose(edges, seed=seed).cell for seed in range(200)}
    assert choices == {(0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (1, 4), (2, 4), (3, 1), (3, 2), (3, 3)}


def test_the_boundary_gives_way_to_a_sea_of_lower_density() -> None:
    assert depth(Strategy("bounds+boundary"), Position.from_text("1....\n.....\n.....\n.....", mines=12)) == 1
    assert depth(Strategy("bounds+boundary"), Position.from_text("2....\n.....\n.....\n.....", mines=3)) > 1


Risks = NDArray[np.float64]


def sampled_risks(position: Position, seed: int = 0) -> Risks:
    """What the sampled level gives a policy."""
    risks_seen: list[Risks] = []

    def policy(position: Position, risks: Risks) -> Cell:
        risks_seen.append(risks)
        return position.topology.cell(int(np.nanargmin(risks)))

    Strategy(level="sampled", policy=policy).choose(position, seed=seed)
    return risks_seen[0]


@pytest.mark.parametrize("kind", EACH_KIND)
def test_estimates_are_near_and_never_certain_where_nothing_is(kind: str) -> None:
    errors = []
    for view in random_positions(kind, 300, seed=4):
        if view.hidden <= view.board.mines or not (view.marks >= 0).any() or analyse(view).safe:
            continue
        exact = analyse(view).mine_probability
        risks = sampled_risks(view)
        assert (np.isnan(risks) == np.isnan(exact)).all()
        for certain in (0.0, 1.0):
            assert ((risks == certain) == (exact == certain)).all()
        errors += (risks - exact)[~np.isnan(exact)].tolist()
    assert len(errors) > 50
    assert np.abs(errors).max() < 6 * 0.5 / 16  # 256 samples: deviations of at most 1/32
    assert abs(np.mean(errors)) < 0.01


def test_a_seed_repeats_the_samples() -> None:
    position = Position([[-1, 1, -1, 1, -1, -1], [-1, -1, -1, -1, -1, -1]], 3)
    one, same, other = (sampled_risks(position, seed) for seed in (1, 1, 2))
    assert np.array_equal(one, same, equal_nan=True)
    assert not np.array_equal(one, other, equal_nan=True)


def test_samples_deal_mines_among_components_as_configurations_do() -> None:
    """Two numbers that affect each other only through the mines they share."""
    position = Position([[-1, 1, -1, -1, 1, -1, -1, -1]], 3)
    exact = analyse(position).mine_probability
    mean = np.mean([sampled_risks(position, seed) for seed in range(40)], axis=0)
    assert np.nanmax(np.abs(mean - exact)) < 0.02


def test_large_boards_have_weights_in_range() -> None:
    marks = np.full((60, 60), -1)
    marks[5::12, 5::12] = 3
    position = Position(marks, 700)
    exact, risks = analyse(position).mine_probability, sampled_risks(position)
    assert np.nanmax(np.abs(risks - exact)) < 0.2
