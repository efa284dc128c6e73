"""The workflows run actions of others: exactly those that were looked at. And they can test every wheel."""

import os
import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest
from support.programs import run_program

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github" / "workflows"
USES = re.compile(r"^\s*(?:- )?uses:\s*(\S+)", re.MULTILINE)


@pytest.mark.parametrize("workflow", sorted(FOLDER.glob("*.y*ml")), ids=lambda path: path.name)
def test_every_action_is_pinned_by_its_commit(workflow: Path) -> None:
    actions = USES.findall(workflow.read_text(encoding="utf-8"))
    assert actions
    assert [action for action in actions if not re.fullmatch(r"[^@]+@[0-9a-f]{40}", action)] == []


@pytest.mark.parametrize("workflow", sorted(FOLDER.glob("*.y*ml")), ids=lambda path: path.name)
def test_no_password_is_stored(workflow: Path) -> None:
    """Not in the settings of the repository, and not in the clone, where any later step could read it."""
    text = workflow.read_text(encoding="utf-8")
    assert not re.search(r"\bsecrets\b", text)
    steps = re.findall(r"- uses: actions/checkout@.*\n((?: {8}.*\n)*)", text)
    assert steps
    assert [step for step in steps if "persist-credentials: false" not in step] == []


@pytest.mark.long
def test_wheels_for_which_most_packages_are_missing_can_be_tested(tmp_path: Path) -> None:
    """Those for musl and for Pyodide. Their tests do without the plugins that all others name."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]
    (bare,) = settings["overrides"]
    assert bare["test-requires"] == ["pytest", "hypothesis"]
    _, *words = (word.replace("{project}", str(ROOT)) for word in shlex.split(bare["test-command"]))
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    run_program(sys.executable, *words, "--collect-only", "-q", cwd=tmp_path, env=environment)
