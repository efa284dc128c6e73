"""The options for a strategy, which is named, or found in a Python module."""

from __future__ import annotations

import importlib
import sys
import traceback
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import click

from sapper._support.naming import unknown
from sapper.cli.common.completion import strategies_beginning
from sapper.cli.common.options import Whole
from sapper.errors import StrategyError
from sapper.strategy.names import DEFAULT_STRATEGY, ENDGAME
from sapper.strategy.strategy import Strategy


def strategy_typed(name: str, effort: int | None = None) -> Strategy:
    """The strategy with this name, whose parts may be MODULE:NAME: functions, classes or objects.

    Raises:
        StrategyError: There is no such strategy, or it has no such effort.
    """
    if ":" not in name:
        return Strategy(name, effort=effort)
    level, plus, policy = name.removesuffix(ENDGAME).partition("+")
    try:
        if plus:
            endgame = name.endswith(ENDGAME)
            strategy = Strategy(level=_part(level), policy=_part(policy), endgame=endgame)
        else:
            strategy = Strategy(_part(name), effort=effort)
    except StrategyError as error:
        raise StrategyError(f"the strategy {name}: {error}") from error.__cause__
    if strategy._is_in_python:
        click.echo(f"{name} is in Python: it plays much slower than the engine's strategies.", err=True)
    return strategy


def _part(name: str) -> Any:
    """A name as it is, or what MODULE:NAME means. Modules in the current folder come first."""
    module_name, colon, attribute = name.partition(":")
    if not colon:
        return name
    if not all(part.isidentifier() for part in [*module_name.split("."), *attribute.split(".")]):
        raise StrategyError(
            f"{name!r} is not MODULE:NAME, such as mymodule:MyStrategy for what mymodule.py calls MyStrategy"
        )
    if "" not in sys.path:
        sys.path.insert(0, "")
    module = _imported(module_name)
    try:
        return attrgetter(attribute)(module)
    except AttributeError:
        names = [known for known in vars(module) if not known.startswith("_")]
        raise StrategyError(unknown(f"name in {module_name}", attribute, names)) from None


def _imported(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            hint = ". Leave out '.py'" if name.endswith(".py") else ""
            raise StrategyError(f"there is no module {error.name}, here or installed{hint}") from None
        raise _failed(name, error) from error
    except (Exception, SystemExit) as error:
        raise _failed(name, error) from error


def _failed(name: str, error: BaseException) -> StrategyError:
    """The error about a module that raises when it is imported. It names the last line of the module."""
    if isinstance(error, SyntaxError):
        file, line, text = error.filename, error.lineno, error.msg
    else:
        frames = traceback.extract_tb(error.__traceback__)
        end = f"{name.rpartition('.')[2]}.py"
        frame = next((frame for frame in reversed(frames) if Path(frame.filename).name == end), frames[-1])
        file, line, text = frame.filename, frame.lineno, str(error)
    where = f"line {line} of {Path(file or name).name}"
    return StrategyError(f"the module {name} raised {type(error).__name__}: {text} ({where})")


STRATEGY: Final = click.option(
    "--strategy",
    metavar="NAME",
    default=DEFAULT_STRATEGY,
    show_default=True,
    shell_complete=strategies_beginning,
    help="The strategy: a name from 'sapper strategies', or MODULE:NAME in Python.",
)
"""The name of a strategy, for `strategy_typed`."""

EFFORT: Final = click.option(
    "--effort", type=Whole(1, 4), help="How hard the strategy 'best' thinks.  [default: 3]"
)
"""The effort of the strategy, for `strategy_typed`."""
