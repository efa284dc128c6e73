"""`sapper puzzle`: makes puzzles with one solution."""

from __future__ import annotations

from pathlib import Path

import click

from sapper._support.file_bytes import write_whole
from sapper._support.words import quantity
from sapper.board.board import board_with_kind
from sapper.board.game_arguments import new_seed
from sapper.cli.shared.board_options import (
    BoardChoice,
    board_options,
    hardest_option,
    number_option,
    seed_option,
)
from sapper.cli.shared.options import FILE, Whole, json_option, time_limit_option
from sapper.cli.shared.output import Output, fold
from sapper.formats.files import render
from sapper.minefields.puzzles import Puzzle, make_puzzle
from sapper.protocol.answers import line_of

EPILOG = """
\b
Examples:
  sapper puzzle --level beginner --hardest subset --seed 1
  sapper puzzle --rows 8 --columns 8 --mines 12 -n 12 --out sheet.html
  sapper puzzle --rows 6 --columns 6 --mines 8 --solutions
"""


@click.command(epilog=EPILOG)
@board_options()
@hardest_option("The hardest rule that the solver may need.")
@click.option("--no-mine-count", is_flag=True, help="The numbers alone decide, without the number of mines.")
@click.option(
    "--numbers", type=Whole(min=0), help="Leave at least so many numbers.  [default: as few as can be]"
)
@seed_option(None, "Decides the puzzles. Without it, a random seed is chosen.")
@number_option("The number of the first minefield of the seed.")
@click.option("--count", "-n", type=Whole(min=1), default=1, show_default=True, help="The number of puzzles.")
@time_limit_option(60.0)
@click.option("--solutions", is_flag=True, help="Print the solution of each puzzle, too.")
@click.option(
    "--out",
    "-o",
    type=FILE,
    metavar="FILE",
    help="Write a page to print, FILE.html, with all puzzles and their solutions, one picture, FILE.svg, or "
    "one position, FILE.board, which the page opens.",
)
@json_option("as_json", help_text="Print one line of JSON for each puzzle.")
def command(
    board: BoardChoice,
    hardest: str,
    no_mine_count: bool,
    numbers: int | None,
    seed: int | None,
    number: int,
    count: int,
    time_limit: float | None,
    solutions: bool,
    out: str | None,
    as_json: bool,
) -> None:
    """Make puzzles with one solution.

    There is nothing to click: some numbers are given, and they decide. Each puzzle is made from a minefield
    by taking numbers away, as long as the rest proves where all mines are. It is rated by the hardest rule
    and the number of steps that solving it takes.
    """
    ending = Path(out).suffix.lower() if out is not None else ""
    if out is not None and (ending not in {".html", ".svg", ".board"} or solutions or as_json):
        raise click.UsageError(
            "--out takes FILE.html, FILE.svg or FILE.board, and does not go with --solutions or --json"
        )
    if ending in {".svg", ".board"} and count > 1:
        raise click.UsageError(f"a file {ending} has one puzzle: write several to FILE.html")
    seed = new_seed() if seed is None else seed
    made: list[Puzzle] = []
    for _ in range(count):
        number = made[-1].number + 1 if made else number
        made.append(
            make_puzzle(
                board.board,
                hardest=hardest,
                mine_count=not no_mine_count,
                numbers=numbers,
                seed=seed,
                number=number,
                time_limit=time_limit,
            )
        )
        if out is None:
            _print(made[-1], solutions, as_json, first=len(made) == 1)
    if out is not None:
        write_whole(out, _file(made, ending))


def _file(made: list[Puzzle], ending: str) -> bytes:
    from sapper.draw.html_pages import puzzles_html  # slow to import
    from sapper.draw.svg import board_svg

    if ending == ".board":
        return render(made[0].position, "board")
    page = (
        puzzles_html(made) if ending == ".html" else board_svg(made[0].position, labels=False, legend=False)
    )
    return page.encode()


def _print(puzzle: Puzzle, solutions: bool, as_json: bool, first: bool) -> None:
    if as_json:
        click.echo(line_of(puzzle.to_dict()))
        return
    output = Output("auto")
    if not first:
        click.echo()
    output.print_board(puzzle.position)
    board = puzzle.minefield.board
    click.echo(
        fold(
            f"\nBoard     {board_with_kind(board)}\n"
            f"Numbers   {puzzle.numbers} given\n"
            f"Solved by {puzzle.hardest.replace('_', ' ')}, in {quantity(puzzle.steps, 'step')}\n"
            f"Seed      {puzzle.seed}, minefield {puzzle.number}"
        )
    )
    if solutions:
        click.echo()
        output.print_board(puzzle.solution)
