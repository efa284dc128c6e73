"""The strategies that guess and play for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from sapper.errors import StrategyError
from sapper.simulation.plan.identity import name_in_files
from sapper.strategy.names import DEFAULT_STRATEGY, STRATEGIES
from sapper.strategy.strategy import Strategy
from sapper.web.errors import WebError

if TYPE_CHECKING:
    from sapper.web.encoding.values import Object

_USUAL: Final = (DEFAULT_STRATEGY, "fast")
"""What a page offers first, besides the strategies that the server was given."""


class Strategies:
    """The list of the page: the strategies with names of their own, and those that the server was given."""

    def __init__(self, given: Mapping[str, Strategy]) -> None:
        """Adds strategies to the list, by name. They may be in Python."""
        self._given = given

    def listed(self) -> list[Object]:
        """Names and summaries, the default first. The usual ones are few."""
        names = [*_USUAL, *(name for name in STRATEGIES if name not in _USUAL)]
        listed = {name: Strategy(name) for name in names} | dict(self._given)
        return [
            {"name": name, "summary": strategy.summary, "usual": name in _USUAL or name in self._given}
            for name, strategy in listed.items()
        ]

    def named(self, name: str | None) -> Strategy:
        """A strategy of the list, or one as `"level+policy"`; the default if None. Raises WebError."""
        if name is not None and name in self._given:
            return self._given[name]
        try:
            return Strategy(DEFAULT_STRATEGY if name is None else name)
        except StrategyError as error:
            raise WebError("request", str(error)) from None

    def in_file(self, name: str) -> Strategy:
        """The strategy that has this name in the file of a run. Raises WebError."""
        given = next((one for one in self._given.values() if name_in_files(one) == name), None)
        return self.named(name) if given is None else given
