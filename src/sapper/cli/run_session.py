"""How a command opens the run that its options mean, and plays it in view."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sapper.board import Board
from sapper.cli.run_file import file_for, say_where
from sapper.cli.run_options import cell_from
from sapper.cli.run_progress import RunProgress
from sapper.rules import Rules
from sapper.simulation.options import configured
from sapper.simulation.places import Place
from sapper.simulation.session import Session
from sapper.simulation.stopping import StopRule
from sapper.strategy.strategy import Strategy

__all__ = ["play_in_view", "session_of"]


def session_of(
    board: Board,
    strategies: Sequence[Strategy],
    stop: StopRule,
    options: dict[str, Any],
    out: Path | None,
    keep_games: Path | None = None,
) -> Session:
    """The run that the options of `run_options` mean, open to be played.

    Raises:
        SimulationError: An option is out of bounds, or the file cannot be used.
    """
    place = Place(options["threads"], options["cluster"])
    configuration = configured(
        board,
        strategies,
        rules=Rules(options["first_click"], on_mine=options["on_mine"]),
        seed=options["seed"],
        chunk=options["chunk"],
        games=stop.games,
        first_cell=cell_from(options["first_cell"]),
    )
    return Session(
        configuration,
        strategies,
        stop,
        place,
        out=file_for(configuration, out),
        games_folder=keep_games,
        same_chunks=options["chunk"] is None,
    )


def play_in_view(session: Session, games: int | None) -> None:
    """Plays, says where the run is kept, and shows how far it is."""
    with RunProgress(games) as progress:
        session.play(progress, lambda: say_where(session))
