"""`sapper strategies`: lists the strategies."""

from __future__ import annotations

from collections.abc import Mapping

import click

from sapper.cli.shared.options import AS_JSON
from sapper.protocol.answers import line_of
from sapper.strategy import INFERENCE_LEVELS, POLICIES, STRATEGIES

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
            line_of(
                {
                    what: [{"name": name, "summary": summary} for name, summary in entries.items()]
                    for what, entries in lists.items()
                }
            )
        )
        return
    click.echo(_section("Strategies", STRATEGIES))
    click.echo(_section("\nInference levels for LEVEL+POLICY, the weakest first", INFERENCE_LEVELS))
    click.echo(_section("\nPolicies for LEVEL+POLICY", POLICIES))


def _section(title: str, entries: Mapping[str, str]) -> str:
    width = 2 + max(map(len, (*STRATEGIES, *INFERENCE_LEVELS, *POLICIES)))
    return "\n".join([f"{title}:", *(f"  {name:{width}}{summary}" for name, summary in entries.items())])
