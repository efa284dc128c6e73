"""Reads requests, one per line, and answers them in order.

The thread that calls `serve` reads the requests. Another thread carries them out. Every request has a
`Cancel`. When `stop` or `quit` is read, the requests before it are cancelled. So each of them ends quickly,
with an answer. Then `stop` or `quit` gets its answer.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import suppress
from queue import Queue
from threading import Event, Thread
from typing import BinaryIO, Final

from sapper import _engine
from sapper._engine import Cancel
from sapper._support.installation import this_version

LONGEST_LINE: Final = _engine.LONGEST_LINE
"""The most bytes of a line."""

_MOST_WAITING: Final = 1000
"""The most requests that are read but not answered. More wait in the pipe."""

_Task = tuple[_engine.ProtocolLine, Cancel]


def serve(requests: BinaryIO, answers: BinaryIO) -> bool:
    """Answers requests until `quit` or their end. Every request before that gets its answer.

    Both are lines of JSON.

    Returns:
        Whether no request met a bug in Sapper. A request that does gets an error as its answer, and standard
        error gets the traceback. Later requests are answered all the same.

    Raises:
        OSError: The answers cannot be written, usually because the other program no longer reads them. This
            is noticed at the next request.
    """
    worker = _Worker(answers)
    worker.start()
    try:
        _read(requests, worker)
        worker.finish()
    except BaseException:  # Ctrl-C, while requests are read or the last ones are carried out
        worker.overtake()
        worker.finish()
        raise
    if worker.failure is not None:
        raise worker.failure
    return not worker.has_met_bug


class _Worker(Thread):
    """Carries out tasks in order.

    Attributes:
        failure: Why an answer could not be written. No more are written after that.
        has_met_bug: Whether a request met a bug in Sapper.
        cancel: The `Cancel` for the next task.
    """

    def __init__(self, answers: BinaryIO) -> None:
        super().__init__(name="sapper engine")
        self.failure: Exception | None = None
        self.has_met_bug = False
        self.cancel = Cancel()
        self._session = _engine.ProtocolSession(this_version())
        self._answers = answers
        self._tasks: Queue[_Task | None] = Queue(_MOST_WAITING)
        self._end = Event()

    def submit(self, line: _engine.ProtocolLine) -> None:
        """Queues a line. Waits if the queue is full."""
        if line.overtakes:
            self.overtake()
        self._tasks.put((line, self.cancel))

    def overtake(self) -> None:
        """Cancels all tasks so far."""
        self.cancel.set()
        self.cancel = Cancel()

    def finish(self) -> None:
        """Waits for the answers to all tasks."""
        self._tasks.put(None)
        self._end.wait()  # before Python 3.13, a join interrupted by Ctrl-C counts the thread as finished
        self.join()

    def run(self) -> None:
        """Carries out tasks until `finish` is called, whatever happens: who submits them must not wait."""
        try:
            while (task := self._tasks.get()) is not None:
                if self.failure is None:
                    self._write(self._answer(*task))
        finally:
            self._end.set()

    def _answer(self, line: _engine.ProtocolLine, cancel: Cancel) -> str:
        try:
            return self._session.answer(line, cancel)
        except Exception as error:  # noqa: BLE001  # a bug of ours must not end the conversation
            self.has_met_bug = True
            with suppress(OSError, ValueError):  # standard error may be full or closed
                traceback.print_exc()
            return line.answer_to_bug(ascii(error))

    def _write(self, answer: str) -> None:
        try:
            self._answers.write(answer.encode() + b"\n")
            self._answers.flush()
        except Exception as error:  # noqa: BLE001  # `serve` raises it
            self.failure = error


def _read(requests: BinaryIO, worker: _Worker) -> None:
    for text in _lines(requests):
        line = _engine.ProtocolLine(text)
        worker.submit(line)
        if line.ends or worker.failure is not None:
            break


def _lines(requests: BinaryIO) -> Iterator[bytes]:
    """The lines that are not blank. Of a line that is too long it yields only the beginning."""
    while line := requests.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE and not line.strip():
            continue
        yield line
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = requests.readline(LONGEST_LINE)
