"""JSMinesweeper, zig-minesolver, and telling them and plain text apart."""

import pytest

from sapper import FormatError, Position, PositionError, Topology


def test_jsminesweeper_has_a_header_of_width_height_and_mines() -> None:
    position = Position.from_text("3x2x1\nH10\nF1?")
    assert position == Position([[-1, 1, 0], [-2, 1, -4]], 1)
    assert position.to_text("jsminesweeper") == "3x2x1\nH10\nF1?"
    assert Position.from_text("3x2x1\nHHH\nHHH", topology="torus").topology == Topology.torus(2, 3)


@pytest.mark.parametrize(
    ("text", "mines", "complaint", "line"),
    [
        ("3x2x1\nHHH", None, "line 1: the header says 2 rows, but 1 follow", 1),
        ("3x2x1\nHH\nHH", None, "line 1: the header says 3 columns, but the rows have 2", 1),
        ("3x2x1\nHHH\nHH", None, "line 3 has 2 cells, but line 2 has 3", 3),
        ("\n3x2x1\nHHH\nHH*", None, r"line 4, column 3: unknown '\*'; the text may have 'H' hidden", 4),
        ("3x2x1\nHHH\nHHH", 2, "line 1: the header says 1 mine, but mines=2 was given", 1),
        ("999999999x999999999x1\nH", None, "the header says 999999999 rows, but 1 follow", 1),
        ("0x0x0", None, "at least one row and one column", 1),
        ("3x2\nHHH\nHHH", None, "line 1: expected the header", 1),
        ("1000000000x1x1\nH", None, "line 1: expected the header", 1),
        ("HHH", None, "line 1: expected the header", 1),
        ("", None, "the text is empty", None),
    ],
)
def test_a_header_that_disagrees_with_the_rows_is_refused(
    text: str, mines: int | None, complaint: str, line: int | None
) -> None:
    with pytest.raises(FormatError, match=complaint) as caught:
        Position.from_text(text, mines, format="jsminesweeper")
    assert caught.value.line == line


def test_zig_writes_zeros_as_dots_and_flags_as_stars() -> None:
    position = Position.from_text("#1.\n*10", 2, format="zig")
    assert position == Position([[-1, 1, 0], [-2, 1, 0]], 2)
    assert position.to_text("zig") == "#1.\n*1."


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("?1\n11", "plain"),
        ("F1.\n.1.", "plain"),
        ("!1.\n.1.", "plain"),
        ("?1*\n111", "plain"),  # zig has no ?
        ("2x1x1\nH1", "jsminesweeper"),
        ("5x1x2\n??F11", "jsminesweeper"),  # as plain text the 5 is above its neighbours
        (".1\n11", "plain"),  # in zig no cell would be left for the mine
    ],
)
def test_the_characters_tell_the_format(text: str, format: str) -> None:
    assert Position.from_text(text, 2 if "??" in text else 1) == Position.from_text(
        text, 2 if "??" in text else 1, format=format
    )


def test_a_text_with_one_meaning_in_both_formats_is_accepted() -> None:
    assert Position.from_text("#1\n11", 1) == Position([[-1, 1], [1, 1]], 1)


@pytest.mark.parametrize(("text", "mines"), [("#1.\n11.", 1), ("..", 0), ("#.#", 1), ("#1\n*1", 1)])
def test_a_text_with_two_meanings_is_refused(text: str, mines: int) -> None:
    with pytest.raises(FormatError, match=r"has different meanings as 'plain' .* and as 'zig' .* format="):
        Position.from_text(text, mines)
    plain = Position.from_text(text, mines, format="plain")
    assert plain != Position.from_text(text, mines, format="zig")


def test_a_missing_mine_count_is_asked_for_where_it_is_needed() -> None:
    assert Position.from_text("?1\n11").mines is None
    with pytest.raises(FormatError, match="different meanings"):
        Position.from_text("#1.\n111")
    assert Position.from_text("#1.\n111", format="zig").mines is None
    assert Position.from_text(".1.\n111").marks[0, 0] == -1  # with nothing hidden it is not zig
    with pytest.raises(PositionError, match="give mines="):
        Position.from_text(".1.\n111", format="zig")
    for name in ("jsminesweeper", "board"):
        with pytest.raises(PositionError, match="give mines="):
            Position([[-1, 1]]).to_text(name)
