"""Finds strategies by what people type: names of Sapper, and names in Python modules and files."""

from __future__ import annotations

import importlib
import sys
import traceback
from operator import attrgetter
from pathlib import Path
from typing import Any

from sapper._support.words import unknown
from sapper.errors import StrategyError
from sapper.strategy.names import ENDGAME
from sapper.strategy.strategy import Strategy


def load_strategy(name: str, effort: int | None = None) -> Strategy:
    """The strategy with this name. Its parts may be MODULE:NAME or FILE.py:NAME: functions, classes, objects.

    Raises:
        StrategyError: There is no such strategy, or it has no such effort.
    """
    if ":" not in name:
        return Strategy(name, effort=effort)
    level, plus, policy = name.removesuffix(ENDGAME).partition("+")
    try:
        if plus:
            endgame = name.endswith(ENDGAME)
            return Strategy(level=_part(level), policy=_part(policy), endgame=endgame)
        return Strategy(_part(name), effort=effort)
    except StrategyError as error:
        raise StrategyError(f"the strategy {name}: {error}") from error.__cause__


def _part(name: str) -> Any:
    """A name as it is, or what MODULE:NAME means. The current folder, or that of a file, comes first."""
    module_name, colon, attribute = name.rpartition(":")
    if not colon:
        return name
    folder = ""
    if module_name.endswith(".py"):
        file = Path(module_name)
        if not file.is_file():
            raise StrategyError(f"there is no file {module_name}")
        folder, module_name = str(file.parent.resolve()), file.stem
    if not all(part.isidentifier() for part in [*module_name.split("."), *attribute.split(".")]):
        raise StrategyError(
            f"{name!r} is not MODULE:NAME, such as mymodule:MyStrategy for what mymodule.py calls MyStrategy"
        )
    if folder not in sys.path:
        sys.path.insert(0, folder)
    module = _import(module_name)
    if folder and Path(module.__file__ or "").resolve() != Path(folder, f"{module_name}.py"):
        raise StrategyError(f"another module is named {module_name}, too: give the file another name")
    try:
        return attrgetter(attribute)(module)
    except AttributeError:
        names = [name_there for name_there in vars(module) if not name_there.startswith("_")]
        raise StrategyError(unknown(f"name in {module_name}", attribute, names)) from None


def _import(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            raise StrategyError(f"there is no module {error.name}, here or installed") from None
        raise _import_error(name, error) from error
    except (Exception, SystemExit) as error:
        raise _import_error(name, error) from error


def _import_error(name: str, error: BaseException) -> StrategyError:
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
