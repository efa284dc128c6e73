"""Shares in per cent, and suggestions for unknown names."""

from __future__ import annotations

import difflib
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper._support.words import percent, unknown

SHARES = [
    0,
    5e-324,
    1e-12,
    1e-6,
    0.00049,
    0.0005,
    0.123456,
    0.5,
    0.9949,
    0.995,
    0.9995,
    0.999999,
    1 - 2**-53,
    1,
]


@pytest.mark.parametrize(
    "digits", [{"decimals": 0}, {"decimals": 1}, {}, *({"figures": n} for n in (1, 2, 3, 4))]
)
def test_only_what_is_certain_reads_0_or_100(digits: dict[str, int]) -> None:
    for share in SHARES:
        text = percent(share, **digits)
        assert re.fullmatch(r"[<>]?\d+(\.\d+)? %", text), text
        number = float(text.strip("<> %"))
        assert (text in ("0 %", "100 %")) == (share in (0, 1)), text
        if text[0] == "<":
            assert 100 * share < number
        elif text[0] == ">":
            assert number < 100 * share < 100
        else:
            assert number == pytest.approx(100 * share, abs=0.5)


def test_how_many_digits() -> None:
    assert [percent(each, 1) for each in (0.0005, 0.0012, 0.9995, 0.25)] == [
        "<0.1 %",
        "0.1 %",
        ">99.9 %",
        "25.0 %",
    ]
    assert [percent(each) for each in (0.5231, 0.9995)] == ["52.31 %", "99.95 %"]
    assert [percent(each, figures=2) for each in (0.9995, 0.004, 0.0000123)] == [
        ">99.9 %",
        "0.4 %",
        "0.0012 %",
    ]
    assert percent(math.nan) == "unknown"


@given(st.text("abAB-", max_size=9), st.lists(st.text("ab-", min_size=1, max_size=9), unique=True))
def test_the_nearest_name_is_the_one_that_difflib_finds(name: str, known: list[str]) -> None:
    others = [each for each in known if each != name]
    nearest = difflib.get_close_matches(name.lower(), others, n=1, cutoff=0.5)
    listed = f"here is {', '.join(map(repr, known))}."
    expected = f"did you mean {nearest[0]!r}? T{listed}" if nearest else f"t{listed}"
    assert unknown("thing", name, known) == f"unknown thing {name!r}: {expected}"


@given(st.text(st.characters()), st.lists(st.text(st.characters())))
def test_any_text_may_be_a_name(name: str, known: list[str]) -> None:
    """Halves of characters too, which the file system gives."""
    assert unknown(name, name, known, name).startswith(f"unknown {name} ")
