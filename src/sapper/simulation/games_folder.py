"""Keeps every game of a run, as Parquet files in a folder."""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

import numpy as np

from sapper._support.file_bytes import parquet_bytes, put_in_place
from sapper._support.installation import importing
from sapper.board.game import Status
from sapper.errors import SapperError, SimulationError
from sapper.simulation.chunk_result import ChunkResult
from sapper.simulation.configuration import Configuration
from sapper.simulation.tally import NO_CELL, Records

if TYPE_CHECKING:
    import pyarrow

_METADATA: Final = b"sapper 2"
"""The key, in each file, of what it belongs to. Its number grows with the columns and their words, so that no
folder has files of two kinds: without this key, a file belongs to nothing. Files of kind 1 call a drawn game
`cleared`.
"""

_CHUNK: Final = "chunk-"
_DRAFT: Final = ".unfinished-"
_LONGEST_DRAFT: Final = 3600.0  # seconds after which an unfinished file must belong to a killed program


class ParquetFiles:
    """A folder with a file for each chunk. With one version of pyarrow, equal tables give the same bytes."""

    def __init__(self, path: Path) -> None:
        """Opens the folder, or makes it, and removes what killed programs left.

        Raises:
            MissingExtraError: pyarrow is missing.
            SimulationError: The folder cannot be made.
        """
        with importing("parquet", "Parquet files need pyarrow"):
            import pyarrow.parquet
        self._parquet = pyarrow.parquet
        self._damage = pyarrow.ArrowException  # not all that pyarrow raises is a ValueError
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            for draft in path.glob(f"{_DRAFT}*"):
                _remove_if_old(draft)
        except OSError as error:
            raise cannot(path, error) from None

    def paths(self) -> list[Path]:
        """The Parquet files in the folder, in order. Some may be damaged, or of something else."""
        return sorted(self.path.glob("*.parquet"))

    def number(self, file: Path) -> int | None:
        """The number of the chunk that has this name; None if no chunk has it."""
        digits = file.stem.removeprefix(_CHUNK)
        return int(digits) if digits.isdecimal() and self.file(int(digits)) == file else None

    def file(self, number: int) -> Path:
        """The name of the file of a chunk."""
        return self.path / f"{_CHUNK}{number:09}.parquet"

    def rows(self, number: int) -> int | None:
        """The number of rows of a chunk; None if it is missing or damaged."""
        metadata = self.metadata(self.file(number))
        return None if metadata is None else int(metadata.num_rows)

    def belongs_to(self, file: Path) -> dict[str, Any] | None:
        """What a file says that it belongs to; None if it is missing or damaged.

        Raises:
            SimulationError: The file cannot be read.
            KeyError, TypeError, ValueError: It says nothing of the kind.
        """
        metadata = self.metadata(file)
        if metadata is None:
            return None
        mark = json.loads((metadata.metadata or {})[_METADATA])
        if not isinstance(mark, dict):
            raise TypeError("not an object")
        return mark

    def metadata(self, file: Path) -> Any:
        """The metadata of a file; None if it does not exist or is damaged.

        Raises:
            SimulationError: The file cannot be read.
        """
        try:
            with file.open("rb") as stream:
                return self._parquet.read_metadata(stream)
        except FileNotFoundError:
            return None
        except OSError as error:
            if error.errno is None:  # from pyarrow: the contents make no sense
                return None
            raise SimulationError(f"{file}: cannot be read: {error.strerror}") from None
        except (ValueError, self._damage):
            return None

    def put(
        self, number: int, tables: Iterable[pyarrow.Table], belongs_to: dict[str, Any], **options: Any
    ) -> None:
        """Writes a file under a name that readers ignore, and renames it when it is complete.

        There is at least one table, and each becomes a row group when it comes. `options` are those of
        `pyarrow.parquet.ParquetWriter`.

        Raises:
            SimulationError: It cannot be written.
        """
        file = self.file(number)
        draft = file.with_name(f"{_DRAFT}{number}-{os.getpid()}")
        metadata = {_METADATA: json.dumps(belongs_to)}
        data = parquet_bytes(tables, metadata, **options)
        try:
            try:
                draft.write_bytes(data)
                put_in_place(draft, file)
            except BaseException:
                with suppress(OSError):
                    draft.unlink(missing_ok=True)
                raise
        except OSError as error:
            raise cannot(self.path, error) from None


def lists_of(counts: Any, values: Any) -> Any:
    """The values as lists of these lengths, for Arrow."""
    import pyarrow as pa

    offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(values))


