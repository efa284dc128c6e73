"""Analyses beside the event loop."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest

from sapper import Analysis, BudgetError, Cancel, CancelledError, Position, SapperError, analyse, hint
from sapper.cli.play import advice as advice_module
from sapper.cli.play.advice import Advice, Adviser, advice_on

Answer = tuple[Position, Advice | SapperError]


def positions(count: int) -> list[Position]:
    return [Position([[1, -1, -1] + [-1] * more], mines=1) for more in range(count)]


@asynccontextmanager
async def running() -> AsyncIterator[tuple[Adviser[Advice], asyncio.Queue[Answer]]]:
    answers: asyncio.Queue[Answer] = asyncio.Queue()
    adviser = Adviser(advice_on, lambda position, answer: answers.put_nowait((position, answer)))
    task = asyncio.create_task(adviser.run())
    yield adviser, answers
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_answers_one_question_after_the_other() -> None:
    async with running() as (adviser, answers):
        for position in positions(3):
            adviser.ask(position)
            subject, advice = await answers.get()
            assert subject is position
            assert isinstance(advice, Advice)
            assert advice.best == analyse(position).safest


class Slow:
    """An analysis that goes on until it is cancelled, but for the boards it is told to finish."""

    def __init__(self) -> None:
        self.calls: list[Position] = []
        self.stop = threading.Event()
        self.easy: Position | None = None

    def __call__(self, position: Position, *, time_limit: float, cancel: Cancel) -> Analysis:
        assert time_limit > 0
        self.calls.append(position)
        while position is not self.easy:
            if cancel.is_set:
                self.stop.set()
                raise CancelledError("cancelled")
        return analyse(position)


async def test_a_new_question_ends_the_work_on_the_old(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(advice_module, "analyse", slow)
    first, passed_over, last = positions(3)
    slow.easy = last
    async with running() as (adviser, answers):
        adviser.ask(first)
        while not slow.calls:
            await asyncio.sleep(0.001)
        adviser.ask(passed_over)
        adviser.ask(last)
        subject, _ = await answers.get()
        assert subject is last
        assert slow.calls == [first, last]
        assert answers.empty()


async def test_leaving_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(advice_module, "analyse", slow)
    async with running() as (adviser, _):
        adviser.ask(positions(1)[0])
        while not slow.calls:
            await asyncio.sleep(0.001)
    assert await asyncio.to_thread(slow.stop.wait, 120)


async def test_the_guess_is_that_of_the_library_and_all_else_is_the_analysis() -> None:
    position = Position.from_text("1....\n.....\n.....", mines=4)
    async with running() as (adviser, answers):
        adviser.ask(position)
        _, advice = await answers.get()
    guess = hint(position).guess
    assert guess
    assert isinstance(advice, Advice)
    assert advice.best == guess.cell
    np.testing.assert_array_equal(advice.risks, analyse(position).mine_probability)


async def test_without_time_for_a_guess_there_are_the_risks(monkeypatch: pytest.MonkeyPatch) -> None:
    def hopeless(position: Position, **_: object) -> Any:
        raise BudgetError(f"{position.mines} mines are too many")

    monkeypatch.setattr(advice_module, "hint", hopeless)
    position = positions(1)[0]
    async with running() as (adviser, answers):
        adviser.ask(position)
        _, advice = await answers.get()
    assert isinstance(advice, Advice)
    assert advice.best == analyse(position).safest
    monkeypatch.setattr(advice_module, "analyse", hopeless)
    async with running() as (adviser, answers):
        adviser.ask(position)
        _, answer = await answers.get()
    assert str(answer) == "1 mines are too many"  # not even risks


def test_deductions_count_where_an_analysis_is_an_estimate() -> None:
    """An analysis that knows nothing stands for an estimate."""
    position = Position.from_text("01.\n12.\n...", mines=2)
    advice = Advice.from_analysis(analyse(Position.from_text("...\n...\n...", mines=1)), hint(position))
    assert advice.best in analyse(position).safe
    assert set(advice.safe) == set(analyse(position).safe)
    assert set(advice.to_flag(position)) == set(analyse(position).mines)
