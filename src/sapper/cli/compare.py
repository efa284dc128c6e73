"""`sapper compare`: two strategies on the same minefields, until it is clear who is better."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sapper.cli.run_file import file_for, say_where
from sapper.cli.run_options import board_from, cell_from, run_options, strategy_from
from sapper.cli.run_progress import RunProgress
from sapper.errors import SimulationError
from sapper.rules import Rules
from sapper.simulation.comparing import USUAL_PAIRS, comparison_of, decided_at
from sapper.simulation.options import configured
from sapper.simulation.session import Session
from sapper.simulation.stopping import StopRule

__all__ = ["command"]

EPILOG = """
\b
Examples:
  sapper compare exact+corners exact+first
  sapper compare exact+corners exact+first --level beginner --margin 0.5

The test looks after every chunk and stops when it is decided. Two equal strategies are told apart
wrongly at most 4 times in 100, however long they play.
"""


@click.command(epilog=EPILOG)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--games", "-n", type=int, default=USUAL_PAIRS, show_default=True, help="The most minefields to play."
)
@click.option(
    "--margin", type=float, metavar="POINTS", help="Stop also when they differ by no more than this."
)
@run_options
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def command(
    first: str,
    second: str,
    games: int,
    margin: float | None,
    out: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Find out which of two strategies wins more.

    Plays the same minefields with A and B, and stops as soon as the games show it.
    """
    names = ("level", "rows", "columns", "mines", "topology")
    strategies = [strategy_from(first), strategy_from(second)]
    if strategies[0] == strategies[1]:
        raise SimulationError(f"{first} is as good as itself: name two strategies")
    configuration = configured(
        board_from(**{name: options[name] for name in names}),
        strategies,
        rules=Rules(options["first_click"], on_mine=options["on_mine"]),
        seed=options["seed"],
        chunk=options["chunk"],
        games=games,
        first_cell=cell_from(options["first_cell"]),
    )
    share = None if margin is None else margin / 100
    file = file_for(configuration, out)
    session = Session(
        configuration,
        strategies,
        StopRule(games),
        until=decided_at(share),
        out=file,
        same_chunks=options["chunk"] is None,
    )
    with session:
        say_where(session, file)
        try:
            with RunProgress(games) as progress:
                session.play(threads=options["threads"], cluster=options["cluster"], watch=progress)
        finally:  # also after Ctrl-C
            comparison = comparison_of(session, share)
            click.echo(comparison.to_json() if as_json else str(comparison))
