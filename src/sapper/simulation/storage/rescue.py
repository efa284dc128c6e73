"""Goes on with the file of a run, also with a damaged one: what cannot be read is played again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

from sapper.errors import SimulationError
from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.run.chunk import ChunkResult
from sapper.simulation.storage.durable import put_in_place
from sapper.simulation.storage.ledger import DamagedError, Ledger

__all__ = ["begin_or_rescue"]

_GAP: Final = 2000  # numbers without a readable chunk after which no more is looked for


def begin_or_rescue(
    path: Path, configuration: Configuration, *, same_chunks: bool
) -> tuple[Ledger, Path | None]:
    """Opens the file of a run to go on with it, or makes it; see `Ledger.begin`.

    Where the pages of the file are damaged, a new file gets the chunks that can be read and takes its place;
    a copy of the damaged file is set aside.

    Returns:
        The open file, and where the copy is, if there is one.

    Raises:
        SimulationError: The file cannot be used; the text says why and what to do.
    """
    try:
        return Ledger.begin(path, configuration, same_chunks=same_chunks), None
    except DamagedError:
        aside = _rescued(path, configuration, same_chunks=same_chunks)
    return Ledger.begin(path, configuration, same_chunks=same_chunks), aside


def _rescued(path: Path, configuration: Configuration, *, same_chunks: bool) -> Path | None:
    fresh = path.with_name(f".{path.name}.rescued-{os.getpid()}")
    try:
        found = path.stat()
        fresh.unlink(missing_ok=True)
        with _read(path) as damaged:
            damaged.check_configuration(configuration, same_chunks=same_chunks)
            with Ledger.begin(fresh, damaged.configuration) as kept:
                kept.fill(_chunks(damaged), _sessions(damaged))
        aside = _free_name(path)
        shutil.copyfile(path, aside)
        if not os.path.samestat(found, path.stat()):  # another program was quicker
            aside.unlink()
            return None
        path.with_name(f"{path.name}-journal").unlink(missing_ok=True)  # it belongs to the damaged pages
        put_in_place(fresh, path)
    except OSError as error:
        raise SimulationError(
            f"{path}: is damaged, and what can be read of it cannot be written beside it: {error.strerror}. "
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
            f"{path}: is not the file of a run, or is too damaged to tell what was played. Name another "
            "file, or move this one away: then the same games are played from the first on"
        ) from None


def _chunks(damaged: Ledger) -> Iterator[ChunkResult]:
    last = -1
    for number in count():
        if number - last > _GAP:
            return
        if (result := damaged.legible(number)) is not None:
            yield result
            last = number


def _sessions(damaged: Ledger) -> list[dict[str, Any]]:
    with suppress(SimulationError):
        return damaged.sessions()
    return []  # they tell only how fast the games were played


def _free_name(path: Path) -> Path:
    """Where no file is that was set aside before."""
    names = (path.with_name(f"{path.name}.damaged{number or ''}") for number in count())
    return next(name for name in names if not name.exists())
