"""Lines in, lines out: order, ids, lines that are no requests, stopping; and the process with two pipes."""

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cases import rest_long
from support.hostile_lines import has_answer, lines, strict
from support.lattices import entangled_position
from support.programs import run_program, start_program

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


PATIENCE = 60  # seconds; on an idle machine all of this takes tenths of a second


class Engine:
    """A running engine."""

    def __init__(self) -> None:
        self.process = start_program(sys.executable, "-m", "sapper", "engine", encoding="utf-8")
        assert self.process.stdin
        assert self.process.stdout
        self.requests, self.answers = self.process.stdin, self.process.stdout

    def send(self, line: str) -> None:
        self.requests.write(line + "\n")
        self.requests.flush()

    def receive(self) -> Any:
        return json.loads(self.answers.readline())

    def ask(self, **fields: Any) -> Any:
        self.send(json.dumps(fields))
        return self.receive()

    def end(self) -> tuple[int, str, str]:
        """Waits for its end. Returns the exit code and the rest of standard output and standard error."""
        out = "" if self.answers.closed else self.answers.read()
        assert self.process.stderr
        error = self.process.stderr.read()
        return self.process.wait(PATIENCE), out, error


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.process.kill()
    for pipe in (engine.process.stdin, engine.process.stdout, engine.process.stderr):
        assert pipe
        pipe.close()
    engine.process.wait()


POSITION = entangled_position()
LONG: dict[str, Any] = {"command": "position", "marks": POSITION.marks.tolist(), "mines": POSITION.mines}
"""A request for a position whose configurations take seconds to count."""


@pytest.mark.parametrize("command", ["stop", "quit"])
def test_a_long_analysis_is_stopped(engine: Engine, command: str) -> None:
    before = os.times()  # with the processor time of all programs that have ended
    engine.ask(**LONG)
    engine.send('{"command": "analyse", "configurations": true, "id": 1}')
    time.sleep(0.1)
    answer = engine.ask(command=command, id=2)
    assert (answer["id"], answer["error"]["type"]) == (1, "cancelled")
    assert engine.receive()["id"] == 2
    if command == "stop":
        assert engine.ask(command="hello")["answer"] == "ready"
        engine.requests.close()
    assert engine.end() == (0, "", "")
    seconds_used = os.times().children_user - before.children_user
    assert seconds_used < 4  # seconds of the processor: the count alone takes more


@pytest.mark.skipif(sys.platform == "win32", reason="no process there can be sent Ctrl-C alone")
@pytest.mark.parametrize("when", rest_long(["at work", "idle", "at work, and all is asked"]))
def test_control_c_ends_it_quietly(engine: Engine, when: str) -> None:
    engine.ask(**LONG)
    if when != "idle":
        engine.send('{"command": "analyse", "configurations": true}')
        time.sleep(0.1)
    if when == "at work, and all is asked":
        engine.requests.close()
        time.sleep(0.1)
    # Python misses a signal that comes just before it waits for input. People press Ctrl-C again then.
    for _ in range(3):
        engine.process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            engine.process.wait(PATIENCE / 3)
            break
    else:
        engine.process.kill()
    code, _, error = engine.end()
    assert (code, error) == (130, "\nsapper: interrupted\n")


def test_the_end_of_the_input_ends_it_after_the_last_answer(engine: Engine) -> None:
    engine.send('{"command": "hello", "id": "' + "x" * (17 * 2**20) + '"}')
    assert "at most" in engine.receive()["error"]["message"]
    engine.send('{"command": "new", "level": "expert"}')
    engine.send('{"command": "safest"}')
    engine.requests.close()
    code, out, error = engine.end()
    assert (code, error) == (0, "")
    assert json.loads(out.splitlines()[1])["answer"] == "safest"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break with another code there")
def test_a_closed_reader_is_not_an_error(engine: Engine) -> None:
    engine.ask(command="hello")
    engine.answers.close()
    engine.send('{"command": "hello"}')
    engine.requests.close()
    assert engine.end() == (141, "", "")


BUG = """
from sapper import _engine
from sapper.cli import main

def fail(*_):
    raise ZeroDivisionError("\\ud800")

_engine.ProtocolSession.answer = fail
main()
"""


@pytest.mark.parametrize("way", ["", "2>&-", "2>/dev/full"])
@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_a_bug_shows_in_the_exit_status(way: str) -> None:
    """Whether or not standard error can be written, the other program gets its answers."""
    command = ["sh", "-c", f'exec "$@" {way}', "sh", sys.executable, "-c", BUG, "engine"]
    process = run_program(*command, ends=1, input='{"command": "hello", "id": 1}\n' * 2)
    replies = [json.loads(line) for line in process.stdout.splitlines()]
    assert [(each["id"], each["error"]["type"]) for each in replies] == [(1, "error")] * 2
    assert process.stderr.count("Traceback") == (0 if way else 2)
