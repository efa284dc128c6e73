"""Which of the fixed positions are in the quick run."""

from typing import Any

import pytest


def some_of(entries: list[Any]) -> list[Any]:
    """The numbers of all entries, most of them for the long run.

    The quick run has all contradictions and every fourth entry, each topology among them.
    """
    quick = [at for at, entry in enumerate(entries) if at % 4 == 0 or entry["configurations"] == "0"]
    return [pytest.param(at, marks=[] if at in quick else [pytest.mark.long]) for at in range(len(entries))]
