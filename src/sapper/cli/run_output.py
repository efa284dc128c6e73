"""How a report leaves a command: as a table, or as JSON, CSV or Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from sapper.simulation.report import Report

__all__ = ["output_options", "print_reports"]

_C = TypeVar("_C", bound=Callable[..., Any])

_OPTIONS = [
    click.option("--json", "style", flag_value="json", help="Print one line of JSON for each run."),
    click.option("--csv", "style", flag_value="csv", help="Print a table for spreadsheets."),
    click.option("--markdown", "style", flag_value="markdown", help="Print a table for pages."),
]


def output_options(command: _C) -> _C:
    """Adds the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def print_reports(reports: Sequence[Report], style: str | None) -> None:
    """Prints reports in the style that was chosen."""
    from sapper.simulation import tables

    if style == "json":
        for report in reports:
            click.echo(report.to_json())
    elif style == "csv":
        click.echo(tables.csv_of(reports), nl=False)
    elif style == "markdown":
        click.echo(tables.markdown_of(reports))
    else:
        click.echo("\n\n".join(map(str, reports)))
