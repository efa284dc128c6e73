"""`sapper strategies` and `sapper optimum`: lists the strategies, and computes what none can exceed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import click

from sapper.board.rules import FirstClick
from sapper.cli.shared.board_options import FIRST_CLICK, BoardChoice, board_options
from sapper.cli.shared.options import AS_JSON, Whole, time_limit_option
from sapper.cli.shared.output import Output, fill, fold
from sapper.cli.shared.progress import searching
from sapper.protocol.answers import json_line
from sapper.strategy import INFERENCE_LEVELS, POLICIES, STRATEGIES
from sapper.strategy.optima import Optimum, optimum

_NARROWEST_SUMMARY: Final = 20  # characters of a summary in a line

STRATEGIES_EPILOG = """
\b
Examples:
  sapper play --auto --strategy frontier --games 100
  sapper play --auto --strategy exact+corners --games 100
"""


@click.command(epilog=STRATEGIES_EPILOG)
@AS_JSON
def strategies_command(as_json: bool) -> None:
    """List the strategies.

    A strategy has a name of its own, or consists of an inference level and a guess policy: LEVEL+POLICY.
    """
    if as_json:
        lists = {"strategies": STRATEGIES, "levels": INFERENCE_LEVELS, "policies": POLICIES}
        click.echo(
            json_line(
                {
                    what: [{"name": name, "summary": summary} for name, summary in entries.items()]
                    for what, entries in lists.items()
                }
            )
        )
        return
    width = Output("auto").width
    click.echo(_section("Strategies", STRATEGIES, width))
    click.echo(_section("\nInference levels for LEVEL+POLICY, the weakest first", INFERENCE_LEVELS, width))
    click.echo(_section("\nPolicies for LEVEL+POLICY", POLICIES, width))


def _section(title: str, entries: Mapping[str, str], width: int | None) -> str:
    """A line for each entry. In a terminal of this width, long summaries go on below their beginning."""
    label = 4 + max(map(len, (*STRATEGIES, *INFERENCE_LEVELS, *POLICIES)))
    lines = [f"{title}:"]
    for name, summary in entries.items():
        room = label + (len(summary) if width is None else max(width - label, _NARROWEST_SUMMARY))
        lines.append(fill(summary, room, f"  {name}".ljust(label)))
    return "\n".join(lines)


OPTIMUM_EPILOG = """
\b
Examples:
  sapper optimum --rows 4 --columns 4 --mines 3 --first-click safe
  sapper optimum --rows 3 --columns 5 --mines 4 --json
"""

_MEBIBYTE = 2**20


@click.command(epilog=OPTIMUM_EPILOG)
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
def optimum_command(
    board: BoardChoice, first_click: FirstClick, memory: int, time_limit: float | None, as_json: bool
) -> None:
    """Compute the best possible win rate on a small board.

    Searches the whole game from the first click on, and prints the exact probability to win with perfect
    play.
    """
    with searching("Searching all play", time_limit, hidden=as_json):
        answer = optimum(board.board, first_click, memory=memory * _MEBIBYTE, time_limit=time_limit)
    click.echo(json_line(answer.to_dict()) if as_json else fold(_optimum_text(answer)))


def _optimum_text(answer: Optimum) -> str:
    chance = answer.fraction
    where = answer.board.topology.describe(answer.first_cell)
    return (
        f"{chance.numerator}/{chance.denominator} = {float(chance):.12f}\n"
        f"wins {answer.wins:,} of {answer.minefields:,} minefields, starting at {where}; "
        f"{answer.nodes:,} position{'s' * (answer.nodes != 1)} searched"
    )
