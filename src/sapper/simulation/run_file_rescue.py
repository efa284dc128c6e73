"""Begins the file of a run, in the usual place if none is named, and rescues what a damaged file holds."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

from sapper import _engine
from sapper._support.files import put_in_place
from sapper._support.installation import data_folder
from sapper.errors import SimulationError
from sapper.simulation.chunk_result import ChunkResult
from sapper.simulation.configuration import Configuration
from sapper.simulation.run_file import DamagedError, RunFile

_GAP: Final = 2000  # the search ends after this many unreadable chunks in a row


def begin_or_rescue(path: Path, configuration: Configuration) -> tuple[RunFile, Path | None]:
    """Opens the file of a run to continue it, or makes the file; see `RunFile.begin`.

    If pages of the file are damaged, a new file with the readable chunks replaces it. A copy of the damaged
    file is set aside.

    Returns:
        The open file, and the path of the copy, if there is one.

    Raises:
        SimulationError: The file cannot be used; the text says why and what to do.
    """
    try:
        return RunFile.begin(path, configuration), None
    except DamagedError:
        aside = _rescued(path, configuration)
    return RunFile.begin(path, configuration), aside


def _rescued(path: Path, configuration: Configuration) -> Path | None:
    """Replaces the file by one with its readable chunks. Returns the path of the copy.

    Returns None if another program replaced the file first.
    """
    fresh = path.with_name(f".{path.name}.rescued-{os.getpid()}")
    try:
        found = path.stat()
        fresh.unlink(missing_ok=True)
        with _read(path) as damaged:
            damaged.check_configuration(configuration)
            with RunFile.begin(fresh, damaged.configuration) as kept:
                kept.fill(_chunks(damaged), _sessions(damaged))
        aside = _free_name(path)
        shutil.copyfile(path, aside)
        if not os.path.samestat(found, path.stat()):  # another program replaced it
            aside.unlink()
            return None
        path.with_name(f"{path.name}-journal").unlink(missing_ok=True)  # it belongs to the damaged pages
        put_in_place(fresh, path)
    except OSError as error:
        raise SimulationError(
            f"{path}: is damaged, and its readable part cannot be written beside it: {error.strerror}. "
            "Make room there, and run the same command"
        ) from None
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
    return aside


def _read(path: Path) -> RunFile:
    try:
        return RunFile.read(path, damaged=True)
    except DamagedError:
        raise SimulationError(
            f"{path}: is not the file of a run, or is too damaged to be used. Name another file, or move "
            "this one away to play the games again from the first on"
        ) from None


def _chunks(damaged: RunFile) -> Iterator[ChunkResult]:
    last = -1
    for number in count():
        if number - last > _GAP:
            return
        result = damaged.intact(number) or damaged.intact(number, timed=False)
        if result is not None:
            yield result
            last = number


def _sessions(damaged: RunFile) -> list[dict[str, Any]]:
    with suppress(SimulationError):
        return damaged.sessions()
    return []  # only the speed of playing is lost


def _free_name(path: Path) -> Path:
    """The first name for the copy that no file has."""
    names = (path.with_name(f"{path.name}.damaged{number or ''}") for number in count())
    return next(name for name in names if not name.exists())


def usual_file(configuration: Configuration) -> Path:
    """The path of the file: there is one for each configuration and each build of the engine.

    It is in the folder that the environment variable `SAPPER_RUNS` names, or else in the user's data folder.
    Its name does not depend on the size of the chunks.
    """
    identity = {**configuration.to_dict(), "chunk": None, "engine": _engine_build()}
    mark = hashlib.blake2b(json.dumps(identity, sort_keys=True).encode(), digest_size=4).hexdigest()
    words = "-".join([*configuration.strategies, *map(str, configuration.board.topology.shape)])
    name = re.sub(r"[^A-Za-z0-9+.]+", "-", words)[:80]
    folder = Path(os.environ.get("SAPPER_RUNS") or data_folder() / "runs")
    return folder / f"{name}-{mark}.sapper"


def _engine_build() -> str:
    """A hash of the engine. Another build may play otherwise, so its runs get files of their own."""
    return hashlib.blake2b(Path(_engine.__file__ or "").read_bytes(), digest_size=8).hexdigest()
