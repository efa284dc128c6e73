"""Playing by hand without the screen: clock, clicks, taking back, and the record of all sessions."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from pathlib import Path

import pytest
from support.driving import Clock, cells

import sapper
from sapper import Board, Game, Minefield, Replay, Rules, Topology, is_fair, read
from sapper.board.marks import FLAG
from sapper.board.rules import FirstClick, OnMine
from sapper.cli.play import hand_game
from sapper.cli.play.hand_game import HandGame, RecordFile, ending, kind_of, standing, usual_file
from sapper.cli.play.series import GameResult, SeriesRecord, Setup, saver
from sapper.errors import FormatError


def session(first_click: FirstClick = "any", on_mine: OnMine = "stop") -> tuple[HandGame, Clock]:
    clock = Clock()
    rules = Rules(first_click, on_mine=on_mine)
    return HandGame(Setup(Board.square(3, 3, 2), rules, seed=1), clock), clock


def win(session: HandGame) -> None:
    for cell in cells(session, mined=False):
        session.act("open", cell)
    assert session.game.status == "won"


def lose(session: HandGame) -> None:
    session.act("open", cells(session, mined=True)[0])
    assert session.game.status == "lost"


def standings(record: SeriesRecord) -> tuple[int, int, int, int]:
    return record.won, record.lost, record.drawn, record.unfinished


def test_the_clock_runs_from_the_first_opened_cell_to_the_end() -> None:
    playing, clock = session()
    clock.now += 5
    playing.act("flag", (0, 0))
    playing.act("flag", (0, 0))
    clock.now += 5
    assert playing.seconds == 0
    first, *rest = cells(playing, mined=False)
    playing.act("open", first)
    clock.now += 3
    assert playing.seconds == 3
    for cell in rest:
        playing.act("open", cell)
    clock.now += 100
    assert (playing.seconds, playing.record.seconds) == (3, 3)


def test_clicks_are_the_actions_that_change_something() -> None:
    playing, _ = session()
    first = cells(playing, mined=False)[0]
    playing.act("flag", first)
    playing.act("open", first)
    assert playing.clicks == 1
    playing.act("flag", first)
    playing.act("open", first)
    playing.act("open", first)
    assert playing.clicks == 3


def test_a_game_enters_the_record_once() -> None:
    playing, _ = session()
    win(playing)
    assert standings(playing.record) == (1, 0, 0, 0)
    playing.new()
    assert standings(playing.record) == (1, 0, 0, 0)
    lose(playing)
    assert playing.act("open", (0, 0)) == 0
    playing.new()
    assert standings(playing.record) == (1, 1, 0, 0)
    playing.act("open", cells(playing, mined=False)[0])
    assert standings(playing.record) == (1, 1, 0, 1)
    for _ in range(2):  # a game that was not begun does not count
        playing.new()
        assert standings(playing.record) == (1, 1, 0, 1)


def test_what_was_taken_back_does_not_count_as_won() -> None:
    playing, clock = session()
    playing.act("open", cells(playing, mined=False)[0])
    before = playing.game.position
    clock.now += 1
    lose(playing)
    clock.now += 10
    assert playing.take_back()
    assert playing.game.position == before
    clock.now += 2
    assert playing.seconds == 3
    win(playing)
    assert standings(playing.record) == (0, 1, 0, 0)
    assert ending(playing).endswith("Not counted.")


def test_only_losses_are_taken_back_and_to_the_same_minefield() -> None:
    playing, _ = session()
    assert not playing.take_back()
    mine = cells(playing, mined=True)[0]
    lose(playing)
    playing.take_back()
    assert playing.game.minefield is None
    assert cells(playing, mined=True)[0] == mine
    lose(playing)
    playing.new()
    win(playing)
    assert not playing.take_back()
    assert playing.game.status == "won"


def test_how_games_end_in_words() -> None:
    playing, clock = session()
    first, *rest = cells(playing, mined=False)
    playing.act("open", first)
    clock.now += 2.5
    for cell in rest:
        playing.act("open", cell)
    facts = f"2.50 s, {playing.clicks} clicks, seed 1, game 0."
    assert ending(playing) == f"Won: {facts} Your first win on this board."
    assert standing(playing) == "seed 1, game 0; won 1 of 1"
    playing.new()
    assert standing(playing) == "seed 1, game 1; won 1 of 1"
    lose(playing)
    assert ending(playing) == "Lost: 0.00 ms, 1 click, seed 1, game 1. u: undo, s: mines, r: new"


def test_a_game_with_mines_set_off_is_cleared_not_won() -> None:
    playing, _ = session(on_mine="continue")
    for cell in cells(playing, mined=True)[:1] + cells(playing, mined=False):
        playing.act("open", cell)
    assert ending(playing).startswith("Drawn, 1 mine set off: 0.00 ms, ")
    assert standings(playing.record) == (0, 0, 1, 0)


def fair_session() -> HandGame:
    return HandGame(Setup(Board.level("intermediate"), Rules("opening"), seed=5, hardest="subset"))


@pytest.mark.parametrize("cell", [(0, 0), (7, 9), (15, 3)])
def test_a_fair_board_needs_no_guess_from_the_cell_that_was_opened_first(cell: tuple[int, int]) -> None:
    playing = fair_session()
    playing.act("flag", (12, 12))
    playing.act("open", cell)
    game = playing.game
    assert game.position[12, 12] == FLAG
    assert game.minefield is not None
    assert is_fair(Minefield(game.minefield, game.topology), cell, hardest="subset")


def test_fair_boards_are_different_ones_and_can_be_played_again() -> None:
    playing = fair_session()
    numbers = []
    for _ in range(4):
        playing.act("open", (8, 8))
        numbers.append(playing.game.number)
        playing.again()
        playing.act("open", (8, 8))
        assert playing.game.number == numbers[-1]
        playing.new()
    assert numbers == sorted(set(numbers))


def test_games_are_kept_with_the_times_of_their_moves(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    playing = HandGame(Setup(Board.square(3, 3, 2), Rules("any"), seed=1), Clock(step=1), saver(folder))
    playing.act("open", cells(playing, mined=False)[0])
    assert not list(folder.iterdir())
    lose(playing)
    path = folder / f"1-{playing.game.number}.rawvf"
    replay = read(path, kind=Replay)
    assert replay.play().status == "lost"
    times = [event.seconds for event in replay.events]
    assert times == sorted(times)
    assert times[-1] > times[0]
    playing.take_back()
    win(playing)
    assert read(path, kind=Replay).play().history == playing.game.history
    path.unlink()
    folder.rmdir()
    playing.new()
    with pytest.raises(FormatError, match="cannot be written"):
        lose(playing)
    assert playing.record.lost == 2  # a game that cannot be kept is in the record


def sum_of(*results: GameResult) -> SeriesRecord:
    record = SeriesRecord()
    for result in results:
        record = record.plus(result)
    return record


def test_prints_as_a_table() -> None:
    record = sum_of(
        *[GameResult("won", 99, 99, 0.05)] * 257,
        *[GameResult("lost", 99, 75, 0.01)] * 242,
        GameResult("lost", 99, 0, 0.61),
    )
    assert str(record) == (
        "Games          500\n"
        "Record         257-243-0 (won-lost-drawn)\n"
        "Win rate       51.40 % (95 % interval 47.03 to 55.75)\n"
        "Mines found    88.07 %\n"
        "Time per game  31.76 ms\n"
        "Total time     15.88 s\n"
        "Longest game   0.61 s"
    )


def test_prints_nothing_it_does_not_know() -> None:
    assert str(SeriesRecord()) == "Games          0\nRecord         0-0-0 (won-lost-drawn)"
    record_of_one = sum_of(GameResult("playing", 10, 3, 1.0))
    assert str(record_of_one) == "Games          1\nRecord         0-0-0 (won-lost-drawn), 1 unfinished"
    assert "Mines found" not in str(sum_of(GameResult("won", 0, 0, 1.0)))


def test_unfinished_games_are_counted_and_change_nothing_else() -> None:
    games_to_the_end = sum_of(GameResult("won", 10, 10, 1.0), GameResult("drawn", 10, 7, 2.0))
    more = games_to_the_end.plus(GameResult("playing", 10, 9, 50.0))
    assert (more.games, more.complete, more.unfinished) == (3, 2, 1)
    assert more.win_interval == games_to_the_end.win_interval
    assert (more.win_rate, more.mines_found, more.seconds, more.timing.longest) == (0.5, 0.85, 3.0, 2e9)


def row(rules: Rules | None = None) -> Game:
    """Mines at both ends of a row of five."""
    return Minefield([(0, 0), (0, 4)], Topology.square(1, 5)).game(rules)


def test_mines_found_by_analysis_are_those_that_were_certain() -> None:
    game = Minefield([(0, 0), (0, 3)], Topology.square(1, 6)).game()
    game.open(0, 1)
    assert GameResult.of_engine(game, None, 1.0) == GameResult("playing", 2, 0, 1.0)
    unsure = copy(game)
    unsure.open(0, 3)
    assert GameResult.of_engine(unsure, (0, 3), 1.0) == GameResult("lost", 2, 0, 1.0)
    game.open(0, 2)
    game.open(0, 3)
    assert GameResult.of_engine(game, (0, 3), 1.0) == GameResult("lost", 2, 2, 1.0)


def test_mines_found_by_hand_are_those_rightly_flagged() -> None:
    game = row()
    game.open(0, 1)
    game.flag(0, 0)
    game.flag(0, 3)
    game.open(0, 4)
    assert GameResult.of_person(game, 2.0) == GameResult("lost", 2, 1, 2.0)
    assert GameResult.of_person(row(), 2.0) == GameResult("playing", 2, 0, 2.0)


SETUP = Setup(Board.square(3, 3, 2), Rules("any"), seed=1)


class Session:
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


def kept_record(file: Path, setup: Setup = SETUP) -> dict[str, object]:
    record: dict[str, object] = json.loads(file.read_text())["kinds"][kind_of(setup)]
    return record


def test_sessions_add_up_and_best_times_are_sorted(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "record.json"
    player = Session(file)
    player.win(9)
    assert ending(player.session).endswith("Your first win on this board.")
    player.session.new()
    player.lose()
    player.session.new()
    player.win(7)
    assert ending(player.session).endswith("Your best time! The old one was 9.00 s.")
    player = Session(file)
    player.win(8)
    assert ending(player.session).endswith("Your best time is 7.00 s.")
    player.session.new()
    player.session.act("open", player.cells(mined=False)[0])
    player.session.leave()
    record = kept_record(file)
    assert [record[name] for name in ("won", "lost", "drawn", "unfinished")] == [3, 1, 0, 1]
    assert [best["seconds"] for best in record["best"]] == [7, 8, 9]  # type: ignore[attr-defined]  # of JSON
    summary = "5 games, 3-1-0 (75.0 % won), 1 unfinished\nBest times: 7.00 s, 8.00 s, 9.00 s"
    assert summary in player.record_file.text(SETUP)


def test_games_that_do_not_count_are_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    player = Session(file)
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
    record = kept_record(file)
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
    *(
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"format": 2, "kinds": {}}',
        b'{"format": 1, "kinds": []}',
    ),
    *(KIND.replace(b'"won": 0', each) for each in (b'"won": -1', b'"won": true')),
    KIND.replace(b"[]", b'[{"seconds": NaN, "seed": 1, "number": 1}]'),
]


@pytest.mark.parametrize("content", BAD_CONTENTS)
def test_each_damaged_file_is_set_aside_and_games_go_on(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "record.json"
    for name, more in (("record.json.damaged", b""), ("record.json.damaged1", b"?")):
        file.write_bytes(content + more)
        player = Session(file)
        assert "was damaged" in player.record_file.trouble
        assert (tmp_path / name).read_bytes() == content + more
        player.win(3)
        assert kept_record(file)["won"] == 1


def test_a_file_that_cannot_be_read_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "record.json"
    Session(file).win(9)
    before = file.read_bytes()

    def fails(path: Path) -> bytes:
        raise sapper.FileError(f"{path}: cannot be read: the disk is away")

    monkeypatch.setattr(hand_game, "bytes_of", fails)
    player = Session(file)
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
    assert kept_record(file)["unfinished"] == 80


def test_what_cannot_be_written_stops_no_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for file in (tmp_path / "file" / "record.json", tmp_path):  # in no folder; a folder itself
        player = Session(file)
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
    player = Session(None)
    player.win(3)
    assert ending(player.session).endswith("Your first win on this board.")
    assert list(tmp_path.iterdir()) == []
