"""Analyses, hints, chances and beliefs in another thread, so that the screen never waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from sapper._support.engine_call import Deadline
from sapper.board.position import Position
from sapper.cli.play.advice import COMPARED, Advice
from sapper.errors import BudgetError, CancelledError, SapperError
from sapper.hints.hints import hint
from sapper.hints.ranking import rank
from sapper.inference.analysis import Cancel, analyse

if TYPE_CHECKING:
    from sapper.board.rules import Rules
    from sapper.strategy import Beliefs, Strategy
    from sapper.strategy.evaluation import Evaluation

T = TypeVar("T")

_PATIENCE = 10.0  # seconds that an answer may take
_FOR_CHANCE = 2.0  # seconds after which the chance to win is known well enough


class Adviser(Generic[T]):
    """Looks at one position at a time: the one that was asked for last."""

    def __init__(
        self, look: Callable[[Position, Cancel], T], tell: Callable[[Position, T | SapperError], None]
    ) -> None:
        """Prepares it.

        Args:
            look: Finds the answer, in another thread. It raises CancelledError if its `Cancel` is set.
            tell: Gets each answer, or why there is none, in the event loop.
        """
        self._look = look
        self._tell = tell
        self._wanted: Position | None = None
        self._asked = asyncio.Event()
        self._cancel = Cancel()  # of the running look

    def ask(self, position: Position) -> None:
        """Asks about this position, and drops the question before."""
        self._wanted = position
        self._cancel.set()
        self._asked.set()

    async def run(self) -> None:
        """Answers until the task is cancelled, which stops a running look too."""
        try:
            while True:
                await self._asked.wait()
                self._asked.clear()
                if (position := self._wanted) is not None:
                    await self._answer(position)
        finally:
            self._cancel.set()

    async def _answer(self, position: Position) -> None:
        cancel = self._cancel = Cancel()
        try:
            answer = await asyncio.to_thread(self._look, position, cancel)
        except CancelledError:
            return
        except SapperError as error:
            self._tell(position, error)
        else:
            self._tell(position, answer)


def advice_on(position: Position, cancel: Cancel) -> Advice:
    """What is certain, why, and if nothing is safe the best guesses.

    Raises:
        BudgetError: It took too long.
        CancelledError: `cancel` was set.
    """
    deadline = Deadline(_PATIENCE)
    analysis = analyse(position, time_limit=_PATIENCE, cancel=cancel)
    try:
        found = hint(position, time_limit=deadline.left, cancel=cancel)
    except BudgetError:  # there are no reasons, but the risks are known
        return Advice.of(analysis)
    if found.guess is None or found.guess.figures is None:
        return Advice.of(analysis, found)
    try:
        ranked = rank(position, COMPARED, time_limit=deadline.left, cancel=cancel)
    except BudgetError:
        return Advice.of(analysis, found)
    return Advice.of(analysis, found, tuple(move for move in ranked if move.kind == "open"))


def chance_of(rules: Callable[[], Rules]) -> Callable[[Position, Cancel], Evaluation]:
    """A function that estimates the chance to win. The rules are those of the current game."""
    from sapper.strategy.evaluation import evaluate  # most games are played without it

    def ask(position: Position, cancel: Cancel) -> Evaluation:
        return evaluate(position, rules=rules(), time_limit=_FOR_CHANCE, cancel=cancel)

    return ask


def beliefs_of(strategy: Strategy, rules: Callable[[], Rules]) -> Callable[[Position, Cancel], Beliefs]:
    """A function that asks the strategy what it believes. The rules are those of the current game."""

    def ask(position: Position, cancel: Cancel) -> Beliefs:
        return strategy.beliefs(position, rules=rules(), time_limit=_PATIENCE, cancel=cancel)

    return ask
