"""Where a run is played, and where it is kept if nobody says."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sapper import _engine
from sapper._support.limits import whole
from sapper.errors import SimulationError
from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.plan.options import is_in_python
from sapper.simulation.run.workers import Threads, Workers, usable_cores
from sapper.strategy.strategy import Strategy

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Place", "usual_file"]

_MOST_THREADS: Final = 1024


@dataclass(frozen=True, slots=True)
class Place:
    """Where games are played.

    Attributes:
        threads: How many threads of this machine, or processes for Python; None is one for each processor,
            and this process alone for functions that were typed into a notebook or at a prompt.
        cluster: A Dask cluster instead: `"local:4"`, the address of a scheduler, or a client.

    Raises:
        SimulationError: There can be no such place.
    """

    threads: int | None = None
    cluster: str | Client | None = None

    def __post_init__(self) -> None:
        """Checks what can be told without asking anybody."""
        if self.cluster is not None:
            if self.threads is not None:
                raise SimulationError("threads are those of this machine: a cluster has its own")
            from sapper.simulation.run.cluster import check_cluster

            check_cluster(self.cluster)
        elif self.threads is not None:
            object.__setattr__(
                self, "threads", whole("threads", self.threads, 1, _MOST_THREADS, SimulationError)
            )

    def workers(self, configuration: Configuration, strategies: Sequence[Strategy], keep: bool) -> Workers:
        """Who plays there: the engine's threads, processes for functions in Python, or a cluster.

        Args:
            configuration: What is played.
            strategies: Those of the configuration.
            keep: Whether results bring their games.

        Raises:
            SimulationError: The cluster does not answer, or a function cannot be sent to a process.
        """
        if self.cluster is not None:
            from sapper.simulation.run.cluster import Cluster

            return Cluster(configuration, strategies, self.cluster, keep)
        count = usable_cores() if self.threads is None else self.threads
        if not any(map(is_in_python, strategies)):
            return Threads(configuration, count, keep)
        from sapper.simulation.run.processes import Here, Processes, is_typed_in

        if count == 1 or (self.threads is None and any(map(is_typed_in, strategies))):
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
