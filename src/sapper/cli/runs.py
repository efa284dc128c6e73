"""`sapper simulate`, `compare`, `report` and `literature`: play many games, and report the results."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from sapper.board.board import LEVELS
from sapper.cli.shared.board_options import BoardChoice, board_options, seed_option
from sapper.cli.shared.options import (
    SHARE,
    THREADS,
    NameChoice,
    Number,
    PathName,
    Whole,
    choice_option,
    json_option,
    refuse,
)
from sapper.cli.shared.output import Output, fold, tell, write_text
from sapper.cli.shared.progress import counting
from sapper.cli.shared.run_options import (
    EFFORT,
    STRATEGY,
    find_strategy,
    output_options,
    plan_of,
    play,
    print_results,
    printing,
    run_options,
    strategies_beginning,
)
from sapper.errors import SimulationError
from sapper.literature import ROWS, Replication, Row, replicate
from sapper.protocol.answers import json_line
from sapper.simulation.comparison import Comparison
from sapper.simulation.plan import USUAL_GAMES, USUAL_PAIRS
from sapper.simulation.run import read_result
from sapper.simulation.strategy_report import Report
from sapper.strategy.strategy import Strategy

_ONE_RUN = ("level", "rows", "columns", "mines", "topology", "out", "keep_games")

SIMULATE_EPILOG = """
\b
Examples:
  sapper simulate --level expert --games 100000
  sapper simulate --level beginner --interval-width 0.5% --json
  sapper simulate --all-levels --games 2000
  sapper simulate --strategy mymodule:pick --games 100

A file keeps the run. If the run is interrupted, by Ctrl-C or by force, the same command goes on with it.
"""


@click.command(epilog=SIMULATE_EPILOG)
@STRATEGY
@EFFORT
@click.option(
    "--games", "-n", type=Whole(min=1), help=f"Stop after this many games.  [default: {USUAL_GAMES}]"
)
@click.option("--seconds", type=Number(min=0, min_open=True), metavar="SECONDS", help="Stop after this time.")
@click.option(
    "--interval-width",
    type=SHARE,
    metavar="SHARE",
    help="Stop after so many games that the 95 % confidence interval of the win rate is no wider than this "
    "share of all games, which is below 0.1: 0.005 or 0.5% is half a point.",
)
@board_options()
@run_options
@click.option(
    "--keep-games",
    type=PathName(folder=True),
    metavar="FOLDER",
    help="Keep every game and its guesses as Parquet files.",
)
@click.option("--all-levels", is_flag=True, help="Play all levels and write a JSON report on each.")
@click.option(
    "--reports",
    type=PathName(folder=True),
    metavar="FOLDER",
    help="The folder for the reports of --all-levels.  [default: sapper-reports]",
)
@output_options
@click.pass_context
def simulate_command(
    context: click.Context,
    strategy: str,
    effort: int | None,
    games: int | None,
    seconds: float | None,
    interval_width: float | None,
    board: BoardChoice,
    run: dict[str, Any],
    keep_games: Path | None,
    all_levels: bool,
    reports: Path | None,
    style: str | None,
) -> None:
    """Play many games with one strategy and report the results.

    The same seed gives the same games and the same results on any number of threads or machines.
    """
    strategies = [find_strategy(strategy, effort)]
    limits: dict[str, Any] = {"games": games, "seconds": seconds, "interval_width": interval_width}
    if all_levels:
        refuse(context, _ONE_RUN, "does not go with --all-levels")
        _play_levels(strategies, limits, run, reports or Path("sapper-reports"), style)
    elif reports is not None:
        raise click.UsageError("--reports goes with --all-levels")
    else:
        results: list[Report | Comparison] = []
        with printing(results, style):
            play(plan_of(board.board, strategies, run, **limits, games_folder=keep_games), results)


def _play_levels(
    strategies: list[Strategy], limits: dict[str, Any], run: dict[str, Any], folder: Path, style: str | None
) -> None:
    results: list[Report | Comparison] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SimulationError(f"{folder}: cannot be made: {error.strerror}") from None
    with printing(results, style):
        for level, board in LEVELS.items():
            options = {**run, "out": folder / f"{level}.sapper"}
            play(plan_of(board, strategies, options, **limits), results)
            write_text(folder / f"{level}.json", results[-1].to_json() + "\n")
    reports = ", ".join(f"{level}.json" for level in LEVELS)
    tell(f"The reports are {reports} in {folder}")


COMPARE_EPILOG = """
\b
Examples:
  sapper compare exact+corners exact+first
  sapper compare exact+corners exact+first --level beginner --margin 0.5%

