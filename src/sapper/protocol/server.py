"""Reads requests, one per line, and answers them in order.

The thread that calls `serve` reads the requests. Another thread carries them out. Every request has a
`Cancel`. When `stop` or `quit` is read, the requests before it are cancelled. So they end quickly, each with
an answer, and then `stop` or `quit` is answered.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from queue import Queue
from threading import Event, Thread
from typing import BinaryIO, Final

from sapper.errors import BudgetError, SapperError
from sapper.inference.analysis import Cancel
from sapper.protocol.answers import error_object, line_of
from sapper.protocol.requests import Request, RequestError, identity_of, parse
from sapper.protocol.session import COMMANDS, Session

LONGEST_LINE: Final = 16 * 2**20
"""The most bytes of a line. The text of a position of ten million cells fits."""

_MOST_WAITING: Final = 1000
"""The most requests that are read but not answered. More wait in the pipe."""

_OVERTAKING: Final = ("stop", "quit")


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers requests until `quit` or their end. Every request before that gets its answer.

    Both are lines of JSON.

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


@dataclass(frozen=True, slots=True)
class _Task:
    """A line: a request or the error in it, and the id as JSON if it has one."""

    request: Request | RequestError
    identity: str | None
    cancel: Cancel

    @property
    def command(self) -> str | None:
        return self.request.command if isinstance(self.request, Request) else None


class _Worker(Thread):
    """Carries out tasks in order.

    Attributes:
        failure: Why an answer could not be written. No more are written after that.
        cancel: The `Cancel` for the next task.
    """

    def __init__(self, answers: BinaryIO) -> None:
        super().__init__(name="sapper engine")
        self.failure: OSError | None = None
        self.cancel = Cancel()
        self._answers = answers
        self._tasks: Queue[_Task | None] = Queue(_MOST_WAITING)
        self._done = Event()

    def submit(self, task: _Task) -> None:
        """Queues a task. Waits if the queue is full."""
        self._tasks.put(task)

    def overtake(self) -> None:
        """Cancels all tasks so far."""
        self.cancel.set()
        self.cancel = Cancel()

    def finish(self) -> None:
        """Waits for the answers to all tasks."""
        self._tasks.put(None)
        self._done.wait()  # before Python 3.13, a join interrupted by Ctrl-C counts the thread as finished
        self.join()

    def run(self) -> None:
        """Carries out tasks until `finish` is called."""
        try:
            self._answer_all(Session())
        finally:
            self._done.set()

    def _answer_all(self, session: Session) -> None:
        while (task := self._tasks.get()) is not None:
            if self.failure is None:
                self._write(_answer(session, task))

    def _write(self, answer: str) -> None:
        try:
            self._answers.write(answer.encode() + b"\n")
            self._answers.flush()
        except OSError as error:
            self.failure = error


def _read(requests: BinaryIO, worker: _Worker) -> None:
    for line in _lines(requests):
        task = _task_of(line, worker.cancel)
        if task.command in _OVERTAKING:
            worker.overtake()
        worker.submit(task)
        if task.command == "quit" or worker.failure is not None:
            break


def _lines(requests: BinaryIO) -> Iterator[bytes | None]:
    """The lines that are not blank. None replaces a line that is too long."""
    while line := requests.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE:
            if line.strip():
                yield line
            continue
        while line and not line.endswith(b"\n"):
            line = requests.readline(LONGEST_LINE)
        yield None


def _task_of(line: bytes | None, cancel: Cancel) -> _Task:
    identity = None
    try:
        if line is None:
            raise RequestError(f"the line is too long: at most {LONGEST_LINE} bytes are allowed")
        fields = parse(line)
        identity = identity_of(fields)
        return _Task(Request(fields, COMMANDS), identity, cancel)
    except RequestError as error:
        return _Task(error, identity, cancel)
    except MemoryError:
        return _Task(RequestError("there is not enough memory to read this line"), identity, cancel)


def _answer(session: Session, task: _Task) -> str:
    """The answer as a line. The id is already JSON, so this cannot fail."""
    answer = _line_of(session, task)
    return answer if task.identity is None else f'{{"id": {task.identity}, {answer[1:]}'


def _line_of(session: Session, task: _Task) -> str:
    try:
        if isinstance(task.request, RequestError):
            raise task.request
        return line_of(session.answer(task.request, task.cancel))
    except SapperError as error:
        return line_of({"error": error_object(error)})
    except MemoryError:
        return line_of({"error": error_object(BudgetError("there is not enough memory"))})
    except Exception as error:  # noqa: BLE001  # a bug of ours must not end the session
        traceback.print_exc(file=sys.stderr)
        return line_of({"error": {"type": "error", "message": f"a bug in Sapper: {error!r}"}})
