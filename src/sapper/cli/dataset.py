"""`sapper dataset`: writes positions with the exact truth about them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sapper._support.words import quantity
from sapper.board.rules import FirstClick, OnMine, Rules
from sapper.cli.shared.board_options import FIRST_CLICK, ON_MINE, BoardChoice, board_options, seed_option
from sapper.cli.shared.options import AS_JSON, SHARE, THREADS, PathName, Whole, refuse
from sapper.cli.shared.progress import counting
from sapper.cli.shared.run_options import EFFORT, STRATEGY, find_strategy
from sapper.datasets import write_dataset
from sapper.protocol.answers import json_line

if TYPE_CHECKING:
    from sapper.datasets import DataSet

EPILOG = """
\b
Examples:
  sapper dataset expert_positions --games 10000
  sapper dataset guesses -l beginner --strategy single+random --difficulty
  sapper dataset mine --replays my_replays/ --ranked 5

If the command is interrupted, run it again, and it continues.
"""


@click.command(epilog=EPILOG)
@click.argument("folder", type=PathName(folder=True))
@board_options()
@STRATEGY
@EFFORT
@click.option(
    "--games", "-n", type=Whole(min=1), default=1000, show_default=True, help="The number of games to play."
)
@click.option(
    "--replays",
    type=PathName(folder=True),
    metavar="FOLDER",
    help="Take the positions from the recorded games in this folder instead.",
)
@FIRST_CLICK
@ON_MINE
@seed_option(0, "Decides the minefields. The same seed gives the same files.")
@click.option(
    "--every",
    type=Whole(min=1),
    metavar="N",
    default=1,
    show_default=True,
    help="Keep one of every N positions.",
)
@click.option("--difficulty", is_flag=True, help="Add the hardest rule that each position needs.")
@click.option("--ranked", type=Whole(min=1), metavar="K", help="Add the K best moves of each position.")
@click.option(
    "--estimate",
    type=SHARE,
    metavar="SHARE",
    help="Add the chance to win, estimated to this standard error, from 0.001 to 0.5: 0.02 or 2% is two "
    "points.",
)
@click.option("--openings", is_flag=True, help="Add a row before the first click of each game.")
@click.option("--minefields", is_flag=True, help="Add where the mines were.")
@click.option(
    "--licence",
    metavar="NAME",
    help="The licence of the data.  [default: cc0-1.0; other for recorded games]",
)
@THREADS
@AS_JSON
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    folder: Path,
    board: BoardChoice,
    strategy: str,
    effort: int | None,
    replays: Path | None,
    first_click: FirstClick,
    on_mine: OnMine,
    ranked: int | None,
    as_json: bool,
    **options: Any,  # those of `write_dataset`, under its names
) -> None:
    """Write positions with exact probabilities as Parquet files.

    Each position in which a strategy had to choose becomes a row: its marks, the exact mine probabilities,
    what is certain, what was played and how the game ended. README.md in the folder describes the columns.
    """
    if replays is not None:
        refuse(
            context,
            ["strategy", "effort", "games", "seed", "first_click", "on_mine"],
            "does not go with --replays",
        )
    with counting("Writing", "games", hidden=as_json) as progress:
        data_set = write_dataset(
            folder,
            board.board,
            find_strategy(strategy, effort),
            replays=replays,
            rules=Rules(first_click, on_mine=on_mine),
            ranked=ranked or 0,
            progress=progress,
            **options,
        )
    click.echo(json_line(data_set.to_dict()) if as_json else _text(data_set))


def _text(data_set: DataSet) -> str:
    counts = f"{quantity(data_set.positions, 'position')} of {quantity(data_set.games, 'game')}"
    where = f"{quantity(len(data_set.files), 'file')}: {data_set.folder / 'data'}"
    lines = [f"Skipped {file.name}: {file.error}" for file in data_set.skipped]
    return "\n".join([f"{counts} in {where}", *lines])
