"""The engine protocol, as tests use it."""

import json
import re
from typing import Any, Final

import sapper
from sapper import _engine


class RefusedError(Exception):
    """An answer with an error, whose fields are `about`."""

    def __init__(self, about: Any) -> None:
        assert isinstance(about, dict), f"an error has fields, but this is {about!r}"
        for name in ("type", "message"):
            assert isinstance(about.get(name), str), f"the {name} of an error is a text, not in {about!r}"
        super().__init__(about["message"])
        self.about: dict[str, Any] = about


class Session:
    """A conversation with the engine, in this process."""

    def __init__(self, version: str = "1.2.3") -> None:
        self._engine = _engine.ProtocolSession(version)

    def answer(self, request: Any, cancel: sapper.Cancel | None = None) -> dict[str, Any]:
        """The answer to a value, or to a line."""
        line = request if isinstance(request, bytes) else json.dumps(request).encode()
        answer: dict[str, Any] = json.loads(self._engine.answer(_engine.ProtocolLine(line), cancel))
        return answer

    def ask(self, **fields: Any) -> dict[str, Any]:
        """The answer to a request. Raises RefusedError if it is an error."""
        answer = self.answer(fields)
        if "answer" in answer:  # an evaluation has an `error`, too
            return answer
        assert "error" in answer, f"this is neither an answer nor an error: {answer!r}"
        raise RefusedError(answer["error"])


def _commands() -> tuple[str, ...]:
    """The commands that the engine lists if it does not know one."""
    message = Session().answer({"command": ""})["error"]["message"]
    names = re.findall(r"'(\w+)'", message)
    assert {"hello", "analyse", "quit"} <= set(names), message
    return tuple(names)


COMMANDS: Final = _commands()
"""All commands of the protocol."""
