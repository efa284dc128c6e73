"""Requests from the wrong place, too large or too fast are refused."""

import asyncio
import json
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect
from support.live import Live, connected

from sapper.web import limits
from sapper.web.access import guard
from sapper.web.access.guard import Hosts, json_bytes, large_json_bytes
from sapper.web.access.players import player_of
from sapper.web.access.rates import Rate
from sapper.web.app import create_app
from sapper.web.transport.page import Page
from sapper.web.transport.reading import readable


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: st.lists(inner, max_size=70) | st.dictionaries(st.text(), inner),
    )
)
def test_large_json_is_the_same_json(value: object) -> None:
    assert asyncio.run(large_json_bytes(value)) == json_bytes(value)


async def test_large_json_is_written_in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def written(value: object) -> bytes:
        said = json_bytes(value)
        sizes.append(len(said))
        return said

    monkeypatch.setattr(guard, "json_bytes", written)
    answer = {"safe": [[row, 1] for row in range(100_000)], "minefield": {"mined": list(range(100_000))}}
    said = await large_json_bytes({**answer, "mine_probability": [[0.125] * 1_000] * 1_000})
    assert len(said) > 7_000_000
    assert max(sizes) < 200_000


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("127.0.0.1", True),
        ("127.0.0.1:8765", True),
        ("localhost:8765", True),
        ("LOCALHOST", True),
        ("[::1]:8765", True),
        ("[::1]", True),
        ("[::1]x", False),
        ("[::1]:8765x", False),
        ("[::1]:", False),
        ("[::1", False),
        ("::1", False),
        ("[127.0.0.1", False),
        ("127.0.0.1]", False),
        ("127.0.0.1:80:80", False),
        ("localhost:", False),
        ("localhost:x", False),
        ("localhost:\u0661", False),
        ("localhost\n", False),
        ("", False),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("192.168.1.5", False),
        ("127.0.0.1.evil.example:80", False),
        ("my.home", True),
    ],
)
def test_hosts_of_a_server_on_this_machine_only(host: str, allowed: bool) -> None:
    assert Hosts("127.0.0.1", ["my.home"]).allow(host) == allowed


@pytest.mark.parametrize(
    ("host", "allowed"),
    [("192.168.1.5:8765", True), ("[fe80::1]", True), ("localhost", True), ("evil.example", False)],
)
def test_hosts_of_a_server_in_the_network(host: str, allowed: bool) -> None:
    assert Hosts("0.0.0.0").allow(host) == allowed


def test_a_foreign_host_gets_nothing(client: TestClient) -> None:
    answer = client.get("/api/about", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["error"]["type"]) == (400, "host")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://[evil"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_nothing_changes_from_another_site(client: TestClient, headers: dict[str, str]) -> None:
    body = {"board": {"level": "expert"}}
    assert client.post("/api/games", json=body, headers=headers).status_code == 403
    assert client.put("/api/settings", json={}, headers=headers).status_code == 403
    assert client.delete("/api/statistics", headers=headers).status_code == 403
    with (
        pytest.raises(WebSocketDenialResponse),
        client.websocket_connect("ws://127.0.0.1/api/live", headers=headers),
    ):
        pass
    assert client.get("/api/games").json() == {"games": []}


