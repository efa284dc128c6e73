"""ZiNi and the fewest clicks, against the rule written out."""

import threading
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from support import metrics_model, random_model
from support.cases import rest_long
from support.metrics_model import greedy_clicks, human_clicks
from support.strategies import minefields

from sapper import LEVELS, Board, BoardMetrics, Cancel, Game, Minefield, Topology, _engine, measure
from sapper.errors import ArgumentError, BudgetError, CancelledError

Sample = tuple[Topology, NDArray[np.bool_]]


def model_of(metrics: BoardMetrics) -> metrics_model.Minefield:
    return metrics_model.model_of(metrics.board.topology, metrics.minefield)


def columns_of(metrics: BoardMetrics) -> list[int]:
    """The cells down the columns: the first coordinate changes fastest, then the next."""
    topology = metrics.board.topology
    return sorted(range(topology.size), key=lambda number: _backwards(topology.cell(number)))


def _backwards(cell: Any) -> tuple[int, ...]:
    return tuple(reversed(cell)) if isinstance(cell, tuple) else (cell,)


def metrics_on(board: Board, seed: int) -> BoardMetrics:
    game = Game(board, seed=seed)
    game.open(game.topology.cell(0))
    assert game.minefield is not None
    return measure(game.minefield, board.topology)


def clicks_of(metrics: BoardMetrics) -> list[tuple[str, int]]:
    return [(kind, metrics.board.topology.index(cell)) for kind, cell in metrics.zini_clicks]


@given(minefields())
@settings(max_examples=120)
def test_the_clicks_are_those_of_the_rule(sample: Sample) -> None:
    metrics = measure(sample[1], sample[0])
    model = model_of(metrics)
    assert clicks_of(metrics) == greedy_clicks(model, columns_of(metrics))
    assert metrics.zini == len(metrics.zini_clicks)
    assert metrics.hzini == len(human_clicks(model, columns_of(metrics)))


