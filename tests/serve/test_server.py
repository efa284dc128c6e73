"""What `sapper serve` sends, to whom, and how it ends."""

import base64
import hashlib
import json
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import psutil
import pytest
from support.cases import rest_long
from support.command_line import command_line
from support.serving import Server, serve
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from sapper.serve.page_server import MESSAGE_BYTES, Hosts, page_folder, same_origin


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(tmp_path_factory.mktemp("serve")) as server:
        yield server


def request(server: Server, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request(method, path, headers={name.replace("_", "-"): each for name, each in headers.items()})
    answer = connection.getresponse()
    return answer, answer.read()


def open_socket(server: Server, **headers: str) -> ClientConnection:
    all_headers = {"Origin": server.address, **headers}
    return connect(f"ws://127.0.0.1:{server.port}/socket", additional_headers=all_headers, max_size=None)


def answer_to(page: ClientConnection, **question: Any) -> dict[str, Any]:
    """The answer of a new process, after it is ready."""
    page.send(json.dumps({"worker": 1, **question}))
    while "ready" in (message := json.loads(page.recv())):
        pass
    answer: dict[str, Any] = message
    return answer


TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm"}


def test_every_file_of_the_page_comes_as_what_it_is(server: Server) -> None:
    folder = page_folder()
    files = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    assert {".html", ".js", ".css", ".wasm"} <= {path.suffix for path in files}
    for path in files:
        answer, content = request(server, f"/{path.as_posix()}")
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith(TYPES.get(path.suffix, ""))
        assert answer.headers["Content-Type"] != "application/octet-stream"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert ("immutable" in answer.headers["Cache-Control"]) == (path.parts[0] == "static")
        if path.name == "index.html":
            content = content.replace(b'<meta name="sapper-socket" content="socket">', b"")
        if path.name != "service_worker.js":
            assert content == (folder / path).read_bytes()
        tag = answer.headers["ETag"]
        again, nothing = request(server, f"/{path.as_posix()}", If_None_Match=tag)
        assert (again.status, nothing, again.headers["ETag"]) == (304, b"", tag)
        head, nothing = request(server, f"/{path.as_posix()}", "HEAD")
        assert (head.status, nothing) == (200, b"")
        assert head.headers["Content-Length"] == answer.headers["Content-Length"]
    assert request(server, "/")[1] == request(server, "/index.html?x=1")[1]


def test_the_service_worker_lists_the_digests_of_what_is_sent(server: Server) -> None:
    _, text = request(server, "/service_worker.js")
    (line,) = (line for line in text.decode().splitlines() if line.startswith("const FILES = "))
    digests = json.loads(line.removeprefix("const FILES = ").removesuffix(";"))
    assert "./" in digests
    for name, digest in digests.items():
        _, content = request(server, f"/{name.removeprefix('./')}")
        assert base64.b64encode(hashlib.sha256(content).digest()).decode() == digest


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/../pyproject.toml", "/%2e%2e/index.html", "//etc/passwd", "/static", "/static/", "/\x01"],
)
def test_nothing_else_is_sent(server: Server, path: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert line.makefile("rb").readline().split()[1] in (b"404", b"400")


def test_nothing_can_be_changed(server: Server) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert request(server, "/", method)[0].status in (400, 405)


@pytest.mark.parametrize(
    "content", [b"\r\n", b"GET /\r\n\r\n", b"\xff\xfe\r\n\r\n", b"GET / HTTP/1.1\r\nHost" + b"o" * 99_999]
)
def test_what_is_no_request_ends_its_connection_only(server: Server, content: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(content)
        line.shutdown(socket.SHUT_WR)
        line.settimeout(20)
        line.makefile("rb").read()
    assert request(server, "/")[0].status == 200


@pytest.mark.parametrize(
    ("address", "hosts", "is_allowed"),
    [
        ("127.0.0.1", ["localhost", "LOCALHOST:8765", "127.9.9.9:1", "[::1]:8765", "sapper.home"], True),
        ("127.0.0.1", ["sapper.home.evil.com", "evil.com", "192.168.0.7", ""], False),
        ("127.0.0.1", ["localhost:99999999", "localhost@evil.com"], False),
        ("0.0.0.0", ["192.168.0.7", socket.gethostname()], True),
        ("0.0.0.0", ["evil.com"], False),
    ],
)
def test_only_its_own_names_are_answered(address: str, hosts: list[str], is_allowed: bool) -> None:
    for host in hosts:
        assert Hosts(address, ["sapper.home"]).allow(host) == is_allowed, host


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.com", "file://localhost", "http://[", "https://localhost:1"]
)
def test_only_its_own_page_has_the_origin(origin: str | None) -> None:
    assert not same_origin(origin, "localhost")
    assert same_origin("http://localhost", "localhost")
    assert same_origin("https://SAPPER.home:8000", "sapper.home:8000")


def test_strangers_get_nothing(server: Server) -> None:
    answer, content = request(server, "/", Host="evil.com")
    assert (answer.status, b"--allow-host" in content) == (400, True)
    for wrong in ({"Origin": "http://evil.com"}, {"Host": "evil.com", "Origin": "http://evil.com"}):
        with pytest.raises(InvalidStatus), open_socket(server, **wrong):
            pass


MESSAGES = ["", "{", "[]", "7", '{"worker": "a"}', '{"work": "play"}', b"\xff", "[" * 100_000]


@pytest.mark.parametrize(
    "content", [*MESSAGES, '{"worker": 1}' + " " * MESSAGE_BYTES], ids=[*"01234567", "too long"]
)
def test_a_message_that_is_none_ends_the_socket(server: Server, content: str | bytes) -> None:
    with open_socket(server) as page:
        page.recv()
        with suppress(ConnectionClosed):  # while it is sent
            page.send(content)
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=20)


