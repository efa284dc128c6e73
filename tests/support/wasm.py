"""What `sapper engine` answers, to compare the engine in WebAssembly with it."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sapper import SapperError
from sapper.inference.analysis import Cancel
from sapper.protocol.answers import error_object, line_of
from sapper.protocol.requests import Request
from sapper.protocol.session import COMMANDS, Session

PACKAGE = Path(__file__).resolve().parents[2] / "build" / "js"
SOURCES = PACKAGE.with_name("page-tools") / "files"
"""What goes into the bundle of the page, the package among it."""

Ask = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
"""Answers requests of one conversation, one after another."""


def node() -> str:
    """Node.js: that of `make wasm`, if it is there, because versions before 24 misread Windows-1252."""
    installed = Path(sys.executable).with_name("node")
    found = str(installed) if installed.exists() else shutil.which("node")
    assert found is not None, "these tests need Node.js 24 or later: make wasm installs it"
    return found


def in_python(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers of this package."""
    session = Session()
    return [json.loads(line_of(_answer(session, request))) for request in requests]


def same(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without what differs from run to run: the time that it took."""
    return {name: value for name, value in answer.items() if name != "elapsed_ms"}


def _answer(session: Session, request: dict[str, Any]) -> dict[str, Any]:
    try:
        return session.answer(Request(request, COMMANDS), Cancel())
    except SapperError as error:
        return {"error": error_object(error)}
