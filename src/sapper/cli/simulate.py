"""`sapper simulate`: many games by a strategy, and what came of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sapper.board import LEVELS, Board
from sapper.cli.run_options import board_from, cell_from, player_from, run_options
from sapper.cli.run_output import output_options, print_reports
from sapper.cli.run_progress import RunProgress
from sapper.errors import SimulationError
from sapper.rules import OnMine, Rules
from sapper.simulation.configuration import Configuration
from sapper.simulation.options import configured, default_strategy
from sapper.simulation.places import usual_file
from sapper.simulation.playing import Player
from sapper.simulation.report import Report
from sapper.simulation.sessions import USUAL_GAMES, Session
from sapper.simulation.stopping import StopRule

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
@click.option(
    "--on-mine",
    type=click.Choice(["stop", "continue"]),
    default="stop",
    show_default=True,
    help="What a mine does: ends the game, or counts while play goes on.",
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
    on_mine: OnMine,
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
    player = player_from(strategy) if strategy else default_strategy()
    if all_levels:
        _refuse(out=out, keep_games=keep_games, **{name: options[name] for name in _BOARD})
        _play_levels(player, stop, on_mine, options, reports or Path("sapper-reports"), style)
        return
    _refuse_reports(reports)
    board = board_from(**{name: options[name] for name in (*_BOARD, "topology")})
    print_reports([_play(board, player, stop, on_mine, options, out, keep_games, style)], style)


_BOARD = ("level", "rows", "columns", "mines")


def _play(
    board: Board,
    player: Player,
    stop: StopRule,
    on_mine: OnMine,
    options: dict[str, Any],
    out: Path | None,
    keep_games: Path | None,
    style: str | None,
) -> Report:
    configuration = configured(
        board,
        [player],
        rules=Rules(options["first_click"], on_mine=on_mine),
        seed=options["seed"],
        chunk=options["chunk"],
        games=stop.games,
        first_cell=cell_from(options["first_cell"]),
    )
    file = _file_of(configuration) if out is None else out
    same = options["chunk"] is None
    with Session(configuration, player, stop, out=file, games_folder=keep_games, same_chunks=same) as session:
        _say_where(session, file)
        try:
            with RunProgress(stop.games) as progress:
                session.play(threads=options["threads"], cluster=options["cluster"], watch=progress)
        except KeyboardInterrupt:
            print_reports([session.report], style)
            click.echo("\nThe run is kept. The same command goes on with it.", err=True)
            raise
        return session.report


def _say_where(session: Session, file: Path) -> None:
    restored = session.run.restored
    if session.run.done:
        click.echo(f"These games were played before; see {file}. Another --seed has others.", err=True)
    elif restored:
        click.echo(f"Going on after {restored:,} games that are kept in {file}", err=True)
    else:
        click.echo(f"Keeping the run in {file}", err=True)


def _play_levels(
    player: Player, stop: StopRule, on_mine: OnMine, options: dict[str, Any], folder: Path, style: str | None
) -> None:
    played = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SimulationError(f"{folder}: cannot be made: {error.strerror}") from None
    for level, board in LEVELS.items():
        out = folder / f"{level}.sapper"
        report = _play(board, player, stop, on_mine, options, out, None, style)
        (folder / f"{level}.json").write_text(report.to_json() + "\n", encoding="utf-8")
        played.append(report)
    print_reports(played, style)
    click.echo(f"The reports are {', '.join(f'{level}.json' for level in LEVELS)} in {folder}", err=True)


def _file_of(configuration: Configuration) -> Path:
    file = usual_file(configuration)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SimulationError(
            f"{file.parent}: cannot be made: {error.strerror}. Name a file with --out"
        ) from None
    return file


def _refuse(**given: Any) -> None:
    for name, value in given.items():
        if value is not None:
            raise click.UsageError(f"--{name.replace('_', '-')} does not go with --all-levels")


def _refuse_reports(reports: Path | None) -> None:
    if reports is not None:
        raise click.UsageError("--reports goes with --all-levels")