def cannot(path: Path, error: OSError) -> SimulationError:
    """The error about a folder that cannot be written."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        return SimulationError(
            f"{path}: the disk is full. What was written is safe: make room and run the same command"
        )
    return SimulationError(
        f"{path}: cannot be written: {error.strerror or error}. Name a folder where you may write"
    )


def _remove_if_old(draft: Path) -> None:
    """Removes a file that a killed program left. A file that is still being written is some seconds old."""
    with suppress(FileNotFoundError):  # its program may just have finished it
        if time.time() - draft.stat().st_mtime > _LONGEST_DRAFT:
            draft.unlink()


_STATUSES: Final = get_args(Status)
_COUNTS = ("clicks", "opened", "found", "exploded", "three_bv", "openings", "solved", "guesses")


class GamesFolder:
    """A folder that keeps the games of a run, each with its guesses."""

    def __init__(self, path: Path, configuration: Configuration) -> None:
        """Opens the folder, or makes it.

        Raises:
            MissingExtraError: pyarrow is missing.
            SimulationError: The folder has the games of another configuration, or it cannot be made.
        """
        self.path = path
        self._configuration = configuration
        self._parts = {part: ParquetFiles(path / part) for part in ("games", "timings")}
        self._check()

    def _check(self) -> None:
        """Raises SimulationError if the games have another configuration."""
        games = self._parts["games"]
        for file in games.paths():
            try:
                there = games.belongs_to(file)
                if there is None and games.number(file) is not None:
                    continue  # a damaged file, whose games are played again
                paths = Configuration.from_dict({} if there is None else there)
            except (
                KeyError,
                TypeError,
                ValueError,
                AttributeError,
                OverflowError,
                RecursionError,
                SapperError,
            ) as error:
                if isinstance(error, SimulationError):
                    raise
                raise SimulationError(
                    f"{file}: does not have the games of this run. Name another folder"
                ) from None
            if differences := paths.differences(self._configuration):
                raise SimulationError(
                    f"{self.path}: has the games of another configuration; you asked for "
                    f"{'; '.join(differences)}. Name another folder"
                )
            return

    def has(self, number: int, count: int) -> bool:
        """Whether the folder has at least this many games of a chunk, and their times."""
        rows = (self._parts[part].rows(number) for part in ("timings", "games"))
        return all(each is not None and each >= count for each in rows)

    def store(self, result: ChunkResult) -> None:
        """Writes the games of a chunk, for each strategy.

        Raises:
            SimulationError: They cannot be written.
        """
        assert result.records is not None
        configuration = self._configuration
        first = configuration.chunk_at(result.number).first
        for part, table in (("timings", _timings), ("games", _games)):
            rows = table(configuration, first, result.records)
            self._parts[part].put(result.number, [rows], configuration.to_dict())


def _games(configuration: Configuration, first: int, by_strategy: tuple[Records, ...]) -> pyarrow.Table:
    import pyarrow as pa

    tables = []
    for strategy, records in zip(configuration.strategies, by_strategy, strict=True):
        board = configuration.board
        safe_cells = board.topology.size - board.mines
        columns: dict[str, Any] = {
            "seed": np.full(len(records), configuration.seed, dtype=np.uint64),
            "game": _numbers(first, len(records)),
            "strategy": pa.array([strategy] * len(records)),
            "status": pa.array([_STATUSES[outcome] for outcome in records.outcome]),
            **{name: getattr(records, name) for name in _COUNTS},
            "cells_share": records.opened / max(safe_cells, 1),
            "mines_share": records.found / max(board.mines, 1),
            "risk": records.risk,
            "lost_at": pa.array(records.lost_at, mask=records.lost_at == NO_CELL),
            "guess_cells": lists_of(records.guesses, records.guess_cell),
            "guess_risks": lists_of(records.guesses, records.guess_risk),
            "guess_exploded": lists_of(records.guesses, records.guess_exploded.astype(np.bool_)),
        }
        tables.append(pa.table(columns))
    return pa.concat_tables(tables)


def _timings(configuration: Configuration, first: int, by_strategy: tuple[Records, ...]) -> pyarrow.Table:
    import pyarrow as pa

    return pa.concat_tables(
        pa.table(
            {
                "game": _numbers(first, len(records)),
                "strategy": pa.array([strategy] * len(records)),
                "nanoseconds": records.nanoseconds,
            }
        )
        for strategy, records in zip(configuration.strategies, by_strategy, strict=True)
    )


def _numbers(first: int, count: int) -> Any:
    with np.errstate(over="ignore"):  # the number after the last is 0
        return np.arange(count, dtype=np.uint64) + np.uint64(first)
