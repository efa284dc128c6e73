"""`sapper simulate`: many games by a strategy, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click
from click.core import ParameterSource

from sapper.board.board import LEVELS, Board
from sapper.cli.common.board_options import BoardChoice, board_options
from sapper.cli.common.options import POINTS, Number, PathName, Whole
from sapper.cli.common.output import write_text
from sapper.cli.common.players import EFFORT, STRATEGY, strategy_typed
from sapper.cli.common.run_file import say_how_to_go_on
from sapper.cli.common.run_options import RunChoice, run_options
from sapper.cli.common.run_output import output_options, print_results
from sapper.errors import SimulationError
from sapper.simulation.plan.stopping import StopRule
from sapper.simulation.report.report import Report
from sapper.simulation.simulating import USUAL_GAMES
from sapper.strategy.strategy import Strategy

__all__ = ["command"]

EPILOG = """
\b
Examples:
  sapper simulate --level expert --games 100000
  sapper simulate --level beginner --first-click safe --width 0.5 --json
  sapper simulate --all-levels --games 2000
  sapper simulate --strategy mymodule:pick --games 100

A run is kept in a file. When it was broken off, by Ctrl-C or a power cut, the same command goes on.
"""


@click.command(epilog=EPILOG)
@STRATEGY
@EFFORT
@click.option("--games", "-n", type=Whole(min=1), help=f"Stop after so many.  [default: {USUAL_GAMES}]")
@click.option("--seconds", type=Number(min=0, min_open=True), help="Stop after this time.")
@click.option(
    "--width", type=POINTS, metavar="POINTS", help="Stop when the 95 % interval is so narrow, in points."
)
@board_options()
@run_options
@click.option(
    "--keep-games",
    type=PathName(),
    metavar="FOLDER",
    help="Keep every game with its guesses, as Parquet files.",
)
@click.option("--all-levels", is_flag=True, help="Play all levels, and write a JSON report on each.")
@click.option(
    "--reports",
    type=PathName(),
    metavar="FOLDER",
    help="Where --all-levels writes.  [default: sapper-reports]",
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
    run: RunChoice,
    keep_games: Path | None,
    all_levels: bool,
    reports: Path | None,
    style: str | None,
) -> None:
    """Play many games and tell what came of them.

    The same seed gives the same games and the same results on any number of threads or machines.
    """
    if games is None and seconds is None and width is None:
        games = USUAL_GAMES
    stop = StopRule(games, None if width is None else width / 100, seconds)
    chosen = strategy_typed(strategy, effort)
    if all_levels:
        _refuse(context)
        _play_levels(chosen, stop, run, reports or Path("sapper-reports"), style)
    elif reports is not None:
        raise click.UsageError("--reports goes with --all-levels")
    else:
        played: list[Report] = []
        with _telling(played, style):
            _play(board.board, chosen, stop, run, keep_games, played)


@contextmanager
def _telling(played: list[Report], style: str | None) -> Iterator[None]:
    """Prints the reports in the end, also when Ctrl-C ends it early."""
    try:
        yield
    except KeyboardInterrupt:
        if played:
            print_results(played, style)
            say_how_to_go_on()
        raise
    print_results(played, style)


def _play(
    board: Board,
    strategy: Strategy,
    stop: StopRule,
    run: RunChoice,
    keep_games: Path | None,
    played: list[Report],
) -> None:
    """Plays, and adds the report to those that were played, also when Ctrl-C ends it early."""
    with run.session(board, [strategy], stop, keep_games) as session:
        try:
            run.play(session, stop)
        except KeyboardInterrupt:
            played.append(session.report)
            raise
        played.append(session.report)


def _play_levels(strategy: Strategy, stop: StopRule, run: RunChoice, folder: Path, style: str | None) -> None:
    played: list[Report] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SimulationError(f"{folder}: cannot be made: {error.strerror}") from None
    with _telling(played, style):
        for level, board in LEVELS.items():
            _play(board, strategy, stop, replace(run, out=folder / f"{level}.sapper"), None, played)
            write_text(folder / f"{level}.json", played[-1].to_json() + "\n")
    click.echo(f"The reports are {', '.join(f'{level}.json' for level in LEVELS)} in {folder}", err=True)


def _refuse(context: click.Context) -> None:
    """Raises UsageError if an option was given that all levels leave no room for."""
    for name in ("level", "rows", "columns", "mines", "topology", "out", "keep_games"):
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--{name.replace('_', '-')} does not go with --all-levels")
