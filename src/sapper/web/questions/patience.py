"""Calls functions of strategies in Python with a time limit, although nothing can stop them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sapper.errors import BudgetError, CancelledError
from sapper.strategy.parts import CALL

if TYPE_CHECKING:
    from sapper.web.questions.figures import Budget

Result = TypeVar("Result")

_LOOK_EVERY: Final = 0.05  # seconds
_places: Final = threading.Semaphore(16)
"""For calls that run. Those that never end keep a place, so they cannot fill the machine with threads."""


def with_patience(work: Callable[[Budget], Result], budget: Budget) -> Result:
    """Calls a function with a budget that holds for strategies in Python as well.

    It changes the context of the caller.
    """
    CALL.set(partial(_called, budget))
    return work(budget)


def _called(budget: Budget, function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls a function in a thread of its own, which goes on alone if the budget is used up.

    Raises:
        BudgetError: The time is up, or too many calls do not end.
        CancelledError: It was stopped.
    """
    if not _places.acquire(blocking=False):
        raise BudgetError("too many calls of strategies in Python do not end: the server has to be restarted")
    done = threading.Event()
    answers: list[Any] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            answers.append(function(*arguments))
        except BaseException as error:  # noqa: BLE001  # it goes to the caller
            errors.append(error)
        finally:
            _places.release()
            done.set()

    threading.Thread(target=call, name="a strategy in Python", daemon=True).start()
    while not done.wait(_LOOK_EVERY):
        if budget.cancel.is_set:
            raise CancelledError("the choice was cancelled")
        if budget.deadline.is_over:
            raise BudgetError("there was no answer in time")
    if errors:
        raise errors[0]
    return answers[0]
