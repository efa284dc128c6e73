import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("script", ["stubs.py", "make_worker_protocol.py"])
def test_what_is_written_from_the_code_is_up_to_date(script: str) -> None:
    """The stubs of the engine, and the requests and limits for the worker of the page."""
    check = [sys.executable, str(ROOT / "tools" / script), "--check"]
    result = subprocess.run(check, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
