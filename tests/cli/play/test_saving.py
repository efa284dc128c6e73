"""Games of `sapper play` kept as replays."""

from pathlib import Path

import pytest
from support.command_line import command_line
from support.hand_games import Clock, cells

import sapper
from sapper import Board, FormatError, Game, Replay, Rules, Topology
from sapper.cli.play.hand_game import HandGame
from sapper.cli.play.series import Setup, saver

SETUP = Setup(Board.square(3, 3, 2), Rules("any"), seed=1)


def test_games_by_hand_are_kept_with_the_times_of_their_moves(tmp_path: Path) -> None:
    session = HandGame(SETUP, Clock(step=1), saver(tmp_path / "new" / "folder"))
    safe, mined = cells(session, mined=False), cells(session, mined=True)
    session.act("open", safe[0])
    assert not list((tmp_path / "new" / "folder").iterdir())
    session.act("open", mined[0])
    path = tmp_path / "new" / "folder" / f"1-{session.game.number}.rawvf"
    lost = sapper.read(path, kind=Replay)
    assert lost.play().status == "lost"
    times = [event.seconds for event in lost.events]
    assert times == sorted(times)
    assert times[-1] > times[0]

    session.take_back()
    for cell in safe:
        session.act("open", cell)
    won = sapper.read(path, kind=Replay)
    assert won.play().status == "won"
    assert won.play().history == session.game.history


def test_a_game_that_cannot_be_kept_is_in_the_record(tmp_path: Path) -> None:
    session = HandGame(SETUP, Clock(), saver(tmp_path / "folder"))
    (tmp_path / "folder").rmdir()
    with pytest.raises(FormatError, match="cannot be written"):
        session.act("open", cells(session, mined=True)[0])
    assert session.record.lost == 1


def test_games_of_the_engine_are_kept(tmp_path: Path) -> None:
    games = ["--level", "beginner", "--seed", "3", "--games", "3"]
    result = command_line("play", "--auto", *games, "--save", tmp_path)
    assert result.exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["3-0.rawvf", "3-1.rawvf", "3-2.rawvf"]
    for number in range(3):
        played = sapper.read(tmp_path / f"3-{number}.rawvf", kind=Replay).play()
        rules = Rules("opening")
        game = Game(Board.level("beginner"), rules, seed=3, number=number, history=played.history)
        assert game.status == played.status != "playing"
        assert game.position == played.position


def test_where_games_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = command_line("play", "--auto", "--save", tmp_path / "file" / "folder")
    assert result.exit_code == 2
    assert "folder: cannot be made" in result.stderr


@pytest.mark.parametrize("topology", ["torus", "hexagons", "octagons"])
def test_games_on_any_board_are_kept(tmp_path: Path, topology: str) -> None:
    options = ["--rows", "7", "--columns", "8", "--mines", "8", "--topology", topology]
    result = command_line("play", "--auto", *options, "--seed", 3, "--save", tmp_path)
    assert result.exit_code == 0
    played = sapper.read(tmp_path / "3-0.rawvf", kind=Replay).play()
    assert played.status != "playing"
    board = Board(getattr(Topology, topology)(7, 8), 8)
    again = Game(board, Rules("opening"), seed=3, history=played.history)
    assert again.position == played.position
