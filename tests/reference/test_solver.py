"""The reference solver, in positions and in play, against geometry, lists and all ways to play."""

import json
import runpy
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import topology_model

from sapper import Topology, reference
from sapper.reference import (
    enumerate_configurations,
    enumerate_truth,
    grid,
    hexagons,
    optimum,
    outcomes,
    solve,
    square,
    torus,
)
from sapper.reference.truth import Truth

Position = tuple[list[list[int]], list[int], int]


Method = Callable[[list[list[int]], list[int], int], Truth]


FLAT: list[tuple[int, ...]] = [(1, 1), (1, 4), (4, 1), (2, 2), (5, 4), (6, 7)]


SHAPES: dict[str, list[tuple[int, ...]]] = {
    "square": FLAT,
    "grid": [(7,), (3, 4, 5), (2, 3, 2, 3)],
    "torus": [*FLAT, (2, 5), (3, 3), (3, 4, 5), (6,)],
    "hexagons": FLAT,
    "octagons": FLAT,
}


@pytest.mark.parametrize("kind", SHAPES)
def test_cells_touch_as_their_shapes_do(kind: str) -> None:
    for shape in SHAPES[kind]:
        assert getattr(reference, kind)(*shape) == topology_model.neighbours(getattr(Topology, kind)(*shape))


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    size = draw(st.integers(2, 11))
    pairs = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda ij: ij[0] != ij[1])
    touching: list[set[int]] = [set() for _ in range(size)]
    for one, other in draw(st.lists(pairs, max_size=25)):
        touching[one].add(other)
        touching[other].add(one)
    return [sorted(cells) for cells in touching]


def boards() -> st.SearchStrategy[list[list[int]]]:
    sides = st.tuples(st.integers(1, 3), st.integers(1, 4))
    return st.one_of(
        sides.map(lambda shape: square(*shape)),
        sides.map(lambda shape: torus(*shape)),
        sides.map(lambda shape: hexagons(*shape)),
        st.sampled_from([(12,), (2, 2, 3), (3, 2, 2), (2, 2, 2, 1)]).map(lambda shape: grid(*shape)),
        graphs(),
    )


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """What a player may see of a minefield, with all kinds of marks."""
    neighbours = draw(boards())
    cells = range(len(neighbours))
    mined = draw(st.sets(st.sampled_from(cells)))
    marks = []
    for cell in cells:
        shows = -3 if cell in mined else sum(other in mined for other in neighbours[cell])
        marks.append(draw(st.sampled_from([-1, -1, -1, -2, -4, shows, shows])))
    return neighbours, marks, len(mined)


def truth_or_error(method: Method, position: Position) -> Truth | str:
    try:
        return method(*position)
    except ValueError as error:
        return str(error)


@given(positions())
def test_agrees_with_enumeration(position: Position) -> None:
    assert solve(*position) == enumerate_truth(*position)


@given(boards(), st.data())
def test_agrees_with_enumeration_on_any_marks(neighbours: list[list[int]], data: st.DataObject) -> None:
    marks = [data.draw(st.sampled_from([-4, -3, -2, -1, -1, -1, 0, 1, 2])) for _ in neighbours]
    position = (neighbours, marks, data.draw(st.integers(-1, len(marks) + 1)))
    assert truth_or_error(solve, position) == truth_or_error(enumerate_truth, position)


@given(positions())
def test_flags_and_question_marks_are_hidden_cells(position: Position) -> None:
    neighbours, marks, mines = position
    plain = [-1 if mark in (-2, -4) else mark for mark in marks]
    assert solve(neighbours, plain, mines) == solve(neighbours, marks, mines)


def test_counts_the_sea_with_binomials() -> None:
    truth = solve(square(16, 30), [-1] * 480, 99)
    assert truth.configurations == comb(480, 99)
    assert truth.mine_configurations == (comb(479, 98),) * 480


def test_couples_components_and_sea_through_the_mines() -> None:
    # A 1 in each of two far corners, three hidden neighbours each, and a sea of 2 x 10 - 8 cells.
    truth = solve(square(2, 10), [1, *[-1] * 18, 1], 3)
    assert truth.configurations == 3 * 3 * comb(12, 1)
    assert truth.probability[1] == Fraction(1, 3)
    assert truth.probability[5] == Fraction(1, 12)


