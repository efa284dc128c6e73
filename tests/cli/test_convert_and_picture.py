"""`sapper convert`, `sapper info` and `sapper picture`: what they make of files of every kind."""

import json
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result
from support.command_line import command_line
from support.recordings import Recording, avf, clicks, evf4, mbf, rawvf
from support.replays import GAME, minefield_of

import sapper
from sapper import Game, Minefield, Position, Replay, Strategy
from sapper.draw.palettes import PALETTES
from sapper.draw.pixels import write_gif
from sapper.draw.svg import board_svg
from sapper.formats import parse

convert = partial(command_line, "convert")


def test_a_replay_becomes_rawvf_by_the_ending(tmp_path: Path) -> None:
    source, target = tmp_path / "game.avf", tmp_path / "game.rawvf"
    source.write_bytes(avf(GAME))
    assert convert(str(source), str(target)).output == ""
    assert target.read_bytes().endswith(b"70.010 mr 3 3 (40 40)\n")
    assert sapper.read(target) == sapper.read(source)


def test_what_a_format_cannot_hold_is_named(tmp_path: Path) -> None:
    source = tmp_path / "game.avf"
    source.write_bytes(avf(GAME))
    result = convert(str(source), str(tmp_path / "game.evf"))
    assert result.stdout == ""
    late = "when the clock began, so that all times are 0.030 s less"
    assert result.stderr == f"evf cannot hold: {late}; RealTime; Skin.\n"
    assert sapper.read(tmp_path / "game.evf", kind=Replay).about["Time"] == "12.340"
    result = convert(str(source), "-", "--to", "mbf")
    assert result.stderr == "mbf cannot hold: the replay, only its minefield.\n"


def test_a_replay_gives_its_minefield_or_where_it_ended(tmp_path: Path) -> None:
    source = tmp_path / "game.evf"
    source.write_bytes(evf4(GAME))
    board, end = tmp_path / "board.mbf", tmp_path / "end.txt"
    convert(str(source), str(board))
    assert sapper.read(board) == minefield_of(GAME)
    convert(str(source), str(end), "--to", "plain")
    assert sapper.read(end, mines=3) == parse(evf4(GAME), kind=Replay).play().position


def test_standard_input_and_output_take_text_and_bytes() -> None:
    assert convert("-", "-", text=mbf(GAME)).stdout.startswith("# MINESWEEPER-BOARD v0.1\n")
    result = convert("-", "-", "--to", "mbf", text=rawvf(GAME))
    assert result.stdout_bytes == mbf(GAME).replace(b"\4\3\4\0", b"\4\0\4\3")  # in row-major order
    for option in ("--from", "-f", "--format"):  # -f as in the other commands
        result = convert("-", "-", option, "zig", "--to", "jsminesweeper", "-m", "1", text="#1.\n11.\n")
        assert result.stdout == "3x2x1\nH10\n110\n"
    result = convert("-", "-", "--mines", "1", "--topology", "torus", text="F.\n..\n")
    assert result.stdout == "F.\n..\n"


def test_the_format_of_a_position_is_named_if_it_is_not_plain() -> None:
    result = convert("-", "-", "--to", "board", text=b"2 2\n1\n?1\n1.\n")
    assert "U1\n10" in result.stdout
    assert result.stderr == "read as zeros (minesweepr, CodinGame: rows of numbers, '.' zero, '*' mine)\n"
    assert convert("-", "-", "--from", "zeros", "--to", "board", text=b"2 2\n1\n?1\n1.\n").stderr == ""


def test_the_section_that_fits_is_taken() -> None:
    both = "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\n[real]\n*1\n[view]\nU1\n"
    assert convert("-", "-", "--to", "mbf", text=both).stdout_bytes == b"\2\1\0\1\0\0"
    assert convert("-", "-", "--to", "jsminesweeper", text=both).stdout == "2x1x1\nH1\n"


@pytest.mark.parametrize(
    ("arguments", "data", "message"),
    [
        (["--to", "board"], b"..\n..\n", "standard input: the number of mines on the board is missing"),
        (["--to", "mbf", "-m", "1"], b"?1\n11\n", "a minefield cannot be made of a position"),
        (["--to", "rawvf"], mbf(GAME), "standard input: a replay cannot be made of a minefield"),
        (["-m", "1"], b"#.\n..\n", "choose with --format\n"),
        (["-m", "4"], mbf(GAME), "standard input: the mbf file has 3 mines, but --mines says 4"),
        (
            [],
            b"\xff\xff",
            "standard input: this is not text: there is no character at offset 0; and no other format fits",
        ),
    ],
)
def test_an_impossible_conversion_gets_one_line(arguments: list[str], data: bytes, message: str) -> None:
    result = convert("-", "-", *arguments, text=data, ends=2)
    assert result.stdout == ""
    assert message.strip() in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    missing, folder = tmp_path / "missing.avf", str(tmp_path)
    assert f"{missing}: cannot be read: No such file" in convert(str(missing), "-", ends=2).stderr
    assert f"{folder}: cannot be written:" in convert("-", folder, text=mbf(GAME), ends=2).stderr


