"""`sapper compare`: plays two strategies on the same minefields until it is clear which one is better."""

from __future__ import annotations

from typing import Any

import click

from sapper.cli.shared.board_options import BoardChoice, board_options
from sapper.cli.shared.options import SHARE, Whole
from sapper.cli.shared.run_options import (
    find_strategy,
    output_options,
    plan_of,
    play,
    printing,
    run_options,
    strategies_beginning,
)
from sapper.simulation.comparison import Comparison
from sapper.simulation.plan import USUAL_PAIRS
from sapper.simulation.strategy_report import Report

EPILOG = """
\b
Examples:
  sapper compare exact+corners exact+first
  sapper compare exact+corners exact+first --level beginner --margin 0.5%

The test looks at the results after every chunk and stops when it is decided. If the strategies are
equally good, the chance that it calls one of them better is at most 4 %, however long they play.
"""


@click.command(epilog=EPILOG)
@click.argument("first", metavar="A", shell_complete=strategies_beginning)
@click.argument("second", metavar="B", shell_complete=strategies_beginning)
@click.option(
    "--games",
    "-n",
    type=Whole(min=1),
    default=USUAL_PAIRS,
    show_default=True,
    help="The most minefields to play.",
)
@click.option(
    "--margin",
    type=SHARE,
    metavar="SHARE",
    help="Also stop when the win rates are shown to differ by no more than this share of all games, which is "
    "below 0.1: 0.005 or 0.5% is half a point.",
)
@click.option("--to-end", is_flag=True, help="Play all games, even when it is clear who is better.")
@board_options()
@run_options
@output_options
def command(
    first: str,
    second: str,
    games: int,
    margin: float | None,
    to_end: bool,
    board: BoardChoice,
    run: dict[str, Any],
    style: str | None,
) -> None:
    """Find out which of two strategies wins more games.

    Both strategies play the same minefields until the results show which one is better.
    """
    strategies = [find_strategy(first), find_strategy(second)]
    results: list[Report | Comparison] = []
    with printing(results, style):
        play(plan_of(board.board, strategies, run, games=games, margin=margin, to_end=to_end), results)
