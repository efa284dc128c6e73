"""The default file of a run."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path

from sapper import _engine
from sapper._support.installation import data_folder
from sapper.simulation.plan.configuration import Configuration


def usual_file(configuration: Configuration) -> Path:
    """The path of the file: there is one for each configuration and each build of the engine.

    It is in the folder that the environment variable `SAPPER_RUNS` names, or else in the user's data folder.
    Its name does not depend on the size of the chunks.
    """
    identity = {**configuration.to_dict(), "chunk": None, "engine": _engine_build()}
    mark = hashlib.blake2b(json.dumps(identity, sort_keys=True).encode(), digest_size=4).hexdigest()
    words = "-".join([*configuration.strategies, *map(str, configuration.board.topology.shape)])
    name = re.sub(r"[^A-Za-z0-9+.]+", "-", words)[:80]
    folder = Path(os.environ.get("SAPPER_RUNS") or data_folder() / "runs")
    return folder / f"{name}-{mark}.sapper"


def _engine_build() -> str:
    """A hash of the engine. Another build may play otherwise, so its runs get files of their own."""
    return hashlib.blake2b(Path(_engine.__file__ or "").read_bytes(), digest_size=8).hexdigest()
