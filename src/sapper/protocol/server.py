"""Reads requests, one a line, and answers them in order.

The thread that calls `serve` reads, another works. Only `stop` and `quit` overtake: what was read before them
carries a `Cancel`, which is then set, so that it ends quickly, each request with an answer of its own; `stop`
or `quit` is answered when its turn comes.
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

__all__ = ["LONGEST_LINE", "serve"]

LONGEST_LINE: Final = 16 * 2**20
"""Bytes; a position of ten million cells as text fits."""

_MOST_WAITING: Final = 1000
"""Requests that are read but not yet answered; more wait in the pipe."""

_OVERTAKING: Final = ("stop", "quit")


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers until `quit` or the end of the requests; all that was asked before the end is answered.

    Args:
        requests: Lines of JSON.
        answers: Gets a line of JSON for each.

    Raises:
        OSError: The answers cannot be written, most often because nobody reads them any more. This is noticed
            when the next request comes.
    """
    worker = _Worker(answers)
    worker.start()
    try:
        _read(requests, worker)
        worker.finish()
    except BaseException:  # Ctrl-C, while reading or while the last answers are worked out
        worker.overtake()
        worker.finish()
        raise
    if worker.failure is not None:
        raise worker.failure


@dataclass(frozen=True, slots=True)
class _Task:
    """A line that was read: a request or what is wrong with it, and in JSON the id if it has one."""

    request: Request | RequestError
    identity: str | None
    cancel: Cancel

    @property
    def command(self) -> str | None:
        return self.request.command if isinstance(self.request, Request) else None


class _Worker(Thread):
    """Answers tasks in order.

    Attributes:
        failure: Why an answer could not be written; then there are no more.
        cancel: What the next task should carry.
    """

    def __init__(self, answers: BinaryIO) -> None:
        super().__init__(name="sapper engine")
        self.failure: OSError | None = None
        self.cancel = Cancel()
        self._answers = answers
        self._tasks: Queue[_Task | None] = Queue(_MOST_WAITING)
        self._done = Event()

    def submit(self, task: _Task) -> None:
        """Queues a task; waits while there are very many."""
        self._tasks.put(task)

    def overtake(self) -> None:
        """Cancels all tasks so far."""
        self.cancel.set()
        self.cancel = Cancel()

    def finish(self) -> None:
        """Waits for the answers to all tasks."""
        self._tasks.put(None)
        self._done.wait()  # a join that Ctrl-C interrupts takes the thread for finished (Python before 3.13)
        self.join()

    def run(self) -> None:
        """Works until told to finish."""
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
    """The lines that are not blank; None in place of one that is too long."""
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
            raise RequestError(f"a line has at most {LONGEST_LINE} bytes")
        fields = parse(line)
        identity = identity_of(fields)
        return _Task(Request(fields, COMMANDS), identity, cancel)
    except RequestError as error:
        return _Task(error, identity, cancel)
    except MemoryError:
        return _Task(RequestError("there is not enough memory to read this line"), identity, cancel)


def _answer(session: Session, task: _Task) -> str:
    """The answer as a line, whatever happens. The id is put in as it was read, and so cannot fail."""
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
    except Exception as error:  # noqa: BLE001  # a bug is told to both sides, and the conversation goes on
        traceback.print_exc(file=sys.stderr)
        return line_of({"error": {"type": "error", "message": f"a bug in Sapper: {error!r}"}})
