"""A local server of OpenAI's kind that answers by a script."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import sapper

Script = Callable[[str, int], tuple[int, str]]
"""Takes a prompt and the number of the request, and gives the status and the reply."""


@contextmanager
def serving(script: Script) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server of OpenAI's kind. Gives its address, and the requests that it had."""
    requests: list[dict[str, Any]] = []
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            with lock:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                requests.append(body | {"path": self.path, "key": self.headers["Authorization"]})
                status, text = script(body["messages"][-1]["content"], len(requests) - 1)
            if status != 200:
                self._send(status, "application/json", json.dumps({"error": {"message": text}}))
            elif body.get("stream"):
                pieces = [_answer(body["model"], "delta", text, end) for end in (None, "stop")]
                lines = [*map(json.dumps, pieces), "[DONE]"]
                self._send(200, "text/event-stream", "".join(f"data: {line}\n\n" for line in lines))
            else:
                answer = _answer(body["model"], "message", text, "stop")
                self._send(200, "application/json", json.dumps(answer))

        def _send(self, status: int, kind: str, text: str) -> None:
            data = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", requests
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _answer(model: str, part: str, text: str, end: str | None) -> dict[str, Any]:
    """An answer, or a piece of one: the last piece of a stream has no text."""
    is_stream = part == "delta"
    content = {"role": "assistant", "content": "" if is_stream and end else text}
    return {
        "id": "1", "object": f"chat.completion{'.chunk' * is_stream}", "created": 0, "model": model,
        "choices": [{"index": 0, "finish_reason": end, part: content}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }  # fmt: skip


def solution(prompt: str) -> str:
    """What our own player opens in the position of a prompt."""
    rows = prompt.split("\n\n")[-2]
    words = prompt.partition("Minesweeper on a board of ")[2].split()
    assert (len(rows.split()), words[3]) == (int(words[0]), str(len(rows.split()[0])))
    cell = sapper.rank(rows, int(words[6]), most=1)[0].cell
    return f"<think>{rows}</think>\n**Open {cell[0]}, {cell[1]}**"
