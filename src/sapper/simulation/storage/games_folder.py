"""The games of a run in Parquet files: a folder of results and one of times, with a file for each chunk.

The files of results have the same bytes whenever a chunk is played with the same version of pyarrow. Each
folder is a data set that pyarrow, pandas, polars and DuckDB read as one table.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

import numpy as np

from sapper.board.game import Status
from sapper.errors import SapperError, SimulationError
from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.results.records import NO_CELL, Records
from sapper.simulation.run.chunk import ChunkResult
from sapper.simulation.storage.parquet_files import ParquetFiles, lists_of

if TYPE_CHECKING:
    import pyarrow

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
        for file in games.found():
            try:
                there = games.belongs_to(file)
                if there is None and games.number(file) is not None:
                    continue  # a damaged file, whose games are played again
                found = Configuration.from_dict({} if there is None else there)
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
            if differences := found.differences(self._configuration):
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
            "guess_cells": lists_of(records.guesses, records.guess_cell),
            "guess_risks": lists_of(records.guesses, records.guess_risk),
            "guess_exploded": lists_of(records.guesses, records.guess_exploded.astype(np.bool_)),
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
