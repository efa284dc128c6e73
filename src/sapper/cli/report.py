"""`sapper report`: reports the results of runs from their files."""

from __future__ import annotations

from pathlib import Path

import click

from sapper.cli.shared.options import PathName, choice_option, refuse
from sapper.cli.shared.output import tell, write_text
from sapper.cli.shared.run_options import output_options, print_results
from sapper.simulation.run import read_result

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
@click.option("--html", type=PathName(), metavar="PAGE", help="Write a page with all plots of one run.")
@click.option(
    "--plots",
    type=PathName(folder=True),
    metavar="FOLDER",
    help="Write the plots of one run into this folder.",
)
@choice_option(
    "--plot-format",
    among=["png", "svg", "pdf"],
    usual="png",
    help_text="The format of the plots.",
    what="format",
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
    """Report the results of runs from their files.

    Reads the files that 'sapper simulate' and 'sapper compare' write, even while they play.
    """
    if len(files) > 1 and (html or plots):
        raise click.UsageError("--html and --plots take one run at a time")
    if not plots:
        refuse(context, ["plot_format"], "goes with --plots")
    for folder in filter(Path.is_dir, files):
        raise click.UsageError(f"{folder} is a folder: 'sapper review' sums up the replays in a folder")
    results = list(map(read_result, files))
    if html is not None:
        write_text(html, results[0].to_html())
        tell(f"Wrote {html}")
    if plots is not None:
        paths = results[0].save_plots(plots, plot_format)
        tell(f"Wrote {', '.join(path.name for path in paths)} into {plots}")
    if style or not (html or plots):
        print_results(results, style)
