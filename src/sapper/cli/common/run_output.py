"""How reports and comparisons leave a command: as a table, or as JSON, CSV or Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click

from sapper.cli.common.options import gathered
from sapper.simulation.comparing import Comparison
from sapper.simulation.report.report import Report
from sapper.simulation.report.tables import csv_of, markdown_of

__all__ = ["output_options", "print_results"]


def _style(*, json: bool, csv: bool, markdown: bool) -> str | None:
    """The name of the only one that was chosen, if any. Raises UsageError where there are several."""
    chosen = {"json": json, "csv": csv, "markdown": markdown}
    names = [name for name, is_chosen in chosen.items() if is_chosen]
    if len(names) > 1:
        raise click.UsageError(f"{' and '.join(f'--{name}' for name in names)} do not go together")
    return names[0] if names else None


output_options: Final = gathered(
    "style",
    _style,
    click.option("--json", is_flag=True, help="Print one line of JSON for each run."),
    click.option("--csv", is_flag=True, help="Print a table for spreadsheets."),
    click.option("--markdown", is_flag=True, help="Print a table for pages."),
)
"""Adds the options to a command, which takes them as `style`: the name of one, or None."""


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
