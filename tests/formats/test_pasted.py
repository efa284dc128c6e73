"""Text copied from games, chats, tables and terminals is read right, or refused."""

import json
import time
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.cases import rest_long
from support.command_line import command_line
from support.screens import midgame

import sapper
from sapper import FormatError, Minefield, Position
from sapper.formats import parse

Rows = list[str]


def text_of(position: sapper.Position, covered: str, empty: str, *, gap: str = "") -> list[str]:
    signs = {-2: "F", -1: covered, 0: empty}
    return [gap.join(signs.get(mark, str(mark)) for mark in row) for row in position.marks.tolist()]


def in_frame(lines: list[str]) -> str:
    frame = "+" + "-" * len(lines[0]) + "+"
    return "\n".join(["A GAME OF MINES", frame, *(f"|{line}|" for line in lines), frame, "|Mines: 9|", frame])


def with_numbers(lines: list[str], step: int) -> str:
    count = (len(lines[0]) + step - 1) // step
    head = "   " + "".join(str(column).ljust(step) for column in range(count))
    return "\n".join([head.rstrip(), *(f"{n:2} {line}".rstrip() for n, line in enumerate(lines)), "Move: "])


def in_cells(lines: list[str]) -> str:
    frame = "+---" * len(lines[0]) + "+"
    rows = ["".join(f"| {sign} " for sign in line) + "|" for line in lines]
    return "\n".join([frame, *(part for row in rows for part in (row, frame))])


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("covered", "empty"), [("#", " "), (" ", "."), ("■", "."), ("?", "0"), (" ", "0"), ("*", "0")]
)
def test_boards_of_any_signs_are_read(seed: int, covered: str, empty: str) -> None:
    position = midgame(9, 10, 12, seed=seed, moves=4)
    if not (position.marks == 0).any():
        pytest.skip("nothing is empty")
    for text in (
        in_frame(text_of(position, covered, empty)),
        in_frame([f" {line} " for line in text_of(position, covered, empty, gap=" ")]),
        with_numbers(text_of(position, covered, empty, gap=" "), 2),
        in_cells(text_of(position, covered, empty)),
        "\x1b[2J" + in_frame(text_of(position, covered, empty)).replace("1", "\x1b[34m1\x1b[0m"),
    ):
        assert_read(text, position)


def assert_read(text: str, position: Position) -> None:
    """The marks of a text are those of the position, unless the rules leave its signs open."""
    try:
        read = parse(text, kind=Position)
    except FormatError as error:
        assert "more than one meaning" in str(error)  # noqa: PT017
        return
    assert np.array_equal(read.marks, position.marks)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("covered", "empty"), [("⬜", "⬛"), ("⬛", "⬜"), ("🟦", "0"), ("🟩", "🟫"), ("■", "□")]
)
def test_emoji_of_squares_mean_what_the_rules_say(seed: int, covered: str, empty: str) -> None:
    position = midgame(9, 10, 12, seed=seed, moves=4)
    rows = text_of(position, covered, empty)
    for form in ("", "fence", "bars", "table of Markdown", "commas and spaces", "semicolons", "tabs"):
        text = "\n".join(FORMS[form](rows) if form else rows)
        for letter, emoji in EMOJI.items():
            text = text.replace(letter, emoji)
        assert_read(text, position)


@pytest.mark.parametrize("names", ["0123456789", "ABCDEFGHIJ"])
def test_a_rule_may_lie_below_the_names_of_the_columns(names: str) -> None:
    position = midgame(9, 10, 12, seed=3, moves=4)
    rows = [f"{n} | {line}" for n, line in enumerate(text_of(position, "#", ".", gap=" "))]
    assert_read("\n".join(["    " + " ".join(names), "   " + "-" * 20, *rows]), position)


def test_each_row_may_be_in_a_spoiler() -> None:
    assert Position("||.10||\n||..1||") == Position(".10\n..1")
    for text in ("||10||\n||.1||", "||1||\n||.||"):  # perhaps a table with blank cells
        with pytest.raises(FormatError, match="line 1, column 1: this cell is blank"):
            Position(text)


def test_what_is_no_board_is_left_to_the_formats() -> None:
    for data in (b"hello\nworld\n", b"", b"\xff\xfe", b"1 2 3 4 z", b"+-----+\n+-----+\n", b"|a|\n" * 9):
        with pytest.raises(FormatError) as refusal:
            parse(data)
        assert "the rules allow" not in str(refusal.value)
    with pytest.raises(FormatError, match="has the signs"):
        parse(in_frame(["abcdefg", "hijklmn", "opqrstu", "vwyz123"]))


