"""What a picture leaves open, answered by options or, on a terminal, by who sits there."""

from __future__ import annotations

import re
import string
import sys
from typing import TYPE_CHECKING, Final

import click

from sapper.board.marks import FLAG, HIDDEN
from sapper.cli.shared.output import tell
from sapper.errors import SapperError
from sapper.formats.files import is_settled, position_of_reading, reading_of_picture

if TYPE_CHECKING:
    from sapper.board.position import Position
    from sapper.cli.shared.options import Option
    from sapper.formats.registry import Hints
    from sapper.screen.reading import PictureReading

Answer = tuple[tuple[int, int], int]
"""A cell and its mark, as in `Position`."""

_SIGNS: Final = {".": HIDDEN, "F": FLAG, **{str(number): number for number in range(9)}}
_LETTERS: Final = string.ascii_lowercase
_EXAMPLE: Final = "its row, column and mark, such as 4,0=2; a covered cell is ."


def picture_options() -> list[Option]:
    """The options that settle what a picture leaves open."""
    return [
        click.option(
            "--answer",
            "answers",
            multiple=True,
            type=_answer,
            metavar="ROW,COLUMN=MARK",
            help="What a cell of the picture shows: 0 to 8, or . if it is covered. Can be repeated.",
        ),
        click.option("--accept", is_flag=True, help="Take the likeliest reading of an unclear picture."),
    ]


def position_of_picture(
    data: bytes,
    hints: Hints,
    shape: tuple[int, int] | None,
    answers: tuple[Answer, ...],
    *,
    accept: bool,
    may_ask: bool,
) -> Position:
    """The position in a picture, with the answers of the user.

    `may_ask` says whether standard input is free for answers. They are asked for if it is a terminal.

    Raises FormatError if something stays open, and what `reading_of_picture` and `PictureReading.answer` do.
    """
    reading = reading_of_picture(data, hints, shape)
    for cell, mark in answers:
        reading = reading.answer(cell, mark)
    if accept:
        return reading.position
    if may_ask and sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty():
        return _asked(reading).position
    return position_of_reading(
        reading,
        answer="answer with --answer ROW,COLUMN=MARK; --accept takes the likeliest",
        compare="If it is right, add --accept:\n" + _drawn(reading),
    )


def _answer(text: str) -> Answer:
    found = re.fullmatch(r"(\d+),(\d+)=([0-8.F])", text.strip())
    if found is None:
        raise click.BadParameter(f"{text!r} does not say what a cell shows: give {_EXAMPLE}")
    return (int(found[1]), int(found[2])), _SIGNS[found[3]]


def _asked(reading: PictureReading) -> PictureReading:
    """The reading with what the user types, until nothing is open or the user accepts it."""
    while not is_settled(reading):
        click.echo(_drawn(reading), err=True)
        for letter, question in zip(_LETTERS, reading.questions, strict=False):
            click.echo(f"{letter}: {question}", err=True)
        if reading.unclear_ends:
            sides = " and ".join(reading.unclear_ends)
            tell(f"The board may go on ({sides}). If it does, crop the picture to the board.")
        if reading.doubtful:
            tell("The rules explain little of it: compare all of it with the picture.")
        text = click.prompt(
            "Correct a cell (a=2 or 4,0=2; . is covered), or press Enter if all is right",
            default="",
            show_default=False,
            err=True,
        )
        if not text.strip():
            break
        try:
            reading = reading.answer(*_typed(text, reading))
        except (SapperError, click.BadParameter) as error:
            tell(str(error))
    return reading


def _typed(text: str, reading: PictureReading) -> Answer:
    """The answer in a line, which names a cell or the letter of a question."""
    name, _, mark = text.partition("=")
    place = _LETTERS.find(name.strip()) if name.strip() else -1
    if 0 <= place < len(reading.questions):
        row, column = reading.questions[place].cells[0]
        return _answer(f"{row},{column}={mark.strip()}")
    return _answer(text.replace(" ", ""))


def _drawn(reading: PictureReading) -> str:
    """The board in plain text, with the letter of its question in each cell that is not clear."""
    rows, columns = reading.position.topology.shape
    signs = [[_sign(mark) for mark in row] for row in reading.position.marks.tolist()]
    for letter, question in zip(_LETTERS, reading.questions, strict=False):
        for row, column in question.cells:
            signs[row][column] = letter
    wide = len(str(rows - 1))
    heads = [" " * (wide + 1) + "".join(str(column % 10) for column in range(columns))]
    if columns > len(string.digits):
        tens = "".join(str(column // 10) if column % 10 == 0 and column else " " for column in range(columns))
        heads.insert(0, " " * (wide + 1) + tens.rstrip())
    return "\n".join([*heads, *(f"{row:{wide}} {''.join(line)}" for row, line in enumerate(signs))])


def _sign(mark: int) -> str:
    return {HIDDEN: ".", FLAG: "F"}.get(mark, str(mark))
