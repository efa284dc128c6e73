"""What commands that read one position and show something of it have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_args

import click

from sapper import formats
from sapper.board import LEVELS
from sapper.cli.output import ColourChoice
from sapper.cli.picture import THEMES
from sapper.position import Position, TopologyName

__all__ = ["MOST_CELLS_DRAWN", "position_options", "showing_options"]

MOST_CELLS_DRAWN = 20_000
"""Larger boards help nobody on a terminal."""

_C = TypeVar("_C", bound=Callable[..., Any])
_FORMATS = [name for name, format in formats.FORMATS.items() if Position in format.kinds]


def position_options(command: _C) -> _C:
    """Adds the file, and what may be said about the position in it: what `Source` takes."""
    return _added(
        command,
        click.argument("file", required=False),
        click.option(
            "--mines",
            "-m",
            type=click.IntRange(min=0),
            metavar="COUNT",
            help="How many mines the whole board holds.",
        ),
        click.option(
            "--level",
            "-l",
            type=click.Choice(list(LEVELS)),
            help="The level, instead of --mines; its size is checked.",
        ),
        click.option(
            "--topology",
            "-t",
            type=click.Choice(get_args(TopologyName)),
            help="Which cells touch. Without it a grid.",
        ),
        click.option(
            "--format",
            "-f",
            "format",
            type=click.Choice(["auto", *_FORMATS]),
            default="auto",
            show_default=True,
            help="How the position is written.",
        ),
    )


def showing_options(command: _C) -> _C:
    """Adds a time limit, and how the result is shown."""
    return _added(
        command,
        click.option(
            "--time-limit",
            type=click.FloatRange(min=0, min_open=True),
            metavar="SECONDS",
            help="Give up after this time.",
        ),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a drawing."),
        click.option(
            "--color",
            "--colour",
            "colour",
            type=click.Choice(get_args(ColourChoice)),
            default="auto",
            show_default=True,
            help="Whether to use colour. NO_COLOR is heeded.",
        ),
        click.option("--svg", metavar="OUT.svg", help="Write a picture of it, too."),
        click.option(
            "--theme",
            type=click.Choice(THEMES),
            default="classic",
            show_default=True,
            help="The colours of the picture.",
        ),
    )


def _added(command: _C, *options: Callable[[_C], _C]) -> _C:
    for option in reversed(options):
        command = option(command)
    return command