def test_the_own_page_may_change_things(client: TestClient) -> None:
    headers = {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    assert client.put("/api/settings", json={"theme": "dark"}, headers=headers).json() == {"theme": "dark"}
    assert client.get("/api/settings").json() == {"theme": "dark"}


def test_forms_of_other_sites_cannot_send_bodies(client: TestClient) -> None:
    for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = client.put("/api/settings", content=b"{}", headers={"content-type": media})
        assert (answer.status_code, answer.json()["error"]["type"]) == (415, "media")


def test_every_answer_carries_the_policy(client: TestClient) -> None:
    answers = [
        client.get("/"),
        client.get("/api/about"),
        client.get("/nothing"),
        client.get("/api/about", headers={"host": "evil.example"}),
        client.post("/api/games", json={}),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "cross-origin-opener-policy" not in answer.headers
    trusted = client.get("/", headers={"sec-fetch-site": "none"})
    assert trusted.headers["cross-origin-opener-policy"] == "same-origin"


def test_large_bodies_are_refused_before_they_are_read(client: TestClient) -> None:
    large = b"[" + b" " * limits.SMALL_BODY_BYTES + b"]"
    headers = {"content-type": "application/json"}
    assert client.put("/api/settings", content=large, headers=headers).status_code == 413
    assert client.put("/api/settings", content=iter([large]), headers=headers).status_code == 413
    file = bytes(limits.FILE_BYTES + 1)
    headers = {"content-type": "application/octet-stream"}
    assert client.post("/api/read", content=file, headers=headers).status_code == 413
    assert client.post("/api/read", content=file[:-1], headers=headers).status_code == 422


def test_settings_have_a_limit_of_their_own(client: TestClient) -> None:
    assert client.put("/api/settings", json={"a": "b" * limits.SETTINGS_BYTES}).status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/static/../__init__.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/%00",
        "/etc/passwd",
        "/static",
        "/static/",
        "//static/engine.js",
    ],
)
def test_no_address_leads_out_of_the_page(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_files_of_the_page_are_served_as_they_are(client: TestClient) -> None:
    for address, file in Page().files.items():
        answer = client.get(address)
        assert answer.content == file.content
        again = client.get(address, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_a_player_is_a_random_cookie_and_not_to_be_guessed_from_what_is_kept() -> None:
    new = player_of("")
    assert new.cookie is not None
    assert "HttpOnly" in new.cookie
    assert "SameSite=Strict" in new.cookie
    token = new.cookie.partition("=")[2].partition(";")[0]
    known = player_of(f"other=1; sapper_player={token}")
    assert (known.id, known.known) == (new.id, True)
    assert token not in new.id
    for other in ("sapper_player=short", "sapper_player=", "sapper_player=../../x", "\x00", "a;;=;b"):
        assert not player_of(other).known


@pytest.mark.timing
def test_cookies_are_read_in_linear_time() -> None:
    def seconds(size: int) -> float:
        cookies = 'other="' + '\\"' * (size // 2) + '"; ' + ";=" * (size // 2) + "; sapper_player=" + "k" * 32
        times = []
        for _ in range(5):
            started = time.perf_counter()
            assert player_of(cookies).known
            times.append(time.perf_counter() - started)
        return min(times)

    assert seconds(2**20) < 80 * seconds(2**16)  # 16 times, where squares would be 256


@pytest.mark.parametrize("path", ["/", "/nothing", "/api/about", "/api/settings", "/api/games"])
def test_nothing_reads_the_cookies_of_others(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    def unquote(text: str) -> str:
        raise AssertionError(text)

    monkeypatch.setattr("http.cookies._unquote", unquote)
    cookies = f'a="{"x" * 2000}"; sapper_player={"k" * 32}; b="\\""'
    for method in ("GET", "POST", "PUT"):
        answer = client.request(method, path, headers={"cookie": cookies}, json={})
        assert answer.status_code < 500
        assert "set-cookie" not in answer.headers
    with client.websocket_connect("ws://127.0.0.1/api/live", headers={"cookie": cookies}) as socket:
        assert socket.receive_json()["player"] == "known"


@pytest.mark.parametrize("headers", [{"x": "1" * 9_000}, {f"x{n}": "1" for n in range(101)}])
def test_a_head_has_a_limit(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.get("/", headers=headers)
    assert (answer.status_code, answer.json()["error"]["type"]) == (431, "head")
    assert client.get("/api/about?" + "x" * 9_000).status_code == 431
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        client.websocket_connect("ws://127.0.0.1/api/live", headers=headers),
    ):
        pass
    assert refused.value.status_code == 431


def test_what_is_large_counts_as_more_than_one() -> None:
    rate = Rate(1.0, 10, lambda: 0.0)
    assert [rate.allows(4) for _ in range(3)] == [True, True, False]
    assert [rate.allows() for _ in range(3)] == [True, True, False]
    full = Rate(1.0, 10, lambda: 0.0)
    assert [full.allows(50), full.allows()] == [True, False]


def test_large_bodies_use_up_the_rate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REQUEST_RATE", 0.001)
    monkeypatch.setattr(limits, "REQUEST_BURST", 10)
    headers = {"content-type": "application/json"}
    with TestClient(create_app(tmp_path), base_url="http://127.0.0.1") as client:
        client.get("/api/about")
        large = b"[" + b" " * (5 * limits.SIZE_OF_A_DROP) + b"]"
        assert client.post("/api/write", content=large, headers=headers).status_code == 422
        assert client.post("/api/write", content=large, headers=headers).status_code == 429
        assert client.get("/api/about").status_code == 200


def test_a_rate_refills_with_time() -> None:
    now = [0.0]
    rate = Rate(2.0, 3, lambda: now[0])
    assert [rate.allows() for _ in range(4)] == [True, True, True, False]
    now[0] += 0.5
    assert [rate.allows() for _ in range(2)] == [True, False]
    now[0] += 100
    assert [rate.allows() for _ in range(4)] == [True, True, True, False]


def test_too_many_requests_are_told_to_slow_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REQUEST_RATE", 0.001)
    monkeypatch.setattr(limits, "REQUEST_BURST", 5)
    with TestClient(create_app(tmp_path), base_url="http://127.0.0.1") as client:
        client.get("/api/about")  # as nobody yet
        codes = [client.get("/api/about").status_code for _ in range(6)]
        assert codes == [200] * 5 + [429]
        assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("limit", "why"),
    [("CONNECTIONS_OF_A_PLAYER", "Open in 1 tabs already"), ("CONNECTIONS", "Too many people")],
)
def test_one_connection_too_many_gets_the_reason(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, limit: str, why: str
) -> None:
    monkeypatch.setattr(limits, limit, 1)
    for _ in range(2):  # the first one makes room when it ends
        with ExitStack() as first:
            connect_soon(client, first)
            with client.websocket_connect("ws://127.0.0.1/api/live") as second:
                with pytest.raises(WebSocketDisconnect) as closed:
                    second.receive_json()
                assert closed.value.code == 1013
                assert why in closed.value.reason


def connect_soon(client: TestClient, first: ExitStack) -> None:
    """Connects as soon as the server has room. It learns a moment late that a connection has ended."""
    deadline = time.monotonic() + 10
    while True:
        try:
            first.enter_context(connected(client))
            return
        except WebSocketDisconnect:
            assert time.monotonic() < deadline
            time.sleep(0.01)


def test_another_server_cannot_open_the_same_data(client: TestClient, tmp_path: Path) -> None:
    client.put("/api/settings", json={})
    with pytest.raises(Exception, match="another server has it open"):
        create_app(tmp_path)


@pytest.mark.parametrize(
    ("sent", "reply"),
    [
        ({"rows": 1, "columns": 3000, "mines": 1}, "'position.columns' should be less than or equal to 2000"),
        ({"rows": 1, "columns": 2}, "'position.mines' is missing"),
        ({"rows": 1, "columns": 2, "mines": 1, "x": 1}, "'position.x' is not permitted"),
        (None, "give exactly one of 'game' and 'position'"),
    ],
)
def test_malformed_fields_are_described_in_sentences(live: Live, sent: object, reply: str) -> None:
    assert live.ask("analyse", position=sent)["error"] == {"type": "request", "message": reply}


def test_errors_never_repeat_what_was_sent(client: TestClient) -> None:
    answer = client.post("/api/games", json={"board": {"level": "<script>alert(1)</script>"}})
    assert answer.status_code == 422
    assert "script" not in json.dumps(answer.json())


TYPES = ["x" * 1_000_000, [0] * 500_000, {str(name): "xyz" for name in range(20_000)}, [["xyz"]], 7, None]


@pytest.mark.parametrize("type", TYPES, ids=range(len(TYPES)))
def test_the_type_of_a_message_is_not_repeated(live: Live, type: object) -> None:
    live.send_text(json.dumps({"id": 3, "type": type}))
    answer = live.receive()
    assert answer["error"]["type"] == "request"
    said = answer["error"]["message"]
    assert "'new', 'resume'" in said
    assert "xyz" not in said
    assert len(said) <= 300


def test_errors_are_short_sentences() -> None:
    for message in ("Input should " + "x" * 1000, "x" * 1000):
        assert len(readable([{"type": "x", "loc": ("new", "y" * 1000), "msg": message}])) <= 300
