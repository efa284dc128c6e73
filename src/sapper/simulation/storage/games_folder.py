"""Every game of a run, in Parquet files: one folder for results, one for times, one file a chunk in each.

The files of the results are the same byte for byte wherever and however often a chunk is played (with the
same version of pyarrow). Each folder is a data set that pyarrow, pandas, polars and DuckDB read as one table.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.errors import SimulationError
from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.results.records import NO_CELL, Records
from sapper.simulation.run.chunk import ChunkResult

if TYPE_CHECKING:
    import pyarrow

__all__ = ["GamesFolder"]

_OUTCOMES = ("playing", "won", "lost", "drawn")
_METADATA = b"sapper"  # of each file: what was played
_UNFINISHED = ".unfinished-"
_COUNTS = ("clicks", "opened", "found", "exploded", "three_bv", "openings", "solved", "guesses")


class GamesFolder:
    """Where the games of a run are kept, each with its guesses."""

    def __init__(self, path: Path, configuration: Configuration) -> None:
        """Makes the folder where there is none.

        Raises:
            SimulationError: pyarrow is missing, the folder has the games of another configuration, or it
                cannot be made.
        """
        try:
            import pyarrow.parquet
        except ImportError:
            raise SimulationError("keeping every game needs pyarrow: pip install 'sapper[parquet]'") from None
        self._parquet = pyarrow.parquet
        self.path = path
        self._configuration = configuration
        try:
            for part in ("games", "timings"):
                (path / part).mkdir(parents=True, exist_ok=True)
                for unfinished in (path / part).glob(f"{_UNFINISHED}*"):  # of a program that was killed
                    unfinished.unlink()
        except OSError as error:
            raise _cannot(path, error) from None
        self._check()

    def _check(self) -> None:
        """Raises SimulationError where the games are of another configuration."""
        for file in sorted((self.path / "games").glob("*.parquet"))[:1]:
            try:
                told = self._parquet.read_schema(file).metadata[_METADATA]
                there = Configuration.from_dict(json.loads(told))
            except (KeyError, TypeError, ValueError, OSError):
                raise SimulationError(
                    f"{file}: is not the games of a run that go on here. Name another folder"
                ) from None
            if differences := there.differences(self._configuration):
                raise SimulationError(
                    f"{self.path}: has the games of another configuration; asked for was "
                    f"{'; '.join(differences)}. Name another folder"
                )

    def has(self, number: int, count: int) -> bool:
        """Whether that chunk is here, with so many games."""
        file = self._file("games", number)
        return file.exists() and self._parquet.read_metadata(file).num_rows >= count

    def store(self, result: ChunkResult) -> None:
        """Writes the games of a chunk, for each strategy those of all its games.

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
        """Under its name only when it is whole; until then under one that readers of a folder pass over."""
        file = self._file(part, number)
        unfinished = file.with_name(f"{_UNFINISHED}{number}-{os.getpid()}")
        told = {_METADATA: json.dumps(self._configuration.to_dict())}
        self._parquet.write_table(table.replace_schema_metadata(told), unfinished, compression="zstd")
        unfinished.replace(file)

    def _file(self, part: str, number: int) -> Path:
        return self.path / part / f"chunk-{number:09}.parquet"


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
            "outcome": pa.array([_OUTCOMES[outcome] for outcome in records.outcome]),
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
    with np.errstate(over="ignore"):  # after the last number comes 0
        return np.arange(count, dtype=np.uint64) + np.uint64(first)


def _lists(counts: Any, values: Any) -> Any:
    import pyarrow as pa

    offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(values))


def _cannot(path: Path, error: OSError) -> SimulationError:
    return SimulationError(f"{path}: cannot be written: {error.strerror or error}")
