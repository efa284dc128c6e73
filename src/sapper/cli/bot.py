"""`sapper bot`: plays in the window of another program."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from sapper._support.words import percent, quantity, unknown
from sapper.cli.play.series import GameResult, SeriesRecord
from sapper.cli.shared.board_options import MINES, position_options, size_of_picture
from sapper.cli.shared.exit_codes import ExitCode
from sapper.cli.shared.input import PositionOptions
from sapper.cli.shared.options import COLOUR, PathName, Whole, gather, json_option, refuse
from sapper.cli.shared.output import ColourChoice, Output, tell
from sapper.cli.shared.run_options import STRATEGY, find_strategy
from sapper.errors import GameError
from sapper.protocol.answers import json_line

if TYPE_CHECKING:
    from sapper.board.game import Status
    from sapper.bot.bot_move import BotMove
    from sapper.bot.desktop import Box, RealDesktop
    from sapper.bot.game_end import GameEnd
    from sapper.bot.game_log import GameLog
    from sapper.bot.terminal_keys import ProgramKeys
    from sapper.bot.terminal_window import Terminal
    from sapper.bot.window_player import Bot

_STATUS: Final[dict[str, Status]] = {"won": "won", "lost": "lost", "unfinished": "playing"}
_OF_PLAY = ("games", "new_game", "close", "save", "json")

EPILOG = """
\b
Examples:
  sapper bot
  sapper bot --mines 40 --window Mines --play
  sapper bot --level expert --play --games 10 --new-game ctrl+n --save games
  sapper bot --mines 10 --within 100,80,700,560 --play -n 3 --new-game 640,312
  sapper bot --mines 9 --terminal "freesweep -f -w 9 -h 9" --play --new-game n
  sapper bot --mines 10 --terminal nbmines --keys nbmines --play
  sapper bot --mines 9 --terminal mines --keys left=h,down=j,up=k,right=l

