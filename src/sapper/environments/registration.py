"""The name of the environments in Gymnasium, registered without importing them."""

from __future__ import annotations

import sys
from typing import Final

NAME: Final = "sapper/Minesweeper-v0"


def register() -> None:
    """Registers the name, if Gymnasium is imported and does not have it."""
    gymnasium = sys.modules.get("gymnasium")
    if gymnasium is None or NAME in getattr(gymnasium, "registry", {NAME}):  # or it is being imported
        return
    gymnasium.register(
        id=NAME,
        entry_point="sapper.environments.gym_env:MinesweeperEnv",
        vector_entry_point="sapper.environments.gym_env:MinesweeperVectorEnv",
    )
