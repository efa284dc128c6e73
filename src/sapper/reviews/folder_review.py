"""Reviews all replays in a folder, on all cores, and keeps what it finds beside them."""

from __future__ import annotations

import base64
import hashlib
import json
import multiprocessing
import os
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, fields, replace
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, Literal, NoReturn

import numpy as np

from sapper._support.checks import path_of, seconds, whole
from sapper._support.engine_call import check_common_arguments
from sapper._support.file_bytes import bytes_of, unusable, write_whole
from sapper._support.parallel import (
    SCRIPT_IMPORT,
    ScriptImportError,
    end_if_importing_a_script,
    end_with_parent,
    interruptible,
    starting_processes,
    thread_count,
    wait_for_control_c,
)
from sapper._support.values import Progress
from sapper._support.words import check_choice
from sapper.board.json_form import board_from, board_object, cell_from
from sapper.board.position import Position
from sapper.errors import ArgumentError, BudgetError, CancelledError, FormatError, GameError, SapperError
from sapper.formats.files import damage, replays_of
from sapper.formats.registry import FORMATS
from sapper.replays.replay import Doubt, Replay
from sapper.reviews.player_reports import UNKNOWN, PlayerReport, report_on
from sapper.reviews.reviewed_games import Mistake, ReviewedGame, SkippedFile, line_from
from sapper.reviews.reviewing import review

if TYPE_CHECKING:
    from sapper.board.board import Board
    from sapper.inference.analysis import Cancel


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


def digest_of(data: bytes) -> str:
    """The key of a file with this content."""
    return hashlib.sha256(data).hexdigest()


def finding_in(
    data: bytes,
    left: Callable[[], float | None],
    cancel: Cancel | None,
    *,
    by: Literal["risk", "win"] = "risk",
    seed: int = 0,
    most_cells: int | None = None,
    path: Path | None = None,
) -> FileFinding:
    """Reads and reviews the replays of a file. The errors do not name it.

    `left` gives the seconds for the next step, or None, and may raise BudgetError. `by` and `seed` are those
    of `review`. A board of more than `most_cells` counts as an error. The ending of `path` decides which
    format says what is wrong.

    Raises:
        CancelledError: `cancel` was set.
    """
    key = digest_of(data)
    games: list[ReviewedGame] = []
    try:
        for replay in replays_of(data, left=left, cancel=cancel):
            if most_cells is not None and replay.board.topology.size > most_cells:
                raise FormatError(f"reports leave out boards of more than {most_cells} cells")
            game = ReviewedGame.of(review(replay, by=by, seed=seed, time_limit=left(), cancel=cancel))
            games.append(game)  # those before an error stay
    except CancelledError:
        raise
    except FormatError as error:
        return FileFinding(key, tuple(games), SkippedFile("", str(damage(path, data) or error)), seed)
    except SapperError as error:
        skipped = SkippedFile("", str(error), isinstance(error, BudgetError))
        return FileFinding(key, tuple(games), skipped, seed)
    return FileFinding(key, tuple(games), seed=seed)


def report_of(findings: Mapping[str, FileFinding]) -> PlayerReport[Any]:
    """The report on files by their names. Files of equal content count once, by the first of their names."""
    games: list[ReviewedGame] = []
    skipped = []
    keys = set()
    for name, file in sorted(findings.items()):
        if file.key and file.key in keys:
            continue
        keys.add(file.key)
        for number, game in enumerate(file.games, start=1):
            games.append(_with_name(game, name if len(file.games) == 1 else f"{name}#{number}"))
        if file.skipped is not None:
            skipped.append(replace(file.skipped, name=name))
    games.sort(key=lambda game: game.played or UNKNOWN)
    return report_on(games, tuple(skipped))


def _with_name(game: ReviewedGame, name: str) -> ReviewedGame:
    return replace(game, name=name, mistakes=tuple(replace(each, game=name) for each in game.mistakes))


VERSION: Final = 7
"""The version of reviews. A new one makes every game be reviewed again."""

_MARK: Final = np.dtype("<i2")


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


_QUEUE: Final = 4  # files for each process: enough that none waits, few enough to end soon
_HEADER: Final = json.dumps({"sapper_findings": VERSION})
_CANCEL_TEXT: Final = "the review of the folder was cancelled"


