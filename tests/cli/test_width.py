"""At 80 columns no command prints a longer line."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import sapper
from sapper.cli.commands import COMMANDS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")

WORK = [
    "analyse position.txt --mines 4 --win --moves 5",
    "hint position.txt --mines 4 --moves 5",
    "hint position.txt --mines 4 --all",
    "play --auto --level beginner --games 2 --verbose --seed 1",
    "generate --level expert --seed 3",
    "generate --level beginner --topology octagons --seed 3",
    "review game.rawvf --all",
    "review game.rawvf --win",
    "review games",
    "simulate --level beginner --games 20 --out run.sapper",
    "simulate --level beginner --games 20 --strategy exact+corners --out other.sapper",
    "compare fast exact+first --level beginner --games 40 --out pair.sapper",
    "report kept.sapper",
    "strategies",
    "literature --games 5 --strategy frontier",
    "optimum --rows 4 --columns 4 --mines 3 --first-click safe",
    "info game.rawvf",
    "info position.txt --mines 4",
    "convert game.rawvf new.evf",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands read."""
    folder = tmp_path_factory.mktemp("width")
    (folder / "position.txt").write_text("01...\n12F..\n.....\n.....\n")
    (folder / "games").mkdir()
    for seed in range(6):
        game = sapper.Strategy("single+random").play(sapper.Game("expert", seed=seed))
        sapper.write(
            sapper.Replay.of(game), folder / "games" / f"a-rather-long-name-of-a-replay-{seed}.rawvf"
        )
        sapper.write(sapper.Replay.of(game), folder / "game.rawvf")
    sapper.simulate("expert", games=20, out=folder / "kept.sapper")
    return folder


def lines_of(arguments: str, folder: Path, ends: int = 0) -> list[str]:
    """The lines that the command prints in a terminal of 80 columns."""
    from support.ptys import in_terminal  # Windows has none

    code, written = in_terminal(arguments.split(), folder, COLUMNS="80", TERM="xterm", PYTHONUTF8="1")
    text = written.decode()
    assert code == ends, text
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
    return [line.rpartition("\r")[2] for line in text.replace("\r\n", "\n").split("\n")]


@pytest.mark.parametrize("arguments", WORK)
def test_no_line_of_a_command_is_longer(arguments: str, folder: Path) -> None:
    assert [line for line in lines_of(arguments, folder) if len(line) > 80] == []


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_no_line_of_a_help_text_is_longer(name: str, folder: Path) -> None:
    assert [line for line in lines_of(f"{name} --help", folder) if len(line) > 80] == []


@pytest.mark.parametrize(
    ("arguments", "ends"),
    [
        ("analyse wrong.txt --mines 4", 1),
        ("hint wrong.txt --mines 4 --no-such-option", 2),
        ("simulate several unknown arguments that no command of this program has ever had", 2),
    ],
)
def test_no_line_of_an_error_is_longer(arguments: str, ends: int, folder: Path) -> None:
    (folder / "wrong.txt").write_text("1..\n..2\n001\n")
    lines = lines_of(arguments, folder, ends)
    assert [line for line in lines if len(line) > 80] == []
    assert any(line.startswith("sapper: ") for line in lines)
