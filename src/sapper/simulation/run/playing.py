"""Plays a chunk in this thread, whoever plays: what worker processes do, here and on clusters."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from sapper import _engine
from sapper._support.engine_call import EngineCall
from sapper.errors import SimulationError
from sapper.simulation.plan.configuration import Chunk, Configuration, this_version
from sapper.simulation.results.records import Records
from sapper.simulation.run.chunk import ChunkResult
from sapper.strategy.strategy import Strategy

__all__ = ["play_chunk"]


def play_chunk(
    configuration: Configuration, strategies: Sequence[Strategy], chunk: Chunk, keep: bool
) -> ChunkResult:
    """Plays a chunk with each strategy.

    Args:
        configuration: What is played.
        strategies: Those of the configuration.
        chunk: Which games.
        keep: Whether the result brings the games.

    Raises:
        SimulationError: Sapper here is of another version than the run.
        StrategyError: A part written in Python failed.
        BudgetError: A position was too hard to analyse.
    """
    if configuration.version != this_version():
        raise SimulationError(
            f"a worker has Sapper {this_version()}, the run is of {configuration.version}: "
            "install the same version everywhere"
        )
    played = [_played(configuration, strategy, chunk) for strategy in strategies]
    return ChunkResult.of(configuration, chunk, played, keep)


_kept = threading.local()


def _played(configuration: Configuration, strategy: Strategy, chunk: Chunk) -> Records:
    """Players are kept from chunk to chunk, in each thread those of one run."""
    if getattr(_kept, "configuration", None) != configuration:
        _kept.configuration, _kept.series = configuration, {}
    kept: dict[Strategy, _engine.Series] = _kept.series
    if strategy not in kept:
        kept[strategy] = _series(configuration, strategy)
    with EngineCall("the simulation"):
        return Records.of(kept[strategy].play(configuration.seed, chunk.first, chunk.count))


def _series(configuration: Configuration, strategy: Strategy) -> _engine.Series:
    board, rules, cell = configuration.board, configuration.rules, configuration.first_cell
    return _engine.Series(
        board.topology._engine,
        board.mines,
        rules._for_engine(),
        None if cell is None else board.topology.index(cell),
        strategy._player(board, rules),
    )
