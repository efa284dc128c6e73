"""Stopping the engine from another thread and by a time limit."""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import numpy as np
import pytest
from support.cases import rest_long
from support.lattices import entangled_position, lattice, scattered_numbers

import sapper


@contextmanager
def set_soon(cancel: sapper.Cancel, seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, cancel.set)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def test_a_cancel_that_is_set_stops_at_once() -> None:
    cancel = sapper.Cancel()
    cancel.set()
    assert cancel.is_set
    with pytest.raises(sapper.CancelledError, match="the analysis was cancelled"):
        sapper.analyse("1.", mines=1, cancel=cancel)


@pytest.fixture(scope="module")
def analysis() -> sapper.Analysis:
    return sapper.analyse(entangled_position())


def test_another_thread_cancels_a_long_analysis() -> None:
    cancel = sapper.Cancel()
    position = lattice(60, 60, density=0.5)  # a second or more
    with set_soon(cancel, 0.02), pytest.raises(sapper.CancelledError, match="the analysis was cancelled"):
        sapper.analyse(position, cancel=cancel)


def test_another_thread_cancels_a_long_count(analysis: sapper.Analysis) -> None:
    cancel = sapper.Cancel()
    with set_soon(cancel, 0.05), pytest.raises(sapper.CancelledError, match="count of configurations"):
        analysis.count_configurations(cancel=cancel)


@pytest.mark.timing
@pytest.mark.parametrize("open_share", rest_long([0.02, 0.0002, 0.2], 2))
def test_counts_on_huge_boards_stop_in_time(open_share: float) -> None:
    position, _ = scattered_numbers(1000, 0.15, open_share, seed=1)
    begin = time.monotonic()
    with suppress(sapper.BudgetError):
        sapper.count_solutions(position, time_limit=0.4)
    assert time.monotonic() - begin < 1.5
    cancel = sapper.Cancel()
    begin = time.monotonic()
    with set_soon(cancel, 0.4), suppress(sapper.CancelledError):
        sapper.count_solutions(position, cancel=cancel)
    assert time.monotonic() - begin < 1.5


@pytest.mark.timing
def test_counts_of_a_huge_sea_stop_in_time() -> None:
    analysis = sapper.analyse(np.full((2000, 2000), -1, np.int16), 1_000_000)
    begin = time.monotonic()
    with pytest.raises(sapper.BudgetError, match=r"within 0\.2 seconds"):
        analysis.count_configurations(time_limit=0.2)
    cancel = sapper.Cancel()
    with set_soon(cancel, 0.2), pytest.raises(sapper.CancelledError, match="count of configurations"):
        analysis.count_configurations(cancel=cancel)
    assert time.monotonic() - begin < 10  # all of it takes half a minute


def test_the_choices_of_a_large_sea_are_right() -> None:
    sizes = [(100_000, 20_000), (123_457, 123_456), (131_072, 65_536), (250_007, 3), (100_003, 0)]
    for cells, mines in sizes:
        hidden = np.full((1, cells), -1, np.int16)
        assert sapper.analyse(hidden, mines).configurations == math.comb(cells, mines)


def test_a_count_keeps_to_its_time_limit(analysis: sapper.Analysis) -> None:
    with pytest.raises(sapper.BudgetError, match=r"within 0\.05 seconds"):
        analysis.count_configurations(time_limit=0.05)
