"""`sapper engine`: answers requests of another program."""

from __future__ import annotations

import sys

import click

from sapper.protocol.server import serve

EPILOG = """
\b
Example requests:
  {"command": "position", "text": "1..\\n...", "mines": 2}
  {"command": "safest", "id": 7}
The answer to the second request is
  {"id": 7, "answer": "safest", "cell": [0, 2], "risk": 0.3333333333333333}

The protocol is described in docs/engine-protocol.md.
"""


@click.command(epilog=EPILOG)
def command() -> None:
    """Answer requests of another program in JSON lines.

    Reads requests from standard input, one JSON object on each line, and writes the answers to standard
    output in the same order. Ends at the end of the input or after {"command": "quit"}.
    """
    if sys.stdin.isatty():
        click.echo('Type requests, such as {"command": "hello"}; {"command": "quit"} ends.', err=True)
    if not serve(sys.stdin.buffer, sys.stdout.buffer):
        sys.exit(1)  # as Python ends after a traceback