def review_folder(
    folder: str | os.PathLike[str],
    *,
    threads: int | None = None,
    findings: str | os.PathLike[str] | None = None,
    by: Literal["risk", "win"] = "risk",
    seed: int = 0,
    time_limit: float | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
) -> PlayerReport[Any]:
    """Reviews all replays in a folder and in the folders within it, and sums them up.

    It reads every file whose name has the ending of a replay format, and each replay of a container. Names
    that begin with a dot are left out. Files of equal content count once.

    Args:
        folder: The folder, or a file with several replays.
        threads: The number of processes. None is one for each processor. With more than one, a script has to
            call this below `if __name__ == "__main__":`.
        findings: A file that keeps what was found, by the content of the replays. If it exists, only replays
            that are not in it are reviewed. So a review that was stopped continues where it was.
        by: `"win"` follows the chance to win, as in `review`: the report then has an `accuracy`. That
            takes some seconds for an expert game.
        seed: Decides the games of `by="win"`, as in `review`.
        time_limit: Seconds for each file.
        progress: Called with a `Progress` after every file: the files done, and all files.
        cancel: Stops the review if it is set from another thread or by `progress`.

    Returns:
        The report. Its games come in the order in which they were played, those without a date last, by
        name. It is the same for any number of threads. Files that cannot be reviewed are in `skipped`.

    Raises:
        ArgumentError: An argument has the wrong type.
        MissingFileError: There is no such folder, or it holds no replays.
        FileError: The folder cannot be read, or the findings cannot be read or written.
        FormatError: `findings` is another file.
        GameError: A process ended too early. The message names the files that it may have worked on.
        SimulationError: With several processes, a script calls this outside of `if __name__ == "__main__":`.
        CancelledError: `cancel` was set.

    Example:
        >>> game = sapper.Strategy("single+random").play(sapper.Game("beginner", seed=2))
        >>> sapper.write(game, "game.rawvf")
        >>> report = sapper.review_folder(".", threads=1)
        >>> [game.name for game in report.games], report.skipped
        (['game.rawvf'], ())
    """
    end_if_importing_a_script()
    check_common_arguments(cancel=cancel, progress=progress)
    check_choice("value of by=", by, ("risk", "win"), ArgumentError)
    seed = whole("seed", seed)
    count = thread_count(threads)
    limit = None if time_limit is None else seconds("time_limit", time_limit)
    paths = replay_files(path_of("folder", folder, "folder"))
    with _Findings.open(None if findings is None else path_of("findings", findings)) as store:
        by_name = _all_findings(paths, store, min(count, len(paths)), _How(limit, by, seed), progress, cancel)
    return report_of(by_name)


@dataclass(frozen=True, slots=True)
class _How:
    """How each file is reviewed: in how many seconds, whether by the chance to win, and by which games."""

    limit: float | None
    by: Literal["risk", "win"]
    seed: int


def replay_files(folder: Path) -> dict[str, Path]:
    """The files of replays by their names, in order; or the file alone, if this is one."""
    if folder.is_file():
        return {folder.name: folder}
    endings = {end for format in FORMATS.values() if Replay in format.kinds for end in format.suffixes}
    paths: dict[str, Path] = {}

    def fail(error: OSError) -> None:
        raise unusable(error.filename, "cannot be read", error) from None

    for parent, folders, files in os.walk(folder, onerror=fail):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = Path(parent, name)
            if not name.startswith(".") and path.suffix.lower() in endings:
                paths[path.relative_to(folder).as_posix()] = path
    if not paths:
        nothing = FileNotFoundError(None, f"no file in it has an ending of {', '.join(sorted(endings))}")
        raise unusable(folder, "holds no replays", nothing)
    return dict(sorted(paths.items()))


