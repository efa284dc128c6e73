"""The types of the requests, by which the page is checked, are those by which the worker checks them."""

import json
import re
from typing import Any

from support.wasm import SOURCES

PAGE = SOURCES / "page"
FIELD = re.compile(r"(\w+)(\??): ")
INTERFACE = re.compile(
    r"^(?:export )?interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}", re.MULTILINE | re.DOTALL
)


def typed_fields() -> dict[str, dict[str, bool]]:
    """The fields of each request by its types, and whether each must be there."""
    text = re.sub(r"/\*\*.*?\*/", "", (PAGE / "messages.d.ts").read_text(encoding="utf-8"), flags=re.DOTALL)
    interfaces = {name: (base, body) for name, base, body in INTERFACE.findall(text)}

    def fields_in(body: str) -> dict[str, bool]:
        flat = re.sub(r"\{[^{}]*\}", "object", body)  # objects in a field
        return {name: optional == "" for name, optional in FIELD.findall(flat)}

    def fields_of(kind: str) -> dict[str, bool]:
        found: dict[str, bool] = {}
        for part in kind.split(" & "):
            if part.startswith("{"):
                found |= fields_in(part[1:-1])
            elif part != "object":
                base, body = interfaces[part]
                found |= {**(fields_of(base) if base else {}), **fields_in(body)}
        return found

    requests = re.findall(r"^  (\w+): (.*);$", interfaces["Requests"][1], re.MULTILINE)
    return {name: fields_of(kind) for name, kind in requests}


def test_the_types_of_requests_have_the_fields_of_the_schema() -> None:
    found = re.search(r"export const MESSAGES = (.*);", (PAGE / "host" / "protocol.js").read_text("utf-8"))
    assert found is not None
    schema: Any = json.loads(found[1])
    known: dict[str, dict[str, bool]] = {}
    for name, reference in schema["discriminator"]["mapping"].items():
        rules = schema["$defs"][reference.rpartition("/")[2]]
        fields = set(rules["properties"]) - {"id", "type"}
        known[name] = {field: field in rules["required"] for field in fields}
    known["http"] = {"method": True, "path": True, "body": False}  # no schema has it, as the routes check it
    assert typed_fields() == known