\b
Exit codes: 0 done, 2 wrong usage, no board on the screen or no new game,
3 a game is unfinished, or the program does not react,
130 stopped by Escape, the mouse or Ctrl-C.
"""


def _box(value: str) -> Box:
    try:
        left, top, right, bottom = map(int, value.split(","))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not LEFT,TOP,RIGHT,BOTTOM in pixels") from None
    return left, top, right, bottom


def _keys(value: str) -> ProgramKeys:
    from sapper.bot.terminal_keys import MOVES, PROGRAMS, ProgramKeys

    if "=" not in value:
        if value not in PROGRAMS:
            raise click.BadParameter(
                f"{unknown('program', value, PROGRAMS)} Or give MOVE=KEY,... with the keys that it takes"
            )
        return PROGRAMS[value]
    keys: dict[str, str] = {}
    for part in value.split(","):
        move, _, key = part.partition("=")
        if move not in MOVES or not key:
            raise click.BadParameter(
                f"{part!r} is not MOVE=KEY, where MOVE is one of {', '.join(MOVES)} (the bot sets no flags)"
            )
        keys[move] = key
    return ProgramKeys(keys)


_LEVEL, _ = position_options()


@click.command(epilog=EPILOG)
@gather("options", PositionOptions, MINES, _LEVEL, *size_of_picture())
@STRATEGY
@click.option("--play", is_flag=True, help="Click. Without it, only show what would be clicked.")
@click.option("--window", metavar="TITLE", help="Look only at the window with this title (X11).")
@click.option(
    "--within", type=_box, metavar="LEFT,TOP,RIGHT,BOTTOM", help="Look only at this part of the screen."
)
@click.option(
    "--terminal",
    metavar="COMMAND",
    help="Look at a program in a terminal, which this command starts. Not on Windows.",
)
@click.option(
    "--keys",
    type=_keys,
    metavar="PROGRAM|MOVE=KEY,...",
    help="The keys of that program: its name, if Sapper knows it, or up, down, left, right and open, as in "
    "left=h,down=j,up=k,right=l,open=o. Those left out are the arrow keys and the space bar. open=mouse "
    "clicks.  [needs --terminal]",
)
@click.option(
    "--begin",
    multiple=True,
    metavar="KEY",
    help="A key that leads to the board, if the program begins with something else. Several are pressed in "
    "turn.  [needs --terminal]",
)
@click.option(
    "--games", "-n", type=Whole(min=1), default=1, show_default=True, help="How many games.  [needs --play]"
)
@click.option(
    "--new-game",
    multiple=True,
    default=("F2",),
    show_default=True,
    metavar="KEYS|X,Y",
    help="What starts a new game: keys, or a place on the screen to click. Several are done in turn.  "
    "[needs --play]",
)
@click.option(
    "--close",
    default="esc",
    show_default=True,
    metavar="KEYS|X,Y",
    help="What closes a dialog that covers the board.  [needs --play]",
)
@click.option(
    "--save",
    type=PathName(folder=True),
    metavar="FOLDER",
    help="Keep each game in games.csv, and as RawVF if the program shows the mines.  [needs --play]",
)
@json_option(help_text="Print the record as one JSON object.  [needs --play]")
@COLOUR
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    options: PositionOptions,
    strategy: str,
    play: bool,
    window: str | None,
    within: Box | None,
    terminal: str | None,
    keys: ProgramKeys | None,
    begin: tuple[str, ...],
    games: int,
    new_game: tuple[str, ...],
    close: str,
    save: Path | None,
    json: bool,
    colour: ColourChoice,
) -> None:
    """Play in the window of another program.

    Finds the board on the screen, shows what it sees, and says what it would do. With --play it moves the
    mouse and plays. It clicks only on cells, and where --new-game and --close say. Escape stops it at once,
    and so does moving the mouse by hand. It is for programs of your own and for research, not for ranked
    play. It was tried on X11, but not yet on Windows or macOS.
    """
    from sapper.bot.desktop import window_box
    from sapper.bot.game_log import GameLog
    from sapper.bot.terminal_window import Terminal
    from sapper.bot.window_player import Bot

    _check_options(context, play=play, places=(window, within, terminal))
    if keys is not None and context.get_parameter_source("new_game") is ParameterSource.DEFAULT:
        new_game = tuple(keys.new_game) or new_game
    player = find_strategy(strategy)
    keeper = None if save is None else GameLog(save)
    quiet = json or (play and not sys.stdout.isatty())
    show = partial(_show, output=Output(colour), quiet=quiet, clear=play)
    with _desktop(terminal, keys, begin, options.shape) as desktop:
        area = within if window is None else window_box(window)
        bot = Bot(
            desktop,
            options.hints.mines,
            player,
            shape=desktop.shape if isinstance(desktop, Terminal) else options.shape,
            within=area,
            new_game=new_game,
            close=close,
            show=show,
        )
        if not play:
            show(bot.look())
            click.echo(f"The board has {quantity(bot.mines, 'mine')}.")
            click.echo("Nothing was clicked. --play plays.")
            return
        series = _Series(bot, strategy, keeper)
        series.play(games)
    if json:
        click.echo(
            json_line({**series.summary(), "strategy": strategy, "stopped": series.stop_reason or None})
        )
    elif series.games:
        click.echo(f"{series.record}\nMisread        {series.misread}")
    if series.error is not None:
        raise series.error
    if series.stop_reason:
        tell(f"sapper: {series.stop_reason}")
        context.exit(ExitCode.INTERRUPTED)
    if any(game.status == "unfinished" for game in series.games):
        context.exit(ExitCode.GAVE_UP)


def _check_options(context: click.Context, *, play: bool, places: Sequence[object]) -> None:
    """Refuses options that do not go together. `places` are window, part of the screen and terminal."""
    if not play:
        refuse(context, _OF_PLAY, "needs --play")
    if sum(each is not None for each in places) > 1:
        raise click.UsageError("--window, --within and --terminal all say where to look: give one of them")
    if places[-1] is None:
        refuse(context, ("keys", "begin"), "needs --terminal")


def _desktop(
    terminal: str | None, keys: ProgramKeys | None, begin: Sequence[str], shape: tuple[int, int] | None
) -> RealDesktop | Terminal:
    """The screen, or a program in a terminal."""
    if terminal is None:
        from sapper.bot.desktop import RealDesktop

        return RealDesktop()
    from sapper.bot.terminal_keys import ProgramKeys
    from sapper.bot.terminal_window import Terminal

    try:
        command = shlex.split(terminal)
    except ValueError as error:
        raise click.BadParameter(f"{terminal!r} is not a command: {error}") from None
    if not command:
        raise click.BadParameter("--terminal needs a command")
    keys = keys or ProgramKeys()
    return Terminal(command, keys.moves, begin=begin or keys.begin, shape=shape)


def _show(move: BotMove, *, output: Output, quiet: bool, clear: bool) -> None:
    """Prints a position and what is done in it."""
    if quiet:
        return
    if clear:
        click.clear()
    output.print_explained(move.analysis)
    output.print(_move_text(move))


def _move_text(move: BotMove) -> str:
    cells = ", ".join(f"({row}, {column})" for row, column in move.cells)
    doubt = "" if move.readings == 1 else f" The picture may show {move.readings} positions."
    if not move.cells:
        return f"No cell is right for all positions that the picture may show.{doubt}"
    if move.sure:
        return f"Opens {quantity(len(move.cells), 'safe cell')}: {cells}.{doubt}"
    return f"Guesses {cells}, with a risk of {percent(move.risk, 1)}.{doubt}"


class _Series:
    """Games one after the other.

    Attributes:
        games: Those that were played.
        stop_reason: How a person stopped the bot; empty if nobody did.
        error: Why it could not go on. The games before that count.
    """

    def __init__(self, bot: Bot, strategy: str, keeper: GameLog | None) -> None:
        self.games: list[GameEnd] = []
        self.stop_reason = ""
        self.error: GameError | None = None
        self._bot, self._strategy, self._keeper = bot, strategy, keeper
        self._last: GameEnd | None = None  # a game whose end a new game may tell

    def play(self, games: int) -> None:
        """Plays at most that many games, not counting one that is won already."""
        from sapper.bot.desktop import StoppedError

        try:
            for number in range(games):
                if number or self._bot.is_won():
                    self._bot.start_again()
                    self._keep_last(answers=True)
                self._last = self._bot.play()
                if not self._last.silent:
                    self._keep_last()
            if self._last is not None and games > 1:
                self._ask_for_another()
        except StoppedError as error:
            self.stop_reason = str(error)
        except KeyboardInterrupt:
            self.stop_reason = "interrupted"
        except GameError as error:
            self.error = error
        finally:
            self._keep_last()

    def _ask_for_another(self) -> None:
        """Starts one more game, which tells whether the last one was lost or the program hangs."""
        try:
            self._bot.start_again()
        except GameError:
            self._keep_last(answers=False)
        else:
            self._keep_last(answers=True)

    def _keep_last(self, *, answers: bool | None = None) -> None:
        """Adds the last game to the record.

        Args:
            answers: Whether the program began another one; None if that was not tried.
        """
        if self._last is None:
            return
        end, self._last = self._last, None
        if answers:
            end = end.before_new_game()
        self.games.append(end)
        if self._keeper is not None:
            self._keeper.add(end, self._bot.reader.shape, self._bot.mines, self._strategy)
        why = f" ({end.why})" if end.why else ""
        status = "unfinished or lost" if end.silent and answers is None and self.error is None else end.status
        click.echo(
            f"Game {len(self.games)}: {status}{why}, guessed "
            f"{quantity(end.guesses, 'time')}, {end.seconds:.1f} s",
            err=True,
        )

    @property
    def record(self) -> SeriesRecord:
        """How many games were won, and the like."""
        record = SeriesRecord()
        for game in self.games:
            mines_found = self._bot.mines if game.status == "won" else 0
            record = record.plus(GameResult(_STATUS[game.status], self._bot.mines, mines_found, game.seconds))
        return record

    @property
    def misread(self) -> int:
        """How many games were lost on a cell that seemed certainly safe."""
        return sum(game.misread for game in self.games)

    def summary(self) -> dict[str, object]:
        """The record as plain values."""
        record = {key: value for key, value in self.record.to_dict().items() if key != "mines_found"}
        return {**record, "guesses": sum(game.guesses for game in self.games), "misread": self.misread}