def test_a_number_without_covered_neighbours_is_no_board() -> None:
    with pytest.raises(FormatError, match="no meaning"):
        parse(in_frame(["    ", " 3# ", "    ", "    "]))


def test_every_door_reads_it() -> None:
    position = midgame(9, 10, 12, seed=3, moves=4)
    text = in_frame(text_of(position, "#", " "))
    expected = sapper.analyse(position).configurations
    result = command_line("analyse", "--mines", 12, "--json", text=text)
    assert json.loads(result.output)["configurations"] == str(expected)
    assert sapper.analyse(text, mines=12).configurations == expected
    assert Position.from_text(text, 12, "square") == Position(text, mines=12) == position
    with pytest.raises(FormatError):
        Position.from_text(text, 12, "torus")  # the rules for its signs are those of a square board
    with pytest.raises(FormatError):
        Minefield.from_text(text)


NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
EMOJI = {"F": "🚩", **{str(n): f"{n}\ufe0f\u20e3" for n in range(9)}}
COLONS = {"F": ":triangular_flag_on_post:", **{str(n): f":{name}:" for n, name in enumerate(NAMES)}}


def table(rows: Rows) -> Rows:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return [lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]]


FORMS: dict[str, Callable[[Rows], Rows]] = {
    "fence": lambda rows: ["```", *rows, "```"],
    "fence with a language": lambda rows: ["~~~text", *rows, "~~~"],
    "quote": lambda rows: [f"> {row}" for row in rows],
    "quoted quote": lambda rows: [f">> {row}" for row in rows],
    "quoted fence": lambda rows: [f"> {row}" for row in ("```", *rows, "```")],
    "table of Markdown": table,
    "quoted table": lambda rows: [f"> {row}" for row in table(rows)],
    "bars": lambda rows: [f"|{'|'.join(row)}|" for row in rows],
    "commas": lambda rows: list(map(",".join, rows)),
    "commas and spaces": lambda rows: list(map(", ".join, rows)),
    "semicolons": lambda rows: list(map(";".join, rows)),
    "commas and quotes": lambda rows: [",".join(f'"{cell}"' for cell in row) for row in rows],
    "tabs": lambda rows: list(map("\t".join, rows)),
    "spaces": lambda rows: list(map(" ".join, rows)),
    "emoji": lambda rows: ["".join(EMOJI.get(cell, cell) for cell in row) for row in rows],
    "names of emoji": lambda rows: ["".join(COLONS.get(cell, cell) for cell in row) for row in rows],
    "names in spoilers": lambda rows: ["".join(f"||{COLONS.get(c, c)}||" for c in row) for row in rows],
    "zero width": lambda rows: list(map("\u200b".join, rows)),
    "colours": lambda rows: [f"\x1b[1;31m{row}\x1b[0m" for row in rows],
    "no-break spaces": lambda rows: list(map("\u00a0".join, rows)),
    "ideographic spaces": lambda rows: list(map("\u3000".join, rows)),
    "code": lambda rows: [f"`{row}`" for row in rows],
    "fence behind the last row": lambda rows: ["```", *rows[:-1], rows[-1] + "```"],
    "spoiler": lambda rows: ["||" + rows[0], *rows[1:-1], rows[-1] + "||"],
    "spoiler around a fence": lambda rows: ["||```", *rows, "```||"],
    "spoilers of Reddit": lambda rows: [f">!{row}!<" for row in rows],
    "cells in spoilers of Reddit": lambda rows: ["".join(f">!{cell}!<" for cell in row) for row in rows],
    "quoted spoiler of Reddit": lambda rows: [f"> {row}" for row in (">!" + rows[0], *rows[1:], "!<")],
}


@st.composite
def positions(draw: st.DrawFn) -> Rows:
    """Rows that are not the numbers of rows or columns, which tables and spaces make doubtful."""
    columns = draw(st.integers(2, 5))
    row = st.lists(st.sampled_from("0123.F"), min_size=columns, max_size=columns).map("".join)
    rows = draw(st.lists(row, min_size=2, max_size=5))
    assume(rows[0] not in ("012", "0123", "123"))
    assume("".join(row[0] for row in rows) not in ("012", "0123", "123"))
    return rows


