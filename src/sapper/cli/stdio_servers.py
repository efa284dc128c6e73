"""`sapper engine` and `sapper mcp`: answer another program over standard input and output."""

from __future__ import annotations

import sys

import click

from sapper._support.installation import importing
from sapper.cli.shared.starting import end_at_interrupts, raise_at_interrupts

ENGINE_EPILOG = """
\b
Example requests:
  {"command": "position", "text": "1..\\n...", "mines": 2}
  {"command": "safest", "id": 7}
The answer to the second request is
  {"id": 7, "answer": "safest", "cell": [0, 2], "risk": 0.3333333333333333}

The protocol is described in docs/engine-protocol.md.
"""


@click.command(epilog=ENGINE_EPILOG)
def engine_command() -> None:
    """Answer requests of another program in JSON lines.

    Reads requests from standard input, one JSON object on each line, and writes the answers to standard
    output in the same order. Ends at the end of the input or after {"command": "quit"}.
    """
    from sapper.protocol.server import serve as serve_requests

    if sys.stdin.isatty():
        click.echo('Type requests, such as {"command": "hello"}; {"command": "quit"} ends.', err=True)
    if not serve_requests(sys.stdin.buffer, sys.stdout.buffer):
        sys.exit(1)  # as Python ends after a traceback


MCP_EPILOG = """
\b
A client starts this command itself. Many clients take this in their settings:
  {"mcpServers": {"sapper": {"command": "sapper", "args": ["mcp"]}}}

The tools are described in docs/mcp.md.
"""


@click.command(epilog=MCP_EPILOG)
@click.option("--only-play", is_flag=True, help="Offer the tool 'play' alone, to test a model.")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), help="Decides the minefields of the games, in order."
)
def mcp_command(*, only_play: bool, seed: int | None) -> None:
    """Serve tools to language models by the Model Context Protocol.

    Speaks the protocol over standard input and output until the client closes them. The tools: analyse,
    hint, rank, evaluate, review, generate, play. With --only-play a tested model cannot ask for the
    answer, nor choose a seed whose mines it has seen.
    """
    with importing("mcp", "the MCP server needs the package mcp"):
        from sapper.mcp_server.tool_server import serve as serve_tools
    if sys.stdin.isatty():
        click.echo("This speaks with a program. 'sapper mcp --help' says how to set one up.", err=True)
    end_at_interrupts()  # the thread that waits for a request cannot be woken, so Python would wait for it
    try:
        serve_tools(only_play=only_play, seed=seed)
    finally:
        raise_at_interrupts()
