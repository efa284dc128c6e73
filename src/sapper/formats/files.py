"""Reads and writes files, and reads the pictures of boards among them.

A picture, such as a screenshot, is no format, because it can leave something open. The readers refuse such a
picture, and the error says what is open. PNG, JPEG, GIF, BMP and WebP are recognised by their first bytes.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, cast

from sapper import _engine
from sapper._support.checks import path_of, rows_and_columns
from sapper._support.engine_call import check_common_arguments, limit_time
from sapper._support.file_bytes import bytes_of, unusable, write_whole
from sapper._support.words import brief_contents, size_words
from sapper.board.game import Game
from sapper.board.minefield import Minefield
from sapper.board.position import Position, position_in
from sapper.board.text import bytes_of_text, check_holds, is_auto
from sapper.errors import ArgumentError, FormatError, MissingExtraError, PositionError
from sapper.formats.registry import (
    FORMATS,
    Contents,
    Format,
    Hints,
    Kind,
    Reading,
    format_named,
    identify,
    kind_name,
    replays_in,
)
from sapper.replays.replay import Replay

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from sapper._engine import Cancel
    from sapper.board.topology import Topology, TopologyName
    from sapper.screen.reading import PictureReading

    ContentsT = TypeVar("ContentsT", bound=Contents, default=Contents)

_BEGINNINGS: Final = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a")
_MOST_QUESTIONS: Final = 3  # in an error
_USUAL: Final = {Position: "plain", Minefield: "board", Replay: "rawvf"}


def is_picture(data: bytes) -> bool:
    """Whether bytes are a picture. A text that begins like one is not."""
    bmp = data[:2] == b"BM" and data[6:10] == bytes(4)  # an MBF file of 66 columns begins with BM, too
    webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    if not (bmp or webp or data.startswith(_BEGINNINGS)):
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return True
    return False


def reading_of_picture(
    data: bytes,
    hints: Hints,
    shape: tuple[int, int] | None = None,
    partial: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> PictureReading:
    """What a picture shows. `shape` has the rows and columns of the board, if they are known.

    `partial` says that it is a part of a board.

    Raises:
        FormatError: It is broken or has no board; or Pillow is missing.
        PositionError: No minefield fits what it shows.
        BudgetError: It took longer than the time limit, in seconds.
        CancelledError: `cancel` was set.
    """
    if hints.topology is not None and getattr(hints.topology, "name", hints.topology) != "grid":
        raise FormatError("pictures are read as boards of square cells: leave out the topology")
    # Many modules, which few files need.
    from sapper.screen.reading import read_picture, refusal_behind, refusal_words

    try:
        return read_picture(
            data, hints.mines, shape=shape, partial=partial, time_limit=time_limit, cancel=cancel
        )
    except MissingExtraError as error:
        raise FormatError(f"this is a picture, and {error}") from None
    except (FormatError, PositionError) as error:
        refusal = refusal_behind(error)
        if refusal is None:
            raise
        raise type(error)(refusal_words(refusal, place=None)) from None  # a file is read whole


def position_of_reading(
    reading: PictureReading,
    *,
    size: str = "give its numbers of rows and columns as `shape`",
    answer: str = "answer with sapper.read_picture(...).answer(cell, mark)",
    compare: str = "Compare sapper.read_picture(...).position with it",
) -> Position:
    """The position of a picture.

    The texts say how to give its size and answer its questions, and what to do about a doubt.

    Raises FormatError if it leaves something open.
    """
    if reading.unclear_ends:
        sides = " and ".join(reading.unclear_ends)
        raise FormatError(
            f"it is not clear where the board ends ({sides}): beside the "
            f"{size_words(reading.position.topology.shape)} at {reading.box} there may be more empty cells. "
            f"If you know its size, {size}; else crop the picture to the board"
        )
    if reading.questions:
        questions = "; ".join(str(question) for question in reading.questions[:_MOST_QUESTIONS])
        more = len(reading.questions) - _MOST_QUESTIONS
        rest = f"; and {more} more." if more > 0 else ""
        raise FormatError(
            f"the picture is not clear: {questions}{rest} Give the number of mines if you have not, "
            f"or {answer}"
        )
    if not is_final(reading):
        raise FormatError(
            "the picture may be read wrong: the rules explain little of the board found at "
            f"{reading.box}. {compare}"
        )
    return reading.position


def is_final(reading: PictureReading) -> bool:
    """Whether a picture leaves nothing open. A doubt does not matter on a board without numbers."""
    is_open = reading.questions or reading.unclear_ends
    return not is_open and not (reading.doubtful and reading.position.marks.max() >= 0)


def parse(
    data: str | bytes,
    mines: int | None = None,
    topology: Topology | TopologyName | None = None,
    format: str = "auto",
    *,
    kind: type[ContentsT] | None = None,
    shape: tuple[int, int] | None = None,
    partial: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> ContentsT:
    """Reads a position, a minefield or a replay from text or bytes.

    The bytes of a picture are read as `read_picture` does, if they leave nothing open.

    Args:
        data: The whole content.
        mines: As in `sapper.read`, like all that follow.
        topology: See `mines`.
        format: See `mines`.
        kind: See `mines`.
        shape: See `mines`.
        partial: See `mines`.
        time_limit: See `mines`.
        cancel: See `mines`.

    Raises:
        SapperError: As in `sapper.read`, apart from what concerns the file.
    """
    raw = bytes_of_text(data)
    check_common_arguments(partial=partial)
    hints = Hints(mines, topology, cast("Kind | None", kind))
    size = None if shape is None else rows_and_columns(shape)
    if isinstance(data, bytes) and kind in (None, Position) and is_auto(format) and is_picture(data):
        reading = reading_of_picture(data, hints, size, partial, time_limit, cancel)
        return cast("ContentsT", position_of_reading(reading))
    if partial:
        raise ArgumentError("`partial` is for pictures, and this is none")
    contents = identify(raw, hints, format, time_limit=time_limit, cancel=cancel).contents
    if size is not None:
        check_size(contents, size, "`shape` says")
    return cast("ContentsT", contents)


def check_size(contents: Contents, shape: tuple[int, ...], source: str) -> None:
    """Raises PositionError, which begins with `source`, if contents have another size."""
    board = contents.board if isinstance(contents, Replay) else contents
    if board.topology.shape != shape:
        what = kind_name(type(contents))
        raise PositionError(
            f"{source} {size_words(shape)}, but the {what} has {size_words(board.topology.shape)}"
        )


def render(contents: Contents | Game, format: str) -> bytes:
    """Writes a position, a minefield, a replay or a game as the bytes of a format.

    A game is written as its replay (`Replay.from_game`).

    Raises:
        FormatError: There is no such format, it is read-only, or it cannot represent the contents.
    """
    return encode(_contents_of(contents), format_named(format))


def read(
    path: str | os.PathLike[str],
    mines: int | None = None,
    topology: Topology | TopologyName | None = None,
    format: str = "auto",
    *,
    kind: type[ContentsT] | None = None,
    shape: tuple[int, int] | None = None,
    partial: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> ContentsT:
    """Reads a position, a minefield or a replay from a file.

    A picture, such as a screenshot, is read as `read_picture` does. If the picture leaves something open,
    that is an error here.

    Args:
        path: The file, of at most 16 MiB.
        mines: The number of mines on the board. Needed unless the file has it.
        topology: A topology or the name of one; by default a grid.
        format: A name in `sapper.formats.FORMATS`, or `"auto"` to detect it from the content.
        kind: What the file must hold: `Position`, `Minefield` or `Replay`. By default any of them.
        shape: The numbers of rows and columns, which a picture may need, as for `read_picture`. What has
            another size is refused.
        partial: Whether a picture shows a part of a board, as for `read_picture`.
        time_limit: Seconds after which reading stops with an error.
        cancel: Stops reading if another thread sets it.

    Raises:
        ArgumentError: `path` is not a path, `shape` is not two numbers from 1 (for a picture, from 5),
            `partial` is given for something else than a picture, or `time_limit` or `cancel` is invalid.
        MissingFileError: There is no such file. It is also a FileNotFoundError.
        FileError: The file cannot be read. It is also an OSError.
        FormatError: The file is not in the format, is in no format, has different meanings in several
            formats, or does not hold the kind. The message names the file.
        PositionError: The file holds a malformed position, or has another size than `shape`.
        BudgetError: It took longer than the time limit.
        CancelledError: `cancel` was set.

    Example:
        >>> game = sapper.Game("beginner", seed=1)
        >>> game.open(4, 4)
        53
        >>> sapper.write(game.position, "position.txt")
        >>> position = sapper.read("position.txt", mines=10)
        >>> position == game.position
        True
    """
    data = bytes_of(path)
    try:
        return parse(
            data,
            mines,
            topology,
            format,
            kind=kind,
            shape=shape,
            partial=partial,
            time_limit=time_limit,
            cancel=cancel,
        )
    except FormatError as error:
        raise _naming(path, damage(path, data, format) or error) from None


def read_all(
    path: str | os.PathLike[str], *, time_limit: float | None = None, cancel: Cancel | None = None
) -> Iterator[Replay]:
    """Reads the replays of a file one at a time: those of a container (EVFS), or the one of any other file.

    Args:
        path: The file, of at most 16 MiB.
        time_limit: Seconds that each replay may take.
        cancel: Stops reading if another thread sets it.

    Raises:
        ArgumentError: `path` is not a path, or another argument is invalid.
        MissingFileError: There is no such file. It is also a FileNotFoundError.
        FileError: The file cannot be read. It is also an OSError.
        FormatError: The file, or the next replay in it, is not in its format. The message names the file.
        BudgetError: A replay took longer than the time limit.
        CancelledError: `cancel` was set.

    Example:
        >>> game = sapper.Minefield([(0, 0)], sapper.Topology.square(2, 3)).game()
        >>> game.open(1, 2)
        4
        >>> sapper.write(game, "game.rawvf")
        >>> [replay.level for replay in sapper.formats.read_all("game.rawvf")]
        ['custom']
    """
    data = bytes_of(path)
    try:
        yield from replays_of(data, time_limit=time_limit, cancel=cancel)
    except FormatError as error:
        raise _naming(path, damage(path, data) or error) from None


def replays_of(
    data: bytes, *, time_limit: float | None = None, cancel: Cancel | None = None
) -> Iterator[Replay]:
    """The replays of a file by its content, as `read_all`. The errors do not name the file.

    `time_limit` is the time for each replay.

    Raises:
        FormatError: The next replay is not in its format.
        BudgetError: It took longer than the time limit to read.
        CancelledError: `cancel` was set.
    """
    if not FORMATS["evfs"].recognises(data):
        yield parse(data, kind=Replay, time_limit=time_limit, cancel=cancel)
        return
    replays = replays_in(data)
    while True:
        with limit_time("reading", time_limit, cancel):
            replay = next(replays, None)
        if replay is None:
            return
        yield replay


def damage(path: object, data: bytes, format: str = "auto") -> FormatError | None:
    """The error of the format that the ending of a path promises.

    None if the bytes are in this format, are empty, or are known as something else, such as an archive.
    """
    if not is_auto(format) or not isinstance(path, str | os.PathLike):
        return None
    if not data or _engine.answer_to_others(data):
        return None
    ending = PurePath(path).suffix.lower()
    errors = []
    for each in FORMATS.values():
        if ending not in each.suffixes:
            continue
        try:
            _check_format(each, data)
        except FormatError as error:
            errors.append(error)
        except PositionError:
            return None
        else:
            return None
    if not errors:
        return None
    first = errors[0]
    return first._with_text(f"this {ending} file is damaged: {first}")


def _check_format(format: Format, data: bytes) -> None:
    """Raises FormatError or PositionError if bytes are not in a format. It may hold several replays."""
    if format.name == "evfs":
        deque(replays_in(data), maxlen=0)
    else:
        format.read(data, Hints())


def _naming(path: str | os.PathLike[str], error: FormatError) -> FormatError:
    """The error with the name of the file."""
    return error._with_text(f"{path}: {error}")


def write(contents: Contents | Game, path: str | os.PathLike[str], format: str = "auto") -> None:
    """Writes a position, a minefield, a replay or a game to a file. It replaces an existing file.

    Args:
        contents: What to write. A game is written as its replay (`Replay.from_game`).
        path: The file.
        format: A name in `sapper.formats.FORMATS`. By default the ending of the path decides (`.mbf`,
            `.board`, `.rawvf`). Without an ending, or with `.txt`, positions are written as plain text,
            minefields as `.board` and replays as RawVF.

    Raises:
        FormatError: `contents` has another type, no format has the ending, or the format cannot represent the
            contents.
        ArgumentError: `path` is not a path.
        FileError: The file cannot be written. It is also an OSError.
        GameError: No cell of the game is open yet.
        PositionError: The format needs the mine count, and the position has none.

    Example:
        >>> game = sapper.Game("beginner", seed=1)
        >>> game.open(4, 4)
        53
        >>> sapper.write(game, "game.rawvf")
        >>> sapper.read("game.rawvf").actions
        (TimedAction(seconds=0.0, kind='open', cell=(4, 4)),)
    """
    contents = _contents_of(contents)
    file_format = format_for(path, type(contents)) if is_auto(format) else format_named(format, "auto")
    data = encode(contents, file_format)
    target = path_of("path", path)
    try:
        write_whole(target, data + b"\n" if file_format.is_text else data)
    except (OSError, ValueError) as error:
        raise unusable(path, "cannot be written", error) from error


def _contents_of(what: object) -> Contents:
    if isinstance(what, Game):
        return Replay.from_game(what)
    if isinstance(what, (Position, Minefield, Replay)):
        return what
    if (position := position_in(what)) is not None:
        return position
    raise FormatError(f"expected a position, a minefield, a replay or a game, not {brief_contents(what)}")


def format_for(path: str | os.PathLike[str], kind: type) -> Format:
    """The format for the ending of a path. For `.txt` and no ending it is the usual format of the kind.

    Raises:
        FormatError: No format has this ending.
    """
    ending = path_of("path", path).suffix.lower()
    if ending in ("", ".txt"):
        return FORMATS[_USUAL[kind]]
    for format in FORMATS.values():
        if ending in format.suffixes:
            return format
    endings = ", ".join(ending for format in FORMATS.values() if format.write for ending in format.suffixes)
    raise FormatError(f"{path}: no format has the ending {ending}: use one of {endings}, or name the format")


def encode(contents: Contents, format: Format) -> bytes:
    """Writes contents as the bytes of a format.

    Raises:
        FormatError: The format is read-only, or cannot represent the contents.
    """
    kinds = list(map(kind_name, format.kinds))
    check_holds(format.name, format.title, format.write is not None, kinds, kind_name(type(contents)))
    return cast("Callable[[Any], bytes]", format.write)(contents)


def convert(contents: Contents, kinds: tuple[Kind, ...]) -> Contents:
    """Converts contents to one of several kinds. A replay can become its minefield or its final position.

    Raises:
        FormatError: The contents cannot become any of the kinds.
    """
    if isinstance(contents, kinds):
        return contents
    if isinstance(contents, Replay) and Minefield in kinds:
        return contents.minefield
    if isinstance(contents, Replay) and Position in kinds:
        return contents.play().position
    choices = " or ".join(f"a {kind_name(kind)}" for kind in kinds)
    raise FormatError(f"{choices} cannot be made of a {kind_name(type(contents))}")


def read_for(data: bytes, hints: Hints, format: str, target: Format) -> Reading:
    """Reads bytes as something that the target format can hold.

    Raises:
        FormatError: As in `identify` and `convert`.
        PositionError: As in `identify`.
    """
    reading = identify(data, hints, format)
    for kind in target.kinds:
        if kind in reading.format.kinds and not isinstance(reading.contents, target.kinds):
            main_kind = Hints(hints.mines, hints.topology, kind)
            reading = Reading(reading.format, reading.format.read(data, main_kind))
    return Reading(reading.format, convert(reading.contents, target.kinds))
