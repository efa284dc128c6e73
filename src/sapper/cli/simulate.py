"""`sapper simulate`: many games by a strategy, and what came of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sapper.board import LEVELS, Board
from sapper.cli.run_file import say_how_to_go_on
from sapper.cli.run_options import board_from, run_options, strategy_from
from sapper.cli.run_output import output_options, print_results
from sapper.cli.run_session import play_in_view, session_of
from sapper.errors import SimulationError
from sapper.simulation.report import Report
from sapper.simulation.simulating import USUAL_GAMES
from sapper.simulation.stopping import StopRule
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
@click.option("--strategy", "-s", metavar="NAME", help="Who plays: a name, or MODULE:FUNCTION in Python.")
@click.option("--games", "-n", type=int, help=f"Stop after so many.  [default: {USUAL_GAMES}]")
@click.option("--seconds", type=float, help="Stop after this time.")
@click.option(
    "--width", type=float, metavar="POINTS", help="Stop when the 95 % interval is so narrow, in points."
)
@run_options
@click.option(
    "--keep-games",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Keep every game with its guesses, as Parquet files.",
)
@click.option("--all-levels", is_flag=True, help="Play all levels, and write a JSON report on each.")
@click.option(
    "--reports",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where --all-levels writes.  [default: sapper-reports]",
)
@output_options
def command(
    strategy: str | None,
    games: int | None,
    seconds: float | None,
    width: float | None,
    out: Path | None,
    keep_games: Path | None,
    all_levels: bool,
    reports: Path | None,
    style: str | None,
    **options: Any,
) -> None:
    """Play many games and tell what came of them.

    The same seed gives the same games and the same results on any number of threads or machines.
    """
    if games is None and seconds is None and width is None:
        games = USUAL_GAMES
    stop = StopRule(games, None if width is None else width / 100, seconds)
    chosen = strategy_from(strategy)
    if all_levels:
        _refuse(out=out, keep_games=keep_games, **{name: options[name] for name in _BOARD})
        _play_levels(chosen, stop, options, reports or Path("sapper-reports"), style)
        return
    _refuse_reports(reports)
    board = board_from(**{name: options[name] for name in (*_BOARD, "topology")})
    print_results([_play(board, chosen, stop, options, out, keep_games, style)], style)


_BOARD = ("level", "rows", "columns", "mines")


def _play(
    board: Board,
    strategy: Strategy,
    stop: StopRule,
    options: dict[str, Any],
    out: Path | None,
    keep_games: Path | None,
    style: str | None,
) -> Report:
    with session_of(board, [strategy], stop, options, out, keep_games) as session:
        try:
            play_in_view(session, stop.games)
        except KeyboardInterrupt:
            print_results([session.report], style)
            say_how_to_go_on()
            raise
        return session.report


def _play_levels(
    strategy: Strategy,
    stop: StopRule,
    options: dict[str, Any],
    folder: Path,
    style: str | None,
) -> None:
    played = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SimulationError(f"{folder}: cannot be made: {error.strerror}") from None
    for level, board in LEVELS.items():
        out = folder / f"{level}.sapper"
        report = _play(board, strategy, stop, options, out, None, style)
        (folder / f"{level}.json").write_text(report.to_json() + "\n", encoding="utf-8")
        played.append(report)
    print_results(played, style)
    click.echo(f"The reports are {', '.join(f'{level}.json' for level in LEVELS)} in {folder}", err=True)


def _refuse(**given: Any) -> None:
    for name, value in given.items():
        if value is not None:
            raise click.UsageError(f"--{name.replace('_', '-')} does not go with --all-levels")


def _refuse_reports(reports: Path | None) -> None:
    if reports is not None:
        raise click.UsageError("--reports goes with --all-levels")
