"""The options and types that several commands share, and a way to pass options to a command as one value."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

import click
from click.core import ParameterSource

from sapper._support.words import unknown
from sapper.cli.shared.exit_codes import WANTS_JSON
from sapper.cli.shared.output import ColourChoice
from sapper.draw.palettes import PALETTES

_C = TypeVar("_C", bound=Callable[..., Any])
Option = Callable[[Any], Any]
"""A decorator made by click."""


class NameChoice(click.Choice[str]):
    """A name out of a list. For an unknown name, the error suggests the nearest one."""

    def __init__(self, what: str, names: Iterable[str]) -> None:
        """Accepts these names. `what` says what they stand for, for the error."""
        super().__init__(list(names))
        self._what = what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Returns the name, or fails with a suggestion."""
        if value not in self.choices:
            self.fail(unknown(self._what, value, self.choices), param, ctx)
        return value


class Whole(click.IntRange):
    """A whole number within bounds; a large one may be written as 1e6."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Returns the number, or fails if it is not a number, or out of bounds."""
        with suppress(ValueError):
            number = float(value)
            # A larger float may not be the number that was typed.
            if number.is_integer() and abs(number) < 2**53:
                value = int(number)
        whole: int = super().convert(value, param, ctx)
        return whole


class PathName(click.Path):
    """The path of a file or folder. An empty path, which Python takes for the current folder, is refused."""

    def __init__(self, *, folder: bool = False) -> None:
        """Accepts any path that is not empty. For a folder, it refuses the paths of files."""
        super().__init__(file_okay=not folder, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Returns the path, or fails if it is empty."""
        if not os.fspath(value):
            self.fail("the name is empty", param, ctx)
        try:
            return super().convert(value, param, ctx)
        except ValueError as error:  # such as a null character
            self.fail(str(error), param, ctx)


class _FileName(click.Path):
    """A path as it is typed. Whatever opens it says what is wrong with it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002
        return value


class Number(click.FloatRange):
    """A number within bounds."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Returns the number, or fails if it is not a number, or out of bounds."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail("it has to be a number", param, ctx)
        return number


class _Share(Number):
    name = "share"

    def __init__(self) -> None:
        super().__init__(0, 1, min_open=True, max_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value).strip()
        number, percent = text.removesuffix("%"), text.endswith("%")
        try:
            share = float(number) / (100 if percent else 1)
        except ValueError:
            self.fail(f"{text!r} is not a share, such as 0.005 or 0.5%", param, ctx)
        if not 0 < share < 1:
            self.fail(f"{text} is not between 0 and 1: half a point is 0.005 or 0.5%", param, ctx)
        return share


def add_options(command: _C, *options: Option) -> _C:
    """The command with these options, in this order, before those that it has."""
    for option in reversed(options):
        command = option(command)
    return command


def gather(name: str, make: Callable[..., Any], *options: Option) -> Callable[[_C], Callable[..., Any]]:
    """Adds options that a command takes as the argument `name`. `make` takes them by their names."""

    def probe() -> None: ...

    parameters: list[click.Parameter] = add_options(probe, *options).__click_params__  # type: ignore[attr-defined] # click's
    names = [parameter.name for parameter in parameters]

    def add(command: _C) -> Callable[..., Any]:
        @wraps(command)
        def command_with_value(*args: Any, **values: Any) -> Any:
            value = make(**{each: values.pop(each) for each in names})
            return command(*args, **{name: value}, **values)

        return add_options(command_with_value, *options)

    return add


def refuse(context: click.Context, names: Iterable[str], why: str) -> None:
    """Raises UsageError, such as `--games needs --auto`, if one of these options was given."""
    for name in names:
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--{name.replace('_', '-')} {why}")


_MOST_NAMES: Final = 6  # in the line of an option


def choice_option(
    *names: str, among: Iterable[str], usual: str, help_text: str, what: str = "choice"
) -> Option:
    """An option whose value is a name out of a list. `what` says what the names stand for, for errors.

    A long list stands in the help text.
    """
    among = [*among]
    short = len(among) <= _MOST_NAMES
    return click.option(
        *names,
        type=NameChoice(what, among),
        default=usual,
        show_default=True,
        metavar=None if short else "NAME",
        help=help_text if short else f"{help_text} One of {', '.join(among)}.",
    )


def time_limit_option(usual: float | None = None) -> Option:
    """The time after which a command gives up. `usual` is the default in seconds; None is no limit."""
    return click.option(
        "--time-limit",
        type=Number(min=0, min_open=True),
        default=usual,
        show_default=usual is not None,
        metavar="SECONDS",
        help="Give up after this time.",
    )


def format_option(names: Iterable[str], what: str) -> Option:
    """The format of the input. `what` is read, and `names` are the formats that it may have."""
    return choice_option(
        "--format",
        "-f",
        "format",
        among=["auto", *names],
        usual="auto",
        help_text=f"The format of the {what}.",
        what="format",
    )


FILE: Final = _FileName()
"""The name of a file, or `-`, as text. The tab key offers files."""

SHARE: Final = _Share()
"""A share of all games between 0 and 1, as in Python. With a per cent sign, as `0.5%`, it is in per cent."""

THREADS: Final = click.option(
    "--threads", type=Whole(1, 1024), help="The number of threads.  [default: one for each processor]"
)
"""The number of threads that play."""


def json_option(*names: str, help_text: str) -> Option:
    """Whether the result is printed as JSON, and an error too.

    The argument is `json`, unless another name is given.
    """

    def remember(context: click.Context, _: click.Parameter, value: bool) -> bool:
        context.meta[WANTS_JSON] = value
        return value

    return click.option("--json", *names, is_flag=True, callback=remember, help=help_text)


AS_JSON: Final = json_option("as_json", help_text="Print one JSON object.")
"""Whether the result is printed as JSON."""

COLOUR: Final = choice_option(
    "--color",
    "--colour",
    "colour",
    among=get_args(ColourChoice),
    usual="auto",
    help_text="Whether to print in colour. 'auto' respects NO_COLOR.",
)
"""Whether text is printed in colour."""

THEME: Final = choice_option(
    "--theme", among=PALETTES, usual="classic", help_text="The colours of pictures.", what="theme"
)
"""The colours of pictures in files."""
