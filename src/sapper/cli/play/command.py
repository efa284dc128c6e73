"""The command `sapper play`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from sapper._support.installation import importing
from sapper._support.words import counting_from
from sapper.board.game_arguments import new_seed
from sapper.board.rules import Rules
from sapper.cells import Cell
from sapper.cli.play.series import Quit, Series, SeriesRecord, Setup, Spectator, saver
from sapper.cli.shared.board_options import (
    FIRST_CELL,
    FIRST_CLICK,
    GUESSING,
    ON_MINE,
    QUESTION_MARKS,
    WIN,
    BoardChoice,
    board_options,
    hardest_option,
    number_option,
    seed_option,
)
from sapper.cli.shared.exit_codes import ExitCode
from sapper.cli.shared.options import Number, PathName, Whole, choice_option, gather, json_option, refuse
from sapper.cli.shared.output import fold, tell
from sapper.cli.shared.run_options import STRATEGY, find_strategy
from sapper.draw.captions import cell_words
from sapper.errors import BudgetError
from sapper.protocol.answers import json_line

if TYPE_CHECKING:
    from sapper.cli.play.hand_game import HandGame
    from sapper.cli.play.live_board import Show
    from sapper.strategy import Strategy

_USUAL_SPEED = 20.0
_OF_THE_ENGINE = ("games", "first_cell", "watch", "speed", "verbose", "json")

EPILOG = """
\b
Examples:
  sapper play --level beginner
  sapper play --fair --hardest subset
  sapper play --show beliefs --strategy bounds-boundary
  sapper play --auto --watch
  sapper play --auto --games 500 --seed 1 --verbose
  sapper play --save games
  sapper play --auto --watch --rows 50 --columns 200 --mines 1500
