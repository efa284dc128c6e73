"""Analyses and hints in another thread, so that the screen never waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sapper._support.deadline import Deadline
from sapper.board.position import Position
from sapper.cli.play.advice import Advice
from sapper.errors import BudgetError, CancelledError
from sapper.inference.analysis import Cancel, analyse
from sapper.knowledge.hints import hint

_PATIENCE = 10.0  # seconds that the advice on a position may take


class Adviser:
    """Analyses one position at a time: the one that was asked for last."""

    def __init__(self, tell: Callable[[Position, Advice | BudgetError], None]) -> None:
        """Takes the function that gets each result, in the event loop."""
        self._tell = tell
        self._wanted: Position | None = None
        self._asked = asyncio.Event()
        self._cancel = Cancel()  # of the running analysis

    def ask(self, position: Position) -> None:
        """Asks for an analysis of this position, and stops the one before."""
        self._wanted = position
        self._cancel.set()
        self._asked.set()

    async def run(self) -> None:
        """Answers until the task is cancelled, which stops a running analysis too."""
        try:
            while True:
                await self._asked.wait()
                self._asked.clear()
                if (position := self._wanted) is not None:
                    await self._advise(position)
        finally:
            self._cancel.set()

    async def _advise(self, position: Position) -> None:
        cancel = self._cancel = Cancel()
        try:
            advice = await asyncio.to_thread(_advice_on, position, cancel)
        except CancelledError:
            return
        except BudgetError as error:
            self._tell(position, error)
        else:
            self._tell(position, advice)


def _advice_on(position: Position, cancel: Cancel) -> Advice:
    """What is certain, and if nothing is safe the guess that `sapper.hint` advises.

    Raises:
        BudgetError: It took too long.
        CancelledError: `cancel` was set.
    """
    deadline = Deadline(_PATIENCE)
    analysis = analyse(position, time_limit=_PATIENCE, cancel=cancel)
    if analysis.best is None or analysis.best_risk == 0.0:
        return Advice.of(analysis)
    try:
        return Advice.of(analysis, hint(position, time_limit=deadline.left, cancel=cancel))
    except BudgetError:  # there is no advice on the guess, but the risks are known
        return Advice.of(analysis)