def test_many_components_of_different_kinds_share_the_mines() -> None:
    # Thirty separate strips, a 1 with two hidden neighbours: far more configurations than can be listed.
    strips = [[number - 1, number + 1] for number in range(1, 90, 3)]
    neighbours = [[(cell // 3) * 3 + 1] if cell % 3 != 1 else strips[cell // 3] for cell in range(90)]
    truth = solve(neighbours, [1 if cell % 3 == 1 else -1 for cell in range(90)], 30)
    assert truth.configurations == 2**30
    assert set(truth.probability) == {None, Fraction(1, 2)}


@pytest.mark.parametrize("method", [solve, enumerate_truth])
def test_marks_that_are_not_those_of_the_board_raise(method: Method) -> None:
    assert truth_or_error(method, (square(1, 4), [-1] * 3, 1)) == "3 marks for a board of 4 cells"
    assert "cell 2 has the mark -5" in str(truth_or_error(method, (square(1, 4), [-1, -1, -5, -1], 1)))


def test_lists_all_mines_of_every_configuration() -> None:
    # A row of six: an exploded mine, a 1 beside it, three hidden cells around a number.
    assert set(enumerate_configurations(square(1, 6), [-3, 1, -1, 1, -1, -1], 2)) == {frozenset({0, 4})}


def test_lists_each_configuration_once() -> None:
    configurations = list(enumerate_configurations(square(2, 2), [-1, -2, -4, -1], 2))
    assert len(configurations) == len(set(configurations)) == 6


def test_counts_the_mines_of_each_hidden_cell() -> None:
    truth = enumerate_truth(square(1, 5), [-1, 1, -1, -1, -1], 2)
    # One mine beside the 1, left or right, and one of the last two cells.
    assert truth == Truth(4, (2, None, 2, 2, 2))
    assert truth.probability == (*[Fraction(1, 2), None], *[Fraction(1, 2)] * 3)
    assert truth.safe == truth.mines == []


def test_a_contradictory_position_has_no_configurations() -> None:
    assert list(enumerate_configurations(square(1, 2), [0, -1], 1)) == []
    assert list(enumerate_configurations(square(1, 2), [-3, -1], 0)) == []
    with pytest.raises(ValueError, match="no configuration fits"):
        solve(square(1, 2), [0, -1], 1)


ROOT = Path(__file__).parents[2]


def test_the_tool_makes_the_fixed_positions_again() -> None:
    """They are of every topology, small enough to be listed and larger, with contradictions among them."""
    entries = json.loads((ROOT / "tests/data/configurations.json").read_text(encoding="utf-8"))
    for tiny in (True, False):
        kinds = {entry["topology"] for entry in entries if (len(entry["marks"]) <= 18) == tiny}
        assert kinds == {*SHAPES, "graph"} - {"octagons"}
    assert "0" in {entry["configurations"] for entry in entries}
    tool = runpy.run_path(str(ROOT / "tools/make/configurations.py"))
    records = list(tool["tiny_records"](Random(tool["SEED"])))
    assert records == entries[: len(records)]


TINY = [square(1, 5), square(2, 3), torus(2, 4), hexagons(2, 3), grid(2, 2, 2)]


@given(st.sampled_from(TINY), st.data())
def test_outcomes_are_what_the_configurations_show(neighbours: list[list[int]], data: st.DataObject) -> None:
    cells = range(len(neighbours))
    mined = data.draw(st.sets(st.sampled_from(cells), min_size=1))
    open_cells = data.draw(st.sets(st.sampled_from(cells), max_size=3)) - mined
    marks = [
        sum(other in mined for other in neighbours[cell]) if cell in open_cells else -1 for cell in cells
    ]
    cell = data.draw(st.sampled_from([cell for cell in cells if cell not in open_cells]))

    configurations = list(enumerate_configurations(neighbours, marks, len(mined)))
    counts = Counter(
        None if cell in mines else sum(other in mines for other in neighbours[cell])
        for mines in configurations
    )
    assert outcomes(neighbours, marks, len(mined), cell) == {
        shows: Fraction(count, len(configurations)) for shows, count in counts.items()
    }


def test_outcomes_are_in_order() -> None:
    chances = outcomes(square(3, 3), [-1] * 9, 2, 4)
    assert list(chances) == [None, 2]
    chances = outcomes(square(3, 3), [-1] * 9, 2, 0)
    assert chances == {None: Fraction(8, 36), 0: Fraction(10, 36), 1: Fraction(15, 36), 2: Fraction(3, 36)}
    assert list(chances) == [None, 0, 1, 2]


@pytest.mark.parametrize("cell", [0, 2, -1, 3])
def test_only_a_hidden_cell_has_outcomes(cell: int) -> None:
    with pytest.raises(ValueError, match=f"cell {cell} is not a hidden cell"):
        outcomes(square(1, 3), [1, -1, -3], 1, cell)


@settings(max_examples=25)
@given(st.sampled_from(TINY), st.data())
def test_optimum_is_the_best_of_all_ways_to_play(neighbours: list[list[int]], data: st.DataObject) -> None:
    cells = range(len(neighbours))
    mined = data.draw(st.sets(st.sampled_from(cells), max_size=3))
    open_cells = data.draw(st.sets(st.sampled_from(cells), min_size=max(0, len(cells) - 5))) - mined
    marks = [
        sum(other in mined for other in neighbours[cell]) if cell in open_cells else -1 for cell in cells
    ]
    configurations = list(enumerate_configurations(neighbours, marks, len(mined)))
    hidden = frozenset(cell for cell in cells if cell not in open_cells)
    best = Fraction(best_of_all(neighbours, hidden, configurations), len(configurations))
    assert optimum(neighbours, marks, len(mined)) == best


def best_of_all(
    neighbours: list[list[int]], hidden: frozenset[int], configurations: list[frozenset[int]]
) -> int:
    """How many configurations can be won when every hidden cell, safe or not, is tried at every move."""
    if not configurations or len(hidden) == len(configurations[0]):
        return len(configurations)

    def wins_after(cell: int) -> int:
        around = frozenset(neighbours[cell])
        survivors = [mines for mines in configurations if cell not in mines]
        return sum(
            best_of_all(
                neighbours, hidden - {cell}, [mines for mines in survivors if len(mines & around) == number]
            )
            for number in range(len(around) + 1)
        )

    return max(wins_after(cell) for cell in hidden)


def test_optimum_of_a_contradiction_raises() -> None:
    with pytest.raises(ValueError, match="no configuration fits"):
        optimum(square(1, 2), [0, -1], 1)
