"""`sapper compare`: two strategies on the same minefields, until it is clear who is better."""

from __future__ import annotations

import click

from sapper.cli.common.board_options import BoardChoice, board_options
from sapper.cli.common.options import POINTS, Whole
from sapper.cli.common.players import strategy_typed
from sapper.cli.common.run_file import say_how_to_go_on
from sapper.cli.common.run_options import RunChoice, run_options
from sapper.cli.common.run_output import output_options, print_results
from sapper.simulation.comparing import USUAL_PAIRS, comparison_of
from sapper.simulation.plan.stopping import StopRule

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
    "--games",
    "-n",
    type=Whole(min=1),
    default=USUAL_PAIRS,
    show_default=True,
    help="The most minefields to play.",
)
@click.option(
    "--margin", type=POINTS, metavar="POINTS", help="Stop also when they differ by no more than this."
)
@board_options()
@run_options
@output_options
def command(
    first: str,
    second: str,
    games: int,
    margin: float | None,
    board: BoardChoice,
    run: RunChoice,
    style: str | None,
) -> None:
    """Find out which of two strategies wins more.

    Plays the same minefields with A and B, and stops as soon as the games show it.
    """
    strategies = [strategy_typed(first), strategy_typed(second)]
    stop = StopRule(games, decided=True, margin=None if margin is None else margin / 100)
    with run.session(board.board, strategies, stop) as session:
        try:
            run.play(session, stop)
        except KeyboardInterrupt:
            print_results([comparison_of(session.run, session.reports, stop.margin)], style)
            say_how_to_go_on()
            raise
        print_results([comparison_of(session.run, session.reports, stop.margin)], style)
