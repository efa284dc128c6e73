"""The input of a command: a file, standard input or a picture, and what options say about the position."""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import click

from sapper import formats
from sapper._support.file_bytes import bytes_of, within_limit
from sapper._support.words import size_words
from sapper.board.board import LEVELS, Level
from sapper.board.marks import FLAG, HIDDEN, SAFE
from sapper.board.position import Position, as_position
from sapper.board.text import is_auto
from sapper.cli.shared.board_options import MINES, MINES_OR_PRIOR, position_options, size_of_picture
from sapper.cli.shared.options import FILE, format_option, gather
from sapper.cli.shared.output import tell
from sapper.errors import FormatError, PositionError, SapperError
from sapper.formats.files import (
    check_size,
    damage,
    is_final,
    is_picture,
    position_of_reading,
    reading_of_picture,
)
from sapper.formats.registry import format_to_name

if TYPE_CHECKING:
    from sapper.board.mine_prior import MinePrior
    from sapper.board.topology import TopologyName
    from sapper.cli.shared.options import Option
    from sapper.formats.registry import Contents, Hints
    from sapper.screen.reading import PictureReading


Answer = tuple[tuple[int, int], int]
"""A cell and its mark, as in `Position`."""

_SIGNS: Final = {".": HIDDEN, "F": FLAG, "s": SAFE, **{str(number): number for number in range(9)}}
_LETTERS: Final = string.ascii_lowercase
_EXAMPLE: Final = (
    "its row, column and mark, such as 4,0=2; . is a covered cell, s an open one without a number"
)


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
        click.option(
            "--partial", is_flag=True, help="The picture shows a part of a board: its edge is no wall."
        ),
    ]


def position_of_picture(
    data: bytes,
    hints: Hints,
    shape: tuple[int, int] | None,
    answers: tuple[Answer, ...],
    *,
    accept: bool,
    partial: bool,
    may_ask: bool,
) -> Position:
    """The position in a picture, or in a part of a board, with the answers of the user.

    `may_ask` says whether standard input is free for answers. If it is a terminal, the command asks there.

    Raises FormatError if something stays open. `reading_of_picture` and `PictureReading.answer` raise others.
    """

    def read(shape: tuple[int, int] | None) -> PictureReading:
        reading = reading_of_picture(data, hints, shape, partial)
        for cell, mark in answers:
            reading = reading.answer(cell, mark)
        return reading

    reading = read(shape)
    if accept:
        return reading.position
    if may_ask and sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty():
        return _ask(reading, read).position
    if not is_final(reading):
        _show(reading)  # an error is one line
    return position_of_reading(
        reading,
        size="give it with --rows and --columns, or with --level",
        answer="answer with --answer ROW,COLUMN=MARK; --accept takes the likeliest",
        compare="If the board above is right, add --accept",
    )


def _answer(text: str) -> Answer:
    match = re.fullmatch(r"(\d+),(\d+)=([0-8.Fs])", text.strip())
    if match is None:
        raise click.BadParameter(f"{text!r} does not say what a cell shows: give {_EXAMPLE}")
    return (int(match[1]), int(match[2])), _SIGNS[match[3]]


def _ask(reading: PictureReading, read: Callable[[tuple[int, int]], PictureReading]) -> PictureReading:
    """The reading with what the user types, until nothing is open or the user accepts it.

    `read` reads the picture again as one of a board of a size. What was typed before stays if the cells do.
    """
    answers: list[Answer] = []
    while not is_final(reading):
        _show(reading)
        if reading.unclear_ends:
            sides, (rows, columns) = " and ".join(reading.unclear_ends), reading.position.topology.shape
            tell(
                f"It is not clear where the board ends ({sides}). Type how many rows and columns it has: "
                f"{rows}x{columns} if this is all of it."
            )
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
        size = re.fullmatch(r"\s*(\d+)\s*x\s*(\d+)\s*", text)
        try:
            if size is not None:
                shape = reading.position.topology.shape
                reading = read((int(size[1]), int(size[2])))
                for answer in answers if reading.position.topology.shape == shape else ():
                    reading = reading.answer(*answer)
            else:
                answer = _answer_in(text, reading)
                reading = reading.answer(*answer)
                answers.append(answer)
        except (SapperError, click.BadParameter) as error:
            tell(str(error))
    return reading


