"""Texts count rows and columns from 0, or from 1 if that was set, and do not differ otherwise."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import pytest

import sapper
from sapper._support.words import counting_from, row_and_column

PLACES = re.compile(r"(?:[Rr]ows?|columns?) \d+(?:(?:, | and )\d+\b(?! mines?\b))*")


def later(text: str) -> str:
    """The same with every row and column one larger."""
    return PLACES.sub(lambda place: re.sub(r"\d+", lambda n: str(int(n[0]) + 1), place[0]), text)


def test_a_place_in_words() -> None:
    assert row_and_column(3, 5) == "row 3, column 5 (0-based)"
    with counting_from(1):
        assert row_and_column(3, 5) == "row 4, column 6"
        with counting_from(0):
            assert row_and_column(3, 5) == "row 3, column 5 (0-based)"
    assert row_and_column(3, 5) == "row 3, column 5 (0-based)"


@pytest.mark.parametrize("seed", range(6))
def test_a_hint_says_the_same_from_1(seed: int) -> None:
    game = sapper.Game("expert", seed=seed)
    for _ in range(12):
        if game.status != "playing":
            break
        game.open(sapper.Strategy("fast").choose(game.position).cell)
    texts = [deduction.text for deduction in sapper.hint(game.position).deductions]
    assert texts
    with counting_from(1):
        from_one = [deduction.text for deduction in sapper.hint(game.position).deductions]
    assert from_one == list(map(later, texts))
    assert from_one != texts


def test_an_error_says_the_same_from_1() -> None:
    with pytest.raises(sapper.ContradictionError) as from_zero:
        sapper.analyse("13.\n...", mines=2)
    with counting_from(1), pytest.raises(sapper.ContradictionError) as from_one:
        sapper.analyse("13.\n...", mines=2)
    assert str(from_one.value) == later(str(from_zero.value)).replace(" (0-based)", "")
    assert from_one.value.cells == from_zero.value.cells


def test_a_graph_has_no_rows() -> None:
    topology = sapper.Topology.graph([[1], [0]])
    with counting_from(1):
        assert topology.describe(1) == "cell 1"


def test_other_threads_and_tasks_count_as_they_did() -> None:
    with ThreadPoolExecutor(1) as pool, counting_from(1):
        assert pool.submit(row_and_column, 0, 0).result() == "row 0, column 0 (0-based)"
        assert pool.submit(copy_context().run, row_and_column, 0, 0).result() == "row 1, column 1"

    async def three() -> list[str]:
        async def place(first: int) -> str:
            with counting_from(1 if first else 0):
                await asyncio.sleep(0)
                return row_and_column(0, 0)

        return list(await asyncio.gather(place(0), place(1), place(0)))

    assert asyncio.run(three()) == [
        "row 0, column 0 (0-based)",
        "row 1, column 1",
        "row 0, column 0 (0-based)",
    ]
