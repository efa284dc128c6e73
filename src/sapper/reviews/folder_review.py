"""Reviews all replays in a folder, on all cores, and keeps what it finds beside them."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from sapper._support.checks import path_of, seconds, whole
from sapper._support.engine_call import check_common_arguments
from sapper._support.file_bytes import bytes_of, unusable
from sapper._support.parallel import WorkerProcesses, end_if_importing_a_script, thread_count
from sapper._support.values import Progress
from sapper._support.words import check_choice
from sapper.errors import ArgumentError, BudgetError, CancelledError, FormatError, GameError, SapperError
from sapper.formats.files import damage, replays_of
from sapper.formats.registry import FORMATS
from sapper.replays.replay import Replay
from sapper.reviews.findings import FileFinding, FindingsFile, key_of
from sapper.reviews.player_reports import UNKNOWN, PlayerReport, report_on
from sapper.reviews.reviewed_games import ReviewedGame, SkippedFile
from sapper.reviews.reviewing import review

if TYPE_CHECKING:
    from sapper.inference.analysis import Cancel


_QUEUE: Final = 4  # files for each process: enough that none waits, few enough to end soon
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
    check_choice("by", by, ("risk", "win"), ArgumentError)
    seed = whole("seed", seed)
    count = thread_count(threads)
    limit = None if time_limit is None else seconds("time_limit", time_limit)
    paths = replay_files(path_of("folder", folder, "folder"))
    with FindingsFile.open(None if findings is None else path_of("findings", findings)) as store:
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
            if name.startswith(".") or path.suffix.lower() not in endings:
                continue
            # Pipes may never end. Broken links, and what a folder does not let us see, are reported.
            if os.path.isfile(path) or not os.path.exists(path):  # noqa: PTH110, PTH113  # they never raise
                paths[path.relative_to(folder).as_posix()] = path
    if not paths:
        nothing = FileNotFoundError(None, f"no file in it has an ending of {', '.join(sorted(endings))}")
        raise unusable(folder, "holds no replays", nothing)
    return dict(sorted(paths.items()))


def _all_findings(
    paths: Mapping[str, Path],
    file: FindingsFile,
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
        finding = file.finding(path, how.by == "win", how.seed)
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
    work: Iterator[tuple[str, Path]], file: FindingsFile, how: _How, cancel: Cancel | None
) -> Generator[tuple[str, FileFinding], None, None]:
    for name, path in work:
        finding = _finding_of_file(path, how, cancel)
        file.keep(finding)
        yield name, finding


def _in_processes(
    work: Iterator[tuple[str, Path]], file: FindingsFile, count: int, how: _How
) -> Generator[tuple[str, FileFinding], None, None]:
    """Reviews in processes, because most of a review is Python code, and threads would wait for one lock.

    However it ends, no process is left, and what the processes found is kept.
    """
    pool = WorkerProcesses(count, "or review in this process with `threads` 1")
    running: dict[Future[FileFinding], str] = {}
    try:
        while True:
            while len(running) < _QUEUE * count and (next_one := next(work, None)) is not None:
                running[pool.submit(_finding_of_file, next_one[1], how, None)] = next_one[0]
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                finding = future.result()
                file.keep(finding)
                yield running.pop(future), finding
    except BrokenProcessPool:
        if (cause := pool.cause_of_end()) is not None:
            raise cause from None
        note = "; what was found is kept" if file.has_file else ""
        files_left = [name for future, name in running.items() if not future.done() or future.exception()]
        suspects = ", ".join(files_left[:count])  # the first of them were at work
        raise GameError(
            "a process that reviewed games ended too early; its memory may have been too small. It worked on "
            f"{suspects}. Leave that file out, or try again with fewer threads{note}"
        ) from None
    finally:
        try:
            pool.stop()
        finally:  # also if Ctrl-C interrupts the shutdown
            for future in running:
                if future.done() and not future.cancelled() and future.exception() is None:
                    file.keep(future.result())


def _finding_of_file(path: Path, how: _How, cancel: Cancel | None) -> FileFinding:
    """Reads and reviews the replays of a file. The errors do not name it."""
    try:
        data = bytes_of(path)
    except SapperError as error:
        return FileFinding("", (), SkippedFile("", str(error).removeprefix(f"{path}: ")))
    games: list[ReviewedGame] = []  # those before an error count
    skipped = None
    try:
        for replay in replays_of(data, time_limit=how.limit, cancel=cancel):
            result = review(replay, by=how.by, seed=how.seed, time_limit=how.limit, cancel=cancel)
            games.append(ReviewedGame.from_review(result))
    except CancelledError:
        raise CancelledError(_CANCEL_TEXT) from None
    except FormatError as error:
        skipped = SkippedFile("", str(damage(path, data) or error))
    except SapperError as error:
        skipped = SkippedFile("", str(error), isinstance(error, BudgetError))
    return FileFinding(key_of(data), tuple(games), skipped, how.seed)


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
