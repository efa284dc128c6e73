"""Options that several commands have, and how a command takes some of them together, as one value."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args

import click

from sapper._support.naming import unknown
from sapper.cli.common.output import ColourChoice
from sapper.cli.common.picture import THEMES

if TYPE_CHECKING:
    _Choice = click.Choice[str]
else:
    _Choice = click.Choice  # takes no type argument before click 8.2

__all__ = [
    "AS_JSON",
    "COLOUR",
    "POINTS",
    "THEME",
    "THREADS",
    "Named",
    "Number",
    "PathName",
    "Whole",
    "added",
    "choice_option",
    "format_option",
    "gathered",
    "time_limit_option",
]

_C = TypeVar("_C", bound=Callable[..., Any])
Option = Callable[[Any], Any]
"""A decorator made by click."""


class Named(_Choice):
    """One of some names; a wrong one gets the nearest suggested."""

    def __init__(self, what: str, names: Iterable[str]) -> None:
        """Takes these names.

        Args:
            what: What they name, for the error.
            names: All of them.
        """
        super().__init__(list(names))
        self._what = what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name. Fails with a suggestion."""
        if value not in self.choices:
            self.fail(unknown(self._what, value, self.choices), param, ctx)
        return value


class Whole(click.IntRange):
    """A whole number within bounds; a large one may be written as 1e6."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Fails where it is none, or out of bounds."""
        with suppress(ValueError):
            number = float(value)
            if number.is_integer() and abs(number) < 2**53:  # beyond, a float may be another number
                value = int(number)
        converted: int = super().convert(value, param, ctx)
        return converted


class PathName(click.Path):
    """A file or a folder. An empty name, which Python takes for the folder where we are, is none."""

    def __init__(self) -> None:
        """Takes any other name."""
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path. Fails where the name is empty."""
        if not os.fspath(value):
            self.fail("the name is empty", param, ctx)
        return super().convert(value, param, ctx)


class Number(click.FloatRange):
    """A number within bounds."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number. Fails where it is none, or out of bounds."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail("it has to be a number", param, ctx)
        return number


def added(command: _C, *options: Option) -> _C:
    """The command with these options, in this order, before those it has."""
    for option in reversed(options):
        command = option(command)
    return command


def gathered(name: str, make: Callable[..., Any], *options: Option) -> Callable[[_C], Callable[..., Any]]:
    """Adds options of which the command hears together.

    Args:
        name: The argument of the command.
        make: Makes its value; takes the options by their names.
        *options: In the order of the help.
    """

    def probe() -> None: ...

    parameters: list[click.Parameter] = added(probe, *options).__click_params__  # type: ignore[attr-defined] # click's
    names = [parameter.name for parameter in parameters]

    def add(command: _C) -> Callable[..., Any]:
        @wraps(command)
        def called(*args: Any, **values: Any) -> Any:
            made = make(**{each: values.pop(each) for each in names})
            return command(*args, **{name: made}, **values)

        return added(called, *options)

    return add


def choice_option(*names: str, among: Iterable[str], usual: str, said: str, what: str = "choice") -> Option:
    """One of some names.

    Args:
        *names: As for `click.option`.
        among: What may be chosen.
        usual: What is, if nothing is said.
        said: The line of help.
        what: What the choices name, for errors.
    """
    return click.option(*names, type=Named(what, among), default=usual, show_default=True, help=said)


def time_limit_option(usual: float | None = None) -> Option:
    """After which a command gives up.

    Args:
        usual: In seconds, where the user says nothing.
    """
    return click.option(
        "--time-limit",
        type=Number(min=0, min_open=True),
        default=usual,
        show_default=usual is not None,
        metavar="SECONDS",
        help="Give up after this time.",
    )


def format_option(names: Iterable[str], what: str) -> Option:
    """How what is read is written.

    Args:
        names: Of the formats that are read.
        what: What is read.
    """
    return choice_option(
        "--format",
        "-f",
        "format",
        among=["auto", *names],
        usual="auto",
        said=f"How the {what} is written.",
        what="format",
    )


POINTS: Final = Number(0, 100, min_open=True, max_open=True)
"""A difference of shares, in points of per cent."""

THREADS: Final = click.option(
    "--threads", type=Whole(1, 1024), help="How many threads.  [default: one a processor]"
)
"""How many threads a command plays on."""

AS_JSON: Final = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
"""Whether programs read the answer."""

COLOUR: Final = choice_option(
    "--color",
    "--colour",
    "colour",
    among=get_args(ColourChoice),
    usual="auto",
    said="Whether to use colour. NO_COLOR is heeded.",
)
"""Whether what is printed has colours."""

THEME: Final = choice_option(
    "--theme", among=THEMES, usual="classic", said="The colours of pictures.", what="theme"
)
"""The colours of what is written as a file."""
