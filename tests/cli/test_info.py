"""`sapper info`: what it tells of every kind of file."""

import json
from functools import partial
from pathlib import Path

from click.testing import Result
from support.command_line import command_line
from support.recordings import Recording, avf, clicks, mbf, rawvf
from support.replays import GAME

run = partial(command_line, "info")


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
        "BBBV": "9",
        "Timestamp": "21 November 2021, 10:00:00",
        "Events": "11 in 70.010 s",
        "Clicks": "1 open, 1 flag, 2 chords",
        "Status": "playing",
        "Checks": "contradiction: The file says a 3BV of 9, and its board has 3. "
        "The recording ends before the game does.",
    }


def test_a_replay_as_json() -> None:
    game = Recording(2, 3, ((0, 0),), clicks((0, "lc", (0, 0)), (500, "lr", (0, 0))))
    data = rawvf(game, options="Time: 9.5\nStatus: Lost\n")
    assert json.loads(run("--json", text=data).stdout) == {
        "format": "rawvf",
        "holds": "replay",
        "board": {"topology": "square", "shape": [2, 3], "mines": 1},
        "level": "custom",
        "about": {"Player": "Nobody", "Time": "9.5", "Status": "Lost"},
        "played": None,
        "doubts": [
            {
                "name": "time",
                "grade": "contradiction",
                "text": "The file says 9.50 s, and its events take 0.50 s.",
            },
            {"name": "no_pointer", "grade": "note", "text": "The recording has no moves of the pointer."},
        ],
        "events": 2,
        "actions": {"open": 1, "flag": 0, "chord": 0},
        "seconds": 0.5,
        "status": "lost",
        "lost_by_guess": False,
    }


def test_a_minefield() -> None:
    assert lines_of(run(text=mbf(GAME)))["First cell"] == "not said"
    answer = json.loads(run("--json", text="3x2:1,0,u84").stdout)
    assert answer == {
        "format": "tatham",
        "holds": "minefield",
        "board": {"topology": "square", "shape": [2, 3], "mines": 2},
        "first_cell": [0, 1],
    }
    assert lines_of(run("-", text="3x2:1,0,u84"))["First cell"] == "(0,1)"
    assert json.loads(run("--json", text=mbf(GAME)).stdout)["first_cell"] is None


def test_a_position() -> None:
    lines = lines_of(run("--mines", "2", "--topology", "hexagons", text="F.\n1.\n"))
    assert lines["Board"] == "hexagons 2 x 2, 2 mines"
    assert (lines["Hidden"], lines["Mines left"]) == ("3", "1")
    answer = json.loads(run("-m", "2", "--json", text="F.\n1.\n").stdout)
    assert (answer["hidden"], answer["mines_left"]) == (3, 1)
    unknown = run(text="..\n..\n").stdout
    assert unknown.endswith("2 x 2, mines unknown\nHidden          4\nMines left      unknown\n")
    answer = json.loads(run("--json", text="..\n..\n").stdout)
    assert (answer["board"]["mines"], answer["mines_left"]) == (None, None)


def test_what_a_file_says_cannot_play_tricks_on_a_terminal() -> None:
    game = Recording(2, 3, ((0, 0),), (), player="\x1b[31mred\x07")
    assert lines_of(run(text=rawvf(game)))["Player"] == "\ufffd[31mred\ufffd"
