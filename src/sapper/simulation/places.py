"""Where a run is played, and where it is kept if nobody says."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sapper import _engine
from sapper.errors import SimulationError
from sapper.simulation.configuration import Configuration
from sapper.simulation.options import is_in_python
from sapper.simulation.workers import Threads, Workers, usable_cores
from sapper.strategy.strategy import Strategy

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["usual_file", "workers_for"]


def workers_for(
    configuration: Configuration,
    strategies: Sequence[Strategy],
    *,
    threads: int | None = None,
    cluster: str | Client | None = None,
    keep: bool = False,
) -> Workers:
    """Who plays: the engine's threads, processes for functions in Python, or a cluster.

    Raises:
        SimulationError: The cluster does not answer, or what was asked for cannot be.
    """
    if cluster is not None:
        if threads is not None:
            raise SimulationError("threads are those of this machine: a cluster has its own")
        from sapper.simulation.cluster import Cluster

        return Cluster(configuration, strategies, cluster, keep)
    count = usable_cores() if threads is None else threads
    if count < 1:
        raise SimulationError(f"games are played on at least one thread, not {threads}")
    if not any(map(is_in_python, strategies)):
        return Threads(configuration, count, keep)
    from sapper.simulation.processes import Here, Processes

    if count == 1:
        return Here(configuration, strategies, keep)
    return Processes(configuration, strategies, count, keep)


def usual_file(configuration: Configuration) -> Path:
    """Where the command line keeps a run: one file for each configuration and each build of the engine.

    In the user's folder for data, as the system has it; `SAPPER_RUNS` names another.
    """
    told = {**configuration.to_dict(), "chunk": None, "engine": _engine_build()}
    mark = hashlib.blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=4).hexdigest()
    words = "-".join([*configuration.strategies, *map(str, configuration.board.topology.shape)])
    name = re.sub(r"[^A-Za-z0-9+.]+", "-", words)[:80]
    return _folder() / f"{name}-{mark}.sapper"


def _folder() -> Path:
    if chosen := os.environ.get("SAPPER_RUNS"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "sapper" / "runs"


def _engine_build() -> str:
    """Changes with the engine: results of another build are another run's, where nobody chose the file."""
    return hashlib.blake2b(Path(_engine.__file__ or "").read_bytes(), digest_size=8).hexdigest()
