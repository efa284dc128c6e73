"""The pictures in the docs are those that the code makes."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
def test_the_pictures_are_up_to_date() -> None:
    check = [sys.executable, str(ROOT / "tools" / "make" / "pictures.py"), "--check"]
    result = subprocess.run(check, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_faces_import_drawing_only_to_draw() -> None:
    code = """
import sys, sapper
position = sapper.Position.from_text("1?", 1)
sapper.analyse(position)
assert not any(name.startswith("sapper.draw") for name in sys.modules)
assert position._repr_svg_()
"""
    subprocess.run([sys.executable, "-c", code], check=True)