The test looks at the results after every chunk and stops when it is decided. If the strategies are
equally good, the chance that it calls one of them better is at most 4 %, however long they play.
"""


@click.command(epilog=COMPARE_EPILOG)
@click.argument("first", metavar="A", shell_complete=strategies_beginning)
@click.argument("second", metavar="B", shell_complete=strategies_beginning)
@click.option(
    "--games",
    "-n",
    type=Whole(min=1),
    default=USUAL_PAIRS,
    show_default=True,
    help="The most minefields to play.",
)
@click.option(
    "--margin",
    type=SHARE,
    metavar="SHARE",
    help="Also stop when the win rates are shown to differ by no more than this share of all games, which is "
    "below 0.1: 0.005 or 0.5% is half a point.",
)
@click.option("--to-end", is_flag=True, help="Play all games, even when it is clear who is better.")
@board_options()
@run_options
@output_options
def compare_command(
    first: str,
    second: str,
    games: int,
    margin: float | None,
    to_end: bool,
    board: BoardChoice,
    run: dict[str, Any],
    style: str | None,
) -> None:
    """Find out which of two strategies wins more games.

    Both strategies play the same minefields until the results show which one is better.
    """
    strategies = [find_strategy(first), find_strategy(second)]
    results: list[Report | Comparison] = []
    with printing(results, style):
        play(plan_of(board.board, strategies, run, games=games, margin=margin, to_end=to_end), results)


REPORT_EPILOG = """
\b
Examples:
  sapper report run.sapper
  sapper report run.sapper --html report.html
  sapper report expert.sapper intermediate.sapper --markdown
"""


@click.command(epilog=REPORT_EPILOG)
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
def report_command(
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


_COLUMNS: Final = {"Source": -28, "Strategy": -20, "Board": -8, "First": -7, "Published": 19, "Measured": 15,
                   "Agrees": -6, "Human": 5}  # fmt: skip
"""The widths of the columns, negative where they begin at the left."""

LITERATURE_EPILOG = """
\b
Examples:
  sapper literature --games 2000
  sapper literature --strategy frontier --games 100000 --json
"""


@click.command(epilog=LITERATURE_EPILOG)
@click.option(
    "--games",
    "-n",
    type=Whole(min=1),
    default=10_000,
    show_default=True,
    help="The number of games for each published win rate.",
)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    type=NameChoice("strategy with published results", dict.fromkeys(row.strategy for row in ROWS)),
    metavar="NAME",
    help="Only replicate the results of this strategy. May be repeated.",
)
@seed_option(0, "Decides the minefields. The same seed gives the same games.")
@THREADS
@json_option("as_json", help_text="Print one line of JSON for each published win rate.")
def literature_command(
    games: int, strategies: tuple[str, ...], seed: int, threads: int | None, as_json: bool
) -> None:
    """Replicate published win rates.

    For each published win rate, the same kind of strategy plays on the same board with the same first-click
    rule; docs/research/literature.md names the sources. The table shows the published and the measured
    win rates in per cent, each +- half its 95 % confidence interval. 'Agrees' says whether chance can
    explain the difference. 'Human' is the win rate of all comers on one site; a serious player won 38.8 % of
    4,422 expert games.
    """
    rows = [row for row in ROWS if not strategies or row.strategy in strategies]
    comparisons = _comparisons(rows, games, seed, threads, hidden=as_json)
    if as_json:
        for each in comparisons:
            click.echo(json_line({"seed": seed, **each.to_dict()}))
        return
    width = Output("never").width
    click.echo(_literature_line(list(_COLUMNS), width))
    for each in comparisons:
        click.echo(_literature_line(_literature_cells(each), width))


def _comparisons(
    rows: list[Row], games: int, seed: int, threads: int | None, *, hidden: bool
) -> Iterator[Replication]:
    """Plays row by row, with a progress bar for each."""
    for number, row in enumerate(rows, 1):
        title = f"{number} of {len(rows)}: {row.strategy}, {row.board_name}"
        with counting(title, "games", hidden=hidden) as progress:
            comparison = replicate(row, games=games, seed=seed, threads=threads, progress=progress)
        yield comparison


def _literature_line(cells: list[str], width: int | None) -> str:
    """A row of the table. On a terminal that is too narrow for it, it is a paragraph of two lines or more."""
    if width is not None and width < sum(map(abs, _COLUMNS.values())) + len(_COLUMNS) - 1:
        return _literature_paragraph(cells, width)
    parts = [
        cell.rjust(wide) if wide > 0 else cell.ljust(-wide)
        for cell, wide in zip(cells, _COLUMNS.values(), strict=True)
    ]
    return " ".join(parts).rstrip()


def _literature_paragraph(cells: list[str], width: int) -> str:
    if cells == list(_COLUMNS):
        return "Win rates in per cent"
    source, strategy, board, first, *figures = cells
    names = list(_COLUMNS)[4:]
    entries = [f"{name.lower()} {figure}" for name, figure in zip(names, figures, strict=True) if figure]
    lines = [f"{source}: {strategy}, {board}, first click {first}", f"  {', '.join(entries)}"]
    return fold("\n".join(lines), width)


def _literature_cells(comparison: Replication) -> list[str]:
    row = comparison.row
    low, high = comparison.report.interval
    agrees = {True: "yes", False: "no", None: "-"}[comparison.agrees]
    human = "" if comparison.human is None else f"{100 * comparison.human:.1f}"
    literature = _rate(row.published, row.half_width, "about " if row.about else "")
    ours = _rate(comparison.report.win_rate, (high - low) / 2)
    board = [row.source, row.strategy, row.board_name, row.first_click]
    return [*board, literature, ours, agrees, human]


def _rate(rate: float, half_width: float | None, before: str = "") -> str:
    within = "" if half_width is None else f" +- {100 * half_width:.2f}"
    return f"{before}{100 * rate:.2f}{within}"
