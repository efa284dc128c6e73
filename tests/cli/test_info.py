"""`sapper info`: what it tells of every kind of file."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result
from support.recordings import Recording, avf, clicks, mbf, rawvf
from support.replays import GAME

from sapper.cli.commands import sapper as command_line


def run(*arguments: str, data: bytes | str = "") -> Result:
    return CliRunner().invoke(command_line, ["info", *arguments], input=data)


def lines_of(result: Result) -> dict[str, str]:
    assert result.exit_code == 0
    return {line[:16].strip(): line[16:] for line in result.stdout.splitlines()}


def test_a_replay_shows_its_player_and_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.avf"
    path.write_bytes(avf(GAME))
    assert lines_of(run(str(path))) == {
        "Format": "avf: AVF, a replay of Minesweeper Arbiter",
        "Holds": "a replay",
        "Board": "square 4 x 5, 3 mines",
        "Level": "custom",
        "Program": "Minesweeper Arbiter",
        "Version": "0.52.3",
        "RealTime": "12.34",
        "Skin": "blue",
        "Player": "Nobody",
        "Time": "12.340",
        "BBBV": "9, but 3 when played",
        "Timestamp": "21.11.2021.10:00:00:000",
        "Events": "11 in 70.010 s",
        "Clicks": "1 open, 1 flag, 2 chords",
        "Status": "playing",
    }


def test_a_replay_as_json() -> None:
    game = Recording(2, 3, ((0, 0),), clicks((0, "lc", (0, 0)), (500, "lr", (0, 0))))
    data = rawvf(game, options="Time: 9.5\nStatus: Lost\n")
    assert json.loads(run("--json", data=data).stdout) == {
        "format": "rawvf",
        "holds": "replay",
        "board": {"topology": "square", "shape": [2, 3], "mines": 1},
        "level": "custom",
        "about": {"Player": "Nobody", "Time": "9.5", "Status": "Lost"},
        "contradictions": {"Time": {"said": "9.5", "played": "0.500"}},
        "events": 2,
        "actions": {"open": 1, "flag": 0, "chord": 0},
        "seconds": 0.5,
        "status": "lost",
    }


def test_a_minefield() -> None:
    assert lines_of(run(data=mbf(GAME)))["First cell"] == "not said"
    answer = json.loads(run("--json", data="3x2:1,0,u84").stdout)
    assert answer == {
        "format": "tatham",
        "holds": "minefield",
        "board": {"topology": "square", "shape": [2, 3], "mines": 2},
        "first_cell": [0, 1],
    }
    assert lines_of(run("-", data="3x2:1,0,u84"))["First cell"] == "(0,1)"
    assert json.loads(run("--json", data=mbf(GAME)).stdout)["first_cell"] is None


def test_a_position() -> None:
    lines = lines_of(run("--mines", "2", "--topology", "hexagons", data="F.\n1.\n"))
    assert lines["Board"] == "hexagons 2 x 2, 2 mines"
    assert (lines["Hidden"], lines["Mines left"]) == ("3", "1")
    answer = json.loads(run("-m", "2", "--json", data="F.\n1.\n").stdout)
    assert (answer["hidden"], answer["mines_left"]) == (3, 1)


def test_what_a_file_says_cannot_play_tricks_on_a_terminal() -> None:
    game = Recording(2, 3, ((0, 0),), (), player="\x1b[31mred\x07")
    assert (
        lines_of(run(data=rawvf(game)))["Player"]
        == "\N{REPLACEMENT CHARACTER}[31mred\N{REPLACEMENT CHARACTER}"
    )


def test_an_unreadable_file_gets_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "junk.mbf"
    path.write_bytes(b"\3\2\0\1\0\0\2")
    result = run(str(path), "--format", "mbf")
    assert result.exit_code == 2
    text = "mbf: at offset 6: expected the end after 1 mine, but 1 byte follows"
    assert result.stderr == f"sapper: {path}: {text}\n"


def test_a_position_may_lack_the_mine_count() -> None:
    assert run(data="..\n..\n").stdout.endswith(
        "2 x 2, mines unknown\nHidden          4\nMines left      unknown\n"
    )
    answer = json.loads(run("--json", data="..\n..\n").stdout)
    assert (answer["board"]["mines"], answer["mines_left"]) == (None, None)
