"""`sapper simulate`: plays many games with one strategy and reports the results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sapper.board.board import LEVELS
from sapper.cli.shared.board_options import BoardChoice, board_options
from sapper.cli.shared.options import SHARE, Number, PathName, Whole, refuse
from sapper.cli.shared.output import tell, write_text
from sapper.cli.shared.run_options import (
    EFFORT,
    STRATEGY,
    find_strategy,
    output_options,
    plan_of,
    play,
    printing,
    run_options,
)
from sapper.errors import SimulationError
from sapper.simulation.comparison import Comparison
from sapper.simulation.plan import USUAL_GAMES
from sapper.simulation.strategy_report import Report
from sapper.strategy.strategy import Strategy

_ONE_RUN = ("level", "rows", "columns", "mines", "topology", "out", "keep_games")

EPILOG = """
\b
Examples:
  sapper simulate --level expert --games 100000
  sapper simulate --level beginner --first-click safe --width 0.5% --json
  sapper simulate --all-levels --games 2000
  sapper simulate --strategy mymodule:pick --games 100

A file keeps the run. If the run is interrupted, by Ctrl-C or by force, the same command goes on with it.
"""


@click.command(epilog=EPILOG)
@STRATEGY
@EFFORT
@click.option(
    "--games", "-n", type=Whole(min=1), help=f"Stop after this many games.  [default: {USUAL_GAMES}]"
)
@click.option("--seconds", type=Number(min=0, min_open=True), metavar="SECONDS", help="Stop after this time.")
@click.option(
    "--width",
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
def command(
    context: click.Context,
    strategy: str,
    effort: int | None,
    games: int | None,
    seconds: float | None,
    width: float | None,
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
    limits: dict[str, Any] = {"games": games, "seconds": seconds, "width": width}
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