"""


@click.command(epilog=EPILOG)
@board_options()
@gather("rules", Rules, FIRST_CLICK, WIN, ON_MINE, QUESTION_MARKS, GUESSING)
@seed_option(None, "Decides the minefields. Without it, a random seed is chosen and shown.")
@number_option("Which game of the seed is first.")
@click.option("--fair", is_flag=True, help="Boards that need no guess, from the first cell opened.")
@hardest_option("The hardest rule that a fair board may need.  [needs --fair]")
@click.option("--auto", is_flag=True, help="The engine plays.")
@STRATEGY
@click.option("--games", "-n", type=Whole(min=1), default=1, show_default=True, help="How many games.")
@FIRST_CELL
@click.option("--watch", is_flag=True, help="Show the games as they are played.  [needs --auto]")
@choice_option(
    "--show",
    among=["moves", "risks", "beliefs", "thinking"],
    usual="moves",
    help_text="What to show: only the moves, every risk, what the strategy believes (by hand too, with "
    "--strategy), or the thinking. With --auto it needs --watch.",
)
@click.option(
    "--speed",
    type=Number(min=0, min_open=True),
    help="Moves per second.  [default: 20, more on large boards; needs --watch]",
)
@click.option(
    "--save",
    type=PathName(folder=True),
    metavar="FOLDER",
    help="Keep every game that ends, as RawVF for 'sapper review'.",
)
@click.option("--verbose", "-v", is_flag=True, help="Print a line for each game.  [needs --auto]")
@click.option(
    "--no-record", is_flag=True, help="By hand: keep no record and no best times beyond this session."
)
@json_option(help_text="Print the record as one JSON object.  [needs --auto]")
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    board: BoardChoice,
    rules: Rules,
    seed: int | None,
    number: int,
    fair: bool,
    hardest: str,
    auto: bool,
    strategy: str,
    games: int,
    first_cell: Cell | None,
    watch: bool,
    show: Show,
    speed: float | None,
    save: Path | None,
    verbose: bool,
    no_record: bool,
    json: bool,
) -> None:
    """Play by keyboard and mouse, or watch the engine play.

    By hand, ? in the game lists the keys. With --auto --watch, space pauses, s makes one move, + and - change
    the speed, and q quits. With --auto, Ctrl-C ends the games early. The record of the games so far is
    printed, and the exit code is 130.
    """
    if not fair:
        refuse(context, ["hardest"], "needs --fair")
    elif rules.first_click == "any":
        raise click.UsageError("--fair needs a first cell without a mine: leave out --first-click any")
    _check_saving(save, rules)
    word = new_seed() if seed is None else seed
    setup = Setup(board.board, rules, word, number, hardest if fair else None)
    if not auto:
        refuse(context, _OF_THE_ENGINE, "needs --auto")
        session = _session(setup, save, no_record)
        context.exit(_by_hand(session, show, strategy))
    refuse(context, ["no_record"], "is for games by hand")
    if not watch:
        refuse(context, ["show", "speed"], "needs --watch")
    elif json or verbose:
        other = "json" if json else "verbose"
        raise click.UsageError(f"--watch and --{other} do not go together: both write to the terminal")
    player = find_strategy(strategy)
    cell = first_cell
    if cell is None and (fair or not player._is_in_python):  # one in Python chooses in each game
        cell = player.first_cell(setup.board, rules)
    if cell is not None:
        setup.board.topology.index(cell)  # raises CellError if it is not on the board
    series = Series(setup, cell, player, None if save is None else saver(save))
    spectator = _spectator(setup, player, games, speed, watch, show, verbose=verbose, json=json)
    interruption = _play(series, games, spectator)
    if json:
        what = {**setup.to_dict(), "strategy": strategy, "first_cell": cell}
        end = {"interrupted": interruption is not None}
        click.echo(json_line({**what, **series.record.to_dict(), **end}))
    else:
        _print_record(series.record, setup, strategy, cell)
    if isinstance(interruption, BudgetError):
        raise interruption
    context.exit(ExitCode.DONE if interruption is None else ExitCode.INTERRUPTED)


def _check_saving(save: Path | None, rules: Rules) -> None:
    """Raises UsageError if games would be saved that no file holds."""
    if save is not None and rules.guessing != "free":
        raise click.UsageError(f"no file holds a game with --guessing {rules.guessing}: leave out --save")


def _print_record(record: SeriesRecord, setup: Setup, strategy: str, cell: Cell | None) -> None:
    guessing = "" if setup.rules.guessing == "free" else f"; guessing {setup.rules.guessing}"
    click.echo(f"{setup}; {strategy}; first click {setup.rules.first_click}{guessing}")
    if cell is not None:
        click.echo(f"First cell     {cell_words(cell)}, counted from 0")
    click.echo(f"Seed           {setup.seed}, from game {setup.first}\n{record}")


def _session(setup: Setup, save: Path | None, no_record: bool) -> HandGame:
    """A session by hand."""
    from sapper.cli.play.hand_game import HandGame, RecordFile, usual_file

    keep = None if save is None else saver(save)
    return HandGame(setup, keep=keep, record_file=RecordFile(None if no_record else usual_file()))


def _by_hand(session: HandGame, show: Show, strategy: str) -> int:
    """Plays in the terminal, prints the record, and returns the exit code."""
    if show == "thinking":
        raise click.UsageError("--show thinking needs --auto --watch")
    # Textual draws on standard error.
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        raise click.UsageError(
            "playing by hand needs a terminal for input, output and errors; --auto plays without"
        )
    if not _draws(sys.stdout):
        raise click.UsageError(
            "playing by hand needs a terminal that can move the cursor, and TERM=dumb says that this one "
            "cannot; --auto plays without"
        )
    with importing("play", "playing by hand needs Textual"):
        from sapper.cli.play.hand_app import PlayApp
    app = PlayApp(session, show, find_strategy(strategy))
    with counting_from(1):
        app.run()
    session.leave()
    if session.record.games:
        click.echo(fold(f"{session.record}\n\n{session.record_file.text(session.setup)}"))
    if session.record_file.trouble:
        tell(session.record_file.trouble)
    # None if a signal ended it, not a key.
    return ExitCode.INTERRUPTED if app.return_code is None else app.return_code


def _spectator(
    setup: Setup,
    player: Strategy,
    games: int,
    speed: float | None,
    watch: bool,
    show: Show,
    *,
    verbose: bool,
    json: bool,
) -> Spectator:
    from sapper.cli.play import spectators

    if verbose:
        return spectators.Lines(as_json=json)
    if watch and _draws(sys.stdout):
        from sapper.cli.play.keys import keys_of_terminal
        from sapper.cli.play.live_board import LiveBoard

        pace = speed or _usual_speed(setup, show)
        return LiveBoard(setup, games, pace, show, keys=keys_of_terminal(), strategy=player)
    if watch:
        return spectators.Transcript(games)
    return spectators.ProgressBar(games) if _draws(sys.stderr) else Spectator()


def _usual_speed(setup: Setup, show: Show) -> float:
    """Moves per second. A large board takes about a minute, unless the thinking is shown."""
    cells = setup.board.topology.size - setup.board.mines
    return _USUAL_SPEED if show == "thinking" else max(_USUAL_SPEED, cells / 60)


def _draws(stream: TextIO) -> bool:
    """Whether this is a terminal that can move the cursor."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _play(series: Series, games: int, spectator: Spectator) -> KeyboardInterrupt | BudgetError | None:
    """Plays the games. Returns what interrupted them, or None."""
    try:
        with spectator:
            series.play(games, spectator)
    except (KeyboardInterrupt, BudgetError) as error:
        return error
    except Quit:
        return None
    return None
