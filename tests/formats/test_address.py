import numpy as np
import pytest

from sapper import FormatError, Minefield, Topology
from sapper.formats import parse, render


def minefield_of(text: str) -> Minefield:
    return parse(text, kind=Minefield)


def test_a_digit_holds_five_cells_the_highest_bit_first() -> None:
    minefield = minefield_of("?b=0302&m=g8")  # 10000 0|1000
    assert minefield == Minefield([(0, 0)], Topology.square(2, 3))
    assert minefield_of("?b=0402&m=g9") == Minefield([(0, 0), (1, 2)], Topology.square(2, 4))
    assert minefield_of("?b=0501&m=v").mined.all()
    assert minefield_of("?b=0501&m=V").mined.all()


@pytest.mark.parametrize(("level", "rows", "columns"), [(1, 9, 9), (2, 16, 16), (3, 16, 30)])
def test_levels_have_numbers(level: int, rows: int, columns: int) -> None:
    minefield = Minefield([(0, 1), (rows - 1, columns - 1)], Topology.square(rows, columns))
    bits = "".join("1" if mined else "0" for mined in minefield.mined.ravel())
    bits += "0" * (-len(bits) % 5)
    digits = "".join(np.base_repr(int(bits[at : at + 5], 2), 32).lower() for at in range(0, len(bits), 5))
    text = f"?b={level}&m={digits}"
    assert render(minefield, "address").decode() == text
    assert minefield_of(text) == minefield
    assert minefield_of(text.replace(f"b={level}", f"b={columns:02}{rows:02}")) == minefield


def test_whole_addresses_are_read_and_other_parameters_ignored() -> None:
    minefield = minefield_of("?b=0302&m=g8")
    for text in (
        "https://llamasweeper.com/#/game/zini-explorer?b=32&m=g8",
        "\n  b=32&m=g8#top \n",
        "?m=g8&mf=AAAA&t=12&b=003002",
    ):
        assert minefield_of(text) == minefield


def test_large_boards_have_more_digits() -> None:
    minefield = Minefield([(0, 150)], Topology.square(2, 200))
    assert render(minefield, "address").startswith(b"?b=200002&m=")
    assert minefield_of(render(minefield, "address").decode()) == minefield
    with pytest.raises(FormatError, match="at most 1000000 cells, not 1 x 10000"):
        render(Minefield([], Topology.square(1, 10_000)), "address")
    with pytest.raises(FormatError, match="holds only square boards"):
        render(Minefield([], Topology.torus(3, 3)), "address")


@pytest.mark.parametrize(
    ("text", "complaint", "line", "column"),
    [
        ("x", "expected an address with a board", 1, None),
        ("?b=1", "expected an address with a board", 1, None),
        ("?b=4&m=0", "expected b= with 1, 2 or 3 for a level, .*, not '4'", 1, 4),
        ("?b=&m=0", "expected b= with 1, 2 or 3", 1, 4),
        ("?b=030&m=0", "not '030'", 1, 4),
        ("?b=0x0y&m=0", "not '0x0y'", 1, 4),
        ("?b=" + "9" * 5000 + "&m=0", "not '9{20}'", 1, 4),
        ("?b=0003&m=0", "a board must have 1 to 1000000 cells, not 0 x 3", 1, 4),
        ("?b=99999999&m=0", "a board must have 1 to 1000000 cells", 1, 4),
        ("?b=0302&m=g", "expected m= with 2 digits for 6 cells, not 1", 1, 11),
        (" ?b=0302&m=gw", r"expected a digit of base 32 \(0 to 9, a to v\), not 'w'", 1, 13),
        ("?b=0302&m=g\u0130", "not '\u0130'", 1, 12),
        ("?b=0302&m=g8\n\n?b=1", "expected one address, but more text follows", 2, None),
    ],
)
def test_malformed_addresses_are_refused(text: str, complaint: str, line: int, column: int | None) -> None:
    with pytest.raises(FormatError, match=f"^address: .*{complaint}") as caught:
        parse(text, format="address")
    assert (caught.value.line, caught.value.column) == (line, column)
