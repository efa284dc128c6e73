"""`sapper strategies`: lists the strategies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import click

from sapper.cli.shared.options import AS_JSON
from sapper.cli.shared.output import Output, fill
from sapper.protocol.answers import json_line
from sapper.strategy import INFERENCE_LEVELS, POLICIES, STRATEGIES

_NARROWEST_SUMMARY: Final = 20  # characters of a summary in a line

EPILOG = """
\b
Examples:
  sapper play --auto --strategy frontier --games 100
  sapper play --auto --strategy exact+corners --games 100
"""


@click.command(epilog=EPILOG)
@AS_JSON
def command(as_json: bool) -> None:
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
