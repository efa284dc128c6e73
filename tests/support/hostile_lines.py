"""Lines that a program that speaks the engine protocol should not send, and what every answer has to be."""

import json
from typing import Any, Final

from hypothesis import strategies as st
from support.protocol import COMMANDS

_DEEP: Final = 100_000

HOSTILE: Final[tuple[bytes, ...]] = (
    b'{"id":1e999}',
    b'{"id":-1e999}',
    b'{"command":"hello","id":[{"a":1e400}]}',
    b'{"command":"hello","id":NaN}',
    b'{"command":"hello","id":-Infinity}',
    b'{"command":"hello","id":-0}',
    b'{"command":"hello","id":-0.0}',
    b'{"command":"hello","id":1e-999}',
    b'{"command":"hello","id":' + b"9" * 4300 + b"}",
    b'{"command":"hello","id":' + b"9" * 4301 + b"}",
    b'{"command":"hello","id":' + b"9" * 100_000 + b".5}",
    b'{"command":"hello","id":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"command":"hello","id":' + b"[" * _DEEP + b"]" * _DEEP + b"}",
    b'{"a":' * _DEEP,
    b'{"command":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"command":"new","mines":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"command":"position","mines":1,"marks":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"command":"hello","id":"\xff"}',
    b'{"command":"hello","id":"\xed\xa0\x80"}',
    b'{"command":"hello","id":"\\ud800"}',
    b'{"command":"\\ud800"}',
    b'{"command":"hello","\\udfff":1}',
    b'{"command":"position","mines":1,"text":"\\ud800"}',
    b'{"command":"hello","id":"\\u0000"}',
    b'{"command":"hello","id":"\x00"}',
    b"\x00",
    b'{"command":"hello"}\x00',
    '{"command":"hello"}'.encode("utf-16"),
    b'\xef\xbb\xbf{"command":"hello"}',
    b'{"command":"hello","id":1,"id":2}',
    b'{"command":"hello","command":"quit"}',
    b'{"command":"hello","id":{"a":1,"a":2}}',
    b'{"command":"' + b"x" * 100_000 + b'"}',
    b'{"command":"position","mines":1,"text":".","format":"' + b"x" * 100_000 + b'"}',
    b'{"command":"new","mines":1,"shape":[' + b",".join([b"9" * 4000] * 8) + b"]}",
    b'{"command":"new","mines":1e999,"shape":[2,2]}',
    b'{"command":"new","mines":' + b"9" * 4000 + b',"shape":[2,2]}',
    b'{"command":"new","mines":1,"adjacency":[[' + b"9" * 4000 + b"],[0]]}",
    b'{"command":"position","mines":1,"marks":[[1e999]]}',
    b'{"command":"position","mines":1,"marks":[[' + b"9" * 4000 + b"]]}",
    b'{"command":"position","mines":1,"marks":[[1],[1,2]]}',
    b'{"command":"open","cell":[0,' + b"9" * 4000 + b'],"number":1}',
    b'{"command":"open","cell":[0,0],"number":' + b"9" * 4000 + b"}",
    b'{"command":"analyse","time_limit":1e999}',
    b'{"command":"analyse","time_limit":' + b"9" * 4000 + b"}",
    b'{"command":"hint","time_limit":1e-320}',
    b'{"command":"hello"',
    b"\x0c",
    b"   ",
    b"",
)
"""Each broke, or might have broken, the engine."""

_JSON: Final = st.recursive(
    st.sampled_from(
        (
            *("1e999", "-1e999", "NaN", "Infinity", "-0", "-0.0", "1e-400", "9" * 400, '"\\ud800"'),
            *("null", "true", "false", '"1."', '"torus"', '"plain"', '"expert"'),
        )
    )
    | (st.integers(-5, 9) | st.integers()).map(str)
    | st.floats(allow_nan=False, allow_infinity=False).map(repr)
    | st.text(max_size=5).map(json.dumps),
    lambda values: st.lists(values, max_size=3).map(lambda parts: f"[{','.join(parts)}]"),
    max_leaves=5,
)
_NAMES: Final = (
    "id", "command", "mines", "shape", "cell", "number", "marks", "text", "time_limit", "all", "level",
    "topology", "adjacency", "format", "cells", "numbers", "set", "trust_flags", "configurations",
)  # fmt: skip
_COMMANDS: Final = tuple(each for each in COMMANDS if each != "quit")  # nothing may follow it


@st.composite
def _requests(draw: st.DrawFn) -> bytes:
    """An object with a command and fields of any value, some names more than once."""
    fields = [("command", json.dumps(draw(st.sampled_from(_COMMANDS))))]
    fields += draw(st.lists(st.tuples(st.sampled_from(_NAMES), _JSON), max_size=4))
    line = "{" + ",".join(f'"{name}":{value}' for name, value in fields) + "}"
    return line.encode("utf-8", "surrogatepass")


def lines() -> st.SearchStrategy[bytes]:
    """Any line without its end."""
    whole = st.sampled_from(HOSTILE) | _requests() | st.binary(max_size=40)
    cut = st.tuples(whole, st.integers(0, 60)).map(lambda parts: parts[0][: parts[1]])
    return (whole | cut).map(lambda line: line.replace(b"\n", b" "))


def has_answer(line: bytes) -> bool:
    """Whether a line gets an answer: all but blank ones do."""
    return bool(line.strip())


def strict(answer: bytes) -> Any:
    """An answer, which has to be strict JSON: in ASCII, without NaN and infinities."""

    def refuse(name: str) -> Any:
        raise AssertionError(f"{name} is not JSON")

    value = json.loads(answer.decode("ascii"), parse_constant=refuse)
    assert isinstance(value, dict)
    assert ("answer" in value) != isinstance(value.get("error"), dict)  # an evaluation has a number there
    return value
