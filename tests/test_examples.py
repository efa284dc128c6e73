"""Every example runs and says something, and so do the programs that stand for those of users.

`tests/programs` has one for each kind of user. Each checks its own answers. `make check` runs mypy and
pyright on them.
"""

import runpy
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
EXAMPLES = sorted((TESTS.parent / "examples").glob("*.py"))
PROGRAMS = sorted((TESTS / "programs").glob("*.py"))


def test_there_are_examples() -> None:
    assert {path.stem for path in EXAMPLES} >= {"analyse_position", "play_game"}
    assert len(PROGRAMS) >= 10


@pytest.mark.parametrize("path", EXAMPLES + PROGRAMS, ids=[path.stem for path in EXAMPLES + PROGRAMS])
def test_a_program_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if path.stem.startswith("reasoning_gym"):  # many packages in fixed versions, which the tests do not need
        pytest.importorskip("reasoning_gym")
    runpy.run_path(str(path), run_name="__main__")
    captured = capsys.readouterr()
    assert captured.out
    assert captured.err == ""


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_an_example_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 25
