"""Lines in, lines out: order, ids, lines that are not requests, stopping."""

import io
import json
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.entangled import entangled
from support.hostile_lines import has_answer, lines, strict
from support.protocol import COMMANDS

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


def test_answers_come_in_order_with_their_ids() -> None:
    requests = b"".join(b'{"command": "hello", "id": %d}\n' % number for number in range(1500))
    assert [answer["id"] for answer in exchange(requests)] == list(range(1500))


@settings(max_examples=15)
@given(JSON)
def test_any_id_comes_back(identity: Any) -> None:
    line = json.dumps({"command": "stop", "id": identity})
    assert exchange(line.encode()) == [{"id": identity, "answer": "stopped"}]


def test_the_id_of_a_request_that_fails_comes_back() -> None:
    (answer,) = exchange(b'{"id": "x", "command": "dance"}\n')
    assert (answer["id"], answer["error"]["type"]) == ("x", "request")


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"{",
        b"[]",
        b"7",
        b'{"command": NaN}',
        b'{"command": 1' + 5000 * b"0" + b"}",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"command": "hello"} {"command": "hello"}',
    ],
)
def test_lines_that_are_not_requests_are_answered_and_the_conversation_goes_on(line: bytes) -> None:
    wrong, right = exchange(line + b"\n" + b'{"command": "hello"}\n')
    assert wrong["error"]["type"] == "request"
    assert right["answer"] == "ready"


@settings(max_examples=100, deadline=None)
@given(st.lists(lines(), max_size=6), st.booleans())
def test_every_hostile_line_gets_one_strict_answer(sent: list[bytes], ends: bool) -> None:
    """Whatever comes, with or without the end of the last line, and the conversation goes on behind it."""
    sent = [*sent, b'{"command": "hello", "id": "last"}']
    answers = io.BytesIO()
    server.serve(io.BytesIO(b"\n".join(sent) + b"\n" * ends), answers)
    replies = list(map(strict, answers.getvalue().splitlines()))
    assert len(replies) == sum(map(has_answer, sent))
    assert (replies[-1]["id"], replies[-1]["answer"]) == ("last", "ready")
    assert not any(answer.get("error", {}).get("type") == "error" for answer in replies)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b'{"command": "hello", "id": 1e999}', "a number in the 'id' is too large: beyond 1.8e308"),
        (b'{"command": "hello", "id": 1, "id": 2}', "this is not JSON: an object has the name 'id' twice"),
        (b'{"command": "hello", "id": "\xff"}', "this is not UTF-8: byte 0xff at 28"),
    ],
)
def test_a_line_whose_id_cannot_be_repeated_gets_an_error(line: bytes, text: str) -> None:
    assert exchange(line) == [{"error": {"type": "request", "message": text}}]


def test_a_limit_that_is_too_large_for_a_number_keeps_its_id() -> None:
    _, answer = exchange(
        b'{"command":"new","level":"expert"}\n{"command":"safest","time_limit":1e999,"id":3}'
    )
    assert answer["id"] == 3
    assert "'time_limit' of 'safest' must be a number of seconds above 0" in answer["error"]["message"]


FIELDS = ["level", "shape", "mines", "topology", "adjacency", "text", "format", "marks", "cell", "number"]
FIELDS += ["cells", "numbers", "set", "trust_flags", "time_limit", "configurations"]
SMALL = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 9) | st.sampled_from(["1.", "torus", "plain", "expert"]),
    lambda values: st.lists(values, max_size=4),
    max_leaves=6,
)


@given(st.sampled_from(COMMANDS), st.dictionaries(st.sampled_from(FIELDS), SMALL))
def test_whatever_the_fields_hold_there_is_no_bug_to_report(command: str, fields: dict[str, Any]) -> None:
    requests = [{"command": "new", "shape": [2, 3], "mines": 1}, {**fields, "command": command}]
    _, answer = exchange("\n".join(map(json.dumps, requests)).encode())
    assert "answer" in answer or "a bug in Sapper" not in answer["error"]["message"]


def test_a_bug_is_reported_to_both_sides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other program gets an answer, more than waits in the queue, and standard error the traceback."""

    def fail(*_: Any) -> Any:
        raise ZeroDivisionError("the b\u00fcg")

    monkeypatch.setattr(_engine.ProtocolSession, "answer", fail)
    answers = io.BytesIO()
    requests = b"".join(b'{"command": "hello", "id": %d}\n' % number for number in range(1500))
    assert not server.serve(io.BytesIO(requests), answers)
    replies = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [each["id"] for each in replies] == list(range(1500))
    assert {each["error"]["type"] for each in replies} == {"error"}
    message = replies[0]["error"]["message"]
    assert message == r"a bug in Sapper: ZeroDivisionError('the b\xfcg')"
    assert capsys.readouterr().err.count("ZeroDivisionError: the b\u00fcg") == 1500


def test_a_bug_does_not_end_the_conversation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was there before it is there behind it."""
    answer = _engine.ProtocolSession.answer

    def fail_at_flags(*arguments: Any) -> Any:
        replies = answer(*arguments)
        if json.loads(replies).get("id") == 1:
            raise ZeroDivisionError
        return replies

    monkeypatch.setattr(_engine.ProtocolSession, "answer", fail_at_flags)
    lines = [{"command": "new", "shape": [1, 2], "mines": 1}, {"command": "hello", "id": 1}]
    answers = exchange("\n".join(map(json.dumps, [*lines, {"command": "safest"}])).encode())
    assert [each.get("answer") for each in answers] == ["position", None, "safest"]
    assert "Traceback" in capsys.readouterr().err


def test_no_bug_is_no_failure() -> None:
    assert server.serve(io.BytesIO(b'{"command": "dance"}'), io.BytesIO())


def test_blank_lines_are_skipped() -> None:
    assert len(exchange(b'\n  \r\n{"command": "hello"}\r\n\n')) == 1


def test_the_last_line_needs_no_end() -> None:
    assert exchange(b'{"command": "hello"}')[0]["answer"] == "ready"


def test_a_line_that_is_too_long_is_refused_as_one() -> None:
    longest = server.LONGEST_LINE
    rest = len(b'{"command": "stop", "id": ""}\n')
    sizes = (longest, longest + 1, longest + 2, 2 * longest + 2, rest + 1)
    lines = [b'{"command": "stop", "id": "' + b"x" * (size - rest) + b'"}\n' for size in sizes]
    assert list(map(len, lines)) == list(sizes)
    answers = exchange(b"".join(lines) + lines[2].rstrip())
    assert ["error" in answer for answer in answers] == [False, True, True, True, False, True]
    assert answers[1]["error"]["message"] == f"the line is too long: at most {longest} bytes are allowed"


def test_nothing_is_read_after_quit() -> None:
    answers = exchange(b'{"command": "quit"}\n{"command": "hello"}\n')
    assert answers == [{"answer": "bye"}]


def test_stop_cancels_what_was_asked_before_and_nothing_after() -> None:
    position = entangled()
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