@pytest.mark.parametrize(
    "board",
    [
        *LEVELS.values(),
        Board(Topology.torus(12, 14), 30),
        Board(Topology.hexagons(15, 15), 40),
        Board(Topology.grid(6, 6, 6), 12),
        # Premiums are kept in blocks and regions of cells. That must not change the result.
        pytest.param(Board(Topology.square(70, 70), 150), marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("seed", rest_long([1, 2]))
def test_boards_of_ordinary_size(board: Board, seed: int) -> None:
    metrics = metrics_on(board, seed)
    model = model_of(metrics)
    assert clicks_of(metrics) == greedy_clicks(model, columns_of(metrics))
    assert metrics.hzini == len(human_clicks(model, columns_of(metrics)))
    assert metrics.three_bv == model.three_bv


def truly_fewest(model: metrics_model.Minefield) -> int:
    """The fewest clicks of all, by trying every order of clicks, the shortest ones first."""
    start = frozenset[int](), frozenset[int]()
    reached_cells, edge, clicks = {start}, [start], 0
    while True:
        if any(open_cells == model.safe for open_cells, _ in edge):
            return clicks
        later = set()
        for open_cells, flags in edge:
            for cell in model.safe - open_cells:
                later.add((open_cells | model.opens_with(cell), flags))
            later |= {(open_cells, flags | {mine}) for mine in model.mines - flags}
            for cell in open_cells:
                if model.neighbours[cell] & model.mines <= flags:
                    around = (model.opens_with(other) for other in model.neighbours[cell] & model.safe)
                    later.add((open_cells.union(*around), flags))
        edge = [(frozenset(open_cells), frozenset(flags)) for open_cells, flags in later]
        edge = [state for state in edge if state not in reached_cells]
        reached_cells |= set(edge)
        clicks += 1


SMALL = st.integers(1, 3).flatmap(
    lambda rows: st.lists(st.booleans(), min_size=3 * rows, max_size=3 * rows).map(
        lambda mined: np.array(mined).reshape(rows, 3)
    )
)


@given(SMALL, st.integers(0, 100))
@settings(max_examples=60)
def test_the_fewest_clicks_lie_between_the_bound_and_the_zini(mines: NDArray[np.bool_], seed: int) -> None:
    metrics = measure(mines)
    clicks = metrics.fewest_clicks(300, seed=seed)
    fewest = truly_fewest(model_of(metrics))
    assert metrics.least_clicks <= cheapest_chords(model_of(metrics)) <= fewest <= len(clicks) <= metrics.zini
    assert len(clicks) <= fewest + 1


def cheapest_chords(model: metrics_model.Minefield) -> int:
    """A bound by its definition: any chords, their flags, and a click on whatever none of them opens."""
    numbers = sorted(model.safe - model.zeros)
    sets = np.arange(1 << len(numbers))

    def have_one_of(cells: set[int]) -> NDArray[np.bool_]:
        bits = sum(1 << place for place, number in enumerate(numbers) if number in cells)
        return np.asarray((sets & bits) != 0)

    price = sum((sets >> place & 1 for place in range(len(numbers))), np.zeros_like(sets))
    for mine in model.mines:
        price += have_one_of(model.neighbours[mine])
    for unit in model.units:
        price += ~have_one_of(set[int]().union(*(model.neighbours[cell] for cell in unit)) - unit)
    return int(price.min())


@given(st.data())
@settings(max_examples=80)
def test_the_bound_is_the_cheapest_set_of_chords_where_all_fits_in_a_strip(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from([Topology.square, Topology.hexagons, Topology.octagons]))
    rows, columns = data.draw(st.sampled_from([(1, 9), (7, 2), (2, 8), (5, 3), (4, 4)]))
    mines = np.array(data.draw(st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns)))
    metrics = measure(mines.reshape(rows, columns), kind(rows, columns))
    cheapest = cheapest_chords(model_of(metrics))
    assert metrics.least_clicks <= cheapest
    if not metrics.openings:
        assert metrics.least_clicks == cheapest


def test_the_bound_is_not_far_from_what_is_found() -> None:
    for seed in range(3):
        metrics = metrics_on(LEVELS["expert"], seed)
        assert 0.7 * metrics.zini < metrics.least_clicks < metrics.zini


@given(minefields(), st.integers(0, 2**64 - 1))
def test_the_clicks_found_clear_the_board(sample: Sample, seed: int) -> None:
    topology, mines = sample
    if mines.all():
        return
    metrics = measure(mines, topology)
    fewest = metrics.fewest_clicks(20, seed=seed)
    for clicks in (fewest, metrics.zini_clicks):
        game = Minefield(mines, topology).game()
        for kind, cell in clicks:
            assert game.status == "playing"
            game.act(kind, cell)
        assert game.status == "won"
        assert measure(game).effective_clicks == len(clicks)
    assert metrics.least_clicks <= len(fewest) <= metrics.zini
    assert metrics.fewest_clicks(0, seed=seed) == metrics.zini_clicks


def test_the_search_finds_fewer_clicks_than_random_ties() -> None:
    metrics = [metrics_on(LEVELS["expert"], seed) for seed in range(3)]
    fewest = [len(its.fewest_clicks(2000)) for its in metrics]
    assert sum(fewest) < sum(its.rzini(2000) for its in metrics)
    assert [len(its.fewest_clicks(2000)) for its in metrics] == fewest
    assert all(len(its.fewest_clicks(4000)) <= few for its, few in zip(metrics, fewest, strict=True))
    with pytest.raises(ArgumentError, match="rounds"):
        metrics[0].fewest_clicks(-1)
    with pytest.raises(BudgetError, match=r"the search for fewer clicks did not finish within 0.05 seconds"):
        metrics[0].fewest_clicks(2**32 - 1, time_limit=0.05)


@given(minefields(most=5), st.integers(0, 2**64 - 1))
def test_random_ties_are_those_of_the_random_orders(sample: Sample, seed: int) -> None:
    metrics = measure(sample[1], sample[0])
    model = model_of(metrics)
    size = metrics.board.topology.size
    takes = [len(greedy_clicks(model, columns_of(metrics)))]
    for run in range(1, 4):
        source = random_model.words(seed, run, stream=_engine.Stream.metrics.value)
        order = list(range(size))
        for last in reversed(range(1, size)):
            other = random_model.below(source, last + 1)
            order[last], order[other] = order[other], order[last]
        takes.append(len(greedy_clicks(model, order)))
    assert [metrics.rzini(n, seed=seed) for n in range(1, 5)] == [min(takes[:n]) for n in range(1, 5)]


def test_many_restarts_can_be_stopped() -> None:
    metrics = metrics_on(LEVELS["expert"], 1)
    start = time.process_time()  # another program may have had the rest
    with pytest.raises(BudgetError, match=r"random-restart ZiNi did not finish within 0.05 seconds"):
        metrics.rzini(2**32 - 1, time_limit=0.05)
    cancel = Cancel()
    threading.Timer(0.05, cancel.set).start()
    with pytest.raises(CancelledError):
        metrics.rzini(2**32 - 1, cancel=cancel)
    assert time.process_time() - start < 5
