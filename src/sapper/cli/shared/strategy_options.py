"""The options for a strategy, which is named or found in a Python module, and what the tab key offers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from sapper.cli.shared.options import Whole
from sapper.cli.shared.output import tell
from sapper.strategy.loading import load_strategy
from sapper.strategy.names import DEFAULT_STRATEGY, ENDGAME, INFERENCE_LEVELS, POLICIES, STRATEGIES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from sapper.strategy.strategy import Strategy


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
