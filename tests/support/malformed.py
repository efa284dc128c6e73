"""Requests and messages that the page would never send."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from support.live import marks_text

from sapper.board.kinds import TOPOLOGY_NAMES

TYPES = ["new", "resume", "leave", "act", "undo", "hint", "explain", "assist", "autoplay", "speed", "analyse",
         "beliefs", "cell", "structure", "review", "watch", "unwatch", "ping", "stop"]  # fmt: skip

NO_JSON = {
    "cut off": b"{",
    "no UTF-8": b'{"a": "\xff"}',
    "half a character": rb'{"a": "\ud800"}',
    "deep": b"[" * 60_000,
    "settings 950 deep": b'{"a":' * 950 + b"1" + b"}" * 950,
    "settings 250 deep": b'{"a": ' + b"[" * 250 + b"]" * 250 + b"}",
    "an integer of 4,301 digits": b'{"a": ' + b"9" * 4_301 + b"}",
    "an integer of 60,000 digits": b'{"a": -' + b"9" * 60_000 + b"}",
    "NaN": b'{"a": NaN}',
    "infinity": b'{"a": -Infinity}',
    "a number as large": b'{"a": 1e999}',
}
"""Bodies."""

FLOODS: dict[str, dict[str, Any]] = {
    "wrong cells": {"minefield": {"rows": 9, "columns": 9, "mines": 1, "mined": ["x"] * 500_000}},
    "some wrong cells": {"minefield": {"rows": 9, "columns": 9, "mines": 1, "mined": ["x"] * 40_000}},
    "wrong actions": {"board": {"level": "expert"}, "actions": [{"kind": "x", "cell": -1}] * 9_000},
    "lists": {"board": [[]] * 1_000_000},
    "objects": {"board": [{}] * 1_000_000},
    "values": {"minefield": {"rows": 9, "columns": 9, "mines": 1, "mined": [1] * 2_000_000}},
    "cells too large": {"minefield": {"rows": 9, "columns": 9, "mines": 1, "mined": [10**6] * 500_000}},
    "unknown fields": {f"x{number}": 1 for number in range(100_000)},
    "some unknown fields": {f"x{number}": 1 for number in range(40_000)},
    "unknown fields inside": {"board": {f"x{number}": 1 for number in range(30_000)}},
    "a long name": {"x" * 2**20: 1},
}
"""Of `POST /api/games`, and of the message `new`."""

simple = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
values = st.recursive(
    simple,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)
boards = st.fixed_dictionaries(
    {},
    optional={
        "level": st.sampled_from(["beginner", "expert", "?"]),
        "rows": st.integers(-1, 12),
        "columns": st.integers(0, 12),
        "shape": st.lists(st.integers(-1, 12), max_size=3),
        "mines": st.integers(-1, 30),
        "density": st.floats(),
        "topology": st.sampled_from([*TOPOLOGY_NAMES, "?"]),
    },
)
positions = st.builds(
    lambda rows, columns, mines, marks, topology: {
        "rows": rows,
        "columns": columns,
        "mines": mines,
        "topology": topology,
        "marks": marks_text((marks * 64)[: rows * columns]),
    },
    st.integers(1, 6),
    st.integers(1, 6),
    st.integers(0, 20),
    st.lists(st.integers(-5, 9), min_size=1, max_size=36),
    st.sampled_from(TOPOLOGY_NAMES),
)
fields = st.dictionaries(
    st.sampled_from(["board", "seed", "first_click", "variant", "same_as", "minefield", "cell", "kind", "key",
                     "strategy", "delay_ms", "window", "request", "file", "run", "action", "?"]),
    values | boards | st.integers(-5, 500) | st.sampled_from(["open", "flag", "chord", "move", "guess"]),
    max_size=6,
)  # fmt: skip


@st.composite
def messages(draw: st.DrawFn) -> dict[str, Any]:
    message: dict[str, Any] = draw(fields)
    message["type"] = draw(st.sampled_from(TYPES) | simple)
    message["id"] = draw(st.integers(0, 5) | simple)
    if draw(st.booleans()):
        message["game"] = draw(st.just("GAME") | simple)
    if draw(st.booleans()):
        message["position"] = draw(positions | values)
    return message
