"""The games of a run in Parquet files: a folder of results and one of times, with a file for each chunk.

The files of results have the same bytes whenever a chunk is played with the same version of pyarrow. Each
folder is a data set that pyarrow, pandas, polars and DuckDB read as one table.
"""

from __future__ import annotations

import errno
import io
import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.extras import importing
from sapper._support.whole_files import put_in_place
from sapper.errors import SapperError, SimulationError
from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.results.records import NO_CELL, Records
from sapper.simulation.run.chunk import ChunkResult

if TYPE_CHECKING:
    import pyarrow

_STATUSES = ("playing", "won", "lost", "cleared")
_METADATA = b"sapper"  # the key of the configuration in each file
_CHUNK = "chunk-"
_UNFINISHED = ".unfinished-"
_OLD: Final = 3600.0  # seconds after which an unfinished file must belong to a killed program
_COUNTS = ("clicks", "opened", "found", "exploded", "three_bv", "openings", "solved", "guesses")


class GamesFolder:
    """A folder that keeps the games of a run, each with its guesses."""

    def __init__(self, path: Path, configuration: Configuration) -> None:
        """Opens the folder, or makes it.

        Raises:
            MissingExtraError: pyarrow is missing.
            SimulationError: The folder has the games of another configuration, or it
                cannot be made.
        """
        with importing("parquet", "keeping every game needs pyarrow"):
            import pyarrow.parquet
        self._parquet = pyarrow.parquet
        self._damage = pyarrow.ArrowException  # not all that pyarrow raises is a ValueError
        self.path = path
        self._configuration = configuration
        try:
            for part in ("games", "timings"):
                (path / part).mkdir(parents=True, exist_ok=True)
                for unfinished in (path / part).glob(f"{_UNFINISHED}*"):
                    _remove_if_old(unfinished)
        except OSError as error:
            raise _cannot(path, error) from None
        self._check()

    def _check(self) -> None:
        """Raises SimulationError if the games have another configuration."""
        for file in sorted((self.path / "games").glob("*.parquet")):
            found = self._metadata(file)
            if found is None and file.name.startswith(_CHUNK):
                continue  # a damaged file, whose games are played again
            try:
                there = Configuration.from_dict(json.loads(found.metadata[_METADATA]))
            except (
                KeyError,
                TypeError,
                ValueError,
                AttributeError,
                OverflowError,
                RecursionError,
                SapperError,
            ):
                raise SimulationError(
                    f"{file}: does not have the games of this run. Name another folder"
                ) from None
            if differences := there.differences(self._configuration):
                raise SimulationError(
                    f"{self.path}: has the games of another configuration; you asked for "
                    f"{'; '.join(differences)}. Name another folder"
                )
            return

    def _metadata(self, file: Path) -> Any:
        """The metadata of a file; None if it does not exist or is damaged.

        Raises:
            SimulationError: The file cannot be read.
        """
        try:
            with file.open("rb") as opened:
                return self._parquet.read_metadata(opened)
        except FileNotFoundError:
            return None
        except OSError as error:
            if error.errno is None:  # from pyarrow: the contents make no sense
                return None
            raise SimulationError(f"{file}: cannot be read: {error.strerror}") from None
        except (ValueError, self._damage):
            return None

    def has(self, number: int, count: int) -> bool:
        """Whether the folder has at least this many games of a chunk, and their times."""
        found = (self._metadata(self._file(part, number)) for part in ("timings", "games"))
        return all(metadata is not None and metadata.num_rows >= count for metadata in found)

    def store(self, result: ChunkResult) -> None:
        """Writes the games of a chunk, for each strategy.

        Raises:
            SimulationError: They cannot be written.
        """
        assert result.records is not None
        configuration = self._configuration
        first = configuration.chunk_at(result.number).first
        try:
            self._put("timings", result.number, _timings(configuration, first, result.records))
            self._put("games", result.number, _games(configuration, first, result.records))
        except OSError as error:
            raise _cannot(self.path, error) from None

    def _put(self, part: str, number: int, table: pyarrow.Table) -> None:
        """Writes a file under a name that readers ignore, and renames it when it is complete."""
        file = self._file(part, number)
        unfinished = file.with_name(f"{_UNFINISHED}{number}-{os.getpid()}")
        metadata = {_METADATA: json.dumps(self._configuration.to_dict())}
        written = io.BytesIO()
        self._parquet.write_table(table.replace_schema_metadata(metadata), written, compression="zstd")
        try:
            unfinished.write_bytes(written.getbuffer())
            put_in_place(unfinished, file)
        except BaseException:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise

    def _file(self, part: str, number: int) -> Path:
        return self.path / part / f"{_CHUNK}{number:09}.parquet"


def _games(configuration: Configuration, first: int, played: tuple[Records, ...]) -> pyarrow.Table:
    import pyarrow as pa

    tables = []
    for strategy, records in zip(configuration.strategies, played, strict=True):
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
            "guess_cells": _lists(records.guesses, records.guess_cell),
            "guess_risks": _lists(records.guesses, records.guess_risk),
            "guess_exploded": _lists(records.guesses, records.guess_exploded.astype(np.bool_)),
        }
        tables.append(pa.table(columns))
    return pa.concat_tables(tables)


def _timings(configuration: Configuration, first: int, played: tuple[Records, ...]) -> pyarrow.Table:
    import pyarrow as pa

    return pa.concat_tables(
        pa.table(
            {
                "game": _numbers(first, len(records)),
                "strategy": pa.array([strategy] * len(records)),
                "nanoseconds": records.nanoseconds,
            }
        )
        for strategy, records in zip(configuration.strategies, played, strict=True)
    )


def _numbers(first: int, count: int) -> Any:
    with np.errstate(over="ignore"):  # the number after the last is 0
        return np.arange(count, dtype=np.uint64) + np.uint64(first)


def _lists(counts: Any, values: Any) -> Any:
    import pyarrow as pa

    offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(values))


def _remove_if_old(unfinished: Path) -> None:
    """Removes a file that a killed program left. A file that is still being written is some seconds old."""
    with suppress(FileNotFoundError):  # its program may just have finished it
        if time.time() - unfinished.stat().st_mtime > _OLD:
            unfinished.unlink()


def _cannot(path: Path, error: OSError) -> SimulationError:
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        return SimulationError(
            f"{path}: the disk is full. What was written is safe: make room and run the same command"
        )
    return SimulationError(
        f"{path}: cannot be written: {error.strerror or error}. Name a folder where you may write"
    )
