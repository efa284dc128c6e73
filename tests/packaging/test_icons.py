"""The icons of the page are those that the script makes of its drawing."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[2] / "tools"


@pytest.mark.long
def test_the_icons_are_up_to_date() -> None:
    check = [sys.executable, str(TOOLS / "make" / "icons.py"), "--check"]
    result = subprocess.run(check, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
