"""`sapper engine`: Sapper as a part of other programs."""

from __future__ import annotations

import sys

import click

from sapper.protocol.server import serve

__all__ = ["command"]

EPILOG = """
\b
Example:
  {"command": "position", "text": "1..\\n...", "mines": 2}
  {"command": "best", "id": 7}
answers, among others,
  {"id": 7, "answer": "best", "cell": [0, 2], "risk": 0.3333333333333333}

The protocol is described in docs/engine-protocol.md.
"""


@click.command(epilog=EPILOG)
def command() -> None:
    """Answer another program, in lines of JSON.

    Reads requests from standard input, one JSON object a line, and writes an answer to each on standard
    output, in order. Ends at the end of the input or with {"command": "quit"}.
    """
    if sys.stdin.isatty():
        click.echo('Type requests, such as {"command": "hello"}; {"command": "quit"} ends.', err=True)
    serve(sys.stdin.buffer, sys.stdout.buffer)
