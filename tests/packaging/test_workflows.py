"""The workflows run actions of others: exactly those that were looked at."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / ".github" / "workflows"
USES = re.compile(r"^\s*(?:- )?uses:\s*(\S+)", re.MULTILINE)


@pytest.mark.parametrize("workflow", sorted(FOLDER.glob("*.y*ml")), ids=lambda path: path.name)
def test_every_action_is_pinned_by_its_commit(workflow: Path) -> None:
    used = USES.findall(workflow.read_text(encoding="utf-8"))
    assert used
    assert [action for action in used if not re.fullmatch(r"[^@]+@[0-9a-f]{40}", action)] == []
