"""`sapper generate` and `sapper puzzle`: make boards that need no guess, and puzzles with one solution."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click
import numpy as np

from sapper import formats
from sapper._support.words import quantity
from sapper.board.board import board_with_kind, board_words
from sapper.board.game_arguments import new_seed
from sapper.board.marks import FLAG
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.cli.shared.board_options import (
    BoardChoice,
    board_options,
    first_cell_option,
    hardest_option,
    number_option,
    seed_option,
)
from sapper.cli.shared.input import STANDARD
from sapper.cli.shared.options import (
    FILE,
    NameChoice,
    Whole,
    choice_option,
    json_option,
    refuse,
    time_limit_option,
)
from sapper.cli.shared.output import Output, fold, tell_losses, write_bytes
from sapper.cli.shared.progress import counting
from sapper.cli.shared.result_output import draws
from sapper.draw.captions import cell_words
from sapper.errors import FormatError
from sapper.formats.files import render
from sapper.minefields.generation import Generated, Method, generate_many
from sapper.minefields.metrics import measure
from sapper.minefields.puzzles import Puzzle, make_puzzle
from sapper.protocol.answers import json_line, puzzle_object

if TYPE_CHECKING:
    from collections.abc import Callable

_WRITABLE = [name for name, each in formats.FORMATS.items() if each.write and Minefield in each.kinds]

GENERATE_EPILOG = """
\b
Examples:
  sapper generate --level expert
  sapper generate --mines 130 --method adjusted --out board.mbf
  sapper generate --level beginner --hardest subset --three-bv 20-25 -n 10
  sapper generate --any --efficiency 1.7
