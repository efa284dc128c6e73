"""Opens the file of a run, even if it is damaged. Chunks that cannot be read are played again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

from sapper._support.files import put_in_place
from sapper.errors import SimulationError
from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.run.chunk import ChunkResult
from sapper.simulation.storage.ledger import DamagedError, Ledger

_GAP: Final = 2000  # the search ends after this many unreadable chunks in a row


def begin_or_rescue(path: Path, configuration: Configuration) -> tuple[Ledger, Path | None]:
    """Opens the file of a run to continue it, or makes the file; see `Ledger.begin`.

    If pages of the file are damaged, a new file with the readable chunks replaces it. A copy of the damaged
    file is set aside.

    Returns:
        The open file, and the path of the copy, if there is one.

    Raises:
        SimulationError: The file cannot be used; the text says why and what to do.
    """
    try:
        return Ledger.begin(path, configuration), None
    except DamagedError:
        aside = _rescued(path, configuration)
    return Ledger.begin(path, configuration), aside


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
            with Ledger.begin(fresh, damaged.configuration) as kept:
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


def _read(path: Path) -> Ledger:
    try:
        return Ledger.read(path, damaged=True)
    except DamagedError:
        raise SimulationError(
            f"{path}: is not the file of a run, or is too damaged to be used. Name another file, or move "
            "this one away to play the games again from the first on"
        ) from None


def _chunks(damaged: Ledger) -> Iterator[ChunkResult]:
    last = -1
    for number in count():
        if number - last > _GAP:
            return
        result = damaged.intact(number) or damaged.intact(number, timed=False)
        if result is not None:
            yield result
            last = number


def _sessions(damaged: Ledger) -> list[dict[str, Any]]:
    with suppress(SimulationError):
        return damaged.sessions()
    return []  # only the speed of playing is lost


def _free_name(path: Path) -> Path:
    """The first name for the copy that no file has."""
    names = (path.with_name(f"{path.name}.damaged{number or ''}") for number in count())
    return next(name for name in names if not name.exists())
