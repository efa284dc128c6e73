"""The names of strategies that the tab key offers. Other options have types that offer their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.strategy.names import ENDGAME, INFERENCE_LEVELS, POLICIES, STRATEGIES

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem


def strategies_beginning(
    context: click.Context,  # noqa: ARG001  # click's signature
    parameter: click.Parameter,  # noqa: ARG001
    typed: str,
) -> list[CompletionItem]:
    """The strategies whose names begin with what is typed, for `shell_complete` of an option or argument."""
    from click.shell_completion import CompletionItem  # only the tab key needs it

    known = dict(STRATEGIES)
    for level in INFERENCE_LEVELS:
        for policy, said in POLICIES.items():
            name = f"{level}+{policy}"
            known.setdefault(name, said)
            if typed.startswith(f"{name}+"):
                known[name + ENDGAME] = f"As {name}, with exact play in the endgame."
    return [CompletionItem(name, help=said) for name, said in known.items() if name.startswith(typed)]
