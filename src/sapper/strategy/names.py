"""The names of strategies, inference levels and policies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sapper import _engine
from sapper._support.checks import whole
from sapper._support.words import brief, engine_text, python_text
from sapper.errors import StrategyError

DEFAULT_STRATEGY: Final = "best"
"""The default strategy."""

STRATEGIES: Final[Mapping[str, str]] = MappingProxyType(dict(_engine.strategies()))
"""The strategies with a name of their own, and a line about each."""

INFERENCE_LEVELS: Final[Mapping[str, str]] = MappingProxyType(dict(_engine.strategy_levels()))
"""The inference levels, weakest first, and a line about each: the first half of `"level+policy"`."""

POLICIES: Final[Mapping[str, str]] = MappingProxyType(dict(_engine.policies()))
"""The policies, and a line about each: the second half of `"level+policy"`. Some lines describe a family."""

ENDGAME: Final = "+endgame"
"""The suffix that adds exact play in the endgame to `"level+policy"`."""

SHORT_NAMES: Final[Mapping[str, str]] = MappingProxyType({"best": "best@3", "fast": "best@1"})
"""Short names of strategies, and the names that they stand for."""

_EFFORTS: Final = tuple(int(name[5:]) for name in STRATEGIES if name.startswith("best@"))


def with_effort(name: object, effort: int) -> str:
    """The name of a strategy at an effort.

    Raises:
        StrategyError: The strategy has no efforts.
        ArgumentError: There is no such effort.
    """
    if not isinstance(name, str) or name not in ("best", *(f"best@{level}" for level in _EFFORTS)):
        raise StrategyError(f"`effort` is only for the strategy 'best', not for {brief(name)}")
    return f"best@{whole('effort', effort, _EFFORTS[0], _EFFORTS[-1])}"


def check_parts(whole: object, level: object, policy: object, *, whole_is_strategy: bool) -> None:
    """Raises StrategyError if one of them is neither a known name nor something to call.

    For an unknown name, the error suggests the nearest one.
    """
    parts = (
        (whole, _engine.wrong_strategy),
        (level, _engine.wrong_level),
        (policy, _engine.wrong_policy),
    )
    for part, wrong in parts:
        if isinstance(part, str):
            if (text := wrong(engine_text(part))) is not None:
                names_a_file = part is whole and ":" in part and "+" not in part.removesuffix(ENDGAME)
                advice = "; in Python, give the object" if names_a_file else ""
                raise StrategyError(python_text(text) + advice)
        elif not (part is None or callable(part) or (part is whole and whole_is_strategy)):
            raise StrategyError(f"a strategy and its parts must be names or functions, not {brief(part)}")


def summary_of(name: str) -> str:
    """What a strategy of a name does, in a line: one of `STRATEGIES`, or a level and a policy."""
    if name in STRATEGIES:
        return STRATEGIES[name]
    level, _, policy = name.removesuffix(ENDGAME).partition("+")
    lines = [table.get(part, f"{part}.") for table, part in ((INFERENCE_LEVELS, level), (POLICIES, policy))]
    return " ".join([*lines, "Exact endgames."] if name.endswith(ENDGAME) else lines)


def nothing_to_play(kind: str | None) -> str:
    """The text of the error about a strategy without parts. None stands for the class `Strategy` itself."""
    if kind is None:
        return "a strategy needs a name, a function, or `level` together with `policy`"
    return (
        f"{kind} has nothing to play by: override choose(self, position), or give a name to "
        "super().__init__()"
    )
