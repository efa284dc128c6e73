"""`sapper literature`: replicates published win rates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click

from sapper.cli.shared.board_options import seed_option
from sapper.cli.shared.options import THREADS, NameChoice, Whole, json_option
from sapper.cli.shared.output import Output, fold
from sapper.cli.shared.progress import counting
from sapper.literature import ROWS, Replication, Row, replicate
from sapper.protocol.answers import line_of

_COLUMNS: Final = {"Source": -28, "Strategy": -20, "Board": -8, "First": -7, "Published": 19, "Measured": 15,
                   "Agrees": -6, "Human": 5}  # fmt: skip
"""The widths of the columns, negative where they begin at the left."""

EPILOG = """
\b
Examples:
  sapper literature --games 2000
  sapper literature --strategy frontier --games 100000 --json
"""


@click.command(epilog=EPILOG)
@click.option(
    "--games",
    "-n",
    type=Whole(min=1),
    default=10_000,
    show_default=True,
    help="The number of games for each published win rate.",
)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    type=NameChoice("strategy with published results", dict.fromkeys(row.strategy for row in ROWS)),
    metavar="NAME",
    help="Only replicate the results of this strategy. May be repeated.",
)
@seed_option(0, "Decides the minefields. The same seed gives the same games.")
@THREADS
@json_option("as_json", help_text="Print one line of JSON for each published win rate.")
def command(games: int, strategies: tuple[str, ...], seed: int, threads: int | None, as_json: bool) -> None:
    """Replicate published win rates.

    For each published win rate, the same kind of strategy plays on the same board with the same first-click
    rule; docs/research/literature.md names the sources. The table shows the published and the measured
    win rates in per cent, each +- half its 95 % confidence interval. 'Agrees' says whether chance can
    explain the difference. 'Human' is the win rate of all comers on one site; a serious player won 38.8 % of
    4,422 expert games.
    """
    rows = [row for row in ROWS if not strategies or row.strategy in strategies]
    comparisons = _comparisons(rows, games, seed, threads, hidden=as_json)
    if as_json:
        for each in comparisons:
            click.echo(line_of({"seed": seed, **each.to_dict()}))
        return
    width = Output("never").width
    click.echo(_row(list(_COLUMNS), width))
    for each in comparisons:
        click.echo(_row(_cells(each), width))


def _comparisons(
    rows: list[Row], games: int, seed: int, threads: int | None, *, hidden: bool
) -> Iterator[Replication]:
    """Plays row by row, with a progress bar for each."""
    for number, row in enumerate(rows, 1):
        title = f"{number} of {len(rows)}: {row.strategy}, {row.board_name}"
        with counting(title, "games", hidden=hidden) as progress:
            comparison = replicate(row, games=games, seed=seed, threads=threads, progress=progress)
        yield comparison


def _row(cells: list[str], width: int | None) -> str:
    """A row of the table. On a terminal that is too narrow for it, it is a paragraph of two lines or more."""
    if width is not None and width < sum(map(abs, _COLUMNS.values())) + len(_COLUMNS) - 1:
        return _paragraph(cells, width)
    parts = [
        cell.rjust(wide) if wide > 0 else cell.ljust(-wide)
        for cell, wide in zip(cells, _COLUMNS.values(), strict=True)
    ]
    return " ".join(parts).rstrip()


def _paragraph(cells: list[str], width: int) -> str:
    if cells == list(_COLUMNS):
        return "Win rates in per cent"
    source, strategy, board, first, *figures = cells
    names = list(_COLUMNS)[4:]
    entries = [f"{name.lower()} {figure}" for name, figure in zip(names, figures, strict=True) if figure]
    lines = [f"{source}: {strategy}, {board}, first click {first}", f"  {', '.join(entries)}"]
    return fold("\n".join(lines), width)


def _cells(comparison: Replication) -> list[str]:
    row = comparison.row
    low, high = comparison.report.interval
    agrees = {True: "yes", False: "no", None: "-"}[comparison.agrees]
    human = "" if comparison.human is None else f"{100 * comparison.human:.1f}"
    literature = _rate(row.published, row.half_width, "about " if row.about else "")
    ours = _rate(comparison.report.win_rate, (high - low) / 2)
    board = [row.source, row.strategy, row.board_name, row.first_click]
    return [*board, literature, ours, agrees, human]


def _rate(rate: float, half_width: float | None, before: str = "") -> str:
    within = "" if half_width is None else f" +- {100 * half_width:.2f}"
    return f"{before}{100 * rate:.2f}{within}"