def test_a_wrong_question_is_answered_with_an_error(server: Server) -> None:
    with open_socket(server) as page:
        assert json.loads(page.recv())["strategies"] == []
        for wrong in ({}, {"work": "abort"}, {"work": "play", "plan": {"board": {}}}):
            assert answer_to(page, **wrong)["error"]["type"] == "internal"


def children(server: Server) -> list[psutil.Process]:
    assert server.process is not None
    processes: list[psutil.Process] = psutil.Process(server.process.pid).children()
    return processes


def test_processes_end_with_their_page(server: Server) -> None:
    with open_socket(server) as page:
        page.recv()
        answer_to(page, work="nothing")
        assert len(children(server)) == 1
    until = time.monotonic() + 20
    while children(server) and time.monotonic() < until:
        time.sleep(0.05)
    assert children(server) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT for one process")
@pytest.mark.parametrize("sign", rest_long([signal.SIGINT, signal.SIGTERM]))
def test_it_stops_beside_a_strategy_that_hangs(tmp_path: Path, sign: signal.Signals) -> None:
    (tmp_path / "mine.py").write_text("def hangs(position):\n    while True: pass\n")
    server = Server(tmp_path, ("mine:hangs",))
    server.start()
    assert server.process is not None
    board = {"topology": "square", "shape": [9, 9], "mines": 10}
    plan = {"board": board, "first_click": "safe", "strategy": "mine:hangs", "seed": "1"}
    with open_socket(server) as page:
        page.recv()
        page.send(json.dumps({"worker": 1, "work": "play", "plan": plan, "first": 0, "count": 1}))
        assert json.loads(page.recv())["ready"]
        (helper,) = children(server)
        server.process.send_signal(sign)
        assert server.process.wait(20) == 0
    helper.wait(20)
    server.end()


def test_errors_take_one_line(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("class Mine: pass\n")
    for more, words in (
        (["mine.py:Mien"], "did you mean 'Mine'?"),
        (["none.py:Mine"], "there is no file none.py"),
        ([], f"cannot listen on 127.0.0.1, port {server.port}: "),
        (["--host", "192.0.2.1"], "cannot listen on 192.0.2.1"),
    ):
        result = command_line("serve", "--no-open", "--port", server.port, *more, ends=2)
        assert result.stderr.count("\n") == 1
        assert words in result.stderr


def test_without_a_page_it_says_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "a" / "b" / "serve" / "page_server.py"
    monkeypatch.setattr("sapper.serve.page_server.__file__", str(here))
    with pytest.raises(Exception, match="run 'make page' in a clone, or install a wheel of sapper"):
        page_folder()
