"""`sapper optimum`: the best chance anyone can have on a small board."""

from __future__ import annotations

import click

from sapper.cli.play.setup import board_on
from sapper.optimum import Optimum, optimum
from sapper.position import TopologyName
from sapper.protocol.answers import board_object, cell_value, line_of
from sapper.rules import FirstClick

__all__ = ["command"]

EPILOG = """
\b
Examples:
  sapper optimum --rows 4 --columns 4 --mines 3 --first-click safe
  sapper optimum --rows 3 --columns 5 --mines 4 --json
"""

_MEBIBYTE = 2**20


@click.command(epilog=EPILOG)
@click.option("--rows", type=click.IntRange(min=1), required=True, help="Of the board.")
@click.option("--columns", type=click.IntRange(min=1), required=True, help="Of the board.")
@click.option("--mines", "-m", type=click.IntRange(min=0), required=True, help="On the whole board.")
@click.option(
    "--topology",
    "-t",
    type=click.Choice(["square", "torus", "hexagons"]),
    default="square",
    show_default=True,
    help="Which cells touch: those around; also across the edges; six, odd rows shifted.",
)
@click.option(
    "--first-click",
    type=click.Choice(["safe", "opening", "any"]),
    default="opening",
    show_default=True,
    help="What the first cell is sure of: no mine; nor around it; nothing.",
)
@click.option(
    "--memory",
    type=click.IntRange(min=1),
    default=1024,
    show_default=True,
    metavar="MIB",
    help="Give up past this much.",
)
@click.option(
    "--time-limit", type=click.FloatRange(min=0), metavar="SECONDS", help="Give up after this time."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    rows: int,
    columns: int,
    mines: int,
    topology: TopologyName,
    first_click: FirstClick,
    memory: int,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Tell the best chance anyone can have on a small board.

    Plays out the whole game, from the first click on, and prints the exact chance to win under perfect play.
    """
    board = board_on(topology, rows, columns, mines)
    answer = optimum(board, first_click, memory=memory * _MEBIBYTE, time_limit=time_limit)
    click.echo(line_of(_object(answer)) if as_json else _text(answer))


def _object(answer: Optimum) -> dict[str, object]:
    chance = answer.win_probability
    return {
        "board": board_object(answer.board),
        "first_click": answer.rule,
        "win_probability": float(chance),
        "fraction": [chance.numerator, chance.denominator],
        "wins": answer.wins,
        "minefields": answer.minefields,
        "first_cell": cell_value(answer.first_click),
        "nodes": answer.nodes,
    }


def _text(answer: Optimum) -> str:
    chance = answer.win_probability
    where = answer.board.topology.describe(answer.first_click)
    return (
        f"{chance.numerator}/{chance.denominator} = {float(chance):.12f}\n"
        f"wins {answer.wins:,} of {answer.minefields:,} minefields, beginning at {where}; "
        f"{answer.nodes:,} positions looked through"
    )
