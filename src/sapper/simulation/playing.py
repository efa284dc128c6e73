"""Plays a chunk in this thread, whoever plays: what worker processes do, here and on clusters."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence

from sapper import _engine
from sapper.analysis import stopping
from sapper.errors import SimulationError
from sapper.simulation.chunk_result import ChunkResult
from sapper.simulation.configuration import Chunk, Configuration, this_version
from sapper.simulation.python_player import Function, play_by_function
from sapper.simulation.records import Records

__all__ = ["Player", "engine_pool", "play_chunk"]

Player = str | Function
"""The name of a strategy of the engine, or a function."""


def play_chunk(
    configuration: Configuration, players: Sequence[Player], chunk: Chunk, keep: bool
) -> ChunkResult:
    """Plays a chunk with each player.

    Args:
        configuration: What is played.
        players: One for each of its strategies.
        chunk: Which games.
        keep: Whether the result brings the games.

    Raises:
        SimulationError: A function failed.
        BudgetError: A position was too hard to analyse.
    """
    if configuration.version != this_version():
        raise SimulationError(
            f"a worker has Sapper {this_version()}, the run is of {configuration.version}: "
            "install the same version everywhere"
        )
    played = [
        _played_by_engine(configuration, player, chunk)
        if isinstance(player, str)
        else play_by_function(configuration, player, chunk)
        for player in players
    ]
    return ChunkResult.of(configuration, chunk, played, keep)


def engine_pool(configuration: Configuration, strategies: Sequence[str], threads: int) -> _engine.Pool:
    """Threads of the engine that play the strategies on the board of the configuration.

    Raises:
        SimulationError: The board and rules leave no safe cell.
    """
    board, cell = configuration.board, configuration.first_cell
    try:
        return _engine.Pool(
            board.topology._engine,
            board.mines,
            configuration.rules._for_engine(),
            None if cell is None else board.topology.index(cell),
            list(strategies),
            threads,
        )
    except _engine.GameError as error:
        raise SimulationError(error.args[0]) from None


_kept = threading.local()


def _played_by_engine(configuration: Configuration, strategy: str, chunk: Chunk) -> Records:
    """Players are kept from chunk to chunk, for each thread and strategy."""
    key = json.dumps([strategy, configuration.to_dict()])
    pools: dict[str, _engine.Pool] = _kept.__dict__.setdefault("pools", {})
    if key not in pools:
        if len(pools) >= 2:
            pools.clear()  # of runs before
        pools[key] = engine_pool(configuration, [strategy], 1)
    pools[key].submit(configuration.seed, chunk.first, chunk.count)
    try:
        with stopping("the simulation", None):
            return Records.of(pools[key].take().records[0])
    except BaseException:
        del pools[key]
        raise
