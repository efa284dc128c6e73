"""The options for a strategy, which is named or found in a Python module, and what the tab key offers."""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sapper._support.naming import unknown
from sapper.cli.common.options import Whole
from sapper.errors import StrategyError
from sapper.strategy.names import DEFAULT_STRATEGY, ENDGAME, INFERENCE_LEVELS, POLICIES, STRATEGIES
from sapper.strategy.strategy import Strategy

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


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


def strategies_beginning(
    context: click.Context,  # noqa: ARG001  # click's signature
    parameter: click.Parameter,  # noqa: ARG001  # click's signature
    typed: str,
) -> list[CompletionItem]:
    """The strategies whose names begin with what is typed, for `shell_complete` of an option or argument."""
    from click.shell_completion import CompletionItem  # only the tab key needs it

    known = dict(STRATEGIES)
    for level in INFERENCE_LEVELS:
        for policy, said in POLICIES.items():
            name = f"{level}+{policy}"
            known.setdefault(name, said)
            if typed.startswith(f"{name}+"):
                known[name + ENDGAME] = f"As {name}, with exact play in the endgame."
    known |= dict.fromkeys(_own(typed), "Your own, in Python.")
    known |= dict.fromkeys(_with_own(typed), "A level and a policy, one of them your own.")
    return [CompletionItem(name, help=said) for name, said in known.items() if name.startswith(typed)]


def _with_own(typed: str) -> Iterator[str]:
    """LEVEL+POLICY with a part in Python, and the same with the endgame, once the plus is typed."""
    level, plus, policy = typed.partition("+")
    if not plus or not (":" in level or level in INFERENCE_LEVELS):
        return
    policies = {*_own(policy), *(POLICIES if ":" in level else ())}
    for each in sorted(policies):
        yield f"{level}+{each}"
        if policy.startswith(f"{each}+"):
            yield f"{level}+{each}{ENDGAME}"


def _own(typed: str) -> Iterator[str]:
    """MODULE:NAME for the functions and classes in the Python files of this folder, which are not run.

    Only files whose names begin as typed are read, and none before anything is typed.
    """
    import ast

    module, colon, _ = typed.partition(":")
    for file in sorted(Path().glob("*.py")) if module else []:
        if not (file.stem == module if colon else file.stem.startswith(module)):
            continue
        with suppress(OSError, ValueError, SyntaxError, RecursionError):
            for part in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(part, ast.FunctionDef | ast.ClassDef) and not part.name.startswith("_"):
                    yield f"{file.stem}:{part.name}"


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
    "--effort", type=Whole(1, 5), help="How hard the strategy 'best' thinks.  [default: 3]"
)
"""The effort of the strategy, for `strategy_typed`."""
