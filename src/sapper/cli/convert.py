"""`sapper convert`: converts a file into another format."""

from __future__ import annotations

import sys

import click

from sapper import formats
from sapper.cli.shared.input import STANDARD, PositionOptions, content_of, naming, with_position_options
from sapper.cli.shared.options import FILE, choice_option
from sapper.cli.shared.output import tell_format, tell_losses
from sapper.formats.registry import format_to_name
from sapper.replays.replay import Replay

_READ = list(formats.FORMATS)
_WRITTEN = [name for name, format in formats.FORMATS.items() if format.write is not None]

EPILOG = """
\b
Examples:
  sapper convert game.avf game.rawvf
  sapper convert game.evf board.mbf
  sapper convert --from zig --to jsminesweeper --mines 10 position.txt -
"""


@click.command(epilog=EPILOG)
@click.argument("source", metavar="IN", type=FILE)
@click.argument("target", metavar="OUT", type=FILE)
@choice_option(
    "--from", "--format", "-f", "format",
    among=["auto", *_READ], usual="auto", help_text="The format of IN.", what="format",
)  # fmt: skip
@choice_option(
    "--to",
    "target_format",
    among=["auto", *_WRITTEN],
    usual="auto",
    help_text="The format of OUT. 'auto' goes by its ending, or else by the contents.",
    what="format",
)
@with_position_options
def command(source: str, target: str, format: str, target_format: str, options: PositionOptions) -> None:
    """Convert a file into another format.

    Reads a position, a minefield or a replay from IN and writes it to OUT; '-' is standard input or output.
    If the format of OUT has no replays, a replay is written as its minefield or as its last position. What
    OUT cannot hold is named on standard error, and so is the format of a position that is no plain text.
    """
    name, data = content_of(source, "file", "sapper convert game.avf game.rawvf")
    with options.reading(name, data, format):
        reading = formats.identify(data, options.hints, format)
        read = reading.contents
        if target_format == "auto":
            file_format = formats.format_for(target, type(read))
        else:
            file_format = formats.format_named(target_format)
        contents = formats.read_for(data, options.hints, format, file_format).contents
    with naming(name):
        options.check(contents)
        output = formats.encoded(contents, file_format)
    tell_format(format_to_name(reading, format), err=True)
    if target == STANDARD:
        sys.stdout.buffer.write(output + b"\n" if file_format.is_text else output)
        sys.stdout.buffer.flush()
    else:
        formats.write(contents, target, file_format.name)
    tell_losses(read if isinstance(read, Replay) else contents, file_format.name)