def _answer_in(text: str, reading: PictureReading) -> Answer:
    """The answer in a line, which names a cell or the letter of a question."""
    name, _, mark = text.partition("=")
    place = _LETTERS.find(name.strip()) if name.strip() else -1
    if 0 <= place < len(reading.questions):
        row, column = reading.questions[place].cells[0]
        return _answer(f"{row},{column}={mark.strip()}")
    return _answer(text.replace(" ", ""))


def _show(reading: PictureReading) -> None:
    """Prints the board and the questions on standard error."""
    click.echo(_drawing(reading), err=True)
    for letter, question in zip(_LETTERS, reading.questions, strict=False):
        click.echo(f"{letter}: {question}", err=True)


def _drawing(reading: PictureReading) -> str:
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
    return {HIDDEN: ".", FLAG: "F", SAFE: "s"}.get(mark, str(mark))


STANDARD: Final = "-"
"""The path that means standard input or output."""

_END_OF_INPUT = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D at the beginning of a line"


@dataclass(frozen=True, slots=True)
class PositionOptions:
    """What the options say about a position, because its file may leave it out."""

    mines: int | MinePrior | None
    level: Level | None
    topology: TopologyName | None = None
    mines_left: int | None = None
    rows: int | None = None
    columns: int | None = None

    def __post_init__(self) -> None:
        """Raises UsageError if the options do not go together."""
        if self.mines is not None and self.level is not None:
            raise click.UsageError("--level sets the number of mines: leave out --mines, or the level.")
        if self.mines_left is not None and (self.mines, self.level) != (None, None):
            raise click.UsageError("--mines-left stands in place of --mines and --level")
        if (self.rows is None) != (self.columns is None):
            raise click.UsageError("--rows and --columns go together")
        if self.rows is not None and self.level is not None:
            raise click.UsageError("--level sets the size of the board: leave out --rows and --columns")

    @property
    def hints(self) -> formats.Hints:
        """What the options tell the readers of formats."""
        mines = self.mines if isinstance(self.mines, int) else None
        return formats.Hints(mines if self.level is None else LEVELS[self.level].mines, self.topology)

    def with_count(self, position: Position) -> Position:
        """The position with what the options say of its mines. Raises PositionError if both say something."""
        prior = None if isinstance(self.mines, int) else self.mines
        return as_position(position, prior, mines_left=self.mines_left)

    @property
    def shape(self) -> tuple[int, int] | None:
        """The numbers of rows and columns, if the options give them."""
        if self.level is not None:
            rows, columns = LEVELS[self.level].topology.shape
            return rows, columns
        return None if self.rows is None or self.columns is None else (self.rows, self.columns)

    @contextmanager
    def reading(self, name: str, data: bytes, format: str) -> Iterator[None]:
        """Makes errors about these bytes name the source, and the level where it is at fault."""
        with naming(name, self.level), speaking_first(name, data, format):
            try:
                yield
            except PositionError as error:
                if self.level is None or error.cell is not None:
                    raise
                usual_size = size_words(LEVELS[self.level].topology.shape)
                raise PositionError(f"{error}; {level_has(self.level)} {usual_size}") from None

    def check(self, contents: Contents) -> None:
        """Raises PositionError if what was read has another size than the options say."""
        if self.shape is not None:
            check_size(
                contents, self.shape, "the options say" if self.level is None else level_has(self.level)
            )


with_position_options: Final = gather("options", PositionOptions, *position_options(MINES))
"""Adds the options to a command, which takes them as `options`, a `PositionOptions`."""