"""


_Number = TypeVar("_Number", int, float)


def _three_bv(text: str) -> tuple[int | None, int | None]:
    low, high = _range(text, int, "100-150, 100- or -150")
    return (low, high) if "-" in text else (low, low)


def _efficiency(text: str) -> tuple[float | None, float | None]:
    return _range(text, float, "1.5, 1.5-1.6 or -1.2")


def _range(
    text: str, number: Callable[[str], _Number], examples: str
) -> tuple[_Number | None, _Number | None]:
    least, _, most = text.partition("-")
    try:
        return number(least) if least else None, number(most) if most else None
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a range: give one such as {examples}") from None


@click.command(epilog=GENERATE_EPILOG)
@board_options()
@first_cell_option("The first cell, counted from 0.  [default: a good cell]")
@choice_option(
    "--first-click",
    "rules",
    among=("opening", "safe"),
    usual="opening",
    help_text="Whether the first cell must be a zero, or any safe cell.",
)
@choice_option(
    "--method",
    among=get_args(Method),
    usual="uniform",
    help_text="Draw boards until one needs no guess, or move mines until it needs none (for dense boards).",
)
@hardest_option("The hardest rule that the board may need.")
@click.option(
    "--no-mine-count", is_flag=True, help="The board must be solvable without the number of mines left."
)
@click.option(
    "--three-bv",
    type=_three_bv,
    metavar="LEAST-MOST",
    help="The 3BV of the board: a number, 100-150, 100- or -150.",
)
@click.option(
    "--efficiency",
    type=_efficiency,
    metavar="LEAST-MOST",
    help="The 3BV per click of greedy ZiNi: at least 1.5, or a range, 1.5-1.6 or -1.2.",
)
@click.option("--any", "any_board", is_flag=True, help="Also accept boards that need guesses.")
@seed_option(None, "Decides the boards. Without it, a random seed is chosen.")
@number_option("The number of the first candidate of the seed.")
@click.option("--count", "-n", type=Whole(min=1), default=1, show_default=True, help="The number of boards.")
@click.option("--threads", type=Whole(1, 1024), default=1, show_default=True, help="The number of threads.")
@time_limit_option(60.0)
@click.option(
    "--out",
    "-o",
    type=FILE,
    metavar="FILE",
    help="Write the board to this file, in the format of its ending.",
)
@click.option(
    "--format",
    "-f",
    "format",
    type=NameChoice("format", _WRITABLE),
    help="The format of boards.  [default: a drawing in a terminal, else tatham; for a file by its ending]",
)
@json_option("as_json", help_text="Print one line of JSON for each board.")
@click.pass_context
def generate_command(
    context: click.Context,
    /,
    *,
    board: BoardChoice,
    no_mine_count: bool,
    any_board: bool,
    count: int,
    out: str | None,
    format: str | None,
    as_json: bool,
    **options: Any,  # those of `generate_many`, under its names
) -> None:
    """Make boards that need no guess.

    The check is exact: from the first cell on, no guess is needed. Draws each board in a terminal. Into a
    file or a pipe, or with --format tatham, it prints each on a line, as a game ID of Simon Tatham's Mines.
    """
    if out is not None and count > 1:
        raise click.UsageError("--out is for one board: leave out --count, or save what is printed")
    if out is not None and as_json:
        raise click.UsageError("--out does not go with --json")
    if board.topology != "square" and format is not None:
        raise click.UsageError(
            f"--format is for square boards; a board of {board.topology} is printed as JSON"
        )
    if any_board:
        refuse(context, ["method", "hardest", "no_mine_count"], "does not go with --any")
    if as_json:
        refuse(context, ["format"], "does not go with --json")
    with counting("Generating", "boards", hidden=as_json) as progress:
        boards = generate_many(
            count,
            board.board,
            fair=not any_board,
            mine_count=not no_mine_count,
            progress=progress,
            **options,
        )
    if out is not None and out != STANDARD:
        formats.write(boards[0].minefield, out, format or "auto")
        tell_losses(boards[0].minefield, format or formats.format_for(out, Minefield).name)
    elif out is None and not as_json and format is None and sys.stdout.isatty():
        _draw(boards, board)
    elif as_json or board.topology != "square":
        click.echo("\n".join(json_line(puzzle_object(each)) for each in boards))
    else:
        _print(boards, format or "tatham")


def _draw(boards: list[Generated], board: BoardChoice) -> None:
    """Draws the boards for a person: the numbers, and a flag on each mine."""
    output = Output("auto")
    for number, each in enumerate(boards):
        if number:
            click.echo()
        game = each.play()
        for index in np.flatnonzero(~each.minefield.mined).tolist():
            if game.status == "playing":
                game.open(game.topology.cell(index))
        marks = game.position.marks.copy()
        marks[each.minefield.mined] = FLAG
        position = Position(marks, each.board.mines, each.board.topology)
        if draws(position):
            output.print_board(position)
        text = (
            f"\nBoard       {board.topology} {board_words(each.board)}\n"
            f"First cell  {cell_words(each.first_cell)}, counted from 0\n"
            f"Seed        {each.seed}, game {each.number}\n"
            f"3BV         {measure(each.minefield).three_bv}"
        )
        click.echo(fold(text))


def _print(boards: list[Generated], name: str) -> None:
    file_format = formats.format_named(name)
    if not file_format.is_text and len(boards) > 1:
        raise FormatError(f"the format {name!r} holds only one board at a time")
    for number, each in enumerate(boards):
        output = formats.encode(each.minefield, file_format)
        apart = b"\n" if number and b"\n" in output else b""
        sys.stdout.buffer.write(apart + output + b"\n" if file_format.is_text else output)
    sys.stdout.buffer.flush()
    for each in boards:
        tell_losses(each.minefield, name)


PUZZLE_EPILOG = """
\b
Examples:
  sapper puzzle --level beginner --hardest subset --seed 1
  sapper puzzle --rows 8 --columns 8 --mines 12 -n 12 --out sheet.html
  sapper puzzle --rows 6 --columns 6 --mines 8 --solutions
"""


@click.command(epilog=PUZZLE_EPILOG)
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
def puzzle_command(
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
    puzzles: list[Puzzle] = []
    for _ in range(count):
        number = puzzles[-1].number + 1 if puzzles else number
        puzzles.append(
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
            _print_puzzle(puzzles[-1], solutions, as_json, first=len(puzzles) == 1)
    if out is not None:
        write_bytes(out, _puzzles_file(puzzles, ending))


def _puzzles_file(puzzles: list[Puzzle], ending: str) -> bytes:
    from sapper.draw.html_pages import puzzles_html  # slow to import
    from sapper.draw.svg import board_svg

    if ending == ".board":
        return render(puzzles[0].position, "board")
    if ending == ".html":
        return puzzles_html(puzzles).encode()
    return board_svg(puzzles[0].position, labels=False, legend=False).encode()


def _print_puzzle(puzzle: Puzzle, solutions: bool, as_json: bool, first: bool) -> None:
    if as_json:
        click.echo(json_line(puzzle.to_dict()))
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
