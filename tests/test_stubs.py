import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_stubs_of_the_engine_are_up_to_date() -> None:
    check = [sys.executable, str(ROOT / "tools" / "make" / "stubs.py"), "--check"]
    result = subprocess.run(check, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
