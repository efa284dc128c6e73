"""`sapper report`: what a run that is kept in a file has to tell, in any form."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from sapper.cli.common.options import PathName, choice_option
from sapper.cli.common.output import write_text
from sapper.cli.common.run_output import output_options, print_results
from sapper.simulation.comparing import Comparison, read_comparison
from sapper.simulation.report.report import Report
from sapper.simulation.run.session import read_reports

__all__ = ["command"]

EPILOG = """
\b
Examples:
  sapper report run.sapper
  sapper report run.sapper --html report.html
  sapper report expert.sapper intermediate.sapper --markdown
"""


@click.command(epilog=EPILOG)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PathName())
@output_options
@click.option("--html", type=PathName(), metavar="PAGE", help="Write a page with all plots, of one run.")
@click.option("--plots", type=PathName(), metavar="FOLDER", help="Write the plots of one run as files.")
@choice_option(
    "--plot-format", among=["png", "svg", "pdf"], usual="png", said="What --plots writes.", what="format"
)
@click.pass_context
def command(
    context: click.Context,
    files: tuple[Path, ...],
    style: str | None,
    html: Path | None,
    plots: Path | None,
    plot_format: str,
) -> None:
    """Tell what came of runs that were kept.

    Reads the files that 'sapper simulate' and 'sapper compare' wrote, also while they still play.
    """
    if len(files) > 1 and (html or plots):
        raise click.UsageError("--html and --plots take one run at a time")
    if not plots and context.get_parameter_source("plot_format") is not ParameterSource.DEFAULT:
        raise click.UsageError("--plot-format goes with --plots")
    results = list(map(_read, files))
    if html is not None:
        write_text(html, results[0].to_html())
        click.echo(f"Wrote {html}", err=True)
    if plots is not None:
        written = results[0].save_plots(plots, plot_format)
        click.echo(f"Wrote {', '.join(path.name for path in written)} into {plots}", err=True)
    if style or not (html or plots):
        print_results(results, style)


def _read(file: Path) -> Report | Comparison:
    reports = read_reports(file)
    return reports[0] if len(reports) == 1 else read_comparison(file)