@pytest.mark.parametrize(
    ("options", "hidden"), [(["--to", "jsminesweeper"], "."), (["--from", "zig", "--to", "board"], "#")]
)
def test_a_missing_count_names_the_level_that_gives_it(options: list[str], hidden: str) -> None:
    convert_rows = partial(convert, *options, "-", "-", text="\n".join(["1" + 8 * hidden, *[9 * hidden] * 8]))
    assert convert_rows(ends=2).stderr.endswith("is missing: give --mines or --level beginner\n")
    convert_rows("-l", "expert", ends=2)
    beginner = convert_rows("-l", "beginner")
    assert beginner.stderr == ""
    assert parse(beginner.stdout, kind=Position).mines == 10


info = partial(command_line, "info")


def lines_of(result: Result) -> dict[str, str]:
    return {line[:16].strip(): line[16:] for line in result.stdout.splitlines()}


def test_a_replay_shows_its_player_and_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.avf"
    path.write_bytes(avf(GAME))
    assert lines_of(info(str(path))) == {
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
    late = "The file says 9.50 s, and its events take 0.50 s."
    assert json.loads(info("--json", text=data).stdout) == {
        "format": "rawvf",
        "holds": "replay",
        "board": {"topology": "square", "shape": [2, 3], "mines": 1},
        "level": "custom",
        "about": {"Player": "Nobody", "Time": "9.5", "Status": "Lost"},
        "played": None,
        "doubts": [
            {"name": "time", "grade": "contradiction", "text": late},
            {"name": "no_pointer", "grade": "note", "text": "The recording has no moves of the pointer."},
        ],
        "events": 2,
        "actions": {"open": 1, "flag": 0, "chord": 0},
        "seconds": 0.5,
        "status": "lost",
        "lost_by_guess": False,
    }


def test_a_minefield() -> None:
    assert lines_of(info(text=mbf(GAME)))["First cell"] == "not said"
    assert json.loads(info("--json", text="3x2:1,0,u84").stdout) == {
        "format": "tatham",
        "holds": "minefield",
        "board": {"topology": "square", "shape": [2, 3], "mines": 2},
        "first_cell": [0, 1],
    }
    assert lines_of(info("-", text="3x2:1,0,u84"))["First cell"] == "(0,1)"
    assert json.loads(info("--json", text=mbf(GAME)).stdout)["first_cell"] is None


def test_a_position() -> None:
    lines = lines_of(info("--mines", "2", "--topology", "hexagons", text="F.\n1.\n"))
    assert lines["Board"] == "hexagons 2 x 2, 2 mines"
    assert (lines["Hidden"], lines["Mines left"]) == ("3", "1")
    answer = json.loads(info("-m", "2", "--json", text="F.\n1.\n").stdout)
    assert (answer["hidden"], answer["mines_left"]) == (3, 1)
    unknown = info(text="..\n..\n").stdout
    assert unknown.endswith("2 x 2, mines unknown\nHidden          4\nMines left      unknown\n")
    answer = json.loads(info("--json", text="..\n..\n").stdout)
    assert (answer["board"]["mines"], answer["mines_left"]) == (None, None)


def test_what_a_file_says_cannot_play_tricks_on_a_terminal() -> None:
    game = Recording(2, 3, ((0, 0),), (), player="\x1b[31mred\x07")
    assert lines_of(info(text=rawvf(game)))["Player"] == "\ufffd[31mred\ufffd"


POSITION = "01...\n12F..\n.....\n.....\n"


picture = partial(command_line, "picture")


def played_game(seed: int = 3) -> Game:
    return Strategy("best").play(Game("beginner", seed=seed))


def test_a_picture_of_a_position(tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    assert picture("--mines", 4, "-o", path, text=POSITION).output == ""
    assert path.read_text() == board_svg(Position.from_text(POSITION, 4))
    (tmp_path / "in.txt").write_text(POSITION)
    for theme in PALETTES:
        picture(tmp_path / "in.txt", "-t", "torus", "-o", path, "--theme", theme, "--cell-size", 12)
        position = Position.from_text(POSITION, topology="torus")
        assert path.read_text() == board_svg(position, theme=theme, cell_size=12)


def test_a_picture_names_the_format_that_is_not_plain(tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    assert picture("-o", path, text="2 2\n1\n?1\n1.\n").stderr.startswith("read as zeros (")
    assert path.read_text() == board_svg(Position([[-1, 1], [1, 0]], 1))
    assert picture("-f", "zeros", "-o", path, text="2 2\n1\n?1\n1.\n").output == ""


def test_a_minefield_shows_its_mines_and_its_start(tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    picture("-o", path, text="9x9:5,1,mec0f712b5982f397a0180")
    minefield = sapper.formats.parse("9x9:5,1,mec0f712b5982f397a0180", kind=Minefield)
    assert path.read_text() == minefield._repr_svg_()


@pytest.mark.parametrize("seed", [3, 19])
def test_a_replay(tmp_path: Path, seed: int) -> None:
    game, source = played_game(seed), tmp_path / "game.rawvf"
    sapper.write(Replay.from_game(game), source)
    picture(source, "-o", tmp_path / "out.svg")
    assert (tmp_path / "out.svg").read_text() == board_svg(game.position, minefield=game.minefield)
    options = ("--theme", "dark", "--speed", 20, "--cell-size", 9)
    picture(source, "-o", tmp_path / "out.GIF", *options)
    again = sapper.read(source, kind=Replay).play()
    write_gif(again, tmp_path / "expected.gif", theme="dark", seconds=0.05, cell_size=9)
    assert (tmp_path / "out.GIF").read_bytes() == (tmp_path / "expected.gif").read_bytes()


def test_an_unfinished_replay_keeps_its_mines_to_itself(tmp_path: Path) -> None:
    game = Game("beginner", seed=3)
    game.open(4, 4)
    sapper.write(Replay.from_game(game), tmp_path / "game.rawvf")
    picture(tmp_path / "game.rawvf", "-o", tmp_path / "out.svg")
    assert (tmp_path / "out.svg").read_text() == board_svg(game.position)


def test_a_game_that_a_strategy_plays(tmp_path: Path) -> None:
    arguments = ["--strategy", "best", "--level", "beginner", "--seed", 3]
    result = picture(*arguments, "-o", tmp_path / "out.gif")
    assert result.stdout == ""
    game = played_game()
    assert result.stderr == f"Seed 3, game 0: {game.status}\n"
    write_gif(game, tmp_path / "expected.gif", seconds=1 / 7)
    assert (tmp_path / "out.gif").read_bytes() == (tmp_path / "expected.gif").read_bytes()
    size = ("--rows", 5, "--columns", 6, "--mines", 4, "--topology", "hexagons")
    which = ("--first-click", "safe", "--number", 7, "--seed", 1)
    picture("--strategy", "frontier", *size, *which, "-o", tmp_path / "out.svg")
    board = sapper.Board(sapper.Topology.hexagons(5, 6), 4)
    game = Strategy("frontier").play(Game(board, rules="safe", seed=1, number=7))
    assert (tmp_path / "out.svg").read_text() == board_svg(game.position, minefield=game.minefield)
    assert picture("--strategy", "best", "-o", tmp_path / "out.svg").stderr.startswith("Seed ")
    nowhere = picture(*arguments, "-o", tmp_path / "missing" / "out.gif", ends=2)
    assert "out.gif: cannot be written: No such file" in nowhere.stderr


def test_png_has_cells_of_that_size(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    sizes = {}
    for pixels in (15, 30, 60):
        picture("-m", 4, "-o", tmp_path / "out.png", "--cell-size", pixels, text=POSITION)
        with image.open(tmp_path / "out.png") as image_file:
            sizes[pixels] = np.array(image_file.size)
    assert np.allclose(sizes[60], 2 * sizes[30], atol=2)
    assert np.allclose(sizes[30], 2 * sizes[15], atol=2)
    assert sizes[30][0] >= 5 * 30


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [("out.gif", "PIL", "gif"), ("out.gif", "resvg_py", "png"), ("out.png", "resvg_py", "png")],
)
def test_a_missing_package_is_said_before_a_game_is_played(
    name: str, module: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    result = picture("-o", tmp_path / name, "--strategy", "best", ends=2)
    assert f'pip install "sapper[{extra}]"' in result.stderr
    assert "Seed" not in result.stderr  # which stands there once a game was played
