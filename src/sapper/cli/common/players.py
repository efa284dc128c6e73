"""The options for a strategy, which is named or a function in Python."""

from __future__ import annotations

import importlib
import sys
from typing import Final

import click

from sapper.cli.common.completion import strategies_beginning
from sapper.cli.common.options import Whole
from sapper.errors import StrategyError
from sapper.strategy.names import DEFAULT_STRATEGY
from sapper.strategy.strategy import Strategy

__all__ = ["EFFORT", "STRATEGY", "strategy_typed"]


def strategy_typed(name: str, effort: int | None = None) -> Strategy:
    """The strategy with this name, or that of the function MODULE:FUNCTION.

    Raises:
        StrategyError: There is no such strategy, or it has no such effort.
    """
    module_name, colon, function_name = name.partition(":")
    if not colon:
        return Strategy(name, effort=effort)
    sys.path.insert(0, "")
    try:
        function = getattr(importlib.import_module(module_name), function_name)
    except (ImportError, AttributeError, ValueError) as error:
        raise StrategyError(f"the strategy {name}: {error}") from None
    click.echo(
        f"{name} is a function in Python: it plays much slower than the engine's strategies.",
        err=True,
    )
    return Strategy(function, effort=effort)


STRATEGY: Final = click.option(
    "--strategy",
    metavar="NAME",
    default=DEFAULT_STRATEGY,
    show_default=True,
    shell_complete=strategies_beginning,
    help="The strategy: a name from 'sapper strategies', or MODULE:FUNCTION in Python.",
)
"""The name of a strategy, for `strategy_typed`."""

EFFORT: Final = click.option(
    "--effort", type=Whole(1, 4), help="How hard the strategy 'best' thinks.  [default: 3]"
)
"""The effort of the strategy, for `strategy_typed`."""
