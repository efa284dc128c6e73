"""Analyses in another thread, so that the screen never waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sapper.board.position import Position
from sapper.cli.play.advice import Advice
from sapper.errors import BudgetError, CancelledError
from sapper.inference.analysis import Cancel, analyse

__all__ = ["Adviser"]

_PATIENCE = 10.0  # seconds that an analysis may take


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
            analysis = await asyncio.to_thread(analyse, position, time_limit=_PATIENCE, cancel=cancel)
        except CancelledError:
            return
        except BudgetError as error:
            self._tell(position, error)
        else:
            self._tell(position, Advice.of(analysis))
