"""Writes browser/worker/protocol.js: the requests that the server takes, and its limits, as data.

The worker in the browser checks requests by these rules. So the rules are written only once, in Python. With
--check it writes nothing, and fails if the file is out of date.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from sapper.web import limits
from sapper.web.games.archived import ListedGame
from sapper.web.transport.requests import MESSAGES, FileAsked, RunAsked

WRITTEN = Path(__file__).resolve().parents[1] / "browser" / "worker" / "protocol.js"

_BODIES: tuple[type[BaseModel], ...] = (RunAsked, FileAsked, ListedGame)
"""The models that do not come over the WebSocket."""

_FOR_PEOPLE = ("title", "description")


def bare(schema: Any) -> Any:
    """A schema without the parts that are only for people. The names of properties stay."""
    if isinstance(schema, list):
        return [bare(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: {each: bare(its) for each, its in value.items()} if name == "properties" else bare(value)
        for name, value in schema.items()
        if name not in _FOR_PEOPLE and (name, value) != ("default", None)  # the worker's own default
    }


def text() -> str:
    """The module."""
    schema = bare(MESSAGES.json_schema())
    for model in _BODIES:
        body = bare(model.model_json_schema())
        schema["$defs"] |= {**body.pop("$defs", {}), model.__name__: body}
    modules = "".join(path.read_text(encoding="utf-8") for path in WRITTEN.parent.glob("*.js"))
    used = set(re.findall(r"\bLIMITS\.([A-Z_]+)", modules))
    known = {name: value for name, value in vars(limits).items() if name in used}
    return (
        "// tools/make_worker_protocol.py writes this file from sapper.web.\n\n"
        "/** The requests, as a JSON Schema. */\n"
        f"export const MESSAGES = {json.dumps(schema, separators=(',', ':'))};\n\n"
        "/** The limits of the server that the worker heeds. */\n"
        f"export const LIMITS = {json.dumps(known)};\n\n"
        "/** Those that the page is told. */\n"
        f"export const ANNOUNCED = {json.dumps(limits.announced())};\n"
    )


def main() -> None:
    """Write the file, or compare it."""
    if "--check" not in sys.argv:
        WRITTEN.write_text(text(), encoding="utf-8")
    elif WRITTEN.read_text(encoding="utf-8") != text():
        sys.exit(f"{WRITTEN.name} is out of date; run tools/make_worker_protocol.py")


if __name__ == "__main__":
    main()