@dataclass(frozen=True, slots=True)
class Source:
    """The file of a position, and the options for it."""

    file: str | None  # a path, or `"-"` for standard input
    options: PositionOptions
    format: str  # the name of the format, or `"auto"`
    answers: tuple[Answer, ...]  # to questions about a picture
    accept: bool  # whether the likeliest reading of a picture is taken
    partial: bool  # whether a picture shows a part of a board

    def position(self, *, needs_count: bool = False) -> tuple[Position, formats.Format | None]:
        """Reads the position, and says which format the answer should name, if any.

        `needs_count` says whether the number of mines is needed.

        Raises:
            click.UsageError: There is nothing to read, or it is a folder.
            FormatError: The content cannot be read; the text names the file.
            PositionError: The position is malformed, has another size than the level, or lacks the number of
                mines.
        """
        command = click.get_current_context().command_path
        name, data = content_of(self.file, "position", f"{command} position.txt --mines 99")
        with self.options.reading(name, data, self.format):
            position, format = self._reading(data)
        with naming(name):
            self.options.check(position)
            position = self.options.with_count(position)
            if needs_count and position.mine_prior is None:
                position._check_count()
            return position, format

    def _reading(self, data: bytes) -> tuple[Position, formats.Format | None]:
        hints = replace(self.options.hints, kind=Position)
        if is_auto(self.format) and is_picture(data):
            has_name = self.file not in (None, STANDARD)  # else standard input has the picture
            return position_of_picture(
                data,
                hints,
                self.options.shape,
                self.answers,
                accept=self.accept,
                partial=self.partial,
                may_ask=has_name,
            ), None
        if self.answers or self.accept or self.partial:
            raise click.UsageError("--answer, --accept and --partial are for pictures")
        reading = formats.identify(data, hints, self.format)
        return cast("Position", reading.contents), format_to_name(reading, self.format)


def _source(
    file: str | None, format: str, answers: tuple[Answer, ...], accept: bool, partial: bool, **options: Any
) -> Source:
    return Source(file, PositionOptions(**options), format, answers, accept, partial)


source_options: Final = gather(
    "source",
    _source,
    click.argument("file", required=False, type=FILE),
    *position_options(*MINES_OR_PRIOR),
    *size_of_picture(),
    *picture_options(),
    format_option([name for name, each in formats.FORMATS.items() if Position in each.kinds], "position"),
)
"""Adds the file and the options to a command, which takes them as `source`, a `Source`."""


def level_has(level: Level) -> str:
    """The beginning of an error about the size of a level."""
    return f"the level {level!r} has"


def content_of(file: str | None, what: str, example: str) -> tuple[str, bytes]:
    """Reads a file or standard input.

    No file is standard input too, unless that is a terminal. `example` is a command that names a file.

    Returns:
        The name of the source, for messages, and its bytes.

    Raises:
        click.UsageError: There is nothing to read.
        FileError: The file cannot be read.
        FormatError: It is too large.
    """
    is_terminal = sys.stdin is not None and sys.stdin.isatty()
    if file is not None and file != STANDARD:
        if Path(file).is_dir():
            raise click.UsageError(f"{file} is a folder. Name a file in it; 'sapper review' sums up folders.")
        return file, bytes_of(file)
    if sys.stdin is None or (file is None and is_terminal):
        raise click.UsageError(
            f"There is no {what} to read. Name a file, such as '{example}', or pipe one in, "
            "or use '-' to type it."
        )
    if is_terminal:
        click.echo(f"Type or paste the {what}, then press {_END_OF_INPUT}.", err=True)
    name = "standard input"
    return name, within_limit(sys.stdin.buffer.read(formats.LARGEST_FILE + 1), name)


@contextmanager
def speaking_first(name: str, data: bytes, format: str) -> Iterator[None]:
    """If bytes cannot be read, raises the error of the format that the ending of the name promises."""
    try:
        yield
    except FormatError as error:
        raise damage(name, data, format) or error from None


@contextmanager
def naming(name: str, level: Level | None = None) -> Iterator[None]:
    """Makes errors name the source, and the level whose mine count is missing or, if given, is wrong."""
    try:
        yield
    except FormatError as error:
        text = str(error) if level is None else str(error).replace("`mines` says", f"--level {level} says")
        raise error._with_text(f"{name}: {text}") from None
    except PositionError as error:
        raise PositionError(
            f"{name}: {or_level(str(error), error._shape_without_count)}", error.cell
        ) from None


def or_level(text: str, shape: tuple[int, ...] | None) -> str:
    """The text with the level beside the mines to give, if this is the shape of a level."""
    level = next((name for name, board in LEVELS.items() if board.topology.shape == shape), None)
    return text if level is None else text.replace("give `mines`", f"give `mines` or --level {level}")
