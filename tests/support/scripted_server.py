"""A local server of OpenAI's kind that answers by a script."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

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
            message = {"role": "assistant", "content": text}
            answer = {
                "id": "1", "object": "chat.completion", "created": 0, "model": body["model"],
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
            }  # fmt: skip
            data = json.dumps(answer if status == 200 else {"error": {"message": text}}).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
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
