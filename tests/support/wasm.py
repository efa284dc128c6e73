"""The engine in WebAssembly: where it is built, and Node.js to run it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[2] / "build" / "js"
SOURCES = PACKAGE.with_name("page-tools") / "files"
"""What goes into the bundle of the page, the package among it."""

Ask = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
"""Answers requests of one conversation, one after another."""


def node() -> str:
    """Node.js: that of `make wasm`, if it is there, because versions before 24 misread Windows-1252."""
    own_node = Path(sys.executable).with_name("node")
    any_node = str(own_node) if own_node.exists() else shutil.which("node")
    assert any_node is not None, "these tests need Node.js 24 or later: make wasm installs it"
    return any_node


def answer_of_modules(function: str, *values: object) -> Any:
    """What a function in JavaScript answers. Its `partOfPage(path)` imports a module of the page."""
    code = f"""const partOfPage = (path) => import('{SOURCES.as_uri()}/page/' + path);
    console.log(JSON.stringify(await ({function})(...JSON.parse(process.argv[1]))));"""
    command = [node(), "--input-type=module", "-e", code, json.dumps(values)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
