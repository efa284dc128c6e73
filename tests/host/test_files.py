"""Files of games, positions and minefields, as by the library, and archives of games."""

import io
import json
import re
import time
import zipfile
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from support.fuzzing import CORPUS, mutants
from support.live import Live, Message, live_in_node, marks_bytes

import sapper
from sapper import formats
from sapper.formats import FORMATS

ENDS = [
    ("square", [("flag", 8), ("open", 0)]),
    ("square", [("flag", 7), ("open", 8)]),
    ("hexagons", [("flag", 8), ("open", 0)]),
    ("octagons", [("flag", 7), ("open", 8)]),
    ("square", [("open", 7)]),
]


@pytest.mark.parametrize(("topology", "actions"), ENDS)
def test_a_game_is_a_file_in_all_formats(live: Live, topology: str, actions: list[tuple[str, int]]) -> None:
    board = {"topology": topology, "shape": [3, 9], "mines": 1, "mined": [8]}
    id = live.new(minefield=board)["game"]
    shape = getattr(sapper.Topology, topology)(3, 9)
    game = sapper.Minefield([(0, 8)], shape).game()
    for kind, cell in actions:
        live.act(id, kind, cell)
        game.act(kind, divmod(cell, 9))  # type: ignore[arg-type]  # one of the two kinds
    for format in FORMATS:
        answer = live.ask("game_file", game=id, format=format)
        if game.status == "playing" or "error" in answer:
            assert answer["error"]["message"], format
        elif sapper.Replay in FORMATS[format].kinds:
            replay = formats.parse(answer["bytes"], kind=sapper.Replay)
            assert [(each.kind, shape.index(each.cell)) for each in replay.actions] == actions
            assert replay.play().position == game.position
        else:
            contents = formats.parse(answer["bytes"], mines=1, format=format)
            assert (contents.board.mines, contents.board.topology.shape) == (1, shape.shape)


@pytest.mark.parametrize("mines", [-3, -1, 2, 9, 500, 2**32, 2**40])
@pytest.mark.parametrize("nearest", [False, True])
def test_a_mine_count_is_taken_or_refused_in_the_words_of_the_library(
    live: Live, mines: int, nearest: bool
) -> None:
    content = b"1..\n...\n..."
    answer = live.ask("read", content=content, mines=mines, nearest=nearest)
    if mines == 2:
        assert answer["position"]["mines"] == mines
    else:
        with pytest.raises(sapper.PositionError) as error:
            formats.parse(content, mines=mines)
        assert answer["error"]["message"] == str(error.value)


def from_one(text: str) -> str:
    """A text with its places counted from 1, as the page counts."""
    place = r"row (\d+), column (\d+) \(0-based\)"
    return re.sub(place, lambda at: f"row {int(at[1]) + 1}, column {int(at[2]) + 1}", text)


@pytest.mark.parametrize("name", FORMATS)
def test_whatever_is_read_is_read_as_by_the_library(live: Live, name: str) -> None:
    for content in (*CORPUS[name], *mutants(name, 20, seed=7)):
        answer = live.ask("read", content=content, mines=3, format=name)
        message, contents = None, None
        try:
            contents = formats.parse(content, mines=3, format=name)
        except sapper.SapperError as error:
            message = str(error)
        if contents is None:
            words = re.sub(r"\b(mines|format|topology)=", r"'\1' ", message or "")
            assert answer["error"]["message"] == from_one(words)
        elif "error" in answer:  # the page shows boards with rows and columns, and enough room for mines
            assert "page" in answer["error"]["message"] or "mines" in answer["error"]["message"]
        elif isinstance(contents, sapper.Position):
            assert answer["position"]["marks"] == marks_bytes(contents.marks)
        else:
            minefield = contents.minefield if isinstance(contents, sapper.Replay) else contents
            assert answer["minefield"]["mined"] == np.flatnonzero(minefield.mined).tolist()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_what_chats_and_terminals_put_around_a_board_does_not_matter(live: Live, encoding: str) -> None:
    for text in (
        "> ```\n> 1..\n> ...\n> ```\n> Mines: 2",
        "2 mines\n1️⃣,⬜,⬜\n⬜,⬜,⬜",
        "| 1 | . | . |\n|---|---|---|\n| . | . | . |\n\nMines: 2",
    ):
        answer = live.ask("read", content=text.encode(encoding))
        assert answer["position"]["mines"] == 2
        assert answer["position"]["marks"] == marks_bytes(np.array([[1, -1, -1], [-1, -1, -1]]))
    refusal = live.ask("read", content="0\t1\t\n1\t.\t\n".encode(encoding))["error"]["message"]
    assert refusal.startswith("line 1, column 5: this cell is blank")


STRIP: dict[str, Any] = {"shape": [1, 8], "mines": 2, "mined": [1, 7]}
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
    games = [play_out(live, minefield=STRIP, first=0) for _ in range(8)]
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
