"""What commands about strategies and runs share: options, what the tab key offers, what is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sapper.board.rules import FirstClick, Guessing, OnMine, Rules
from sapper.cli.shared.board_options import FIRST_CELL, FIRST_CLICK, GUESSING, ON_MINE, seed_option
from sapper.cli.shared.options import THREADS, PathName, Whole, gather, json_option
from sapper.cli.shared.output import fold, tell
from sapper.cli.shared.progress import RunProgress
from sapper.errors import SimulationError
from sapper.simulation.comparison import Comparison
from sapper.simulation.plan import Plan
from sapper.simulation.result import csv_of
from sapper.simulation.run import OpenRun
from sapper.simulation.run_file import usual_file
from sapper.simulation.strategy_report import Report, markdown_of
from sapper.strategy.loading import load_strategy
from sapper.strategy.names import (
    DEFAULT_STRATEGY,
    ENDGAME,
    INFERENCE_LEVELS,
    POLICIES,
    STRATEGIES,
)

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from sapper.board.board import Board
    from sapper.strategy.strategy import Strategy


def plan_of(board: Board, strategies: Sequence[Strategy], run: Mapping[str, Any], **limits: Any) -> Plan:
    """The plan of a run, from the shared options and the command's own arguments of `Plan.from_arguments`.

    Without a file, the plan takes the usual one, and this makes its folder.

    Raises:
        SimulationError: An option is out of bounds, or the folder cannot be made.
    """
    plan = Plan.from_arguments(board, strategies, **run, **limits)
    if plan.out is not None:
        return plan
    file = usual_file(plan.configuration)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SimulationError(
            f"{file.parent}: cannot be made: {error.strerror}. Name a file with --out"
        ) from None
    return replace(plan, out=file)


def _run(first_click: FirstClick, on_mine: OnMine, guessing: Guessing, **others: Any) -> dict[str, Any]:
    return {"rules": Rules(first_click, on_mine=on_mine, guessing=guessing), **others}


run_options: Final = gather(
    "run",
    _run,
    FIRST_CLICK,
    ON_MINE,
    GUESSING,
    FIRST_CELL,
    seed_option(0, "Decides the minefields. The same seed gives the same games."),
    THREADS,
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Dask cluster: tcp://HOST:PORT, or local:N for N processes on this machine.",
    ),
    click.option(
        "--chunk",
        type=Whole(min=1),
        help="Games in a chunk, the unit of work.  [default: depends on the board]",
    ),
    click.option(
        "--out",
        "-o",
        type=PathName(),
        metavar="FILE",
        help="The file that keeps the run.  [default: one in your data folder]",
    ),
)
"""Adds the options to a command, which takes them as `run`, for `plan_of`."""


def _style(*, json: bool, csv: bool, markdown: bool) -> str | None:
    """The name of the option that the user gave, if any. Raises UsageError if there are several."""
    styles = {"json": json, "csv": csv, "markdown": markdown}
    names = [name for name, is_on in styles.items() if is_on]
    if len(names) > 1:
        raise click.UsageError(f"{' and '.join(f'--{name}' for name in names)} do not go together")
    return names[0] if names else None


output_options: Final = gather(
    "style",
    _style,
    json_option(help_text="Print one line of JSON for each run."),
    click.option("--csv", is_flag=True, help="Print a CSV table for spreadsheets."),
    click.option("--markdown", is_flag=True, help="Print a Markdown table."),
)
"""Adds the options to a command, which takes them as `style`: the name of one, or None."""


def play(plan: Plan, results: list[Report | Comparison]) -> None:
    """Plays a run with a progress bar, and appends its result to `results`, also after Ctrl-C.

    Raises:
        SimulationError: The file cannot be used, or the workers are lost.
        BudgetError: A position was too hard to analyse.
    """
    with OpenRun(plan) as session:
        with RunProgress(plan.stop) as progress:

            def ready() -> None:
                _say_where(session)
                progress.begin()

            try:
                session.play(progress, ready)
            except KeyboardInterrupt:
                results.append(session.run.result)
                raise
        results.append(session.run.result)


@contextmanager
def printing(results: Sequence[Report | Comparison], style: str | None) -> Iterator[None]:
    """Prints the results at the end of the block, also after Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        if results:
            print_results(results, style)
            click.echo("\nThe run is kept. The same command goes on with it.", err=True)
        raise
    print_results(results, style)


