"""Print the lowest version of everything that pyproject.toml allows, as constraints for pip.

    python tools/install/lowest_versions.py > lowest.txt
    python -m pip install --constraint lowest.txt ".[test]"

pip then installs the oldest versions that a user may have. If these versions do not fit together, pip says
so. The extras that only developers need (bench, dev, learn, wasm) are left out.
"""

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
LEFT_OUT = ("bench", "dev", "learn", "wasm")


def main() -> None:
    """Print a line for every requirement with a lower bound."""
    project = tomllib.loads(Path(PROJECT, "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    requirements = [each for name, packages in extras.items() if name not in LEFT_OUT for each in packages]
    for requirement in sorted({*project["dependencies"], *requirements}):
        match = re.fullmatch(r"([\w.-]+)>=([\w.]+)", requirement)
        if match is not None:
            print(f"{match[1]}=={match[2]}")


if __name__ == "__main__":
    main()
