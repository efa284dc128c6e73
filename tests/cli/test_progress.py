"""Long work shows its progress on a terminal, on standard error, and nowhere else."""

import shlex
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has other terminals", allow_module_level=True)
from support.ptys import run_in_terminal

OPTIMUM = ["optimum", "--rows", "4", "--columns", "5", "--mines", "4", "--first-click", "safe"]
LITERATURE = ["literature", "--strategy", "frontier", "--games", "3000"]


def shown(arguments: list[str], folder: Path) -> tuple[str, str]:
    """What a command prints into a file, and what it shows on the terminal that is its standard error."""
    command = shlex.join([sys.executable, "-m", "sapper", *arguments])
    code, seen = run_in_terminal(["sh", "-c", f"{command} > out"], folder, COLUMNS="100", LINES="24")
    assert code == 0
    return (folder / "out").read_text(), seen.decode(errors="replace")


def test_a_search_says_how_long_it_has_been_going_on(tmp_path: Path) -> None:
    out, seen = shown([*OPTIMUM, "--time-limit", "500"], tmp_path)
    assert "Searching all play" in seen
    assert "0:00:0" in seen
    assert "of at most 8 min 20 s" in seen
    assert out.splitlines()[1].startswith("wins ")
    assert "\x1b" not in out


@pytest.mark.long
def test_a_replication_says_which_row_and_how_many_games(tmp_path: Path) -> None:
    out, seen = shown(LITERATURE, tmp_path)
    assert "1 of 2: frontier, 16x30/99" in seen
    assert "2 of 2: frontier, 16x30/99" in seen
    assert "of 3,000 games" in seen
    assert "\x1b" not in out
    assert len(out.splitlines()) == 3


def test_generating_counts_the_boards(tmp_path: Path) -> None:
    out, seen = shown(["generate", "--level", "intermediate", "--count", "300", "--seed", "1"], tmp_path)
    assert "Generating" in seen
    assert "\x1b" not in out
    assert len(out.splitlines()) == 300


@pytest.mark.parametrize("arguments", [OPTIMUM, pytest.param(LITERATURE, marks=pytest.mark.long)])
def test_with_json_nothing_shows(arguments: list[str], tmp_path: Path) -> None:
    out, seen = shown([*arguments, "--json"], tmp_path)
    assert seen == ""
    assert out.startswith("{")
