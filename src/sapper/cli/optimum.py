"""`sapper optimum`: computes the best possible win rate on a small board."""

from __future__ import annotations

import click

from sapper.board.rules import FirstClick
from sapper.cli.shared.board_options import FIRST_CLICK, BoardChoice, board_options
from sapper.cli.shared.options import AS_JSON, Whole, time_limit_option
from sapper.cli.shared.output import fold
from sapper.cli.shared.progress import searching
from sapper.protocol.answers import json_line
from sapper.strategy.optima import Optimum, optimum

EPILOG = """
\b
Examples:
  sapper optimum --rows 4 --columns 4 --mines 3 --first-click safe
  sapper optimum --rows 3 --columns 5 --mines 4 --json
"""

_MEBIBYTE = 2**20


@click.command(epilog=EPILOG)
@board_options(levels=False)
@FIRST_CLICK
@click.option(
    "--memory",
    type=Whole(min=1),
    default=1024,
    show_default=True,
    metavar="MIB",
    help="Give up when it needs more memory than this.",
)
@time_limit_option()
@AS_JSON
def command(
    board: BoardChoice, first_click: FirstClick, memory: int, time_limit: float | None, as_json: bool
) -> None:
    """Compute the best possible win rate on a small board.

    Searches the whole game from the first click on, and prints the exact probability to win with perfect
    play.
    """
    with searching("Searching all play", time_limit, hidden=as_json):
        answer = optimum(board.board, first_click, memory=memory * _MEBIBYTE, time_limit=time_limit)
    click.echo(json_line(answer.to_dict()) if as_json else fold(_text(answer)))


def _text(answer: Optimum) -> str:
    chance = answer.fraction
    where = answer.board.topology.describe(answer.first_cell)
    return (
        f"{chance.numerator}/{chance.denominator} = {float(chance):.12f}\n"
        f"wins {answer.wins:,} of {answer.minefields:,} minefields, starting at {where}; "
        f"{answer.nodes:,} position{'s' * (answer.nodes != 1)} searched"
    )
