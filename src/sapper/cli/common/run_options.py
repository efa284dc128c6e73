"""What `sapper simulate` and `sapper compare` have in common: which games, played where, kept where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from sapper.board.rules import FirstClick, OnMine, Rules
from sapper.cli.common.board_options import FIRST_CELL, FIRST_CLICK, ON_MINE, seed_option
from sapper.cli.common.options import THREADS, PathName, gathered
from sapper.cli.common.run_file import file_for, say_where
from sapper.cli.common.run_progress import RunProgress
from sapper.simulation.plan.options import configured
from sapper.simulation.plan.stopping import StopRule
from sapper.simulation.run.places import Place
from sapper.simulation.run.session import Session

if TYPE_CHECKING:
    from sapper.board.board import Board
    from sapper.board.topology import Cell
    from sapper.strategy.strategy import Strategy

__all__ = ["RunChoice", "run_options"]


@dataclass(frozen=True, slots=True)
class RunChoice:
    """What the user said about a run.

    Attributes:
        first_click: As in `Rules`, as is `on_mine`.
        on_mine: What a mine does.
        first_cell: Where to begin, if said.
        seed: Which minefields.
        threads: How many threads play, if said.
        cluster: The address of a cluster, if said.
        chunk: How many games make a unit of work, if said.
        out: Where the run is kept, if said.
    """

    first_click: FirstClick
    on_mine: OnMine
    first_cell: Cell | None
    seed: int
    threads: int | None
    cluster: str | None
    chunk: int | None
    out: Path | None

    def session(
        self, board: Board, strategies: Sequence[Strategy], stop: StopRule, keep_games: Path | None = None
    ) -> Session:
        """The run, open to be played.

        Args:
            board: What is played on.
            strategies: Who plays.
            stop: When it is done.
            keep_games: Where every game is kept, if anywhere.

        Raises:
            SimulationError: What was said makes no run, or the file cannot be used.
        """
        configuration = configured(
            board,
            strategies,
            rules=Rules(self.first_click, on_mine=self.on_mine),
            seed=self.seed,
            chunk=self.chunk,
            first_cell=self.first_cell,
        )
        return Session(
            configuration,
            strategies,
            stop,
            Place(self.threads, self.cluster),
            out=file_for(configuration, self.out),
            games_folder=keep_games,
            same_chunks=self.chunk is None,
        )

    def play(self, session: Session, stop: StopRule) -> None:
        """Plays to the end, says where the run is kept, and shows how far it is."""
        with RunProgress(stop) as progress:

            def ready() -> None:
                say_where(session)
                progress.begin()

            session.play(progress, ready)


run_options: Final = gathered(
    "run",
    RunChoice,
    FIRST_CLICK,
    ON_MINE,
    FIRST_CELL,
    seed_option(0, "Decides the minefields."),
    THREADS,
    click.option(
        "--cluster", metavar="ADDRESS", help="Play on Dask: tcp://HOST:PORT, or local:N for N processes here."
    ),
    click.option(
        "--chunk", type=int, help="Games in a unit of work.  [default: by the board, short ones first]"
    ),
    click.option("--out", "-o", type=PathName(), metavar="FILE", help="Where the run is kept."),
)
"""Adds the options to a command, which takes them as `run`, a `RunChoice`."""