def print_results(results: Sequence[Report | Comparison], style: str | None) -> None:
    """Prints reports and comparisons in the given style."""
    comparisons = [result for result in results if isinstance(result, Comparison)]
    reports = [result for result in results if isinstance(result, Report)]
    if style == "json":
        for result in results:
            click.echo(result.to_json())
    elif style == "csv":
        click.echo(csv_of([*reports, *comparisons]), nl=False)
    elif style == "markdown":
        tables = [markdown_of(reports)] if reports else []
        click.echo("\n\n".join([*tables, *(comparison.to_markdown() for comparison in comparisons)]))
    else:
        click.echo(fold("\n\n".join(map(str, results))))


def _say_where(session: OpenRun) -> None:
    """Says which file keeps the run, and how much of the run it has already."""
    games_before, file = session.run.games_before, session.plan.out
    if session.set_aside is not None:
        tell(
            f"{file} was damaged. The run begins anew, with the same games. The damaged file is now "
            f"{session.set_aside.name}."
        )
    if games := session.longer:
        tell(f"{file} keeps {games:,} games of this run. For the report on all of them, use --games {games}.")
    elif session.run.complete:
        tell(f"{file} keeps all these games already. For other games, choose another --seed.")
    elif games_before:
        tell(f"Going on after {games_before:,} games that are kept in {file}")
    else:
        tell(f"Keeping the run in {file}")


def find_strategy(name: str, effort: int | None = None) -> Strategy:
    """The strategy that `load_strategy` finds. Warns of one in Python, which takes long.

    Raises:
        StrategyError: There is no such strategy, or it has no such effort.
    """
    strategy = load_strategy(name, effort)
    if strategy._is_in_python:
        tell(f"{name} is in Python: it plays much slower than the engine's strategies.")
    return strategy


def strategies_beginning(
    context: click.Context,  # noqa: ARG001  # click's signature
    parameter: click.Parameter,  # noqa: ARG001  # click's signature
    start: str,
) -> list[CompletionItem]:
    """The strategies whose names begin with what is typed, for `shell_complete` of an option or argument."""
    from click.shell_completion import CompletionItem  # only the tab key needs it

    summaries = dict(STRATEGIES)
    for level in INFERENCE_LEVELS:
        for policy, summary in POLICIES.items():
            name = f"{level}+{policy}"
            summaries.setdefault(name, summary)
            if start.startswith(f"{name}+"):
                summaries[name + ENDGAME] = f"As {name}, with exact play in the endgame."
    summaries |= dict.fromkeys(_own(start), "Your own, in Python.")
    summaries |= dict.fromkeys(_with_own(start), "A level and a policy, one of them your own.")
    return [CompletionItem(name, help=text) for name, text in summaries.items() if name.startswith(start)]


def _with_own(start: str) -> Iterator[str]:
    """LEVEL+POLICY with a part in Python, and the same with the endgame, once the plus is typed."""
    level, plus, policy = start.partition("+")
    if not plus or not (":" in level or level in INFERENCE_LEVELS):
        return
    policies = {*_own(policy), *(POLICIES if ":" in level else ())}
    for each in sorted(policies):
        yield f"{level}+{each}"
        if policy.startswith(f"{each}+"):
            yield f"{level}+{each}{ENDGAME}"


def _own(start: str) -> Iterator[str]:
    """MODULE:NAME for the functions and classes in the Python files of this folder, which are not run.

    Only files whose names begin as typed are read, and none before anything is typed.
    """
    import ast

    module, colon, _ = start.partition(":")
    for file in sorted(Path().glob("*.py")) if module else []:
        if not (file.stem == module if colon else file.stem.startswith(module)):
            continue
        with suppress(OSError, ValueError, SyntaxError, RecursionError):
            for part in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(part, ast.FunctionDef | ast.ClassDef) and not part.name.startswith("_"):
                    yield f"{file.stem}:{part.name}"


STRATEGY: Final = click.option(
    "--strategy",
    metavar="NAME",
    default=DEFAULT_STRATEGY,
    show_default=True,
    shell_complete=strategies_beginning,
    help="The strategy: a name from 'sapper strategies', or MODULE:NAME in Python.",
)
"""The name of a strategy, for `find_strategy`."""

EFFORT: Final = click.option(
    "--effort", type=Whole(1, 5), help="How hard the strategy 'best' thinks.  [default: 3]"
)
"""The effort of the strategy, for `find_strategy`."""
