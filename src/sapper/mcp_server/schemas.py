"""Schemas that every client understands, and values of clients that only send text.

Some clients know one plain type for each argument. Where they find a choice of types or a reference, they
send text (the command line of MCP Inspector 0.15 does so). So schemas have neither, and text is read as JSON
where another type is expected.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]


def plain_schema(model: type[BaseModel]) -> Schema:
    """The schema of a model. An argument that may be missing has a plain type, and no part is a reference."""
    schema = model.model_json_schema()
    return _plain(schema, schema.pop("$defs", {}))


def _plain(schema: Schema, models: dict[str, Schema]) -> Schema:
    if "$ref" in schema:
        named = models[schema["$ref"].rpartition("/")[2]]
        return _plain(named | {name: value for name, value in schema.items() if name != "$ref"}, models)
    if "anyOf" in schema:
        (only,) = (each for each in schema["anyOf"] if each != {"type": "null"})
        beside = {name: value for name, value in schema.items() if name not in ("anyOf", "default")}
        return _plain(only | beside, models)
    plain = {name: value for name, value in schema.items() if name != "title"}
    if "properties" in plain:
        plain["properties"] = {name: _plain(each, models) for name, each in plain["properties"].items()}
    if "items" in plain:
        plain["items"] = _plain(plain["items"], models)
    return plain


def from_text(value: Any, schema: Schema) -> Any:
    """The value, with each text read as JSON where the schema expects something else.

    A text that cannot be read stays as it is.
    """
    if isinstance(value, str) and schema.get("type") != "string":
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return value
    if isinstance(value, dict) and "properties" in schema:
        parts = schema["properties"]
        return {name: from_text(each, parts[name]) if name in parts else each for name, each in value.items()}
    if isinstance(value, list) and "items" in schema:
        return [from_text(each, schema["items"]) for each in value]
    return value
