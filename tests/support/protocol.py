"""The engine protocol, as tests use it."""

from __future__ import annotations

import json
from typing import Any

import sapper
from sapper import _engine


class RefusedError(Exception):
    """An answer with an error, whose fields are `about`."""

    def __init__(self, about: dict[str, Any]) -> None:
        super().__init__(about["message"])
        self.about = about


class Session:
    """A conversation with the engine, in this process."""

    def __init__(self) -> None:
        self._engine = _engine.ProtocolSession("1.2.3")

    def answer(self, request: Any, cancel: sapper.Cancel | None = None) -> dict[str, Any]:
        """The answer to a value, or to a line."""
        line = request if isinstance(request, bytes) else json.dumps(request).encode()
        answer: dict[str, Any] = json.loads(self._engine.answer(_engine.ProtocolLine(line), cancel))
        return answer

    def ask(self, **fields: Any) -> dict[str, Any]:
        """The answer to a request. Raises RefusedError if it is an error."""
        answer = self.answer(fields)
        if "answer" not in answer:  # an evaluation has an `error`, too
            raise RefusedError(answer["error"])
        return answer
