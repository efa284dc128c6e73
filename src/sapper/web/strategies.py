"""Which strategies guess and play for the assistant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sapper.autoplay import DEFAULT_STRATEGY
from sapper.errors import StrategyError
from sapper.strategy.names import STRATEGIES
from sapper.strategy.strategy import Strategy
from sapper.web.errors import WebError

if TYPE_CHECKING:
    from sapper.web.values import Object

__all__ = ["strategies", "strategy_named"]

_PREFERRED: Final = ("best", "fast")


def strategies() -> list[Object]:
    """Names and summaries, the default first."""
    names = [name for name in _PREFERRED if name in STRATEGIES]
    names += [DEFAULT_STRATEGY] if DEFAULT_STRATEGY not in STRATEGIES else []
    names += [name for name in STRATEGIES if name not in names]
    return [{"name": name, "summary": Strategy(name).summary} for name in names]


def strategy_named(name: str | None) -> Strategy:
    """A strategy by its name, also `"level+policy"`; the default, if None. Raises WebError."""
    try:
        return Strategy(strategies()[0]["name"] if name is None else name)
    except StrategyError as error:
        raise WebError("request", str(error)) from None
