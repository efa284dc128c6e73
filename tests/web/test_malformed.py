"""Whatever is sent, over HTTP or the WebSocket: an answer, never a fault, and the server lives on."""

import base64
import json
import string
import threading
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from support.live import Live, connected
from support.malformed import FLOODS, NO_JSON, TYPES, messages

from sapper.board.board import Board
from sapper.board.position import counted_position
from sapper.web import limits
from sapper.web.app import create_app
from sapper.web.encoding.values import position_from
from sapper.web.transport.reading import readable


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server without limits on the rate of requests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("REQUEST_BURST", "ADDRESS_BURST", "LIVE_BURST"):
            patch.setattr(limits, name, 10**9)
        app = create_app(tmp_path_factory.mktemp("web"))
        with TestClient(app, base_url="http://127.0.0.1") as client:
            client.get("/api/about")
            yield client


@pytest.mark.parametrize(
    ("mode", "cases"),
    [
        (GenerationMode.NEGATIVE, 3),
        pytest.param(GenerationMode.NEGATIVE, 10, marks=pytest.mark.long),
        pytest.param(GenerationMode.POSITIVE, 10, marks=pytest.mark.long),
    ],
)
def test_no_request_is_a_fault(hurried: TestClient, mode: GenerationMode, cases: int) -> None:
    schema = schemathesis.openapi.from_dict(hurried.get("/api/openapi.json").json())
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) > 15
    for operation in operations:
        hold(operation.as_strategy(generation_mode=mode), hurried, cases)


def hold(requests: st.SearchStrategy[Any], client: TestClient, cases: int) -> None:
    @settings(max_examples=cases, suppress_health_check=list(HealthCheck))
    @given(case=requests)
    def answers(case: Any) -> None:
        if (case.path, case.method) == ("/api/runs", "POST") and isinstance(case.body, dict):
            case.body["games"] = 5  # a run may take as long as it likes, a test may not
        answer = client.request(**sent(case))
        assert answer.status_code < 500 or answer.status_code == 503, answer.text
        if answer.status_code >= 400:
            assert set(answer.json()) == {"error"}
        assert client.get("/api/about").status_code == 200

    try:
        answers()
    except Unsatisfiable:
        return  # there is nothing that would be malformed


def sent(case: Any) -> dict[str, Any]:
    """What a case of schemathesis sends."""
    kwargs = case.as_transport_kwargs(base_url="http://127.0.0.1")
    names = {"method": "method", "url": "url", "json": "json", "data": "content", "params": "params",
             "headers": "headers"}  # fmt: skip
    return {ours: kwargs[theirs] for theirs, ours in names.items() if theirs in kwargs}


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(sent=st.lists(messages(), max_size=8))
def test_no_message_is_a_fault(hurried: TestClient, sent: list[dict[str, Any]]) -> None:
    with connected(hurried) as live:
        game = live.new(board={"rows": 5, "columns": 6, "mines": 6})["game"]
        for message in sent:
            live.send_text(json.dumps(message).replace('"GAME"', json.dumps(game)))
        lives_on(live)


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(frames=st.lists(st.text(max_size=60) | st.text(string.printable, max_size=60), max_size=8))
def test_no_frame_is_a_fault(hurried: TestClient, frames: list[str]) -> None:
    with connected(hurried) as live:
        for frame in [*frames, "[" * 5000, '{"type":"act","id":' + "9" * 5000 + "}"]:
            live.send_text(frame.encode("utf-8", "replace").decode())
        lives_on(live)


def lives_on(live: Live) -> None:
    """The connection still answers, and no answer so far was a fault of the server."""
    assert live.ask("stop", request=0)["type"] == "stopped"
    assert not [frame for frame in live.frames if (frame.get("error") or {}).get("type") == "internal"]


# A number that is too large, and a word that JSON lacks. With a sign they are no different.
NOT_FINITE = [
    *("1e400", "NaN"),
    *(pytest.param(number, marks=pytest.mark.long) for number in ("-1e400", "Infinity", "-Infinity")),
]


