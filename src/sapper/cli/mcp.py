"""`sapper mcp`: tools for language models."""

from __future__ import annotations

import sys

import click

from sapper._support.installation import importing

EPILOG = """
\b
A client starts this command itself. Many clients take this in their settings:
  {"mcpServers": {"sapper": {"command": "sapper", "args": ["mcp"]}}}

The tools are described in docs/mcp.md.
"""


@click.command(epilog=EPILOG)
@click.option("--only-play", is_flag=True, help="Offer the tool 'play' alone, to test a model.")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), help="Decides the minefields of the games, in order."
)
def command(*, only_play: bool, seed: int | None) -> None:
    """Serve tools to language models by the Model Context Protocol.

    Speaks the protocol over standard input and output until the client closes them. The tools: analyse,
    hint, rank, evaluate, review, generate, play. With --only-play a tested model cannot ask for the
    answer, nor choose a seed whose mines it has seen.
    """
    with importing("mcp", "the MCP server needs the package mcp"):
        from sapper.mcp_server.tool_server import serve
    if sys.stdin.isatty():
        click.echo("This speaks with a program. 'sapper mcp --help' says how to set one up.", err=True)
    serve(only_play=only_play, seed=seed)
