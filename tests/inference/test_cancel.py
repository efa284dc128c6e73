"""Stopping the engine from another thread and by a time limit."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from support.entangled import entangled
from support.lattices import lattice

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
    return sapper.analyse(entangled())


def test_another_thread_cancels_a_long_analysis() -> None:
    cancel = sapper.Cancel()
    position = lattice(60, 60, density=0.5)  # a second or more
    with set_soon(cancel, 0.02), pytest.raises(sapper.CancelledError, match="the analysis was cancelled"):
        sapper.analyse(position, cancel=cancel)


def test_another_thread_cancels_a_long_count(analysis: sapper.Analysis) -> None:
    cancel = sapper.Cancel()
    with set_soon(cancel, 0.05), pytest.raises(sapper.CancelledError, match="count of configurations"):
        analysis.count_configurations(cancel=cancel)


def test_a_count_keeps_to_its_time_limit(analysis: sapper.Analysis) -> None:
    with pytest.raises(sapper.BudgetError, match=r"within 0\.05 seconds"):
        analysis.count_configurations(time_limit=0.05)