@settings(max_examples=12)  # in each of many forms
@given(st.data())
@pytest.mark.parametrize("form", FORMS)
def test_a_position_in_each_form_is_the_same(form: str, data: st.DataObject) -> None:
    rows = data.draw(positions())
    assume(form != "names in spoilers" or any(sign in "0123F" for each in rows for sign in each))
    end = data.draw(st.sampled_from(["\n", "\r\n"]))
    expected = Position.from_text("\n".join(rows))
    text = end.join(FORMS[form](rows))
    assert parse(text) == parse(text + end) == Position.from_text(text) == expected
    assert parse(text, format="plain") == expected
    assert parse(text.encode("utf-16")) == expected
    if "F" not in "".join(rows) and "." in "".join(rows):
        for count in ("Mines: 1", "mines=1", "1 mine", "Total mines 1"):
            counted = Position.from_text("\n".join(rows), 1)
            assert parse(end.join([count, "", text])) == parse(end.join([text, count])) == counted


@settings(max_examples=12)
@given(positions(), st.data())
@pytest.mark.parametrize("form", FORMS)
def test_an_error_names_the_place_in_the_text_as_the_user_has_it(
    form: str, rows: Rows, data: st.DataObject
) -> None:
    row, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, len(rows[0]) - 1))
    damaged = [*rows[:row], rows[row][:column] + "é" + rows[row][column + 1 :], *rows[row + 1 :]]
    lines = FORMS[form](damaged)
    with pytest.raises(FormatError, match="unknown 'é") as refusal:
        parse(data.draw(st.sampled_from(["\n", "\r\n"])).join(lines))
    line, column = refusal.value.line or 0, refusal.value.column or 0
    assert lines[line - 1][column - 1] == "é"
    assert str(refusal.value).startswith(f"line {line}, column {column}: ")


MINES = ["0111", "01*1", "0111"]


@pytest.mark.parametrize(
    "form", [form for form in FORMS if form not in ("names of emoji", "names in spoilers", "emoji")]
)
def test_a_minefield_in_each_form_is_the_same(form: str) -> None:
    assert parse("\n".join(FORMS[form](MINES)), kind=Minefield) == Minefield.from_text("\n".join(MINES))


def test_a_minefield_in_spoilers_is_one() -> None:
    text = "\n".join(
        "".join(f"||{':bomb:' if cell == '*' else COLONS[cell]}||" for cell in row) for row in MINES
    )
    minefield = Minefield.from_text("\n".join(MINES))
    assert parse(text, kind=Minefield) == Minefield.from_text(text) == minefield
    assert Position.from_text(text, 1)[1, 2] == -3
    with pytest.raises(FormatError, match="different meanings"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("| 1 | . |\n|---|---|\n|   | . |", "line 3, column 1: this cell is blank"),
        ("|   |   |\n|---|---|\n| 1 | . |", "line 1, column 1: this cell is blank"),
        ("|1||.|\n|1||.|", "line 1, column 4: this cell is blank"),
        ("1,.,\n1,1,", "line 1, column 5: this cell is blank"),
        ("1,.\n,", "line 2, column 1: this cell is blank"),
        ("1;.\n1", "unknown"),
        ("1,.\n1,.,1", "line 2 has 3 cells, but line 1 has 2"),
        ("0,1,2\n.,.,.", "line 1: this may be a row of cells or the numbers of the columns"),
        ("|1|2|3|\n|-|-|-|\n|.|.|.|", "line 1: this may be a row of cells or the numbers"),
        ("1️⃣\t\t⬜\n1️⃣\t\t⬜", "line 1, column 5: this cell is blank"),
        ("|1|2|\n|-|-|\n|1|2 2|", "line 3 has 3 cells, but line 1 has 2"),
        ("0 1 2 3\n. . . .", "line 1: this may be a row of cells or the numbers of the columns"),
        ("# 1 2 3 4\n1 . . . .\n2 . . . .\n3 . . . .\n4 . . . .", "a row of cells or the numbers"),
        ("11.\n   \n11.", "line 2, column 1: this cell is blank"),
        ("11.\n11.\n   ", "line 3, column 1: this cell is blank"),
        (" 1.\n1.", "line 1 begins further right than others"),
        ("1 .\n1 .\n  1 .", "line 3 begins further right than others"),
        ("⬜1\n⬜1\n 1⬜", "line 3 begins further right than others"),
        ("1 1 #\n1 ##", "line 2, column 3: no white space divides '##' into cells"),
        ("⬜1\u3000\n⬜1\u3000", "unknown"),  # a space as wide as an emoji may be a cell
        ("> \u30001⬜\n> \u30001⬜", "unknown"),
        ("`⬜1\u3000`\n`⬜1\u3000`", "unknown"),
        ("||⬜1\u3000||\n||⬜1\u3000||", "unknown"),
        ("1,2,3\n1,🚩,1\n1,1,1", "the numbers of the columns"),
        ("1.\u00a0\n1.\u00a0", "this cell is blank"),
        (">! 1 .\n>! . .", "unknown '>!'"),  # a spoiler of Stack Exchange, or a mine in each row
        ("```1..\n...\n```", "unknown '`'"),  # what is behind the fence may be no row
        ("|| 1 || 2 ||\n|| 1 || . ||", "this cell is blank"),
        (":one::two:\n||:one:||||:bomb:||", "line 2: spoilers hide some cells and not others"),
        ("Mines: 3\n1F.\n...", "line 1: 'Mines: 3' can be the number of all mines, or of those without"),
        ("1..\n...\nMines left: 3", "unknown 'M'"),
        ("```123\n1..\n...\n```", "unknown '`'"),
        ("hello\n```\n1..\n```", "unknown 'h'"),
        ("> 1.\n1.", "unknown '>'"),
        ("> ?.\n> 1.", "different meanings"),
        ("1.\x1b[2;1H..", r"unknown '\\x1b'"),  # which moves the cursor
        ("| # | * |\n|---|---|\n| 1 | 1 |", "different meanings"),
        ("#,.\n1,1", "different meanings"),
        ("🚩1⬜\n11⬜", "more than one meaning"),  # the game may be won
        (
            "🚩1️⃣🟩\n1️⃣1️⃣🟨",
            "more than one meaning",
        ),  # one of two signs for empty cells may be that of covered ones
        ("🟩2🚩1🟨", "more than one meaning"),
        ("1,.,.\n2,.,.\n3,.,.", "a column or the numbers of the rows"),
        ("01,02,03\n.,.,.\n.,.,.", "a row of cells or the numbers of the columns"),
        (in_frame(["■1□□", "■1□□", "■1□□", "■1□□"]), "more than one meaning"),
    ],
)
def test_what_may_mean_several_things_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        parse(text)


