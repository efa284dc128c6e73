"""`sapper` whose server compares every answer and every message with its model.

    python -m support.watched FAULTS serve ...

What fits no model is added to the file FAULTS.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    """Runs `sapper` with the other arguments."""
    from support.answered import watched

    from sapper.cli import main as sapper
    from sapper.web.access.guard import Guard

    faults = Path(sys.argv.pop(1))

    def note(fault: str) -> None:
        with faults.open("a", encoding="utf-8") as file:
            file.write(f"{fault}\n\n")

    Guard.__call__ = watched(note)  # type: ignore[assignment, method-assign]
    sapper()


if __name__ == "__main__":  # the processes of a run import this module too
    main()