def _all_findings(
    paths: Mapping[str, Path],
    file: _Findings,
    count: int,
    how: _How,
    progress: Callable[[Progress], object] | None,
    cancel: Cancel | None,
) -> dict[str, FileFinding]:
    """The finding of each file, by its name."""
    by_name: dict[str, FileFinding] = {}
    todo = []

    def count_finding(name: str, finding: FileFinding) -> None:
        by_name[name] = finding
        if progress is not None:
            progress(Progress(len(by_name), len(paths)))
        if cancel is not None and cancel.is_set:
            raise CancelledError(_CANCEL_TEXT)

    for name, path in paths.items():
        finding = file.of(path, how)
        if finding is None:
            todo.append(name)
        else:
            count_finding(name, finding)
    work = ((name, paths[name]) for name in todo)
    one_by_one = _one_by_one(work, file, how, cancel)
    with closing(one_by_one if count == 1 else _in_processes(work, file, count, how)) as findings:
        for name, finding in findings:
            count_finding(name, finding)
    return by_name


def _one_by_one(
    work: Iterator[tuple[str, Path]], file: _Findings, how: _How, cancel: Cancel | None
) -> Generator[tuple[str, FileFinding], None, None]:
    for name, path in work:
        finding = _finding_of_file(path, how, cancel)
        file.keep(finding)
        yield name, finding


def _in_processes(
    work: Iterator[tuple[str, Path]], file: _Findings, count: int, how: _How
) -> Generator[tuple[str, FileFinding], None, None]:
    """Reviews in processes, because most of a review is Python code, and threads would wait for one lock.

    However it ends, no process is left, and what the processes found is kept.
    """
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=end_with_parent)
    running: dict[Future[FileFinding], str] = {}
    workers: dict[int, Any] = {}  # the pool forgets its processes when one dies
    try:
        while True:
            while len(running) < _QUEUE * count and (next_one := next(work, None)) is not None:
                with starting_processes():
                    running[pool.submit(_finding_in_process, next_one[1], how)] = next_one[0]
                workers.update(pool._processes)
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                finding = future.result()
                file.keep(finding)
                yield running.pop(future), finding
    except BrokenProcessPool:
        pool.shutdown()
        exit_codes = {process.exitcode for process in workers.values()}
        wait_for_control_c(exit_codes)
        if SCRIPT_IMPORT in exit_codes:
            raise ScriptImportError("or review in this process with threads=1") from None
        note = "; what was found is kept" if file.has_file else ""
        lost = [name for future, name in running.items() if not future.done() or future.exception()]
        suspects = ", ".join(lost[:count])  # the first of them were at work
        raise GameError(
            "a process that reviewed games ended too early; its memory may have been too small. It worked on "
            f"{suspects}. Leave that file out, or try again with fewer threads{note}"
        ) from None
    finally:
        try:
            pool.shutdown(cancel_futures=True)
        finally:  # also if Ctrl-C interrupts the shutdown
            for future in running:
                if future.done() and not future.cancelled() and future.exception() is None:
                    file.keep(future.result())


def _finding_in_process(path: Path, how: _How) -> FileFinding:
    """As `_finding_of_file`. Ctrl-C ends the process while it works, but not while it sends the result."""
    with interruptible():
        return _finding_of_file(path, how, None)


def _finding_of_file(path: Path, how: _How, cancel: Cancel | None) -> FileFinding:
    """Reads and reviews the replays of a file. The errors do not name it."""
    try:
        data = bytes_of(path)
    except SapperError as error:
        return FileFinding("", (), SkippedFile("", str(error).removeprefix(f"{path}: ")))
    try:
        return finding_in(data, lambda: how.limit, cancel, by=how.by, seed=how.seed, path=path)
    except CancelledError:
        raise CancelledError(_CANCEL_TEXT) from None


class _Findings:
    """The file of findings: a line with its version, then a line for each file that was reviewed.

    Each line is written in one piece, so a crash can cut off only the last one. Readers leave that out.
    """

    def __init__(self, findings: dict[str, FileFinding], file: IO[bytes] | None) -> None:
        self._findings = findings
        self._file = file

    @classmethod
    @contextmanager
    def open(cls, path: Path | None) -> Iterator[_Findings]:
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

    def of(self, path: Path, how: _How) -> FileFinding | None:
        """What is known of a file; None if it was not reviewed in this way."""
        if not self._findings:
            return None
        try:
            finding = self._findings.get(digest_of(bytes_of(path)))
        except SapperError:
            return None
        return finding if finding is not None and finding.covers(how.by == "win", how.seed) else None

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