OTHER_SIGNS = ("\u200e", "│", "·", "“", "é", "①", "\uff11", "\uff26", "⛳", "✓", "\ufffd", "!", "P", "*")


@pytest.mark.parametrize("sign", OTHER_SIGNS)
def test_a_sign_beside_squares_of_emoji_is_none_of_their_cells(sign: str) -> None:
    for text in (f"⬜1{sign}\n11{sign}", f"{sign}1⬜\n111", f"1{sign}\n⬜1"):
        with pytest.raises(FormatError, match="unknown"):
            parse(text)


def test_text_that_was_cut_off_in_a_character_is_damaged() -> None:
    with pytest.raises(FormatError, match="line 2, column 2: unknown '\ufffd'"):
        parse(b"\xff\xfeF\0001\0\n\0001\0001")


BOARD = ["##10", "##10", "1110", "0000"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (in_frame(BOARD) + "> open 0 0\n" + in_frame(BOARD[::-1]), "several boards"),
        (in_frame(["----", "1-11", "1111", "0000", "0000"]), "a row of cells or a part of the frame"),
        ("   0 1 2 3\n0  # # 1 0\n1  # # 1 0\n2  1 1 1 0\n3  0 0 0 0\n\n4  0 1 1 1", "one more row"),
        ("   0 1 2 3\n0  # # # #\n1  # 2 # #\n2  # # # #\n3  # # # #\n\n4  . . 1 1", "one more row"),
        ("   0 1 2 3\n0  # # 1 0\n1  # # 1 0\n2  1 1 1 0\n4  0 0 0 0", "a row may be missing"),
        (in_frame(BOARD).replace("|1110|", "|111|"), "line 5: this row in a frame is not as wide"),
        (in_frame(BOARD) + "\n|0000|\n|0000|\n+----+", "line 10: this may be one more row"),
        ("-------\n" + "#|1|0|0|0|0\n" * 4 + "-------", "outside the bars may be cells"),
        # 4 or 8 columns
        (in_frame(["        ", "  1 2   ", "        ", "        "]), "more than one meaning"),
        (in_frame([" 1 2 ", "     ", "   1 ", "     "]), "more than one meaning"),  # 2 or 5 columns
        (in_frame([" # 1 ", " # 1 ", " 1 1 ", " 0 0 "]), "at least 4 rows and columns"),
        (in_frame(["    "] * 4), "unknown"),
        (in_frame(["##10", "#*10", "1110", "0000"]), "more than one meaning"),  # a mine, as in plain text
        (in_frame(["**10", "2210", "0000", "0000"]), "more than one meaning"),
        (in_frame(["##10", "##10", "1110", "0q00"]), "has the signs q"),
        (in_frame(["##10", "#!10", "1110", "0000"]), "has the signs !"),
    ],
)
def test_no_part_of_what_a_terminal_shows_gets_lost(text: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        parse(text)


@pytest.mark.parametrize("seed", range(8))
def test_a_frame_that_is_damaged_hides_no_row_and_no_column(seed: int) -> None:
    position = midgame(9, 10, 12, seed=seed, moves=4)
    for gap in ("", " "):
        lines = in_frame(text_of(position, "#", "0", gap=gap)).split("\n")
        for at in range(2, 2 + 9):
            row = lines[at]
            for damaged in ([row[1:]], [row[:-1]], [row[1:-1]], [row[:-2] + "|"], [lines[1], row], ["", row]):
                with suppress(FormatError):
                    read = parse("\n".join([*lines[:at], *damaged, *lines[at + 1 :]]), kind=Position)
                    assert np.array_equal(read.marks, position.marks)


def test_a_star_in_a_frame_is_a_covered_cell_if_it_cannot_be_a_mine() -> None:
    assert parse(in_frame(["**10", "**10", "1110", "0000"])) == Position("..10\n..10\n1110\n0000")


def test_code_in_one_line_is_a_row() -> None:
    assert parse("```1..```") == parse("`1..`") == Position("1..")


def test_a_prompt_below_the_board_does_not_matter() -> None:
    text = "   0 1 2 3\n0  # # 1 0\n1  # # 1 0\n2  1 1 1 0\n3  0 0 0 0\n\nType a row and a column, or help: "
    assert parse(text, 1) == Position("..10\n..10\n1110\n0000", 1)


def test_escape_sequences_are_no_cells() -> None:
    assert parse("\x1b[31m1\x1b(B\x1b[m.\n11", 1) == Position("1.\n11", 1)  # as xterm ends a colour
    with pytest.raises(FormatError, match="unknown"):
        parse("\x1b1.\n", 1)


def test_a_bomb_below_a_mine_count_is_a_mine_for_every_kind() -> None:
    for kind in (None, Position):
        assert parse("3\n💣1.\n...", kind=kind) == Position("!1.\n...", 3)


def test_a_line_with_the_mine_count_has_to_agree() -> None:
    assert Position("Mines: 3\n1..\n...", 3).mines == 3
    with pytest.raises(FormatError, match="line 1: it says 3 mines, but `mines` says 2"):
        parse("Mines: 3\n1..\n...", 2)
    for mines in (3, 4):  # of all cells, or of those without a flag
        assert Position("Mines: 3\n1F.\n...", mines).mines == mines
    with pytest.raises(FormatError, match="line 3: it says 3 mines, but `mines` says 5"):
        parse("1F.\n...\nMines: 3", 5)


def test_a_head_of_a_table_does_not_vanish() -> None:
    table = "| # | 1 | 0 | 0 |\n|---|---|---|---|\n" + "| 1 | 1 | 0 | 0 |\n" * 4
    assert parse(table, format="zig", kind=Position).topology.shape == (5, 4)
    with pytest.raises(FormatError):  # cells of two letters are no table, and the frame has a row above it
        parse(table.replace("| # |", "| ## |"))


@pytest.mark.timing
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_large_text_that_is_no_board_takes_a_second(encoding: str) -> None:
    data = ("\ufeff" + "中文" * 2**19).encode(encoding)
    start = time.process_time()
    with pytest.raises(FormatError, match="line 1, column 1: unknown '中'"):
        parse(data)
    assert time.process_time() - start < 1


PARTS = [
    ">", ">\n", "|", "|1|\n", "1,\n", ":one:", "\n", "1\t", "⬜1", "```\n", "\x1b[", "+-", "1 \n", "\u20e3",
    "||", "||⬜", ",", "1,", ":", "\t",
]  # fmt: skip


@pytest.mark.timing
@pytest.mark.parametrize("part", rest_long(PARTS, 6))
def test_what_is_no_board_takes_a_second(part: str) -> None:
    """Texts above 1 MiB are looked at less. A loop that cuts off sign after sign would take a second."""
    text = part * (2**18 // len(part.encode()))
    for each in (text, f"0{text}\n1", f"+---+\n|{text}|\n|1|\n|1|\n|1|\n+---+", f"0 1 2 3\n{text}"):
        start = time.process_time()
        with suppress(sapper.SapperError):
            parse(each)
        assert time.process_time() - start < 0.8
