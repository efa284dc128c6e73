"""The page's worker answers as the server does, message by message."""

from __future__ import annotations

import base64
import io
import json
import random
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from support.fuzzing import CORPUS, mutants
from support.lattices import lattice
from support.live import Live, Seen, connected, marks_text
from support.recordings import evf4, evfs, rawvf
from support.replays import GAME
from support.wasm import SOURCES, node

from sapper.formats import FORMATS
from sapper.formats.format import kind_name
from sapper.strategy.names import STRATEGIES
from sapper.web import limits
from sapper.web.app import create_app

Message = dict[str, Any]

BYTES = {"content-type": "application/octet-stream"}

OF_ITS_OWN = {"id", "game", "elapsed_ms", "started_at", "ended_at", "three_bv_per_second", "at", "player"}
OF_ITS_OWN |= {"mean_ms", "best_ms", "previous_ms", "at_ms", "duration_ms"}
"""What differs from run to run: ids and clocks."""


class _Worker:
    """The worker in Node.js, with the methods of a test's WebSocket."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout

    def tell(self, line: str) -> None:
        """Tells it something outside the protocol of the page; see `page.mjs`."""
        self._in.write(f"{line}\n")
        self._in.flush()

    def begin(self) -> None:
        """Forgets all games."""
        self.tell("")

    def send_json(self, message: Message) -> None:
        self._in.write(json.dumps(message) + "\n")
        self._in.flush()

    def receive_json(self) -> Message:
        message: Message = json.loads(self._out.readline())
        return message


class Both:
    """Asks the server and the worker, and compares their answers."""

    def __init__(self, client: TestClient, server: Live, worker: Live) -> None:
        self.client = client
        self.sides = server, worker

    def ask(self, type: str, games: tuple[str, str] | None = None, **fields: Any) -> tuple[Message, Message]:
        answers = []
        for number, side in enumerate(self.sides):
            game = {} if games is None else {"game": games[number]}
            news = len(side.news)
            all_answers = side.all_answers(side.send(type, **game, **fields))
            told = [each for each in all_answers if each["type"] != "progress"]
            answers.append((bare(told), bare(side.news[news:]), told[-1]))
        (theirs, their_news, server), (ours, our_news, worker) = answers
        assert ours == rounded(theirs), (type, fields)
        assert our_news == their_news, (type, fields)
        return server, worker

    def http(self, method: str, path: str, body: Message | None = None) -> None:
        """Compares what the server answers over HTTP and the worker over its channel."""
        theirs = self.client.request(method, path, json=body).json()
        ours = self.sides[1].ask("http", method=method, path=path, body=body)
        if ours["type"] == "error":
            assert ours["error"]["type"] == theirs["error"]["type"]
        else:
            assert bare(ours["body"]) == rounded(bare(theirs)), path

    def posted(self, path: str, **sent: Any) -> Any:
        """The answer of the server. Asks again as long as the server gets too many requests a second."""
        while (answer := self.client.post(path, **sent)).status_code == HTTPStatus.TOO_MANY_REQUESTS:
            time.sleep(0.05)
        return answer

    def play(
        self, draw: random.Random, actions: int = 60, same_as: tuple[str, str] | None = None, **fields: Any
    ) -> tuple[str, str]:
        """Plays a game, mostly at safe cells, and undoes the first loss."""
        if same_as is None:
            states = self.ask("new", **fields)
        else:
            first, second = zip(self.sides, same_as, strict=True)
            states = first[0].ask("new", same_as=first[1]), second[0].ask("new", same_as=second[1])
        games = states[0]["game"], states[1]["game"]
        self.go_on(draw, games, states[0], actions)
        return games

    def go_on(self, draw: random.Random, games: tuple[str, str], state: Message, actions: int) -> Message:
        """Plays on in a game, and returns its state."""
        seen, undone = Seen(state), False
        for _ in range(actions):
            if state["status"] == "lost" and not undone:
                undone = True
                update, _ = self.ask("undo", games)
            elif state["status"] != "playing":
                break
            else:
                kind = draw.choice(["open", "open", "open", "flag", "chord"])
                cell = draw.choice(range(len(seen.marks)))
                update, _ = self.ask("act", games, kind=kind, cell=cell, key=f"{draw.random()}")
            seen.take(update)
            state = update
        self.ask("act", games, kind="open", cell=0, key="last")
        return self.ask("resume", games)[0]


def bare(value: Any) -> Any:
    """A message without clocks and ids."""
    if isinstance(value, list):
        return [bare(each) for each in value]
    if isinstance(value, dict):
        return {name: bare(each) for name, each in value.items() if name not in OF_ITS_OWN}
    return value


def rounded(value: Any) -> Any:
    """A message whose figures may differ in the last bit: logarithms come from the system's library."""
    if isinstance(value, list):
        return [rounded(each) for each in value]
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    return pytest.approx(value, rel=1e-11, abs=0) if isinstance(value, float) else value


