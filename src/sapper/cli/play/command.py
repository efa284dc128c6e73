"""The command `sapper play`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from json import dumps
from typing import Any, TextIO

import click
from click.core import ParameterSource

from sapper.autoplay import DEFAULT_STRATEGY
from sapper.cli.exits import ExitCode
from sapper.cli.play.auto import Series, Spectator
from sapper.cli.play.options import setup_from, setup_options
from sapper.cli.play.setup import Setup
from sapper.errors import BudgetError, CellError, StrategyError
from sapper.strategy import Strategy
from sapper.topology import Cell

__all__ = ["command"]


@click.command()
@setup_options
@click.option("--auto", is_flag=True, help="The engine plays.")
@click.option(
    "--strategy",
    metavar="NAME",
    default=DEFAULT_STRATEGY,
    show_default=True,
    help="Who plays; `sapper strategies` lists the names.  [needs --auto]",
)
@click.option("--games", type=click.IntRange(min=1), help="How many games.  [default: 1; needs --auto]")
@click.option(
    "--first-cell",
    metavar="ROW,COLUMN",
    help="Where to begin, from 0.  [default: a good cell under the rules; needs --auto]",
)
@click.option("--watch", is_flag=True, help="Show the games as they are played.  [needs --auto]")
@click.option(
    "--speed",
    type=click.FloatRange(min=0, min_open=True),
    help="Moves per second.  [default: 20; needs --watch]",
)
@click.option("--json", is_flag=True, help="Print the record as JSON.  [needs --auto]")
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    auto: bool,
    strategy: str,
    games: int | None,
    first_cell: str | None,
    watch: bool,
    speed: float | None,
    json: bool,
    **options: Any,
) -> None:
    """Play by keyboard and mouse, or watch the engine play.

    By hand, ? in the game lists the keys. With --auto, Ctrl-C ends the games early: the record of
    those before is printed all the same, and the exit code is 130.
    """
    setup = setup_from(**options)
    if not auto:
        _refuse(context, ("strategy", "games", "first_cell", "watch", "speed", "json"), "--auto")
        context.exit(_by_hand(setup))
    if not watch:
        _refuse(context, ("speed",), "--watch")
    elif json:
        raise click.UsageError("--watch draws where --json prints: give one of them")
    games = games or 1
    player = _strategy(strategy)
    cell = _first_cell(first_cell, setup, player)
    series = Series(setup, cell, player)
    broken_off = _play(series, games, _spectator(setup, games, speed or 20.0, watch))
    if json:
        what = {**setup.to_dict(), "strategy": strategy, "first_cell": cell}
        end = {"interrupted": broken_off is not None}
        click.echo(dumps({**what, **series.record.to_dict(), **end}, indent=2))
    else:
        begin = f"first click {setup.rules.first_click} at {cell}"
        click.echo(
            f"{setup}; {strategy}; {begin}; seed {setup.seed} from game {setup.first}\n{series.record}"
        )
    if isinstance(broken_off, BudgetError):
        raise broken_off
    context.exit(ExitCode.DONE if broken_off is None else ExitCode.INTERRUPTED)


def _refuse(context: click.Context, names: Iterable[str], missing: str) -> None:
    """Raises UsageError if an option was given that means nothing without another."""
    for name in names:
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--{name.replace('_', '-')} needs {missing}")


def _strategy(name: str) -> Strategy:
    """The strategy of that name. Raises BadParameter if there is none such."""
    try:
        return Strategy(name)
    except StrategyError as error:
        raise click.BadParameter(str(error), param_hint="--strategy") from None


def _first_cell(text: str | None, setup: Setup, strategy: Strategy) -> Cell:
    """The cell that was asked for, else the strategy's own. Raises BadParameter if there is none such."""
    if text is None:
        return strategy.first_cell(setup.board, setup.rules)
    try:
        row, column = map(int, text.split(","))
        setup.board.topology.index((row, column))
    except CellError as error:
        raise click.BadParameter(str(error), param_hint="--first-cell") from None
    except ValueError:
        text = f"{text!r} is not a row and a column, as in 3,5"
        raise click.BadParameter(text, param_hint="--first-cell") from None
    return row, column


def _by_hand(setup: Setup) -> int:
    """Plays in the terminal and prints the record; the exit code."""
    if not (sys.stdin.isatty() and _draws(sys.stdout)):
        raise click.UsageError("playing by hand needs a terminal; --auto plays without")
    from sapper.cli.play.app import PlayApp
    from sapper.cli.play.session import Session

    session = Session(setup)
    app = PlayApp(session)
    app.run()
    if session.record.games:
        click.echo(session.record)
    # None where a signal ended it and no key.
    return ExitCode.INTERRUPTED if app.return_code is None else app.return_code


def _spectator(setup: Setup, games: int, speed: float, watch: bool) -> Spectator:
    from sapper.cli.play import spectators

    if watch and _draws(sys.stdout):
        from sapper.cli.play.live import LiveBoard

        return LiveBoard(setup, games, speed)
    if watch:
        return spectators.Transcript(games)
    return spectators.ProgressBar(games) if _draws(sys.stderr) else spectators.Nobody()


def _draws(stream: TextIO) -> bool:
    """Whether this is a terminal where the cursor can be moved."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _play(series: Series, games: int, spectator: Spectator) -> KeyboardInterrupt | BudgetError | None:
    """Plays the games, to the end or until it is broken off: what did that."""
    try:
        with spectator:
            series.play(games, spectator)
    except (KeyboardInterrupt, BudgetError) as error:
        return error
    return None
