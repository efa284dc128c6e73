"""What a review found in the files of a folder, and the file that keeps it from one review to the next."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from sapper._support.file_bytes import bytes_of, unusable, write_whole
from sapper.board.json_form import board_from, board_object, cell_from
from sapper.board.position import Position
from sapper.errors import SapperError
from sapper.replays.replay import Doubt
from sapper.reviews.reviewed_games import Mistake, ReviewedGame, SkippedFile, line_from

if TYPE_CHECKING:
    from sapper.board.board import Board


_VERSION: Final = 8  # a new one makes every game be reviewed again
_HEADER: Final = json.dumps({"sapper_findings": _VERSION})

_MARK: Final = np.dtype("<i2")


@dataclass(frozen=True, slots=True)
class FileFinding:
    """The reviewed games of a file, and what is wrong with it."""

    key: str  # a digest of its content; empty if it cannot be read
    games: tuple[ReviewedGame, ...] = ()  # up to the first replay that is damaged; their names are empty
    skipped: SkippedFile | None = None  # what is wrong with it, if anything
    seed: int = 0  # of the games that follow the chance to win

    @property
    def by_win(self) -> bool:
        """Whether the chance to win was followed in all of its games."""
        return all(game.accuracy is not None for game in self.games)

    def covers(self, by_win: bool, seed: int) -> bool:
        """Whether such a review would find no more than this."""
        return not by_win or not self.games or (self.by_win and self.seed == seed)


def key_of(data: bytes) -> str:
    """The key of a file with this content."""
    return hashlib.sha256(data).hexdigest()


def review_text(game: ReviewedGame) -> str:
    """A reviewed game as text."""
    values = {field.name: getattr(game, field.name) for field in fields(game)}
    date = None if game.played is None else game.played.isoformat()
    mistakes = [{**mistake.to_dict(), "position": _text(mistake.position)} for mistake in game.mistakes]
    board = board_object(game.board)
    doubts = [doubt.to_dict() for doubt in game.doubts]
    parts = {"board": board, "played": date, "mistakes": mistakes, "doubts": doubts}
    return json.dumps({**values, **parts, "line": list(game.metrics.items())})


def reviews_from(texts: Mapping[str, str]) -> dict[str, ReviewedGame]:
    """The inverse of `review_text`, for many games by their ids. Damaged texts are left out.

    Games on equal boards share one board, which may be large.
    """
    boards: dict[str, Board] = {}
    games = {}
    for id, text in texts.items():
        with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError, SapperError):
            values = json.loads(text, parse_constant=_refuse)
            board_key = json.dumps(values["board"])
            if board_key not in boards:
                boards[board_key] = board_from(values["board"])
            board = boards[board_key]
            date = None if values["played"] is None else datetime.fromisoformat(values["played"])
            mistakes = tuple(_mistake(each, board) for each in values["mistakes"])
            parts: dict[str, Any] = {"board": board, "played": date, "mistakes": mistakes}
            parts["doubts"] = tuple(Doubt(**doubt) for doubt in values["doubts"])
            parts["line"] = line_from({str(key): value for key, value in values["line"]})
            games[id] = ReviewedGame(**{**values, **parts})
    return games


def _mistake(values: dict[str, Any], board: Board) -> Mistake:
    cells = {name: cell_from(values[name]) for name in ("cell", "safest")}
    return Mistake(**{**values, **cells, "position": _position(values["position"], board)})


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


class FindingsFile:
    """The file of findings: a line with its version, then a line for each file that was reviewed.

    Each line is written in one piece, so a crash can cut off only the last one. Readers leave that out.
    """

    def __init__(self, findings: dict[str, FileFinding], file: IO[bytes] | None) -> None:
        self._findings = findings
        self._file = file

    @classmethod
    @contextmanager
    def open(cls, path: Path | None) -> Iterator[FindingsFile]:
        """Reads what is known, and opens the file for more.

        Raises:
            FormatError: This is another file.
            FileError: It cannot be read or written.
        """
        if path is None:
            yield cls({}, None)
            return
        try:
            findings = _read(path)
            file = path.open("ab", buffering=0)
        except (OSError, ValueError) as error:
            if isinstance(error, SapperError):
                raise
            raise unusable(path, "cannot be written", error) from None
        with file:
            yield cls(findings, file)

    @property
    def has_file(self) -> bool:
        """Whether there is a file for them."""
        return self._file is not None

    def finding(self, path: Path, by_win: bool, seed: int) -> FileFinding | None:
        """What is known of a file; None if it was not reviewed in this way."""
        if not self._findings:
            return None
        try:
            finding = self._findings.get(key_of(bytes_of(path)))
        except SapperError:
            return None
        return finding if finding is not None and finding.covers(by_win, seed) else None

    def keep(self, finding: FileFinding) -> None:
        """Writes down a finding, unless another try may find more."""
        again = not finding.key or (finding.skipped is not None and finding.skipped.gave_up)
        before = self._findings.get(finding.key)
        is_old = before is not None and before.covers(finding.by_win, finding.seed)
        if self._file is None or again or is_old:
            return
        line = {"file": finding.key, "games": list(map(review_text, finding.games)), "seed": finding.seed}
        line["error"] = None if finding.skipped is None else finding.skipped.error
        try:
            self._file.write(json.dumps(line).encode() + b"\n")
        except OSError as error:
            raise unusable(self._file.name, "cannot be written", error) from None
        self._findings[finding.key] = finding


def _read(path: Path) -> dict[str, FileFinding]:
    """The findings in a file. A new file, or one of another version, gets a new header and no findings."""
    header = b""
    if path.exists():
        with path.open("rb") as file:
            header = file.readline()
            if header == _HEADER.encode() + b"\n":
                findings = dict(_findings_of(file))
                _drop_what_was_cut_off(path)
                return findings
    if header.rstrip(b"\n") and not header.startswith(b'{"sapper_findings": '):
        refusal = ValueError("it holds something else. Name a new file, or one that an earlier review wrote")
        raise unusable(path, "cannot keep findings", refusal)
    write_whole(path, _HEADER.encode() + b"\n")
    return {}


def _drop_what_was_cut_off(path: Path) -> None:
    """Removes a last line that a crash cut off, so that the next one begins a line."""
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        if file.read() == b"\n":
            return
    data = path.read_bytes()
    write_whole(path, data[: data.rindex(b"\n") + 1])


def _findings_of(lines: Iterable[bytes]) -> Iterator[tuple[str, FileFinding]]:
    for line in lines:
        if not line.endswith(b"\n"):
            return
        try:
            values = json.loads(line)
            key, texts, error, seed = (values[name] for name in ("file", "games", "error", "seed"))
            games = reviews_from({str(place): text for place, text in enumerate(texts)})
        except (ValueError, TypeError, KeyError, RecursionError):
            continue
        is_valid = isinstance(key, str) and isinstance(error, str | None) and isinstance(seed, int)
        if is_valid and len(games) == len(texts):
            skipped = None if error is None else SkippedFile("", error)
            yield key, FileFinding(key, tuple(games.values()), skipped, seed)
