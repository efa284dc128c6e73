"""Words: shares in per cent, suggestions for unknown names, sentences, and places from 0 or from 1."""

import asyncio
import difflib
import math
import re
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper import Topology
from sapper._support.words import Phrase, counting_from, percent, row_and_column, sentence_of, unknown
from sapper.board.topology import cells_text

SHARES = [0, 5e-324, 1e-12, 1e-6, 0.00049, 0.0005, 0.123, 0.5, 0.9949, 0.995, 0.9995, 0.999999, 1 - 2**-53, 1]


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
    assert [percent(x, 1) for x in (0.0005, 0.0012, 0.9995, 0.25)] == ["<0.1 %", "0.1 %", ">99.9 %", "25.0 %"]
    assert [percent(each) for each in (0.5231, 0.9995)] == ["52.31 %", "99.95 %"]
    assert [percent(x, figures=2) for x in (0.9995, 0.004, 0.0000123)] == [">99.9 %", "0.4 %", "0.0012 %"]
    assert percent(math.nan) == "unknown"


@given(st.text("abAB-", max_size=9), st.lists(st.text("ab-", min_size=1, max_size=9), unique=True))
def test_the_nearest_name_is_the_one_that_difflib_finds(name: str, names: list[str]) -> None:
    others = [each for each in names if each != name]
    nearest = difflib.get_close_matches(name.lower(), others, n=1, cutoff=0.5)
    list_of_names = f"here is {', '.join(map(repr, names))}."
    expected = f"did you mean {nearest[0]!r}? T{list_of_names}" if nearest else f"t{list_of_names}"
    assert unknown("thing", name, names) == f"unknown thing {name!r}: {expected}"


@given(st.text(st.characters()), st.lists(st.text(st.characters())))
def test_any_text_may_be_a_name(name: str, names: list[str]) -> None:
    """Halves of characters too, which the file system gives."""
    assert unknown(name, name, names).startswith(f"unknown {name} ")


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        (("mines", {"count": 0}), "no mine"),
        (("mines", {"count": 12}), "12 mines"),
        (("row", {"row": 3, "columns": [4]}), "row 3, column 4"),
        (("cells", {"parts": [("row", {"row": 0, "columns": [1, 2, 5]})]}), "row 0, columns 1, 2 and 5"),
        (("then", {"sentence": [("given_reason", {"reason": "It {wins}."})]}), "Then it {wins}."),
        (("wins", {"win": 0.1225}), "With perfect play, the chance to win from here is 12.25 %."),
        (("shares", {"one": 0.70012, "other": 0.7, "decimals": 3}), "70.012 %, against 70.000 %"),
        (
            ("wins_by_play", {"behind": 0.0125, "error": 0.001}),
            "its chance to win is 1.2 +- 0.1 percentage points higher",
        ),
        (("wins_by", {"behind": 0.0125, "error": 0.0}), "its chance to win is 1.2 percentage points higher"),
    ],
)
def test_a_phrase_is_filled_in(phrase: Phrase, text: str) -> None:
    assert sentence_of(phrase) == text


PLACES = re.compile(r"(?:[Rr]ows?|columns?) \d+(?:(?:, | and )\d+\b(?! mines?\b))*")


def later(text: str) -> str:
    """The same with every row and column one larger."""
    return PLACES.sub(lambda place: re.sub(r"\d+", lambda n: str(int(n[0]) + 1), place[0]), text)


def test_a_place_in_words() -> None:
    assert row_and_column(3, 5) == "row 3, column 5 (0-based)"
    with counting_from(1):
        assert row_and_column(3, 5) == "row 4, column 6"
        assert Topology.graph([[1], [0]]).describe(1) == "cell 1"
        places = cells_text(Topology.square(3, 3), [(2, 1), (0, 0), (2, 2)])
        assert places == "row 1, column 1 and row 3, columns 2 and 3"
        with counting_from(0):
            assert row_and_column(3, 5) == "row 3, column 5 (0-based)"
    assert row_and_column(3, 5) == "row 3, column 5 (0-based)"


@pytest.mark.parametrize("seed", range(6))
def test_a_hint_says_the_same_from_1(seed: int) -> None:
    game = sapper.Game("expert", seed=seed)
    for _ in range(12):
        if game.status != "playing":
            break
        game.open(sapper.Strategy("fast").choose(game.position).cell)
    texts = [deduction.text for deduction in sapper.hint(game.position).deductions]
    assert texts
    with counting_from(1):
        from_one = [deduction.text for deduction in sapper.hint(game.position).deductions]
    assert from_one == list(map(later, texts))
    assert from_one != texts


def test_an_error_says_the_same_from_1() -> None:
    with pytest.raises(sapper.ContradictionError) as from_zero:
        sapper.analyse("13.\n...", mines=2)
    with counting_from(1), pytest.raises(sapper.ContradictionError) as from_one:
        sapper.analyse("13.\n...", mines=2)
    assert str(from_one.value) == later(str(from_zero.value)).replace(" (0-based)", "")
    assert from_one.value.cells == from_zero.value.cells


def test_other_threads_and_tasks_count_as_they_did() -> None:
    with ThreadPoolExecutor(1) as pool, counting_from(1):
        assert pool.submit(row_and_column, 0, 0).result() == "row 0, column 0 (0-based)"
        assert pool.submit(copy_context().run, row_and_column, 0, 0).result() == "row 1, column 1"

    async def three() -> list[str]:
        async def place(first: int) -> str:
            with counting_from(1 if first else 0):
                await asyncio.sleep(0)
                return row_and_column(0, 0)

        return list(await asyncio.gather(place(0), place(1), place(0)))

    zero = "row 0, column 0 (0-based)"
    assert asyncio.run(three()) == [zero, "row 1, column 1", zero]
