"""The strategies that guess and play for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.errors import StrategyError
from sapper.strategy.names import DEFAULT_STRATEGY, STRATEGIES
from sapper.strategy.strategy import Strategy
from sapper.web.errors import WebError

if TYPE_CHECKING:
    from sapper.web.encoding.values import Object

__all__ = ["strategies", "strategy_named"]


def strategies() -> list[Object]:
    """Names and summaries, the default first."""
    names = [DEFAULT_STRATEGY, "fast"]
    names += [name for name in STRATEGIES if name not in names]
    return [{"name": name, "summary": Strategy(name).summary} for name in names]


def strategy_named(name: str | None) -> Strategy:
    """A strategy by its name or as `"level+policy"`; the default if None. Raises WebError."""
    try:
        return Strategy(DEFAULT_STRATEGY if name is None else name)
    except StrategyError as error:
        raise WebError("request", str(error)) from None
