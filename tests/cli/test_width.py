"""At 80 columns no command prints a longer line, and none writes what the terminal does not have."""

import re
import sys
from pathlib import Path

import pytest
from support.cases import rest_long

import sapper
from sapper.cli.commands import COMMANDS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")

WORK = [
    "analyse position.txt --mines 4 --win --most 5",
    "hint position.txt --mines 4 --most 5",
    "hint position.txt --mines 4 --all",
    "play --auto --level beginner --games 2 --verbose --seed 1",
    "generate --level expert --seed 3",
    "generate --level beginner --topology octagons --seed 3",
    "review game.rawvf --all",
    "review game.rawvf --win",
    "review games",
    "simulate --level beginner --games 20 --out run.sapper",
    "compare fast exact+first --level beginner --games 40 --out pair.sapper",
    "report kept.sapper",
    "strategies",
    "optimum --rows 4 --columns 4 --mines 3 --first-click safe",
    "info game.rawvf",
    "info position.txt --mines 4",
    "convert game.rawvf new.evf",
    "analyse position.txt --mines 4 --color always",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands read."""
    folder = tmp_path_factory.mktemp("width")
    (folder / "position.txt").write_text("01...\n12F..\n.....\n.....\n")
    (folder / "games").mkdir()
    for seed in range(6):
        game = sapper.Strategy("single+random").play(sapper.Game("expert", seed=seed))
        for name in (f"games/a-rather-long-name-of-a-replay-{seed}.rawvf", "game.rawvf"):
            sapper.write(sapper.Replay.from_game(game), folder / name)
    sapper.simulate("expert", games=20, out=folder / "kept.sapper")
    return folder


def check(commands: list[str], folder: Path, ends: int = 0, encoding: str = "utf-8") -> list[str]:
    """Asserts that no line is longer than a terminal of 80 columns, in its encoding. Returns all lines."""
    from support.ptys import several_in_terminal  # Windows has none

    outputs = several_in_terminal(commands, folder, COLUMNS="80", TERM="xterm", PYTHONIOENCODING=encoding)
    lines_seen = []
    for arguments, (code, output) in zip(commands, outputs, strict=True):
        assert b"Traceback" not in output
        assert encoding == "utf-8" or not re.search(rb"\\u|\xc2", output), arguments  # UTF-8 after all
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", output.decode(encoding))
        assert code == ends, (arguments, text)
        lines = [line.rpartition("\r")[2] for line in text.replace("\r\n", "\n").split("\n")]
        assert len(lines) > 1 or arguments.startswith("convert"), arguments
        assert [line for line in lines if len(line) > 80] == [], arguments
        lines_seen += lines
    return lines_seen


@pytest.mark.parametrize("encoding", rest_long(["latin-1", "ascii", "utf-8"]))
def test_no_line_of_a_command_is_longer(folder: Path, encoding: str) -> None:
    check(WORK, folder, encoding=encoding)


def test_no_line_of_a_help_text_is_longer(folder: Path) -> None:
    check([f"{name} --help" for name in ("", *COMMANDS)], folder)


def test_no_line_of_an_error_is_longer(folder: Path) -> None:
    (folder / "wrong.txt").write_text("1..\n..2\n001\n")
    unknown = "simulate several unknown arguments that no command of this program has ever had"
    lines = check(["analyse wrong.txt --mines 4"], folder, 1)
    lines += check(["hint wrong.txt --mines 4 --no-such-option", unknown], folder, 2)
    assert sum(line.startswith("sapper: ") for line in lines) == 3
