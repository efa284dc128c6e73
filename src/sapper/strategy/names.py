"""The names of strategies, inference levels and policies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sapper import _engine
from sapper.errors import StrategyError
from sapper.naming import unknown

__all__ = [
    "DEFAULT_STRATEGY",
    "LEVELS",
    "POLICIES",
    "STRATEGIES",
    "check_level",
    "check_name",
    "check_policy",
]

DEFAULT_STRATEGY: Final = "best"
"""Who plays when nobody is named."""

STRATEGIES: Final[Mapping[str, str]] = MappingProxyType(dict(_engine.strategies()))
"""The strategies that have a name of their own, and a line about each."""

LEVELS: Final[Mapping[str, str]] = MappingProxyType(dict(_engine.strategy_levels()))
"""The inference levels, weakest first, and a line about each: the first half of `"level+policy"`."""

POLICIES: Final[Mapping[str, str]] = MappingProxyType(dict(_engine.policies()))
"""The policies, a line about each: the second half of `"level+policy"`; families go on as the lines say."""

_LISTED_BY: Final = "'sapper strategies'"


def check_name(name: str) -> None:
    """Raises StrategyError, suggesting the nearest, if there is no strategy of that name."""
    level, plus, policy = name.partition("+")
    if plus:
        check_level(level)
        check_policy(policy)
    elif name not in STRATEGIES:
        raise StrategyError(unknown("strategy", name, STRATEGIES, _LISTED_BY))


def check_level(name: str) -> None:
    """Raises StrategyError, suggesting the nearest, if there is no inference level of that name."""
    if name not in LEVELS:
        raise StrategyError(unknown("inference level", name, LEVELS))


def check_policy(name: str) -> None:
    """Raises StrategyError, suggesting the nearest, if there is no policy of that name."""
    if not _engine.is_policy(name):
        raise StrategyError(unknown("policy", name, POLICIES, _LISTED_BY))
