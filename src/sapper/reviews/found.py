"""What is found in files of replays, and its text in a file of findings."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from sapper.board.json_form import board_from, board_object, cell_from
from sapper.board.position import Position
from sapper.errors import BudgetError, CancelledError, FormatError, SapperError
from sapper.formats.files import damage, replays_of
from sapper.reviews.games import Mistake, ReviewedGame
from sapper.reviews.many import PlayerReport, SkippedFile, report_on
from sapper.reviews.reviewing import review

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.board.board import Board
    from sapper.inference.analysis import Cancel

_UNKNOWN: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a file."""

    key: str  # a digest of its content; empty if it cannot be read
    games: tuple[ReviewedGame, ...] = ()  # up to the first replay that is damaged; their names are empty
    skipped: SkippedFile | None = None  # what is wrong with it, if anything

    @property
    def by_win(self) -> bool:
        """Whether the chance to win was followed in all of its games."""
        return all(game.accuracy is not None for game in self.games)


def digest_of(data: bytes) -> str:
    """The key of a file with this content."""
    return hashlib.sha256(data).hexdigest()


def found_in(
    data: bytes,
    left: Callable[[], float | None],
    cancel: Cancel | None,
    *,
    win: bool = False,
    most_cells: int | None = None,
    path: Path | None = None,
) -> Found:
    """Reads and reviews the replays of a file. The errors do not name it.

    `left` gives the seconds for the next step, or None, and may raise BudgetError. `win` follows the chance
    to win. A board of more than `most_cells` counts as an error. The ending of `path` decides which format
    says what is wrong.

    Raises:
        CancelledError: `cancel` was set.
    """
    key = digest_of(data)
    games: list[ReviewedGame] = []
    try:
        for replay in replays_of(data, time_limit=left()):
            if most_cells is not None and replay.board.topology.size > most_cells:
                raise FormatError(f"reports leave out boards of more than {most_cells} cells")
            game = ReviewedGame.of(review(replay, win=win, time_limit=left(), cancel=cancel))
            games.append(game)  # those before an error stay
    except CancelledError:
        raise
    except FormatError as error:
        return Found(key, tuple(games), SkippedFile("", str(damage(path, data) or error)))
    except SapperError as error:
        return Found(key, tuple(games), SkippedFile("", str(error), isinstance(error, BudgetError)))
    return Found(key, tuple(games))


def report_of(found: Mapping[str, Found]) -> PlayerReport[Any]:
    """The report on files by their names. Files of equal content count once, by the first of their names."""
    games: list[ReviewedGame] = []
    skipped = []
    seen = set()
    for name, file in sorted(found.items()):
        if file.key and file.key in seen:
            continue
        seen.add(file.key)
        for number, game in enumerate(file.games, start=1):
            games.append(_named(game, name if len(file.games) == 1 else f"{name}#{number}"))
        if file.skipped is not None:
            skipped.append(replace(file.skipped, name=name))
    games.sort(key=lambda game: game.played or _UNKNOWN)
    return report_on(games, tuple(skipped))


def _named(game: ReviewedGame, name: str) -> ReviewedGame:
    return replace(game, name=name, mistakes=tuple(replace(each, game=name) for each in game.mistakes))


VERSION: Final = 3
"""Changes whenever reviews find out something new, so that games are reviewed again."""

_MARK: Final = np.dtype("<i2")


def review_text(game: ReviewedGame) -> str:
    """A reviewed game as text."""
    kept = {field.name: getattr(game, field.name) for field in fields(game)}
    played = None if game.played is None else game.played.isoformat()
    mistakes = [{**mistake.to_dict(), "position": _text(mistake.position)} for mistake in game.mistakes]
    board = board_object(game.board)
    return json.dumps({**kept, "board": board, "played": played, "mistakes": mistakes})


def reviews_from(texts: Mapping[str, str]) -> dict[str, ReviewedGame]:
    """The inverse of `review_text`, for many games by their ids. Damaged texts are left out.

    Games on equal boards share one board, which may be large.
    """
    boards: dict[str, Board] = {}
    games = {}
    for id, text in texts.items():
        with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError, SapperError):
            kept = json.loads(text, parse_constant=_refuse)
            known = json.dumps(kept["board"])
            if known not in boards:
                boards[known] = board_from(kept["board"])
            board = boards[known]
            played = None if kept["played"] is None else datetime.fromisoformat(kept["played"])
            mistakes = tuple(_mistake(each, board) for each in kept["mistakes"])
            games[id] = ReviewedGame(**{**kept, "board": board, "played": played, "mistakes": mistakes})
    return games


def _mistake(kept: dict[str, Any], board: Board) -> Mistake:
    cells = {name: cell_from(kept[name]) for name in ("cell", "best")}
    return Mistake(**{**kept, **cells, "position": _position(kept["position"], board)})


def _text(position: Position) -> str:
    """The marks, in a fifth of the space of a list of numbers."""
    return base64.b64encode(zlib.compress(position.marks.astype(_MARK).tobytes())).decode()


def _position(text: str, board: Board) -> Position:
    size = board.topology.size * _MARK.itemsize
    data = zlib.decompressobj().decompress(base64.b64decode(text), size)  # never more than the board has
    marks = np.frombuffer(data, _MARK).reshape(board.topology.shape)
    return Position(marks, board.mines, board.topology)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a finite number")
