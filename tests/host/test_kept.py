"""What the worker keeps: games outlast tabs, tabs are in step, and without room the page plays on."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.cases import rest_long
from support.wasm import SOURCES, node

HERE = Path(__file__).parent


def in_node(script: str, *arguments: str) -> str:
    """What a script prints that imports the worker."""
    command = [node(), str(HERE / script), f"{SOURCES}/", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


# Read from the text, as every process that collects tests would start Node.js to ask for them.
CASES = re.findall(r'^  async "(.+)"\(\) {$', (HERE / "kept.mjs").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("case", rest_long(CASES, 3))
def test_kept(case: str) -> None:
    in_node("kept.mjs", case)


def test_the_standing_is_asked_once_for_each_change() -> None:
    """In a run of the assistant. Its moves go many at a time, and each looks whether the game is over."""
    found: dict[str, Any] = json.loads(in_node("count_calls.mjs"))
    assert found["moves"] > 100
    assert found["calls"]["standing"] <= found["moves"] + 10