@contextmanager
def in_node(players: int) -> Iterator[_Worker]:
    """The worker in Node.js. So many threads play its runs."""
    command = [node(), str(Path(__file__).parent / "page.mjs"), f"{SOURCES}/", str(players)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield _Worker(process)
        assert process.stdin is not None
        process.stdin.close()
    assert process.returncode == 0


@pytest.fixture(scope="module")
def worker() -> Iterator[_Worker]:
    with in_node(3) as worker:
        yield worker


def known(client: TestClient) -> TestClient:
    """The same client, with the cookie of a player."""
    client.get("/api/about")
    return client


@contextmanager
def sitting(worker: _Worker, folder: Path, cookies: Any = None) -> Iterator[Both]:
    """Both, with the server's games in this folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "LIVE_BURST", 1_000_000)
        patch.setattr("sapper.web.transport.live._MOST_REFUSED", 1_000_000)
        app = create_app(folder)
        with (
            TestClient(app, base_url="http://127.0.0.1", cookies=cookies) as client,
            connected(known(client)) as server,
        ):
            yield Both(client, server, Live(worker))  # type: ignore[arg-type]  # it has the methods that are used


@pytest.fixture
def both(worker: _Worker, tmp_path: Path) -> Iterator[Both]:
    worker.begin()
    with sitting(worker, tmp_path) as both:
        answered = both.sides[1].hello.pop("answers")
        assert {"new", "act", "analyse", "GET /api/statistics"} < set(answered)
        assert bare(both.sides[1].hello) == bare(both.sides[0].hello)
        yield both


@pytest.mark.parametrize("variant", ["normal", "hard_core", "lucky"])
@pytest.mark.parametrize("topology", ["square", "torus", "hexagons", "octagons"])
def test_games(both: Both, topology: str, variant: str) -> None:
    draw = random.Random(f"{topology} {variant}")
    board = {"topology": topology, "shape": [7, 9], "density": 0.15}
    for seed in range(6):
        win, on_mine = draw.choice(["cleared", "flagged"]), draw.choice(["stop", "continue"])
        rules: dict[str, Any] = {"win": win, "on_mine": on_mine, "question_marks": draw.random() < 0.5}
        first = draw.choice(["safe", "opening", "any"])
        both.play(draw, board=board, variant=variant, seed=str(seed), first_click=first, **rules)


@pytest.mark.parametrize("variant", ["normal", "hard_core", "lucky"])
def test_games_go_on_after_a_restart(worker: _Worker, tmp_path: Path, variant: str) -> None:
    draw = random.Random(f"restart {variant}")
    board = {"shape": [7, 9], "density": 0.15}
    left = []
    worker.begin()
    with sitting(worker, tmp_path) as both:
        for seed in range(12):
            on_mine, first = draw.choice(["stop", "continue"]), draw.choice(["safe", "any", "fair"])
            rules: dict[str, Any] = {"variant": variant, "on_mine": on_mine, "first_click": first}
            games = both.play(draw, draw.randrange(25), board=board, seed=str(seed), **rules)
            if draw.random() < 0.3:
                games = both.play(draw, draw.randrange(25), same_as=games)
            if draw.random() < 0.3:
                both.ask("hint", games)
            left.append((games, both.ask("resume", games)[0]))
        cookies = both.client.cookies
    worker.tell("again")
    with sitting(worker, tmp_path, cookies) as both:
        for games, before in left:
            state, _ = both.ask("resume", games)
            assert bare(state) == bare(before)
            both.go_on(draw, games, state, 20)


def test_levels_and_fair_boards(both: Both) -> None:
    draw = random.Random(3)
    for level in ("beginner", "intermediate", "expert"):
        both.play(draw, board={"level": level}, seed="7")
        both.play(draw, board={"level": level}, seed=str(2**64 - 1), first_click="fair")
    adjusted = {"method": "adjusted", "rule": "cases", "mine_count": False}
    games = both.play(draw, board={"level": "intermediate"}, seed="1", first_click="fair", fair=adjusted)
    for side, game in zip(both.sides, games, strict=True):
        assert side.ask("new", same_as=game)["counts_not"] == ["same"]
    both.play(draw, daily="expert")


def test_what_cannot_be_saved_did_not_happen(worker: _Worker) -> None:
    """As on the server, whose tests fill its disk. Help is given all the same, and the next move saves it."""
    worker.begin()
    live = Live(worker)  # type: ignore[arg-type]  # it has the methods that are used
    first = live.new(board={"level": "beginner"})["game"]
    live.open(first, 40)
    again = live.new(same_as=first)["game"]
    worker.tell("full")
    attempts: list[Callable[[], Message]] = [
        lambda: live.act(first, "flag", 0),
        lambda: live.ask("assist", game=first, action="move"),
        lambda: live.open(again, 40),  # which makes the first one practice
    ]
    for attempt in attempts:
        assert attempt()["error"]["type"] == "storage"
        state = live.ask("resume", game=first)
        assert (state["counts"], state["counts_not"], state["moves"]) == (True, [], 1)
    assert live.ask("hint", game=first)["type"] == "hint"
    assert live.news[-1]["counts_not"] == ["help"]
    worker.tell("room")
    assert live.act(first, "flag", 0)["counts_not"] == ["help"]
    assert live.open(again, 40)["type"] == "update"


def positions(both: Both, count: int) -> Iterator[tuple[Message, tuple[str, str]]]:
    """Positions in the middle of games on all topologies, as requests give them, and the games."""
    draw = random.Random(5)
    for number in range(count):
        topology = ("square", "torus", "hexagons", "octagons")[number % 4]
        board = {"topology": topology, "shape": [8, 10], "density": draw.choice([0.12, 0.2])}
        games = both.play(draw, draw.randrange(1, 12), board=board, seed=str(number))
        state, _ = both.ask("resume", games)
        yield {**state["board"], "marks": state["marks"]}, games


def test_figures(both: Both) -> None:
    draw = random.Random(6)
    for position, games in positions(both, 24):
        trust: dict[str, Any] = {"trust_flags": draw.random() < 0.5}
        both.ask("analyse", position=position, zeros=True, **trust)
        both.ask("analyse", games, window=[1, 2, 6, 9])
        both.ask("structure", position=position, **trust)
        both.ask("analyse", games, guess=True, moves=draw.randrange(1, 9))
        both.ask("hint", position=position, all=draw.random() < 0.5, **trust)
        both.ask("hint", games)
        both.ask("evaluate", position=position)
        for cell in draw.sample(range(80), 4):
            both.ask("cell", position=position, cell=cell, **trust)
        for strategy in draw.sample(STRATEGIES_AND_PARTS, 3):
            both.ask("beliefs", games, strategy=strategy, window=draw.choice([None, [0, 0, 8, 5]]))


STRATEGIES_AND_PARTS = [*STRATEGIES, "bounds+boundary", "subset+density", "single+ratio", "sampled+corners"]


def test_wrong_questions(both: Both) -> None:
    state, other = both.ask("new", board={"level": "beginner"}, seed="1")
    games = state["game"], other["game"]
    both.ask("analyse")
    both.ask("analyse", games, window=[0, 0, 99, 9])
    both.ask("cell", games, cell=81)
    both.ask("beliefs", games, strategy="bets")
    both.ask("structure", ("none", "none"))
    both.ask("speed", request=1, delay_ms=3)
    impossible = {"shape": [2, 2], "mines": 1, "marks": "AQEBAQ=="}
    for question in ("analyse", "beliefs", "evaluate", "structure"):
        both.ask(question, position=impossible)
    both.ask("analyse", position={"shape": [2, 2], "mines": 1, "marks": "CQEB/w=="})
    both.ask("analyse", position={"shape": [2, 2], "mines": 9})
    both.ask("analyse", position={"shape": [2, 2], "mines": 1, "marks": "AQ"})


VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    3,
    2**60,
    0.5,
    "",
    "safe",
    "x" * 300,
    [],
    [1, 2],
    [1, 2, 3, 4],
    {},
    {"a": 1},
]
VALUES += [
    {"level": "beginner"},
    {"shape": [3, 3], "mines": 1, "marks": None},
    {"shape": [0, 3]},
    [[1, 2, 3]],
]
FIELDS = [
    "game",
    "position",
    "board",
    "window",
    "cell",
    "kind",
    "key",
    "path",
    "delay_ms",
    "seed",
    "first_click",
]
FIELDS += [
    "strategy",
    "trust_flags",
    "count",
    "time_limit_ms",
    "request",
    "action",
    "same_as",
    "variant",
    "more",
]


def test_whatever_the_fields_hold(both: Both) -> None:
    draw = random.Random(24)
    types: list[Any] = [
        "new",
        "act",
        "resume",
        "analyse",
        "beliefs",
        "cell",
        "structure",
        "autoplay",
        "speed",
        "ping",
        "x",
        3,
    ]
    for _ in range(1500):
        fields = {name: draw.choice(VALUES) for name in draw.sample(FIELDS, draw.randint(0, 4))}
        if fields.get("board") != {"level": "beginner"}:
            both.ask(draw.choice(types), **fields)


@pytest.mark.parametrize("strategy", [*STRATEGIES_AND_PARTS])
def test_autoplay(both: Both, strategy: str) -> None:
    for seed in range(2):
        variant = ("normal", "lucky")[seed]
        state, other = both.ask("new", board={"level": "beginner"}, seed=f"{seed}", variant=variant)
        games = state["game"], other["game"]
        both.ask("autoplay", games, strategy=strategy, delay_ms=1, flags=True, guesses=False, thinking=True)
        both.ask("autoplay", games, strategy=strategy, delay_ms=1)


def test_autoplay_where_flags_win(both: Both) -> None:
    for seed in range(3):
        rules: dict[str, Any] = {"win": "flagged", "question_marks": True}
        state, other = both.ask("new", board={"level": "beginner"}, seed=f"{seed}", **rules)
        games = state["game"], other["game"]
        marked = (0, 1, 1, *range(2, 80, 6))  # flags and a question mark, most of them wrong
        for number, cell in enumerate(marked):
            both.ask("act", games, kind="flag", cell=cell, key=f"{number}")
        both.ask("autoplay", games, delay_ms=1, guesses=False)
        both.ask("autoplay", games, delay_ms=1)


@pytest.mark.parametrize("board", [{"level": "expert"}, {"shape": [70, 70], "density": 0.19}])
def test_autoplay_at_full_speed(both: Both, board: Message) -> None:
    """Which moves come at once, and their order, depend on the machine, so only the ends are compared."""
    for seed in range(3):
        state, other = both.ask("new", board=board, seed=f"{seed}")
        ends = []
        for side, game in zip(both.sides, (state["game"], other["game"]), strict=True):
            done = side.ask("autoplay", game=game, delay_ms=0, time_limit_ms=30_000)
            now = side.ask("resume", game=game)
            ends.append((done["reason"], now["status"], now["marks"]))
        assert ends[0] == ends[1]


def test_the_assistant(both: Both) -> None:
    draw = random.Random(7)
    for seed in range(8):
        state, other = both.ask("new", board={"level": "intermediate"}, seed=f"{seed}")
        games = state["game"], other["game"]
        both.ask("assist", games, action="move", flags=True)
        both.ask("assist", games, action="run", flags=seed % 2 == 0)
        both.ask("assist", games, action="move")
        for number in range(6):
            both.ask(
                "assist", games, action=draw.choice(["step", "guess"]), hint=number % 3, flags=seed % 2 == 0
            )


def test_losses(both: Both) -> None:
    draw = random.Random(9)
    for seed in range(12):
        variant = draw.choice(["normal", "hard_core"])
        state, other = both.ask(
            "new", board={"level": "beginner"}, seed=f"{seed}", variant=variant, first_click="any"
        )
        games = state["game"], other["game"]
        for number in range(30):
            kind = draw.choice(["open", "open", "flag", "chord"])
            update, _ = both.ask("act", games, kind=kind, cell=draw.randrange(81), key=f"{number}")
            if update.get("status") == "lost":
                break
        both.ask("explain", games)
        both.ask("hint", games)


def walked(both: Both, draw: random.Random, games: tuple[str, str], state: Message) -> Message:
    """Plays a game to its end: at random, at safe cells, by chords and flags."""
    seen = Seen(state)
    for number in range(300):
        if state["status"] != "playing":
            break
        best = both.sides[0].ask("analyse", position={**seen.board, "marks": marks_text(seen.marks)})["best"]
        kind = draw.choice(["open", "open", "open", "flag", "chord"])
        cell = draw.randrange(len(seen.marks))
        if kind == "open" and draw.random() < 0.8 and best is not None:
            cell = best
        state, _ = both.ask("act", games, kind=kind, cell=cell, key=f"{number}")
        seen.take(state)
    return state


def test_reviews(both: Both) -> None:
    """Of games of all kinds. The times are those of two clocks."""
    draw = random.Random(11)
    verdicts = set()
    for number, topology in enumerate(("square", "torus", "hexagons", "octagons") * 3):
        board = {"topology": topology, "shape": [7, 8], "density": draw.choice([0.15, 0.22])}
        rules: dict[str, Any] = {"on_mine": draw.choice(["stop", "continue"])}
        rules |= {"win": draw.choice(["cleared", "flagged"]), "question_marks": draw.random() < 0.5}
        rules |= {"variant": ("normal", "hard_core", "lucky")[number % 3], "first_click": "safe"}
        state, other = both.ask("new", board=board, seed=str(number), **rules)
        games = state["game"], other["game"]
        both.ask("review", games)  # it is in play
        state = walked(both, draw, games, state)
        if number % 4 == 0 and state["status"] == "lost":
            both.ask("undo", games)
            walked(both, draw, games, both.ask("resume", games)[0])
        reviewed, _ = both.ask("review", games)
        verdicts |= {move["verdict"] for move in reviewed.get("moves", ())}
        if number < 4:
            both.ask("chances", games)
    assert verdicts == {"first", "certain", "forced", "needless", "flag", "idle"}
    both.ask("review")
    both.ask("review", ("none", "none"))


@pytest.mark.parametrize("format", ["avf", "rmv", "mvf", "evf", "evfs", "rawvf"])
def test_reviews_of_files(both: Both, format: str) -> None:
    """Of recordings with chords of two buttons, clicks that do nothing, and the path of the pointer."""
    reviewed = 0
    for data in (*CORPUS[format], *mutants(format, 20, 3)):
        asked = {"file": base64.b64encode(data).decode()}
        theirs, ours = (side.ask("review", **asked) for side in both.sides)
        if theirs["type"] == "error":
            assert ours["error"]["type"] == theirs["error"]["type"], data
            continue
        reviewed += 1
        for side in (theirs, ours):
            del side["id"]
        assert ours == rounded(theirs), data
    assert reviewed > 1
    both.ask("review", file="not base64")


def test_places_between_two_hundredths_of_a_cell(both: Both) -> None:
    """Cells of 40 pixels: every odd pixel lies in the middle between two hundredths."""
    way = tuple((3000 + 10 * step, "mv", 2 * step + 1, 2 * step + 1) for step in range(80))
    file = rawvf(replace(GAME, events=GAME.events + way), options="SquareSize: 40\n")
    reviewed, _ = both.ask("review", file=base64.b64encode(file).decode())
    assert len(reviewed["pointer"]) > len(way)


def counting(exported: bytes) -> bytes:
    """An archive of the same games, under other names, as if they counted. Games of a known seed do not."""
    archive = zipfile.ZipFile(io.BytesIO(exported))
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as made:
        for name in archive.namelist():
            content = archive.read(name)
            if name == "games.jsonl":
                lines = [json.loads(line) for line in content.splitlines()]
                for line in lines:
                    line |= {"game": f"{line['game']}x", "started_at": line["started_at"] - 1}
                    line |= {"counts_not": [], "result": line["status"], "result_at": line["ended_at"]}
                content = "\n".join(map(json.dumps, lines)).encode()
            made.writestr(name, content)
    return written.getvalue()


def test_reports_and_puzzles(both: Both) -> None:
    """Of games of a player who opens any cell, on all topologies and by all rules. They are reviewed once."""
    draw = random.Random(12)
    server, worker = both.sides
    for number in range(24):
        topology = ("square", "torus", "hexagons", "octagons")[number % 4]
        board = {"topology": topology, "shape": [5, 6], "mines": 3 + number % 3}
        rules: dict[str, Any] = {"on_mine": draw.choice(["stop", "continue"]), "first_click": "opening"}
        rules |= {"variant": ("normal", "hard_core", "lucky")[number % 3]}
        state = server.new(board=board, seed=str(number), **rules)
        game = state["game"]
        for cell in draw.sample(range(30), 30):
            if state["status"] == "playing":
                state = server.open(game, cell)
    archive = counting(both.client.get("/api/archive").content)
    headers = {"content-type": "application/octet-stream"}
    assert both.client.post("/api/archive", content=archive, headers=headers).json()["added"] == 24
    sent = base64.b64encode(archive).decode()
    assert worker.ask("http", method="POST", path="/api/archive", bytes=sent)["body"]["added"] == 24
    for asked in (
        {"type": "report"},
        {"type": "report", "win": True},
        {"type": "report"},
        {"type": "puzzles"},
    ):
        theirs, ours = (side.ask(**asked) for side in both.sides)
        assert ours == rounded({**theirs, "id": ours["id"]})
    report = worker.ask("report", win=True)
    assert (report["games"], report["left_out"]) == (24, 0)
    assert 0 < report["accuracy"] < 1
    assert report["needless"] > len(worker.ask("puzzles")["puzzles"]) > 3
    assert len(report["missed"]) > 1
    begun = time.monotonic()
    worker.ask("report")
    assert time.monotonic() - begun < 0.5
    both.ask("report", added=True)  # no files were added
    both.ask("add", files=[])


@pytest.mark.parametrize("win", [False, True])
def test_reports_on_files(both: Both, win: bool) -> None:
    """Of games in all formats, several in one file, copies, and damaged files."""
    contents = [data for format in ("rawvf", "avf", "evf", "mvf", "rmv") for data in CORPUS[format][:2]]
    contents += [data for format in ("rawvf", "avf", "evfs") for data in mutants(format, 3, 5)]
    games = [evf4(GAME, player=b"One"), evf4(GAME, player=b"Two")]
    contents += [evfs(*games), evfs(*games)[:-9], evfs(), contents[0]]
    files = [
        {"name": f"file {number}", "file": base64.b64encode(data).decode()}
        for number, data in enumerate(contents)
    ]
    both.ask("add", begin=True, win=win, files=files[:12])
    both.ask("add", win=win, files=files[10:])
    theirs, ours = (side.ask("report", added=True) for side in both.sides)
    assert theirs["games"] > 6
    assert theirs["left_out"] > 3
    for side in (theirs, ours):
        del side["id"]
    assert ours == rounded(theirs)
    both.ask("add", begin=True, files=[{"name": "x", "file": "not base64"}])
    both.ask("add", begin=True, files=files[:1])
    assert both.sides[1].ask("report", added=True)["games"] == 1  # the others are forgotten


@pytest.mark.parametrize("format", FORMATS)
def test_files_are_read_and_written_as_on_the_server(both: Both, format: str) -> None:
    read = []
    for data in (*CORPUS[format][:6], *mutants(format, 25, 4)):
        for known in ("", "mines=3", "mines=2&nearest=true", f"mines=0&format={format}", "topology=hexagons"):
            path = f"/api/read?{known}"
            theirs = both.posted(path, content=data, headers=BYTES).json()
            ours = both.sides[1].ask("http", method="POST", path=path, bytes=base64.b64encode(data).decode())
            assert ours.get("body", {"error": ours.get("error")}) == theirs, (data, known)
            read.append(theirs)
    kinds = {each.get("kind") for each in read}
    assert kinds >= {None, *map(kind_name, FORMATS[format].kinds)}
    held = [
        (kind, each[kind]) for each in read for kind in ("position", "minefield") if each.get("kind") == kind
    ]
    for kind, contents in held[:: max(1, len(held) // 8)]:
        for name in FORMATS:
            asked = {kind: contents, "format": name}
            answer = both.posted("/api/write", json=asked)
            ours = both.sides[1].ask("http", method="POST", path="/api/write", body=asked)
            if answer.status_code == 200:
                assert base64.b64decode(ours["bytes"]) == answer.content
            else:
                assert ours["error"] == answer.json()["error"]


def test_a_position_gets_the_nearest_mine_count_that_fits(both: Both) -> None:
    for text, mines, nearest in (
        ("1...\n....", 1, 1),
        ("1...\n....", 0, 1),
        ("3...\n....", 1, 3),
        ("1.1\n...", 4, 2),
        ("..1\n...", 5, 3),
        ("!.\n..", 0, None),
        ("8.\n..", 2, None),
        ("1.\n.0", 2, 2),  # no mine count fits
    ):
        path = f"/api/read?format=plain&nearest=true&mines={mines}"
        theirs = both.posted(path, content=text.encode(), headers=BYTES).json()
        content = base64.b64encode(text.encode()).decode()
        ours = both.sides[1].ask("http", method="POST", path=path, bytes=content)
        assert ours.get("body", {"error": ours.get("error")}) == theirs, text
        assert theirs.get("position", {}).get("mines") == nearest, text


def test_a_picture_is_left_to_the_server(both: Both) -> None:
    refused = "reading a picture needs Sapper on your own machine, started with “sapper serve”"

    def ours(data: bytes, path: str) -> Any:
        answer = both.sides[1].ask("http", method="POST", path=path, bytes=base64.b64encode(data).decode())
        return answer.get("body", {"error": answer.get("error")})

    minefield = (
        bytes([66, 77, 0, 200])
        + bytes(byte for row in range(77) for column in (0, 1, 2) for byte in (column, row))[:400]
    )  # begins with BM, as a bitmap
    for data in (
        b"BM, and more text",
        b"RIFF, and more text",
        b"RIFF\xff\xff\xff\xffWAVE",
        b"GIF80a\xff",
        minefield,
    ):
        assert ours(data, "/api/read?") == both.posted("/api/read?", content=data, headers=BYTES).json()
    for data in (b"\x89PNG\r\n\x1a\n\0\0", b"BM\xf6\0\0\0\0\0\0\0", b"RIFF\xff\n\0\0WEBP", b"\xff\xd8\xff"):
        assert ours(data, "/api/read?")["error"]["message"] == refused
        theirs = both.posted("/api/read?format=plain", content=data, headers=BYTES).json()
        assert ours(data, "/api/read?format=plain") == theirs


def test_lists_and_statistics(both: Both) -> None:
    """The daily boards are the same for both, and count."""
    for level in ("beginner", "intermediate"):
        state, other = both.ask("new", daily=level)
        games, seen = (state["game"], other["game"]), Seen(state)
        for number in range(400):
            if state["status"] != "playing":
                break
            position = {**seen.board, "marks": marks_text(seen.marks)}
            best = both.sides[0].ask("analyse", position=position)["best"]
            state, _ = both.ask("act", games, kind="open", cell=best, key=f"{number}")
            seen.take(state)
        assert state["result"] == "won"
    state, _ = both.ask("new", board={"level": "beginner"}, seed="3")
    for path in (
        "statistics",
        "games?status=over",
        "games?limit=1",
        "daily",
        "about",
        "settings",
        "games?limit=0",
    ):
        both.http("GET", f"/api/{path}")
    both.http("PUT", "/api/settings", {"sound": True})
    both.http("GET", "/api/settings")
    both.http("DELETE", "/api/statistics")
    both.http("GET", "/api/daily")


def test_a_thought_hears_what_comes_meanwhile(both: Both) -> None:
    """A pause between moves ends at once, and so does a thought that would take long."""
    _, worker = both.sides
    game = worker.new(seed="1")["game"]
    autoplay = worker.send("autoplay", game=game, delay_ms=10_000)
    first = worker.receive()
    assert (first["id"], first["type"]) == (autoplay, "update")
    assert worker.ask("speed", request=autoplay, delay_ms=0)["type"] == "speed"
    assert worker.all_answers(autoplay)[-1]["type"] == "done"
    position = {"shape": [16, 30], "mines": 99}
    evaluate = worker.send("evaluate", position=position, time_limit_ms=30_000)
    assert worker.ask("ping")["type"] == "pong"
    assert worker.ask("stop", request=evaluate) == {
        "type": "stopped",
        "request": evaluate,
        "id": evaluate + 2,
    }
    assert worker.all_answers(evaluate)[-1]["error"]["type"] == "cancelled"


@pytest.mark.parametrize("question", ["analyse", "hint"])
def test_a_long_question_stops_at_once(both: Both, question: str) -> None:
    """And others are answered meanwhile and afterwards."""
    _, worker = both.sides
    slow = lattice(31, 31, density=0.35).marks.copy()
    slow[slow != -1] = 4
    position = {"shape": [31, 31], "mines": 300, "marks": marks_text(slow)}
    asked = worker.send(question, position=position, time_limit_ms=30_000)
    time.sleep(0.5)
    begun = time.monotonic()
    assert worker.ask("analyse", position={"shape": [2, 2], "mines": 1})["best_risk"] == 0.25
    worker.ask("stop", request=asked)
    assert worker.all_answers(asked)[-1]["error"]["type"] == "cancelled"
    assert time.monotonic() - begun < 1
    both.ask("hint", position={"shape": [2, 2], "mines": 1, "marks": "Af///w=="})


def kept(ask: Callable[..., Message], live: Live) -> list[Message]:
    """All that a player has of finished games, with all times."""
    listed = ask("GET", "/api/games?status=over&limit=500")["games"]
    games = sorted(listed, key=lambda each: str(each["game"]))
    states = [live.ask("resume", game=each["game"]) for each in games]
    for game, state in zip(games, states, strict=True):
        live.ask("leave", game=game["game"])
        del state["id"]
    results = ask("GET", "/api/statistics")
    return [*games, *states, {**results, "categories": sorted(results["categories"], key=str)}]


@pytest.fixture
def finished(both: Both) -> Both:
    """Finished games of every kind on both sides."""
    draw = random.Random(11)
    for variant in ("normal", "hard_core", "lucky"):
        for topology in ("square", "torus", "hexagons", "octagons"):
            rules: dict[str, Any] = {
                "on_mine": draw.choice(["stop", "continue"]),
                "question_marks": draw.random() < 0.5,
            }
            board = {"topology": topology, "shape": [4, 6], "density": 0.15}
            both.play(draw, 400, board=board, variant=variant, first_click="safe", seed="5", **rules)
    both.play(draw, 400, board={"shape": [5, 6], "mines": 4}, win="flagged", seed="1")
    games = both.play(draw, 400, board={"level": "beginner"}, first_click="fair", seed="6")
    both.play(draw, 400, same_as=games)
    both.play(draw, 400, daily="beginner")
    return both


def test_archives_go_to_a_server_and_to_a_browser(finished: Both, worker: _Worker, tmp_path: Path) -> None:
    def of_client(client: TestClient) -> Callable[..., Message]:
        def ask(method: str, path: str) -> Message:
            answer: Message = client.request(method, path).json()
            return answer

        return ask

    def of_worker(live: Live) -> Callable[..., Message]:
        return lambda method, path: live.ask("http", method=method, path=path)["body"]

    server, browser = finished.sides
    exported = finished.client.get("/api/archive").content
    ours = base64.b64decode(browser.ask("http", method="GET", path="/api/archive")["bytes"])
    with (
        TestClient(create_app(tmp_path / "other"), base_url="http://127.0.0.1") as other,
        connected(known(other)) as live,
    ):
        taken = other.post("/api/archive", content=ours, headers={"content-type": "application/octet-stream"})
        assert taken.json() == {"added": GAMES, "known": 0, **NO_DAMAGE}
        assert kept(of_client(other), live) == kept(of_worker(browser), browser)
        for row in other.get("/api/games?status=over&limit=500").json()["games"]:
            for format in ("rawvf", "evf"):
                path = f"/api/games/{row['game']}/file?format={format}"
                theirs, answer = other.get(path), browser.ask("http", method="GET", path=path)
                if answer["type"] == "error":
                    assert answer["error"]["message"] == theirs.json()["error"]["message"]
                else:
                    assert base64.b64decode(answer["bytes"]) == theirs.content
    worker.begin()
    fresh = Live(worker)  # type: ignore[arg-type]  # it has the methods that are used
    sent = {"method": "POST", "path": "/api/archive", "bytes": base64.b64encode(exported).decode()}
    assert fresh.ask("http", **sent)["body"] == {"added": GAMES, "known": 0, **NO_DAMAGE}
    assert fresh.ask("http", **sent)["body"] == {"added": 0, "known": GAMES, **NO_DAMAGE}
    assert kept(of_worker(fresh), fresh) == rounded(kept(of_client(finished.client), server))


def test_a_finished_game_is_a_file_as_on_the_server(both: Both) -> None:
    """In all formats, with a minefield that both know: won, lost, and still in play."""
    won, lost = [("flag", 8), ("open", 0), ("open", 26)], [("flag", 7), ("open", 8)]
    written = set()
    for topology, actions in (
        ("square", won),
        ("square", lost),
        ("hexagons", won),
        ("octagons", lost),
        ("square", won[:2]),
    ):
        board = {"topology": topology, "rows": 3, "columns": 9, "mines": 1, "mined": [8]}
        states = both.ask("new", minefield=board)
        games = states[0]["game"], states[1]["game"]
        for kind, cell in actions:
            both.ask("act", games, kind=kind, cell=cell, key=f"{kind} {cell}")
        for format in FORMATS:
            path = f"/api/games/{{}}/file?format={format}"
            theirs = both.client.get(path.format(games[0]))
            ours = both.sides[1].ask("http", method="GET", path=path.format(games[1]))
            if theirs.status_code != HTTPStatus.OK:
                assert ours["error"] == theirs.json()["error"]
            elif format in ("rawvf", "evf"):
                assert ours["type"] != "error"  # the times differ
            else:
                written.add(format)
                assert base64.b64decode(ours["bytes"]) == theirs.content
    assert written == {name for name, format in FORMATS.items() if format.write} - {"rawvf", "evf"}


GAMES = 16  # that `finished` plays
NO_DAMAGE: Message = {"damaged": [], "damaged_count": 0}
DAMAGES: list[Callable[[Message], Any]] = [
    lambda line: line.update(status="won" if line["status"] == "lost" else "lost"),
    lambda line: line.update(first_click={"x": 1}),
    lambda line: line.update(ended_at=2**52),
    lambda line: line.update(start=10_000),
    lambda line: line.update(file="missing.rawvf"),
    lambda line: line.update(guess={"kind": "open", "cell": 10_000}),
    lambda line: line.pop("variant"),
]


def test_damaged_archives_are_refused_as_on_the_server(finished: Both) -> None:
    def both_sides(content: bytes) -> tuple[Message, Message]:
        headers = {"content-type": "application/octet-stream"}
        theirs = finished.client.post("/api/archive", content=content, headers=headers).json()
        bytes = base64.b64encode(content).decode()
        ours = finished.sides[1].ask("http", method="POST", path="/api/archive", bytes=bytes)
        return theirs, ours.get("body") or {"error": ours["error"]}

    exported = finished.client.get("/api/archive").content
    archive = zipfile.ZipFile(io.BytesIO(exported))
    files = {name: archive.read(name) for name in archive.namelist()}
    lines = [json.loads(line) for line in files["games.jsonl"].splitlines()]
    for line, damage in zip(lines, DAMAGES, strict=False):
        line["game"] += "x"
        line["started_at"] -= 1  # so that it is another game
        damage(line)
    for line, content in zip(
        lines[len(DAMAGES) :], [b"", b"RawVF_Version: Rev6", b"Board:\n0*\nEvents:\nx", b"\xff"], strict=False
    ):
        line["game"] += "x"
        files[line["file"]] = content
    files["games.jsonl"] = "\n".join(map(json.dumps, [*lines, 3])).encode() + b"\n{"
    files["more.rawvf"] = b""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as made:
        for name, content in files.items():
            made.writestr(name, content)
    whole = written.getvalue()
    theirs, ours = both_sides(whole)
    assert [(side["added"], side["known"], side["damaged_count"]) for side in (theirs, ours)] == [
        (0, 5, 17),
        (5, 0, 17),
    ]
    reasons = [{each["file"]: each["reason"] for each in side["damaged"]} for side in (theirs, ours)]
    assert reasons[1] == reasons[0]
    for nothing in (b"", b"PK nonsense", whole[:-30], exported.replace(b"games.jsonl", b"games.jsonx")):
        theirs, ours = both_sides(nothing)
        assert ours["error"] == theirs["error"]
    spoilt = bytearray(exported)
    spoilt[40:80] = bytes(40)
    assert len(both_sides(bytes(spoilt))[1]["damaged"]) == 1


def over(look: Callable[[], Message]) -> Message:
    """A run when it is over, without its names and times."""
    until = time.monotonic() + 300
    while (run := look())["state"] == "running":
        assert time.monotonic() < until
        time.sleep(0.05)
    assert sum(games for _, games in run["results"].pop("milliseconds")) == run["done"]
    own = ("run", "name", "games_per_second", "started_at")
    return {name: value for name, value in run.items() if name not in own}


RUNS = [
    {"board": {"level": "expert"}, "games": 300, "seed": "7", "first_click": "opening"},
    {"board": {"level": "beginner"}, "games": 5000, "strategy": "subset+ratio", "seed": str(2**64 - 1)},
    {"board": {"topology": "hexagons", "shape": [6, 7], "mines": 8}, "games": 900, "first_click": "any"},
]


@pytest.mark.parametrize("asked", RUNS)
def test_runs_have_the_results_of_the_server_bit_for_bit(both: Both, asked: Message) -> None:
    def in_worker(worker: Live) -> Message:
        def ask(method: str, path: str, body: Message | None = None) -> Message:
            run: Message = worker.ask("http", method=method, path=path, body=body)["body"]
            return run

        run = ask("POST", "/api/runs", asked)["run"]
        return over(lambda: ask("GET", f"/api/runs/{run}"))

    run = both.client.post("/api/runs", json=asked).json()["run"]
    server = over(lambda: both.client.get(f"/api/runs/{run}").json())
    assert server["state"] == "finished"
    assert in_worker(both.sides[1]) == server
    with in_node(1) as alone:
        alone.begin()
        assert in_worker(Live(alone)) == server  # type: ignore[arg-type]  # it has the methods that are used


def test_a_run_goes_on_to_another_number_of_games(both: Both) -> None:
    """Its last chunk may have been too short. Fewer games change no results."""
    runs = set()
    for games in (900, 300, 1201, 1202):
        asked = {"board": {"level": "beginner"}, "games": games, "strategy": "fast"}

        def on_server(method: str, path: str, body: Message | None = None) -> Message:
            run: Message = both.client.request(method, path, json=body).json()
            return run

        def in_worker(method: str, path: str, body: Message | None = None) -> Message:
            run: Message = both.sides[1].ask("http", method=method, path=path, body=body)["body"]
            return run

        ends = []
        for ask in (on_server, in_worker):
            run = ask("POST", "/api/runs", asked)["run"]
            runs.add((ask.__name__, run))
            ends.append(over(lambda ask=ask, run=run: ask("GET", f"/api/runs/{run}")))  # type: ignore[misc]
        assert ends[0] == ends[1]
        assert ends[1]["done"] == max(games, 900)
    assert len(runs) == 2


def test_a_run_stops_at_once_and_goes_on(both: Both) -> None:
    worker = both.sides[1]

    def ask(method: str, path: str, body: Message | None = None) -> Message:
        answer = worker.ask("http", method=method, path=path, body=body)
        run: Message = answer.get("error") or answer["body"]
        return run

    asked = {"board": {"level": "beginner"}, "strategy": "fast", "games": 100_000_000}
    run = ask("POST", "/api/runs", asked)["run"]
    assert worker.ask("watch", run=run)["run"]["state"] == "running"
    while worker.receive()["run"]["done"] == 0:
        pass
    assert ask("POST", "/api/runs", {**asked, "seed": "2"})["type"] == "busy"
    worker.ask("unwatch", run=run)
    stopped = ask("POST", f"/api/runs/{run}/stop")
    assert stopped["state"] == "stopped"
    (listed,) = ask("GET", "/api/runs")["runs"]
    assert {**listed, "results": stopped["results"]} == stopped
    assert ask("POST", f"/api/runs/{run}/resume")["state"] == "running"
    later = ask("POST", f"/api/runs/{run}/stop")
    assert later["done"] >= stopped["done"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"board": {"level": "beginner"}, "strategy": "bets"},
        {"board": {"level": "beginner"}, "strategy": "my_strategies:Mine"},
        {"board": {"level": "beginner"}, "seed": str(2**64)},
        {"board": {"level": "beginner"}, "games": 0},
        {"board": {"shape": [3, 3], "mines": 9}},
        {"board": {"shape": [3, 3], "mines": 10}},
        {"board": {"shape": [3, 3]}},
        {"strategy": "fast"},
        [],
    ],
)
def test_wrong_runs_are_refused_as_on_the_server(both: Both, wrong: Any) -> None:
    theirs = both.client.post("/api/runs", json=wrong).json()["error"]
    ours = both.sides[1].ask("http", method="POST", path="/api/runs", body=wrong)["error"]
    assert ours["type"] == theirs["type"], (ours, theirs)
    assert ours["message"] == theirs["message"] or ours["type"] == "request"


PLAYED = """() => new Promise((resolve, reject) => {
    const worker = new Worker('/page/host/worker.js', { type: 'module' });
    const heard = [];
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }) => {
        heard.push(data);
        if (data.type === 'hello') {
            worker.postMessage(
                data.game === null
                    ? { type: 'new', id: 1, board: { level: 'beginner' }, seed: '1' }
                    : { type: 'resume', id: 1, game: data.game },
            );
        } else if (data.id === 1) {
            worker.postMessage({ type: 'act', id: 2, game: data.game, kind: 'open', cell: 40, key: 'a' });
            worker.postMessage({ type: 'http', id: 3, method: 'PUT', path: '/api/settings', body: { a: 1 } });
        } else if (data.id === 3) setTimeout(() => resolve(heard), 200);
    };
})"""


def test_a_game_outlasts_the_page(chromium: Any, built: str) -> None:
    page = chromium.new_page()
    rounds = []
    for _ in range(2):
        page.goto(built)
        answers = page.evaluate(PLAYED)
        rounds.append({each.get("id", each["type"]): each for each in answers})
    first, second = rounds
    assert (first["hello"]["player"], first["hello"]["game"]) == ("new", None)
    assert first[2]["moves"] == 1
    assert (second["hello"]["player"], second["hello"]["settings"]) == ("known", {"a": 1})
    assert second["hello"]["game"] == first[1]["game"]
    assert second[1]["marks"] is not None
    assert second[2]["action"] is None  # the key is known


IN_TWO_TABS = """async () => {
    const tab = () => new Promise((resolve) => {
        const worker = new Worker('/page/host/worker.js', { type: 'module' });
        const waiting = new Map();
        let id = 0;
        worker.onmessage = ({ data }) => data.type === 'hello' ? resolve(ask) : waiting.get(data.id)?.(data);
        const ask = (type, fields) => new Promise((answered) => {
            waiting.set(++id, answered);
            worker.postMessage({ type, id, ...fields });
        });
    });
    const [one, other] = [await tab(), await tab()];
    const { game } = await one('new', { board: { level: 'beginner' }, seed: '1' });
    await other('resume', { game });
    const open = (ask, cell) => ask('act', { game, kind: 'open', cell, key: `key ${cell}` });
    return [await open(one, 40), await open(other, 0), await open(other, 0)];
}"""


def test_two_tabs_do_not_overwrite_each_other(chromium: Any, built: str) -> None:
    page = chromium.new_page()
    page.goto(built)
    first, refused, again = page.evaluate(IN_TWO_TABS)
    assert first["moves"] == 1
    assert refused["error"]["type"] == "storage"
    assert "another tab" in refused["error"]["message"]
    assert again["moves"] == 2