@pytest.mark.parametrize("number", NOT_FINITE)
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/api/settings", '{"a": [{"b": ?}]}'),
        ("POST", "/api/games", '{"board": {"rows": 9, "columns": 9, "density": ?}}'),
        ("POST", "/api/games", '{"board": {"rows": ?, "columns": 9, "mines": 9}}'),
        ("POST", "/api/games/none/actions", '{"kind": "open", "cell": ?}'),
        ("POST", "/api/analyse", '{"text": "1.", "mines": 1, "time_limit_ms": ?}'),
        ("POST", "/api/analyse", '{"position": {"rows": 1, "columns": 2, "mines": ?}}'),
        ("POST", "/api/hint", '{"position": {"rows": 1, "columns": ?, "mines": 1}}'),
        ("POST", "/api/write", '{"position": {"rows": ?, "columns": 2, "mines": 1}, "format": "plain"}'),
        ("POST", "/api/runs", '{"board": {"rows": 9, "columns": 9, "density": ?}, "games": 1}'),
        ("POST", "/api/runs", '{"board": {"level": "expert"}, "games": ?}'),
    ],
)
def test_no_number_that_is_not_finite_is_taken(
    hurried: TestClient, method: str, path: str, body: str, number: str
) -> None:
    headers = {"content-type": "application/json"}
    answer = hurried.request(method, path, content=body.replace("?", number), headers=headers)
    assert (answer.status_code, answer.json()["error"]["type"]) == (422, "request")


@pytest.mark.parametrize("number", NOT_FINITE)
@pytest.mark.parametrize("type", TYPES)
def test_no_message_with_a_number_that_is_not_finite_is_taken(
    hurried: TestClient, type: str, number: str
) -> None:
    game = '"game": "none", "kind": "open", "cell": ?, "key": "k", "action": "move", "run": "r", "request": ?'
    board = (
        '"board": {"rows": 9, "columns": 9, "density": ?}, "position": {"rows": 1, "columns": 2, "mines": ?}'
    )
    with connected(hurried) as live:
        for fields in ("", game, board):
            for id in ("?", "1"):
                live.send_text(f'{{"type": "{type}", "id": {id}, {fields}}}'.replace("?", number))
        lives_on(live)


@pytest.mark.parametrize("body", NO_JSON.values(), ids=NO_JSON)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PUT", "/api/settings"),
        ("POST", "/api/games"),
        # The same code reads all bodies.
        pytest.param("POST", "/api/analyse", marks=pytest.mark.long),
        pytest.param("POST", "/api/runs", marks=pytest.mark.long),
    ],
)
def test_a_body_that_is_not_json_is_malformed(
    hurried: TestClient, method: str, path: str, body: bytes
) -> None:
    headers = {"content-type": "application/json"}
    answer = hurried.request(method, path, content=body, headers=headers)
    error = answer.json()["error"]
    assert (answer.status_code, error["type"]) == (422, "request")
    assert len(error["message"]) < 300


