"""Archives of games: what one browser exports, another takes, and nothing is added twice or lost."""

import io
import json
import re
import time
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from support.live import Live, Message, live_in_node

LINE: dict[str, Any] = {"shape": [1, 8], "mines": 2, "mined": [1, 7]}
PAIR = {"shape": [1, 3], "mines": 1}
SMALL = {"shape": [4, 5], "mines": 3}


def play_out(live: Live, first: int = 1, **options: Any) -> str:
    """Opens one cell after the other until the game is over."""
    state = live.new(**options)
    game: str = state["game"]
    rows, columns = state["board"]["shape"]
    for cell in (first, *range(rows * columns)):
        if live.open(game, cell)["status"] != "playing":
            return game
    raise AssertionError("it never ended")


@pytest.fixture
def games(live: Live) -> list[str]:
    """A game of each kind, the first of them with help, and one that was undone."""
    with_help = live.new(board=PAIR, first_click="safe")["game"]
    live.open(with_help, 1)
    live.ask("hint", game=with_help)
    time.sleep(0.1)
    live.ask("act", game=with_help, kind="open", cell=0, key="k", path=[[40, 7, 3], [0, 9, 5]])
    after_undo = play_out(live, first=2, board=SMALL, first_click="safe")
    if live.ask("resume", game=after_undo)["status"] == "lost":
        mines = live.ask("resume", game=after_undo)["end"]["mined"]
        live.ask("undo", game=after_undo)
        for cell in set(range(20)) - set(mines):
            live.open(after_undo, cell)
    return [
        with_help,
        after_undo,
        play_out(live, board=PAIR, first_click="safe"),
        play_out(live, first=7, board={**SMALL, "topology": "hexagons"}, seed="7"),
        play_out(live, first=0, board={**SMALL, "shape": [6, 5]}, first_click="fair"),
        play_out(live, board=SMALL, first_click="safe", guessing="hard_core"),
        play_out(live, board=SMALL, first_click="safe", guessing="lucky"),
        play_out(live, board=SMALL, first_click="safe", on_mine="continue"),
        play_out(live, daily="beginner"),
    ]


@pytest.fixture
def other() -> Iterator[Live]:
    """The page in another browser."""
    with live_in_node(1) as live:
        yield live


def put(live: Live, content: bytes) -> Message:
    return live.fields("add_archive", content=content)


def all_games(live: Live) -> list[Message]:
    """All that the player sees of the finished games, but for their ids."""
    entries = live.ask("games", status="over")["games"]
    for each in entries:
        id = each.pop("game")
        state = live.ask("resume", game=id)
        live.ask("leave", game=id)
        each["state"] = {name: state[name] for name in state if name not in ("game", "id")}
        each["file"] = live.file(game=id).decode()
    return sorted(entries, key=lambda each: (each["started_at"], each["file"]))


def results(live: Live) -> str:
    """The statistics, but for the ids of games."""
    answer = live.fields("statistics")
    categories = sorted(answer.pop("categories"), key=json.dumps)
    return re.sub('"game": "[^"]*"', "", json.dumps([answer, categories]))


@pytest.mark.usefixtures("games")
def test_another_player_takes_all_games_and_nobody_takes_one_twice(live: Live, other: Live) -> None:
    before = all_games(live), results(live)
    assert any(" mv 1 1 (7 3)" in each["file"] for each in before[0])  # the path of the pointer
    fresh = {"known": 0, "damaged": [], "damaged_count": 0, "stopped": False}
    assert put(other, live.file("archive")) == {"added": 9, **fresh}
    assert (all_games(other), results(other)) == before
    nothing = {**fresh, "added": 0, "known": 9}
    for one, archive in [(other, live), (live, other), (live, live)]:
        assert put(one, archive.file("archive")) == nothing
    assert (all_games(live), results(live)) == before
    normal = [each for each in before[0] if each["counts"] and each["guessing"] == "free"]
    # A loss that was taken back stays one. Now and then that game is won at once.
    taken_back = [each for each in before[0] if not each["counts"] and each["result"] == "lost"]
    assert other.ask("report")["games"] == len(normal) + len(taken_back)


def with_files(content: bytes, **files: bytes | None) -> bytes:
    """An archive with other files; None takes one away."""
    archive = zipfile.ZipFile(io.BytesIO(content))
    contents: dict[str, bytes | None] = {name: archive.read(name) for name in archive.namelist()}
    contents.update(files)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as target:
        for name, each in contents.items():
            if each is not None:
                target.writestr(name, each)
    return file.getvalue()


def lines_of(content: bytes) -> list[Message]:
    text = zipfile.ZipFile(io.BytesIO(content)).read("games.jsonl")
    return [json.loads(line) for line in text.splitlines()]


def with_list(content: bytes, lines: list[Any], **files: bytes | None) -> bytes:
    text = "\n".join(each if isinstance(each, str) else json.dumps(each) for each in lines)
    return with_files(content, **{"games.jsonl": text.encode(), **files})


def test_damaged_entries_are_listed_and_the_others_added(live: Live, other: Live) -> None:
    games = [play_out(live, minefield=LINE, first=0) for _ in range(8)]
    content = live.file("archive")
    lines = {each["game"]: each for each in lines_of(content)}
    names = {game: f"{game}.rawvf" for game in games}
    lines[games[0]]["status"] = "won"
    lines[games[1]]["first_click"] = {"x": 1}
    lines[games[2]]["ended_at"] = 2**52
    lines[games[3]]["start"] = 9
    for line in lines.values():
        line["game"] = f"new{line['game']}"
    files = {names[games[4]]: b"RawVF_Version: Rev6", names[games[5]]: None, "more.rawvf": b""}
    answer = put(other, with_list(content, [*lines.values(), "{"], **files))
    assert (answer["added"], answer["known"], answer["damaged_count"]) == (2, 0, 9)
    reasons = {each["file"]: each["reason"] for each in answer["damaged"]}
    assert reasons[names[games[0]]] == "its clicks do not lead to the end 'won'"
    assert reasons["games.jsonl, line 9"] == "it does not describe a finished game"
    assert reasons[names[games[1]]] == "games.jsonl does not list it"  # its line is damaged
    assert reasons[names[games[3]]] == "there is no cell number 9: the board has 8 cells"
    assert reasons[names[games[2]]] == "its dates are impossible"
    assert reasons[names[games[4]]].startswith("rawvf:")
    assert reasons[names[games[5]]] == f"{names[games[5]]} is missing"
    assert reasons["more.rawvf"] == "games.jsonl does not list it"
    assert len(other.ask("games", status="over")["games"]) == 2
    assert other.ask("statistics")["categories"] == []


def test_archives_that_are_none_or_too_large_are_refused(live: Live) -> None:
    assert put(live, b"PK nonsense")["error"]["type"] == "format"
    assert put(live, with_files(live.file("archive"), **{"games.jsonl": None}))["error"]["type"] == "format"
    bomb = with_files(live.file("archive"), **{"a.rawvf": bytes(4 * 2**20)})
    assert put(live, bomb)["damaged"] == [{"file": "a.rawvf", "reason": "games.jsonl does not list it"}]
    live.tell("limits", limits={"UNPACKED_BYTES": 2**20})
    assert put(live, bomb)["error"]["type"] == "too_large"
    live.tell("limits", limits={"ARCHIVE_FILES": 1})
    assert put(live, bomb)["error"]["type"] == "too_large"
