"""How reports and comparisons leave a command: as a table, or as JSON, CSV or Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from sapper.simulation.comparing import Comparison
from sapper.simulation.report import Report
from sapper.simulation.tables import csv_of, markdown_of

__all__ = ["output_options", "print_results"]

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


def print_results(results: Sequence[Report | Comparison], style: str | None) -> None:
    """Prints reports and comparisons in the style that was chosen."""
    comparisons = [result for result in results if isinstance(result, Comparison)]
    reports = [result for result in results if isinstance(result, Report)]
    if style == "json":
        for result in results:
            click.echo(result.to_json())
    elif style == "csv":
        click.echo(csv_of(reports, comparisons), nl=False)
    elif style == "markdown":
        tables = [markdown_of(reports)] if reports else []
        click.echo("\n\n".join([*tables, *(comparison.to_markdown() for comparison in comparisons)]))
    else:
        click.echo("\n\n".join(map(str, results)))
