"""What the worker keeps: games outlast tabs, tabs are in step, and without room the page plays on."""

import re
from pathlib import Path

import pytest
from support.cases import rest_long
from support.programs import run_program
from support.wasm import SOURCES, node

SCRIPT = Path(__file__).with_name("storage.mjs")
# Read from the text, as every process that collects tests would start Node.js to ask for them.
CASES = re.findall(r'^  async "(.+)"\(\) {$', SCRIPT.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("case", rest_long(CASES, 3))
def test_what_is_kept(case: str) -> None:
    run_program(node(), SCRIPT, f"{SOURCES}/", case)
