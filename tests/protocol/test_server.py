"""Lines in, lines out: order, ids, lines that are not requests, stopping."""

import io
import json
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.hostile_lines import has_answer, lines, strict
from support.lattices import entangled_position

from sapper import _engine
from sapper.protocol import server

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.text(), values),
    max_leaves=10,
)


def exchange(requests: bytes) -> list[Any]:
    """The answers to all lines."""
    answers = io.BytesIO()
    server.serve(io.BytesIO(requests), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


@settings(max_examples=15)
@given(JSON)
def test_any_id_comes_back(identity: Any) -> None:
    line = json.dumps({"command": "stop", "id": identity})
    stop_answer, refusal = exchange(f"{line}\n{line.replace('stop', 'dance', 1)}".encode())
    assert stop_answer == {"id": identity, "answer": "stopped"}
    assert (refusal["id"], refusal["error"]["type"]) == (identity, "request")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b"nonsense", "this is not JSON"),
        (b"{", "this is not JSON"),
        (b"[]", "object"),
        (b"7", "object"),
        (b'{"command": NaN}', "this is not JSON"),
        (b'{"command": 1' + 5000 * b"0" + b"}", "a number has more than 4300 digits"),
        (b"\xff\xfe\x00", "this is not UTF-8: byte 0xff at 0"),
        (b"[" * 100_000, "this is nested too deeply"),
        (b'{"command": "hello"} {"command": "hello"}', "this is not JSON"),
        (b'{"command": "hello", "id": 1e999}', "a number in the `id` is too large: beyond 1.8e308"),
        (b'{"command": "hello", "id": 1, "id": 2}', "this is not JSON: an object has the name 'id' twice"),
        (b'{"command": "hello", "id": "\xff"}', "this is not UTF-8: byte 0xff at 28"),
    ],
)
def test_lines_that_are_no_requests_are_answered_and_the_conversation_goes_on(line: bytes, text: str) -> None:
    """An id that cannot be repeated is left out. Blank lines are skipped, and the last line needs no end."""
    wrong, right = exchange(line + b'\n  \r\n{"command": "hello"}')
    assert (set(wrong), wrong["error"]["type"]) == ({"error"}, "request")
    assert text in wrong["error"]["message"]
    assert right["answer"] == "ready"


@settings(max_examples=100, deadline=None)
@given(st.lists(lines(), max_size=6), st.booleans())
def test_every_hostile_line_gets_one_strict_answer(requests: list[bytes], ends: bool) -> None:
    """Whatever comes, with or without the end of the last line, and the conversation goes on behind it.

    There is a board before every other conversation.
    """
    board = [b'{"command": "new", "shape": [2, 3], "mines": 1}'] if len(requests) % 2 else []
    requests = [*board, *requests, b'{"command": "hello", "id": "last"}']
    answers = io.BytesIO()
    server.serve(io.BytesIO(b"\n".join(requests) + b"\n" * ends), answers)
    replies = list(map(strict, answers.getvalue().splitlines()))
    assert len(replies) == sum(map(has_answer, requests))
    assert (replies[-1]["id"], replies[-1]["answer"]) == ("last", "ready")
    assert not any("answer" not in answer and answer["error"]["type"] == "error" for answer in replies)


def test_a_limit_that_is_too_large_for_a_number_keeps_its_id() -> None:
    request = b'{"command":"safest","time_limit":1e999,"id":3}'
    _, answer = exchange(b'{"command":"new","level":"expert"}\n' + request)
    assert answer["id"] == 3
    assert "`time_limit` of 'safest' must be a number of seconds above 0" in answer["error"]["message"]


def test_a_bug_is_reported_to_both_sides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other program gets an answer, more than waits in the queue, and standard error the traceback."""

    answer = _engine.ProtocolSession.answer

    def fail(*_: Any) -> Any:
        raise ZeroDivisionError("the b\u00fcg")

    answers = io.BytesIO()
    requests = b"".join(b'{"command": "hello", "id": %d}\n' % number for number in range(1500))
    assert [reply["id"] for reply in exchange(requests)] == list(range(1500))
    assert server.serve(io.BytesIO(b'{"command": "dance"}'), io.BytesIO())  # which is no bug
    monkeypatch.setattr(_engine.ProtocolSession, "answer", fail)
    assert not server.serve(io.BytesIO(requests), answers)
    replies = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [each["id"] for each in replies] == list(range(1500))
    assert {each["error"]["type"] for each in replies} == {"error"}
    assert replies[0]["error"]["message"] == r"a bug in Sapper: ZeroDivisionError('the b\xfcg')"
    assert capsys.readouterr().err.count("ZeroDivisionError: the b\u00fcg") == 1500

    def fail_once(*arguments: Any) -> Any:
        reply = answer(*arguments)
        if json.loads(reply).get("id") == 1:
            raise ZeroDivisionError
        return reply

    monkeypatch.setattr(_engine.ProtocolSession, "answer", fail_once)
    lines = [{"command": "new", "shape": [1, 2], "mines": 1}, {"command": "hello", "id": 1}]
    replies = exchange("\n".join(map(json.dumps, [*lines, {"command": "safest"}])).encode())
    # What was there before the bug is there behind it.
    assert [each.get("answer") for each in replies] == ["position", None, "safest"]
    assert "Traceback" in capsys.readouterr().err


def test_a_line_that_is_too_long_is_refused_as_one() -> None:
    longest = server.LONGEST_LINE
    rest = len(b'{"command": "stop", "id": ""}\n')
    sizes = (longest, longest + 1, longest + 2, 2 * longest + 2, rest + 1)
    lines = [b'{"command": "stop", "id": "' + b"x" * (size - rest) + b'"}\n' for size in sizes]
    assert list(map(len, lines)) == list(sizes)
    answers = exchange(b"".join(lines) + lines[2].rstrip())
    assert ["error" in answer for answer in answers] == [False, True, True, True, False, True]
    assert answers[1]["error"]["message"] == f"the line is too long: at most {longest} bytes are allowed"


def test_stop_cancels_what_was_asked_before_and_nothing_after() -> None:
    position = entangled_position()
    lines: list[dict[str, Any]] = [
        {"command": "position", "marks": position.marks.tolist(), "mines": position.mines},
        {"command": "analyse", "configurations": True},
        {"command": "play", "level": "expert", "games": 10_000},
        {"command": "flag", "cell": [int(part) for part in np.argwhere(position.marks == -1)[0]]},
        {"command": "stop"},
        {"command": "new", "shape": [2, 2], "mines": 1},
        {"command": "safest"},
    ]
    answers = exchange("\n".join(map(json.dumps, lines)).encode())
    kinds = [answer.get("answer") or answer["error"]["type"] for answer in answers]
    assert kinds == ["position", "cancelled", "cancelled", "position", "stopped", "position", "safest"]
    assert exchange(b'{"command": "quit"}\n{"command": "hello"}\n') == [{"answer": "bye"}]


class ClosedPipe(io.RawIOBase):
    """Nobody reads the other end."""

    def writable(self) -> bool:
        return True

    def write(self, _data: Any) -> int:
        raise BrokenPipeError


def test_answers_that_cannot_be_written_end_the_conversation() -> None:
    requests = io.BytesIO(b'{"command": "hello"}\n' * 5000)
    before = threading.enumerate()
    with pytest.raises(BrokenPipeError):
        server.serve(requests, ClosedPipe())  # type: ignore[arg-type]  # typeshed: no BinaryIO
    assert threading.enumerate() == before
