"""Write `src/sapper/_engine.pyi` from the installed engine; with `--check`, only compare.

The stubs are in the repository, so that type checkers can read them without a build, and reviews show changes
of the bindings. The docstrings stand in the bindings alone. With `--check`, the exit status is 1 if the stubs
are out of date.
"""

import argparse
import difflib
import subprocess
import sys
import tempfile
from pathlib import Path

STUBS = Path(__file__).resolve().parents[2] / "src" / "sapper" / "_engine.pyi"


def generate() -> str:
    """The stubs of the installed engine, as text."""
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder, STUBS.name)
        arguments = ["--quiet", "--exclude-docstrings", "-m", "sapper._engine", "-o", str(new)]
        subprocess.run([sys.executable, "-m", "nanobind.stubgen", *arguments], check=True)
        return new.read_text(encoding="utf-8").rstrip() + "\n"


def main() -> int:
    """Writes or compares the file. Returns 0 if it is now up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only")
    fresh = generate()
    if not parser.parse_args().check:
        STUBS.write_text(fresh, encoding="utf-8", newline="\n")
        return 0
    old = STUBS.read_text(encoding="utf-8") if STUBS.exists() else ""
    if old == fresh:
        return 0
    difference = difflib.unified_diff(old.splitlines(), fresh.splitlines(), "kept", "generated", lineterm="")
    print("\n".join(difference))
    print(f"sapper: {STUBS.name} is out of date; run make stubs", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
