"""Which cases of a test are for `make test`, and which for the long tests."""

from collections.abc import Sequence
from typing import Any

import pytest


def rest_long(cases: Sequence[Any], most: int = 1) -> list[Any]:
    """Parameters of a test: the first of them are for `make test`, the rest for the long tests."""
    first, rest = cases[:most], cases[most:]
    whole = [case if isinstance(case, type(pytest.param())) else pytest.param(case) for case in rest]
    long = pytest.mark.long
    return [*first, *(pytest.param(*case.values, id=case.id, marks=[*case.marks, long]) for case in whole)]


def some_of(entries: list[Any]) -> list[Any]:
    """The numbers of all fixed positions, as parameters.

    `make test` has all contradictions and every fourth entry, each topology among them.
    """
    quick = [at for at, entry in enumerate(entries) if at % 4 == 0 or entry["configurations"] == "0"]
    return [pytest.param(at, marks=[] if at in quick else [pytest.mark.long]) for at in range(len(entries))]
