"""The record and the best times of all sessions."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.hand_games import Clock, cells

import sapper
from sapper import Board, Rules
from sapper.cli.play import hand_game
from sapper.cli.play.hand_game import HandGame, RecordFile, ending, kind_of, usual_file
from sapper.cli.play.series import GameResult, Setup

SETUP = Setup(Board.square(3, 3, 2), Rules("any"), seed=1)


class Player:
    """A session whose games are won or lost on demand."""

    def __init__(self, file: Path | None, setup: Setup = SETUP) -> None:
        self.clock = Clock()
        self.record_file = RecordFile(file)
        self.session = HandGame(setup, self.clock, record_file=self.record_file)

    def cells(self, mined: bool) -> list[tuple[int, int]]:
        return cells(self.session, mined=mined)

    def win(self, seconds: float) -> None:
        first, *others = self.cells(mined=False)
        self.session.act("open", first)
        self.clock.now += seconds
        for cell in others:
            self.session.act("open", cell)
        assert self.session.game.status == "won"

    def lose(self) -> None:
        self.session.act("open", self.cells(mined=True)[0])
        assert self.session.game.status == "lost"


def standing(file: Path, setup: Setup = SETUP) -> dict[str, object]:
    record: dict[str, object] = json.loads(file.read_text())["kinds"][kind_of(setup)]
    return record


def test_sessions_add_up_and_best_times_are_sorted(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "record.json"
    player = Player(file)
    player.win(9)
    assert ending(player.session).endswith("Your first win on this board.")
    player.session.new()
    player.lose()
    player.session.new()
    player.win(7)
    assert ending(player.session).endswith("Your best time! The old one was 9.00 s.")
    player = Player(file)
    player.win(8)
    assert ending(player.session).endswith("Your best time is 7.00 s.")
    player.session.new()
    player.session.act("open", player.cells(mined=False)[0])
    player.session.leave()
    record = standing(file)
    assert [record[name] for name in ("won", "lost", "drawn", "unfinished")] == [3, 1, 0, 1]
    assert [best["seconds"] for best in record["best"]] == [7, 8, 9]  # type: ignore[attr-defined]  # of JSON
    summary = "5 games, 3-1-0 (75.0 % won), 1 unfinished\nBest times: 7.00 s, 8.00 s, 9.00 s"
    assert summary in player.record_file.text(SETUP)


def test_games_that_do_not_count_are_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    player = Player(file)
    player.session.assist(player.cells(mined=False), [])
    assert player.session.game.status == "won"
    player.session.again()
    player.win(1)
    player.session.new()
    player.lose()
    player.session.take_back()
    player.session.act("open", player.cells(mined=False)[0])
    for cell in player.cells(mined=False):
        player.session.act("open", cell)
    assert player.session.game.status == "won"
    record = standing(file)
    assert (record["won"], record["lost"], record["best"]) == (0, 1, [])


def test_other_boards_and_rules_are_kept_apart() -> None:
    board = Board.square(3, 3, 2)
    setups = [
        SETUP,
        Setup(Board.square(3, 4, 2), Rules("any"), 1),
        Setup(board, Rules("safe"), 1),
        Setup(board, Rules("any", on_mine="continue"), 1),
        Setup(board, Rules("any", win="flagged"), 1),
        Setup(board, Rules("safe"), 1, hardest="subset"),
        Setup(board, Rules("safe"), 1, hardest="counting"),
    ]
    assert len({kind_of(setup) for setup in setups}) == len(setups)
    assert kind_of(Setup(board, Rules("any"), 7, 3)) == kind_of(SETUP)


KIND = b'{"format": 1, "kinds": {"x": {"won": 0, "lost": 0, "drawn": 0, "unfinished": 0, "best": []}}}'
BAD_CONTENTS = [
    b"",
    b"{",
    b"[]",
    b"\xff\xfe",
    b'{"format": 2, "kinds": {}}',
    b'{"format": 1, "kinds": {"x": {"won": -1, "lost": 0, "drawn": 0, "unfinished": 0, "best": []}}}',
    b'{"format": 1, "kinds": {"x": {"won": true, "lost": 0, "drawn": 0, "unfinished": 0, "best": []}}}',
    KIND.replace(b"[]", b'[{"seconds": NaN, "seed": 1, "number": 1}]'),
    b'{"format": 1, "kinds": []}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("content", BAD_CONTENTS)
def test_each_damaged_file_is_set_aside_and_games_go_on(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "record.json"
    for name, more in (("record.json.damaged", b""), ("record.json.damaged1", b"?")):
        file.write_bytes(content + more)
        player = Player(file)
        assert "was damaged" in player.record_file.trouble
        assert (tmp_path / name).read_bytes() == content + more
        player.win(3)
        assert standing(file)["won"] == 1


def test_a_file_that_cannot_be_read_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "record.json"
    Player(file).win(9)
    before = file.read_bytes()

    def fails(path: Path) -> bytes:
        raise sapper.FileError(f"{path}: cannot be read: the disk is away")

    monkeypatch.setattr(hand_game, "bytes_of", fails)
    player = Player(file)
    player.win(3)
    assert "the disk is away" in player.record_file.trouble
    assert file.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="nothing there waits")  # see `alone_with`
def test_games_that_end_at_the_same_time_all_count(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    game = SETUP.game(0)
    result = GameResult.of_person(game, 1.0)

    def add(_: int) -> None:
        record = RecordFile(file)
        for _ in range(20):
            record.add(SETUP, result, game)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(4)))
    assert standing(file)["unfinished"] == 80


def test_what_cannot_be_written_stops_no_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for file in (tmp_path / "file" / "record.json", tmp_path):  # in no folder; a folder itself
        player = Player(file)
        player.win(3)
        assert ending(player.session).startswith("Won: ")
        assert "The record" in player.record_file.trouble
        player.session.new()
        player.lose()


def test_the_record_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SAPPER_RECORD", "off")
    assert usual_file() is None
    monkeypatch.setenv("SAPPER_RECORD", str(tmp_path / "mine.json"))
    assert usual_file() == tmp_path / "mine.json"
    monkeypatch.delenv("SAPPER_RECORD")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert usual_file() == tmp_path / "sapper" / "record.json"
    player = Player(None)
    player.win(3)
    assert ending(player.session).endswith("Your first win on this board.")
    assert list(tmp_path.iterdir()) == []
