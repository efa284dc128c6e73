"""The names of strategies, inference levels and policies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sapper import _engine
from sapper._support.naming import unknown
from sapper.errors import StrategyError

__all__ = [
    "ALSO_KNOWN_AS",
    "DEFAULT_STRATEGY",
    "ENDGAME",
    "LEVELS",
    "POLICIES",
    "STRATEGIES",
    "check_level",
    "check_name",
    "check_policy",
    "with_effort",
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

ENDGAME: Final = "+endgame"
"""Ends the name of a level and a policy that leave the end of the game to exact play."""

ALSO_KNOWN_AS: Final[Mapping[str, str]] = MappingProxyType({"best": "best@3", "fast": "best@1"})
"""The strategies that have a second name."""

_EFFORTS: Final = tuple(int(name[5:]) for name in STRATEGIES if name.startswith("best@"))


def with_effort(name: object, effort: int) -> str:
    """The name of the strategy at an effort. Raises StrategyError where it has none."""
    if name not in ("best", *(f"best@{known}" for known in _EFFORTS)):
        raise StrategyError(f"an effort= goes with the strategy 'best', not with {name!r}")
    if effort not in _EFFORTS:
        raise StrategyError(f"there is no effort {effort!r}: it is {_EFFORTS[0]} to {_EFFORTS[-1]}")
    return f"best@{effort}"


def check_name(name: str) -> None:
    """Raises StrategyError, suggesting the nearest, if there is no strategy of that name."""
    level, plus, policy = name.removesuffix(ENDGAME).partition("+")
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
