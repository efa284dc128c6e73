"""At 80 columns no command prints a longer line, and none writes what the terminal does not have."""

import re
import sys
from pathlib import Path

import pytest
from support.cases import rest_long
from support.command_line import WORK, work_folder

from sapper.cli.commands import COMMANDS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return work_folder(tmp_path_factory.mktemp("width"))


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
        assert len(lines) > 1 or arguments.startswith(("convert", "picture")), arguments
        assert [line for line in lines if len(line) > 80] == [], arguments
        lines_seen += lines
    return lines_seen


@pytest.mark.parametrize("encoding", rest_long(["latin-1", "ascii", "utf-8"]))
def test_no_line_of_a_command_is_longer(folder: Path, encoding: str) -> None:
    check([line for line in WORK if line.split()[1:2] != ["-"]], folder, encoding=encoding)


def test_no_line_of_a_help_text_is_longer(folder: Path) -> None:
    check([f"{name} --help" for name in ("", *COMMANDS)], folder)


def test_no_line_of_an_error_is_longer(folder: Path) -> None:
    unknown = "simulate several unknown arguments that no command of this program has ever had"
    lines = check(["analyse wrong.txt --mines 4"], folder, 1)
    lines += check(["hint wrong.txt --mines 4 --no-such-option", unknown], folder, 2)
    assert sum(line.startswith("sapper: ") for line in lines) == 3
