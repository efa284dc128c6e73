"""Sends hostile lines to `sapper engine`. Each line that is not blank gets one answer, and the engine lives.

One engine gets the lines of a whole round. The answers of a batch are counted before the next batch is sent.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread

from soak.common import PATIENCE, Round, Work, examples, patiently
from support.hostile_lines import HOSTILE, has_answer, lines, strict

BATCH = 20
LAST = b'{"command":"hello","id":"last"}'


def attack(work: Work) -> Iterator[Round]:
    """Sends all known hostile lines, then random ones. Each round has a fresh engine."""
    number = 0
    while True:
        round_, random = Round(), work.random(number)
        until = time.monotonic() + work.seconds
        engine = _Engine()
        try:
            engine.hears(random.sample(HOSTILE, len(HOSTILE)), round_)
            engine.hears([_cut(random) for _ in range(BATCH)], round_)
            while time.monotonic() < until:
                engine.hears(examples(lines(), BATCH, random.randrange(2**32)), round_)
            engine.ends()
        except AssertionError as error:
            round_.faults.append(f"seed {work.seed}, round {number}: {error}")
        finally:
            engine.kill()
        number += 1
        yield round_


class _Engine:
    """A running engine. Threads write to it and read from it, so that full pipes block nobody."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "sapper", "engine"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._errors: list[bytes] = []
        self._threads = [Thread(target=work, daemon=True) for work in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    def hears(self, batch: list[bytes], round_: Round) -> None:
        """Sends some lines and then a good one. Raises AssertionError if the answers are wrong."""
        lines, value = [*batch, LAST], None
        writer = Thread(target=self._write, args=(b"".join(line + b"\n" for line in lines),), daemon=True)
        writer.start()
        for line in filter(has_answer, lines):
            start = time.monotonic()
            try:
                answer = patiently(lambda seconds: self._answers.get(timeout=seconds), Empty)
            except Empty:
                raise AssertionError(
                    f"no answer within {PATIENCE:.0f} s of work to {line[:300]!r} in {_answer_to(batch)}"
                ) from None
            round_.took(time.monotonic() - start)
            round_.tries += 1
            assert answer, f"the engine ended at {line[:300]!r} in {_answer_to(batch)}: {self._errors}"
            try:
                value = strict(answer)
            except (AssertionError, ValueError) as error:
                raise AssertionError(f"{error!r} of {answer[:300]!r} to {line[:300]!r}") from None
        assert value is not None
        assert value.get("id") == "last", f"more answers or fewer than lines: {_answer_to(batch)}"
        writer.join(PATIENCE)

    def ends(self) -> None:
        """Closes the input. Raises AssertionError if the engine still answers, or fails."""
        assert self._process.stdin
        self._process.stdin.close()
        code = patiently(self._process.wait, subprocess.TimeoutExpired)
        for thread in self._threads:
            thread.join(PATIENCE)
        left = patiently(lambda seconds: self._answers.get(timeout=seconds), Empty)
        assert not left, f"an answer that nobody asked for: {left[:300]!r}"
        assert (code, self._errors) == (0, []), f"exit code {code}, standard error {self._errors}"

    def kill(self) -> None:
        """Ends it at once."""
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe
            pipe.close()

    def _write(self, data: bytes) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(data)
            self._process.stdin.flush()
        except OSError:
            pass  # the engine ended; the waiting reader reports that

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put(b"")

    def _read_errors(self) -> None:
        assert self._process.stderr
        self._errors.extend(self._process.stderr)


def _cut(random: Random) -> bytes:
    """Parts of two hostile lines, joined, that do not ask the engine to end."""
    one, other = random.choice(HOSTILE), random.choice(HOSTILE)
    line = one[: random.randrange(len(one) + 1)] + other[random.randrange(len(other) + 1) :]
    return line.replace(b"quit", b"quiet")


def _answer_to(batch: list[bytes]) -> str:
    return repr([line[:300] for line in batch])
