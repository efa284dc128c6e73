"""How sentences are filled in."""

from __future__ import annotations

import pytest

import sapper
from sapper._support.words import Phrase, counting_from, sentence_of
from sapper.board.topology import cells_text


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
        (
            ("wins_by", {"behind": 0.0125, "error": 0.0}),
            "its chance to win is 1.2 percentage points higher",
        ),
    ],
)
def test_a_phrase_is_filled_in(phrase: Phrase, text: str) -> None:
    assert sentence_of(phrase) == text


def test_rows_and_columns_may_count_from_one() -> None:
    topology = sapper.Topology.square(3, 3)
    with counting_from(1):
        assert cells_text(topology, [(2, 1), (0, 0), (2, 2)]) == "row 1, column 1 and row 3, columns 2 and 3"