@pytest.mark.parametrize("body", NO_JSON.values(), ids=NO_JSON)
def test_a_message_that_is_not_json_is_malformed(hurried: TestClient, body: bytes) -> None:
    with connected(hurried) as live:
        text = body.decode("latin-1")
        live.send_text(f'{{"type": "analyse", "id": 1, "position": {text}}}')
        assert live.receive()["error"]["type"] == "request"
        lives_on(live)


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_a_flood_of_mistakes_is_not_collected(
    hurried: TestClient, flood: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    collected = []

    def counted(errors: Any) -> str:
        collected.append(len(errors))
        return readable(errors)

    monkeypatch.setattr("sapper.web.app.readable", counted)
    monkeypatch.setattr("sapper.web.transport.live.readable", counted)
    answer = hurried.post("/api/games", json=flood)
    assert answer.status_code == 422
    with connected(hurried) as live:
        live.send_text(json.dumps({"type": "new", "id": 1, **flood}, separators=(",", ":")))
        error = live.receive()["error"]  # without an id where the text was not even parsed
    assert {answer.json()["error"]["type"], error["type"]} <= {"request", "cell"}
    for message in (answer.json()["error"]["message"], error["message"]):
        assert len(message) < 300
    assert max(collected, default=0) <= 20  # none where a cell is wrong: the models do not look at cells


@pytest.mark.parametrize("type", TYPES)
def test_lists_where_none_belong_are_one_mistake_each(
    hurried: TestClient, type: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    collected = []

    def counted(errors: Any) -> str:
        collected.append(len(errors))
        return readable(errors)

    monkeypatch.setattr("sapper.web.transport.live.readable", counted)
    names = ("game", "board", "position", "minefield", "window", "file", "cell", "key", "kind", "fair",
             "seed", "strategy", "run", "request", "mined")  # fmt: skip
    with connected(hurried) as live:
        for name in names:
            live.ask(type, **{name: ["x"] * 5_000})
        live.ask(type, minefield={"mined": [["x"] * 1_000] * 5}, position={"marks": ["x"] * 5_000})
        for name, most in (("actions", limits.PAST_ACTIONS), ("path", limits.PATH_PLACES), ("files", 50)):
            live.ask(type, **{name: [{}] * most})
    assert max(collected) <= 20


@pytest.mark.parametrize(
    ("body", "most"),
    [
        ('{"board": [' + "[]," * 30_000 + "[]]}", "20000 lists and objects"),
        ('{"board": [' + "{}," * 30_000 + "{}]}", "20000 lists and objects"),
        ("{" + ",".join(f'"{number:x}": 1' for number in range(50_001)) + "}", "50000 names and texts"),
        ('{"board": [' + "1," * 1_100_001 + "1]}", "1100000 values"),
    ],
)
def test_json_of_too_many_parts_is_not_parsed(
    hurried: TestClient, body: str, most: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[int] = []
    monkeypatch.setattr("sapper.web.transport.reading.from_json", lambda text, **_: parsed.append(len(text)))
    answer = hurried.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert not parsed
    assert (answer.status_code, answer.json()["error"]["type"]) == (422, "request")
    assert answer.json()["error"]["message"] == f"a request has at most {most}"


def test_as_many_past_actions_as_allowed_are_taken(hurried: TestClient) -> None:
    field = {"rows": 1000, "columns": 1000, "mines": 400_000, "mined": list(range(400_000))}
    actions = [{"kind": "flag", "cell": cell} for cell in range(limits.PAST_ACTIONS)]
    answer = hurried.post("/api/games", json={"minefield": field, "actions": actions})
    assert answer.status_code == 201


def test_long_texts_are_read_beside_the_event_loop(
    hurried: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []

    def seen(marks: Any) -> Any:
        threads.append(threading.current_thread().name)
        return counted_position(marks)

    def position_seen(board: Board, marks: str | None) -> Any:
        threads.append(threading.current_thread().name)
        return position_from(board, marks)

    monkeypatch.setattr("sapper.web.transport.requests.counted_position", seen)
    monkeypatch.setattr("sapper.web.games.boards_asked.position_from", position_seen)
    marks = base64.b64encode(b"\xff" * 20_000).decode()
    position = {"shape": [100, 200], "mines": 5, "marks": marks}
    text = "\n".join(["." * 200] * 100)
    for path, body in (
        ("analyse", {"text": text, "mines": 5}),
        ("analyse", {"position": position}),
        ("hint", {"position": position}),
    ):
        assert hurried.post(f"/api/{path}", json=body).status_code == 200
    with connected(hurried) as live:
        assert live.ask("analyse", position=position)["type"] == "analysis"
    assert len(threads) == 4
    assert all(name.startswith("file") for name in threads)


def test_a_million_cells_that_are_right_are_taken(hurried: TestClient) -> None:
    mined = list(range(500_000))
    field = {"rows": 1000, "columns": 1000, "mines": len(mined), "mined": mined}
    assert hurried.post("/api/write", json={"minefield": field, "format": "mbf"}).status_code in (200, 422)
    field["mined"] = [*mined[:-1], 999_999 + 1]
    answer = hurried.post("/api/write", json={"minefield": field, "format": "mbf"})
    assert (answer.status_code, answer.json()["error"]["type"]) == (422, "cell")


@pytest.mark.parametrize("wrong", [True, 1.0, "1", None, [1], {"cell": 1}])
def test_a_cell_that_is_not_a_number_is_refused(hurried: TestClient, wrong: Any) -> None:
    field = {"rows": 2, "columns": 2, "mines": 1, "mined": [wrong]}
    error = hurried.post("/api/write", json={"minefield": field, "format": "mbf"}).json()["error"]
    assert (error["type"], "whole numbers" in error["message"]) == ("request", True)


@pytest.mark.parametrize("cell", [-1, 4, 2**62, 2**63, 10**30])
def test_a_cell_off_the_board_is_refused(hurried: TestClient, cell: int) -> None:
    field = {"rows": 2, "columns": 2, "mines": 1, "mined": [cell]}
    answer = hurried.post("/api/write", json={"minefield": field, "format": "mbf"})
    assert (answer.status_code, answer.json()["error"]["type"]) == (422, "cell")


def test_a_binary_frame_ends_the_connection(client: TestClient) -> None:
    with client.websocket_connect("ws://127.0.0.1/api/live") as socket:
        socket.receive_json()
        socket.send_bytes(b"\x00")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1003


def test_too_many_malformed_messages_end_the_connection(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LIVE_BURST", 1_000_000)
    with client.websocket_connect("ws://127.0.0.1/api/live") as socket:
        for _ in range(600):
            socket.send_text("{")
        with pytest.raises(WebSocketDisconnect) as closed:
            drain(socket)
        assert closed.value.code == 1008


def drain(socket: WebSocketTestSession) -> None:
    while True:
        socket.receive_json()


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(
    content=st.binary(max_size=300), format=st.sampled_from(["auto", "mbf", "avf", "plain", "tatham", "?"])
)
def test_no_file_is_a_fault(hurried: TestClient, content: bytes, format: str) -> None:
    headers = {"content-type": "application/octet-stream"}
    answer = hurried.post(f"/api/read?mines=3&format={format}", content=content, headers=headers)
    assert answer.status_code in (200, 422)


def test_the_schema_describes_every_request(hurried: TestClient) -> None:
    page = (Path(__file__).parents[2] / "docs" / "web-api.md").read_text(encoding="utf-8")
    for path, methods in hurried.get("/api/openapi.json").json()["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path}" in page, f"{method} {path}"


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("/api/games", {"board": {"level": "beginner"}, "first_click": "fair", "fair": {"rule": "singel"}},
         "did you mean 'single'"),
        ("/api/games", {"board": {"level": "beginner"}, "fair": {"rule": "single"}}, "'fair': leave it out"),
        ("/api/games", {"board": {"rows": 9, "columns": 9, "mines": 75}, "first_click": "fair"}, "opening"),
        ("/api/games/GAME/actions", {"kind": "undo", "cell": 3}, "leave out 'cell'"),
        ("/api/games/GAME/actions", {"kind": "undo", "key": "k"}, "leave out 'cell' and 'key'"),
        ("/api/analyse", {"position": {"rows": 2, "columns": 2, "mines": 1}, "mines": 3}, "go with 'text'"),
        ("/api/analyse", {"position": {"rows": 2, "columns": 2, "mines": 1}, "topology": "torus"}, "'text'"),
        ("/api/analyse", {"position": {"rows": 2, "columns": 2, "mines": 1}, "format": "zig"}, "'text'"),
    ],
)  # fmt: skip
def test_no_option_is_taken_unchecked(hurried: TestClient, path: str, body: dict[str, Any], why: str) -> None:
    game = hurried.post("/api/games", json={"board": {"level": "beginner"}}).json()["game"]
    answer = hurried.post(path.replace("GAME", game), json=body)
    assert (answer.status_code, answer.json()["error"]["type"]) == (422, "request")
    assert why in answer.json()["error"]["message"]


@pytest.mark.parametrize("rule", ["single", "counting", None])
def test_the_rules_there_are_make_fair_boards(hurried: TestClient, rule: str | None) -> None:
    asked = {"board": {"rows": 5, "columns": 5, "mines": 2}, "first_click": "fair", "fair": {"rule": rule}}
    game = hurried.post("/api/games", json=asked).json()["game"]
    opened = hurried.post(f"/api/games/{game}/actions", json={"kind": "open", "cell": 0})
    assert opened.status_code == 200


def test_a_question_that_is_refused_costs_a_game_nothing(live: Live) -> None:
    game = live.new(board={"level": "beginner"})["game"]
    live.open(game, 40)
    assert live.ask("cell", game=game, cell=40)["error"]["type"] == "request"
    assert live.ask("cell", game=game, cell=81)["error"]["type"] == "cell"
    assert live.ask("analyse", game=game, window=[0, 0, 10, 9])["error"]["type"] == "request"
    assert live.ask("resume", game=game)["counts_not"] == []
