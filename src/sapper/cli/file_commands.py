"""`sapper convert` and `sapper info`: convert a file, and show what it holds."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import click

from sapper import formats
from sapper._support.words import quantity
from sapper.board.board import board_words
from sapper.board.json_form import board_object, plain
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.cli.shared.input import STANDARD, PositionOptions, content_of, naming, with_position_options
from sapper.cli.shared.options import AS_JSON, FILE, choice_option, format_option
from sapper.cli.shared.output import fold, tell_format, tell_losses
from sapper.draw.captions import LOST_BY_GUESS, cell_words, checks, date_words
from sapper.formats import Reading, kind_name
from sapper.formats.registry import format_to_name
from sapper.protocol.answers import json_line
from sapper.replays.replay import Replay

_READABLE = list(formats.FORMATS)
_WRITABLE = [name for name, format in formats.FORMATS.items() if format.write is not None]

CONVERT_EPILOG = """
\b
Examples:
  sapper convert game.avf game.rawvf
  sapper convert game.evf board.mbf
  sapper convert --from zig --to jsminesweeper --mines 10 position.txt -
"""


@click.command(epilog=CONVERT_EPILOG)
@click.argument("source", metavar="IN", type=FILE)
@click.argument("target", metavar="OUT", type=FILE)
@choice_option(
    "--from", "--format", "-f", "format",
    among=["auto", *_READABLE], usual="auto", help_text="The format of IN.", what="format",
)  # fmt: skip
@choice_option(
    "--to",
    "target_format",
    among=["auto", *_WRITABLE],
    usual="auto",
    help_text="The format of OUT. 'auto' goes by its ending, or else by the contents.",
    what="format",
)
@with_position_options
def convert_command(
    source: str, target: str, format: str, target_format: str, options: PositionOptions
) -> None:
    """Convert a file into another format.

    Reads a position, a minefield or a replay from IN and writes it to OUT; '-' is standard input or output.
    If the format of OUT has no replays, a replay is written as its minefield or as its last position. What
    OUT cannot hold is named on standard error, and so is the format of a position that is no plain text.
    """
    name, data = content_of(source, "file", "sapper convert game.avf game.rawvf")
    with options.reading(name, data, format):
        reading = formats.identify(data, options.hints, format)
        source_contents = reading.contents
        if target_format == "auto":
            file_format = formats.format_for(target, type(source_contents))
        else:
            file_format = formats.format_named(target_format)
        contents = formats.read_for(data, options.hints, format, file_format).contents
    with naming(name):
        options.check(contents)
        output = formats.encode(contents, file_format)
    tell_format(format_to_name(reading, format), err=True)
    if target == STANDARD:
        sys.stdout.buffer.write(output + b"\n" if file_format.is_text else output)
        sys.stdout.buffer.flush()
    else:
        formats.write(contents, target, file_format.name)
    tell_losses(source_contents if isinstance(source_contents, Replay) else contents, file_format.name)


_LABEL_WIDTH = 16

INFO_EPILOG = """
\b
Examples:
  sapper info game.avf
  sapper info --json board.mbf | jq .board.mines
"""


@click.command(epilog=INFO_EPILOG)
@click.argument("file", required=False, type=FILE)
@with_position_options
@format_option(formats.FORMATS, "file")
@AS_JSON
def info_command(file: str | None, options: PositionOptions, format: str, as_json: bool) -> None:
    """Show the contents of a file.

    Reads a position, a minefield or a replay from FILE; without FILE or with '-', from standard input. Prints
    the format and the board. For a replay, also prints who played and how the game ended.
    """
    name, data = content_of(file, "file", "sapper info game.avf")
    with options.reading(name, data, format):
        reading = formats.identify(data, options.hints, format)
    with naming(name):
        options.check(reading.contents)
    if as_json:
        click.echo(json_line(_object(reading)))
    else:
        click.echo(fold("\n".join(label.ljust(_LABEL_WIDTH) + text for label, text in _lines(reading))))


def _object(reading: Reading) -> dict[str, Any]:
    contents = reading.contents
    answer = {
        "format": reading.format.name,
        "holds": kind_name(type(contents)),
        "board": board_object(contents.board if isinstance(contents, Replay) else contents),
    }
    if isinstance(contents, Position):
        return {**answer, "hidden": contents.hidden, "mines_left": contents.mines_left}
    if isinstance(contents, Minefield):
        return {
            **answer,
            "first_cell": plain(contents.first_cell),
        }
    line = contents._line
    return {
        **answer,
        "level": contents.level,
        "about": dict(contents.about),
        "played": None if contents.played is None else contents.played.isoformat(),
        "doubts": [doubt.to_dict() for doubt in contents.doubts],
        "events": len(contents.events),
        "actions": _counts(contents),
        "seconds": contents.seconds or None,
        "status": line.status.name,
        "lost_by_guess": line.lost_by_guess,
    }


def _counts(replay: Replay) -> dict[str, int]:
    counts = Counter(action.kind for action in replay.actions)
    return {"open": counts["open"], "flag": counts["flag"], "chord": counts["chord"]}


def _lines(reading: Reading) -> list[tuple[str, str]]:
    contents = reading.contents
    board = contents.minefield if isinstance(contents, Replay) else contents
    lines = [
        ("Format", f"{reading.format.name}: {reading.format.title}"),
        ("Holds", f"a {kind_name(type(contents))}"),
        ("Board", f"{board.topology.name} {board_words(board)}"),
    ]
    if isinstance(contents, Position):
        count = "unknown" if contents.mines_left is None else str(contents.mines_left)
        return [*lines, ("Hidden", str(contents.hidden)), ("Mines left", count)]
    if isinstance(contents, Minefield):
        return [
            *lines,
            ("First cell", "not said" if contents.first_cell is None else cell_words(contents.first_cell)),
        ]
    return [*lines, *_replay_lines(contents)]


def _replay_lines(replay: Replay) -> list[tuple[str, str]]:
    counts = ", ".join(quantity(count, kind) for kind, count in _counts(replay).items())
    return [
        ("Level", replay.level),
        *((_printable(label), _field_of(replay, label)) for label, text in replay.about.items() if text),
        ("Events", f"{len(replay.events)} in {replay.seconds:.3f} s"),
        ("Clicks", counts),
        ("Status", LOST_BY_GUESS if replay._line.lost_by_guess else replay._line.status.name),
        ("Checks", checks(replay.doubts)),
    ]


def _field_of(replay: Replay, label: str) -> str:
    """What the file says. A date is written as people read it."""
    if label == "Timestamp" and replay.played is not None:
        return date_words(replay.played)
    return _printable(replay.about[label])


def _printable(text: str) -> str:
    """The text without control characters, with which a file could move the cursor or set colours."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
