"""`sapper engine` as other programs meet it: a process with two pipes."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from support.cases import rest_long
from support.lattices import entangled_position
from support.programs import run_program, start_program

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
