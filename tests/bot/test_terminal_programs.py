"""Boards in the text of a terminal, and the bot in a program there."""

import os
import shutil
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

if os.name == "nt":
    pytest.skip("these terminals are not there", allow_module_level=True)
pytest.importorskip("pyte")

from support.cases import rest_long

import sapper
from sapper.bot.terminal_board import TextBoard, find_board, picture
from sapper.bot.terminal_keys import CursorSteps, sequence
from sapper.bot.terminal_screen import TerminalScreen
from sapper.bot.terminal_window import Terminal
from sapper.bot.window_player import Bot

FREESWEEP = shutil.which("freesweep", path=f"{os.environ.get('PATH', '')}:/usr/games")
GAMES = 3


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs draw at once. The bot waits longer than it does where a busy machine may be late."""
    for name, seconds in (("GLANCE", 0.002), ("CALM", 0.005), ("CALM_END", 0.01), ("REACTION", 1.0)):
        monkeypatch.setattr(f"sapper.bot.board_watcher.{name}", seconds)
    monkeypatch.setattr("sapper.bot.window_player.PRESS", 0.02)
    for name, seconds in (
        ("_PICTURE_SILENCE", 0.003),
        ("_READY_SILENCE", 0.1),
        ("_MOVING", 0.5),
        ("_HOLD", 0.02),
    ):
        monkeypatch.setattr(f"sapper.bot.terminal_window.{name}", seconds)


PROGRAM = """
import sys, termios, tty
import sapper
tty.setraw(0)
seed, cell, game = 0, [0, 0], None
while True:
    if game is None:
        seed += 1
        game = sapper.Game((7, 9, 8), seed=seed)
    text = ["+" + "-" * 27 + "+"]
    for row in range(7):
        line = ""
        for column in range(9):
            mark = int(game.position.marks[row, column])
            letter = "#" if mark == -1 else "*" if mark < 0 else " 12345678"[mark]
            line += f"<{letter}>" if cell == [row, column] else f" {letter} "
        text.append("|" + line + "|")
    print("\\x1b[H\\x1b[2J" + "\\r\\n".join([*text, text[0], game.status]), end="", flush=True)
    key = sys.stdin.read(1)
    if key == "\\x1b":
        move = {"A": (0, -1), "B": (0, 1), "C": (1, 1), "D": (1, -1)}[sys.stdin.read(2)[1]]
        cell[move[0]] = min(max(0, cell[move[0]] + move[1]), (6, 8)[move[0]])
    elif key == " " and game.status == "playing":
        game.open(*cell)
    elif key == "n":
        game = None
"""


HJKL = {"up": "k", "down": "j", "left": "h", "right": "l", "open": "comma"}


def other_program(cursor: str, wraps: bool = False) -> str:
    """The program with other keys, whose cursor is `hidden` or `reverse`. At edges it may wrap around."""
    text = textwrap.dedent(PROGRAM).replace('f"<{letter}>" if', f'f" {CURSORS[cursor]} " if')
    text = text.replace('"\\x1b[H', '"\\x1b[?25l\\x1b[H')
    start, end = text.index('    if key == "\\x1b"'), text.index("    elif key ==")
    moves = """\
    if key in "kjlh":
        axis, step = {"k": (0, -1), "j": (0, 1), "l": (1, 1), "h": (1, -1)}[key]
        cell[axis] = STEP
"""
    step = "(cell[axis] + step) % (7, 9)[axis]" if wraps else "min(max(0, cell[axis] + step), (6, 8)[axis])"
    text = text[:start] + moves.replace("STEP", step) + text[end:]
    return text.replace('key == " "', 'key == ","').replace("[0, 0]", "[3, 4]")


def command_of(text: str, folder: Path) -> list[str]:
    """What starts a program with this text."""
    program = folder / "program.py"
    program.write_text(text)
    return [sys.executable, str(program)]


CURSORS = {"hidden": "{letter}", "reverse": "\\x1b[7m{letter}\\x1b[0m"}


@pytest.mark.parametrize("cursor", CURSORS)
def test_a_cursor_that_is_hidden_or_set_off_is_moved_by_other_keys(
    cursor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if cursor == "hidden":
        monkeypatch.setattr("sapper.bot.terminal_window._STEP", 0.02)  # it looks for the cursor in vain
    with Terminal(command_of(other_program(cursor), tmp_path), HJKL) as terminal:
        bot = Bot(terminal, 8, sapper.Strategy("best"), new_game=["n"])
        assert (terminal._cursor() is None) == (cursor == "hidden")
        for number in range(2):
            if number:
                bot.start_again()
            end = bot.play()
            assert end.status == terminal._screen.lines[9].strip()
            assert not end.misread


# Steps go on over open cells. Where none is left in that direction, they go to the next in reading order.
LEAPS = """
        others = [divmod(each, 9) for each in range(63) if game.position.marks.flat[each] < 0]
        same = [each for each in others if each[1 - move[0]] == cell[1 - move[0]]]
        for each in (same, others):
            ahead = [to for to in each if (list(to) > cell if move[1] > 0 else list(to) < cell)]
            if ahead:
                cell = list((min if move[1] > 0 else max)(ahead))
                break
"""


def test_a_cursor_may_leap_over_open_cells(tmp_path: Path) -> None:
    text = textwrap.dedent(PROGRAM)
    start, end = text.index("        cell[move[0]] ="), text.index("    elif key ==")
    with Terminal(command_of(text[:start] + LEAPS.lstrip("\n") + text[end:], tmp_path)) as terminal:
        bot = Bot(terminal, 8, sapper.Strategy("best"), new_game=["n"])
        outcome = bot.play()
        assert outcome.status == terminal._screen.lines[9].strip() != "playing", outcome.why
        assert not outcome.misread


def test_steps_lead_over_open_cells_once_one_did() -> None:
    steps = CursorSteps(4, 4)
    hidden = {(0, 0), (0, 3), (2, 3), (3, 0)}
    steps.see(hidden)
    assert steps.next((0, 0), (0, 3)) == "right"  # to the cell beside, as far as is known
    steps.learn((0, 0), "right", (0, 3))
    assert steps.next((0, 3), (2, 3)) == "down"
    assert steps.next((2, 3), (3, 0)) == "up"  # down and left of it, all is open
    steps.learn((0, 0), "down", (0, 0))
    steps.learn((2, 3), "down", (3, 0))  # the program has ways of its own
    assert steps.next((0, 0), (3, 0)) == "right"
    for move in ("left", "right"):
        steps.learn((2, 3), move, (2, 3))
    for cell, move in (((0, 0), "up"), ((0, 0), "left"), ((0, 3), "up"), ((0, 3), "right")):
        steps.learn(cell, move, cell)
    steps.learn((2, 3), "down", (2, 3))
    assert steps.next((0, 0), (3, 0)) is None
    steps.see(hidden - {(0, 3)})  # where cells have opened, steps lead elsewhere
    assert steps.next((0, 0), (3, 0)) == "down"


# Takes only a button of the mouse that is held for a moment: what comes together is nothing to it.
# It looks late, so that it sees a press and a release together unless the button is held.
CLICK_PROGRAM = """
        time.sleep(0.01)
        text = os.read(0, 100).decode()
        where = re.fullmatch("[[]<0;([0-9]+);([0-9]+)M", text)
        if where and os.read(0, 100):
            game.open(int(where[2]) - 2, (int(where[1]) - 2) // 3)
"""


def test_a_button_of_the_mouse_is_held_for_a_moment(tmp_path: Path) -> None:
    text = "import os, re, time\n" + textwrap.dedent(PROGRAM).replace(
        "sys.stdin.read(1)", "os.read(0, 1).decode()"
    )
    text = text.replace('"\\x1b[H', '"\\x1b[?1000h\\x1b[?1006h\\x1b[H')
    start, end = text.index("        move ="), text.index("    elif key ==")
    text = text[:start] + CLICK_PROGRAM.lstrip("\n") + text[end:]
    with Terminal(command_of(text, tmp_path), {"open": "mouse"}) as terminal:
        outcome = Bot(terminal, 8, sapper.Strategy("best")).play()
        assert outcome.status == terminal._screen.lines[9].strip() != "playing", outcome.why


def test_steps_that_are_counted_wrong_end_the_game(tmp_path: Path) -> None:
    with Terminal(command_of(other_program("hidden", wraps=True), tmp_path), HJKL) as terminal:
        bot = Bot(terminal, 8, sapper.Strategy("best"))
        with pytest.raises(sapper.GameError, match="another cell than row"):
            bot.play()


@pytest.mark.parametrize(
    ("keys", "text"),
    [("F2", "\x1bOQ"), ("f12", "\x1b[24~"), ("ctrl+n", "\x0e"), ("N", "N"), ("comma", ",")],
)
def test_keys_are_what_a_terminal_sends(keys: str, text: str) -> None:
    assert sequence(keys) == text


def test_keys_that_no_terminal_sends_are_refused() -> None:
    with pytest.raises(sapper.GameError, match="unknown key of a terminal 'spce': did you mean 'space'"):
        Terminal(["true"], {"open": "spce"})


@pytest.mark.parametrize("hangups", [signal.SIG_DFL, signal.SIG_IGN])
def test_the_program_ends_with_a_bot_that_is_killed(tmp_path: Path, hangups: signal.Handlers) -> None:
    """A pipe tells the end of the program: its process may stay in the table until somebody asks for it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    frame = "\\n".join(["+" + "-" * 27 + "+", *["|" + " # " * 9 + "|"] * 7, "+" + "-" * 27 + "+"])
    program = f"""
import time
with open({str(pipe)!r}, "w") as told:
    print("{frame}", flush=True)
    try:
        time.sleep(60)
    finally:
        told.write("not ended from outside")
"""
    bot = f"""
import signal, sys, time
import sapper.bot.terminal_window
signal.signal(signal.SIGHUP, {int(hangups)})
sapper.bot.terminal_window._START = 60.0
with sapper.bot.terminal_window.Terminal([sys.executable, "-c", sys.argv[1]]):
    print("ready", flush=True)
    time.sleep(60)
"""
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with (
        os.fdopen(reading) as news,
        subprocess.Popen([sys.executable, "-c", bot, program], stdout=subprocess.PIPE) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        os.set_blocking(reading, True)
        process.kill()
        assert news.read() == ""


def test_a_program_that_never_stops_writing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.bot.terminal_window._START", 0.1)
    with pytest.raises(sapper.GameError, match="yes shows no board"), Terminal(["yes", "+-|"]):
        pass


def test_a_program_without_a_board_or_none_at_all_is_refused() -> None:
    with pytest.raises(sapper.GameError, match="shows no board"), Terminal(["echo", "no board"]):
        pass
    with (
        pytest.raises(sapper.GameError, match="no-such-program cannot be started"),
        Terminal(["no-such-program"]),
    ):
        pass


@pytest.mark.long
@pytest.mark.skipif(FREESWEEP is None, reason="freesweep is not installed")
def test_freesweep_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the bot waits as long as it does for others
    monkeypatch.setenv("HOME", str(tmp_path))  # it keeps the best times there
    command = [str(FREESWEEP), "-f", "-h", "9", "-w", "9", "--percent=12"]
    status = []
    with Terminal(command) as terminal:
        bot = Bot(terminal, 9, sapper.Strategy("best"), new_game=["n"])
        assert bot.reader.shape == (9, 9)
        for number in range(GAMES):
            if number:
                bot.start_again()
            end = bot.play()
            assert not end.misread
            status.append(end.status)
    assert "unfinished" not in status


ASKS = """
print("[1] small [2] large", flush=True)
while sys.stdin.read(1) != "1":
    pass
while True:
"""

ENDS = """
    if game.status != "playing":
        break
    key = sys"""

CLICKS = """
        data = ""
        while data[-1:] not in ("M", "m"):
            data += sys.stdin.read(1)
        column, row = (int(each) for each in data[2:-1].split(";")[1:])
        if data[-1] == "M":
            game.open(row - 2, (column - 2) // 3)
        continue
        move = {"""

CHANGES = {
    "asks first": [("while True:\n", ASKS)],
    "ends with each game": [("    key = sys", ENDS)],
    "takes one key of several": [
        ("sys.stdin.read(1)", "(data := os.read(0, 99).decode())[0]"),
        ("sys.stdin.read(2)[1]", "data[2]"),
        ("import sys", "import os, sys"),
    ],
    "moves its board": [('print("\\x1b[H\\x1b[2J"', 'print("\\x1b[H\\x1b[2J" + "\\r\\n" * seed')],
    "moves its board in a game": [
        ('["+" + "-" * 27 + "+"]', '["", *[""] * int((game.position.marks >= 0).sum() % 3)]'),
        (
            "    for row in range(7):",
            '    text.append("  0  1  2  3  4  5  6  7  8 ")\n    for row in range(7):',
        ),
    ],
    "takes the mouse": [('"\\x1b[H', '"\\x1b[?1000h\\x1b[?1006h\\x1b[H'), ("        move = {", CLICKS)],
}
"""Kinds of programs: what in the text of the program is replaced."""


@pytest.mark.parametrize("kind", rest_long(list(CHANGES), 4))
def test_programs_of_many_kinds_are_played(kind: str, tmp_path: Path) -> None:
    text = textwrap.dedent(PROGRAM)
    for old, new in CHANGES[kind]:
        assert old in text
        text = text.replace(old, new)
    keys = {"open": "mouse"} if kind == "takes the mouse" else None
    begin = ["1"] if kind == "asks first" else []
    with Terminal(command_of(text, tmp_path), keys, begin=begin) as terminal:
        bot = Bot(terminal, 8, sapper.Strategy("best"), shape=terminal.shape, new_game=["n"])
        assert bot.reader.shape == (7, 9)
        for number in range(2):
            if number:
                bot.start_again()
            end = bot.play()
            assert end.status in map(str.strip, terminal._screen.lines)
            assert not end.misread


ROWS, COLUMNS = 8, 7
BARE = "brackets", "emoji", "boxes", "emoji apart"  # looks without a frame
MARKS = ["1 .....", "112....", "...3...", *["......."] * 5]
"""What the cells show: a number, nothing, or a point where they are hidden."""


def frame(lines: list[str]) -> list[str]:
    edge = "+" + "-" * len(lines[0]) + "+"
    return [edge, *(f"|{line}|" for line in lines), edge]


def rows_of(look: str, hidden: bool) -> list[str]:
    """The text of a board, new or under way."""
    marks = ["." * COLUMNS] * ROWS if hidden else MARKS
    rows: dict[str, list[list[str]]] = {
        "points": [[f" {mark}" for mark in row] for row in marks],
        "brackets": [[{".": "[ ]"}.get(mark, f" {mark} ") for mark in row] for row in marks],
        "wide": [[{".": "##", " ": ".."}.get(mark, f" {mark}") for mark in row] for row in marks],
        "emoji": [[{".": "⬛", " ": "⬜"}.get(mark, f"{mark}\ufe0f\u20e3") for mark in row] for row in marks],
        "boxes": [
            [{".": "⬛", " ": "⬜"}.get(mark, f"{mark}\ufe0f\u20e3 ") for mark in row] for row in marks
        ],
        "emoji apart": [
            [{".": "⬛ ", " ": "⬜ "}.get(mark, f"{mark}\ufe0f\u20e3 ") for mark in row] for row in marks
        ],
        "cells": [[f" {mark} " for mark in row] for row in marks],
        "blank cells": [[{".": "   ", " ": " . "}.get(mark, f" {mark} ") for mark in row] for row in marks],
    }
    cells = rows["cells" if look == "labels" else look]
    if look.endswith("cells"):
        return ["Mines: 9 .......", *_grid(cells)]
    lines = ["".join(row) for row in cells]
    if look == "labels":
        lines = [f"{number} |{line}| - .  . - hints" for number, line in enumerate(lines)]
        return ["   " + "".join(f" {column} " for column in range(COLUMNS)), *lines]
    return ["Press . or # to begin [ok]", *(lines if look in BARE else frame(lines))]


def _grid(cells: list[list[str]]) -> list[str]:
    edge = "+---" * COLUMNS + "+"
    return [edge, *(each for row in cells for each in ("|" + "|".join(row) + "|", edge))]


def screen_of(lines: list[str]) -> TerminalScreen:
    screen = TerminalScreen(80, 30, lambda _: None)
    screen.feed("\r\n".join(lines).encode())
    return screen


def texts(board: TextBoard, screen: TerminalScreen) -> list[str]:
    """What the cells show, with a point for hidden ones and nothing for empty ones."""
    rows = []
    for row in range(board.rows):
        line = [board.text(screen.lines, row, column) for column in range(board.columns)]
        rows.append(
            "".join("." if text == board.hidden else text if text.isdigit() else " " for text in line)
        )
    return rows


@pytest.mark.parametrize(
    "look", ["points", "brackets", "wide", "emoji", "boxes", "emoji apart", "cells", "blank cells", "labels"]
)
def test_a_board_is_found_and_read(look: str) -> None:
    shape = (ROWS, COLUMNS) if look == "wide" else None
    board = find_board(screen_of(rows_of(look, hidden=True)).lines, shape)
    assert board is not None
    assert (board.rows, board.columns) == (ROWS, COLUMNS)
    assert texts(board, screen_of(rows_of(look, hidden=False))) == MARKS
    if look != "blank cells":
        assert find_board(screen_of(rows_of(look, hidden=False)).lines, shape) == board


def test_its_numbers_and_frame_tell_where_a_board_went_that_is_open() -> None:
    labels, rows = " 0  1  2  3 ", [" 1  2  1  0 ", " 1  *  1  0 ", " 1  1  1  0 ", " 0  0  0  0 "]
    board = TextBoard(1, 2, 3, 3, 1, 4, 4, "#", in_brackets=False)
    before = screen_of([f"  {labels}", *(f"{number} {row}" for number, row in enumerate(rows))]).lines
    signs = board.signs(before)
    assert len(signs) == 15 + 4
    later = screen_of(["GAME OVER", "", f"     {labels}", *(f"     {row}" for row in rows)]).lines
    assert find_board(later, (4, 4)) is None
    assert board.where(signs, later) == replace(board, line=3, column=5)
    assert board.where(signs, before) == board
    assert board.where(signs, [*later, *later[1:]]) is None
    assert board.where(dict(list(signs.items())[:5]), later) is None
    assert board.where(signs, screen_of([labels, *rows[:2]]).lines) is None


def test_a_board_that_needs_all_columns_went_nowhere() -> None:
    """With the space around its cells, it is wider than the screen: nothing is before its first column."""
    lines = screen_of(["#  " * 26 + "# "] * 9).lines
    board = find_board(lines)
    assert board is not None
    numbers = screen_of(["1  " * 26 + "1 "] * 9).lines
    signs = board.signs(numbers)
    assert len(signs) == 9 * 27
    assert board.where(signs, numbers) is None


def test_only_the_size_tells_a_blank_board() -> None:
    lines = ["=" * 27, *(["|||" + "   " * COLUMNS + "|||"] * ROWS), "=" * 27]
    assert find_board(screen_of(lines).lines) is None
    board = find_board(screen_of(lines).lines, (ROWS, COLUMNS))
    assert board is not None
    assert (board.line, board.column, board.width) == (1, 3, 3)


@pytest.mark.parametrize(
    "text", ["", "no board", "+-----+\r\n|     |\r\n+-----+", "yes " * 20, "====\r\n" * 9]
)
def test_other_text_is_no_board(text: str) -> None:
    assert find_board(screen_of([text]).lines) is None


def test_what_programs_write_beyond_letters() -> None:
    replies: list[bytes] = []
    screen = TerminalScreen(20, 5, replies.append)
    screen.feed(b"\x1b(0lqk\x1b(B|\x1b[4b\r\n\x1b)0\x0ex\x0fx\r\n")
    screen.feed("1\ufe0f\u20e3☠\ufe0f⬛|\r\n\x1b[6n".encode())
    screen.feed(b"\x1b[?4m\x1b[?1h")
    assert screen.lines[0].rstrip() == "┌─┐|||||"
    assert screen.lines[1].rstrip() == "│x"
    assert screen.lines[2].rstrip() == "\uff11\0☠ ⬛\0|"
    assert replies == [b"\x1b[4;1R"]
    assert screen.has_own_cursor_keys
    assert screen.mouse_click(2, 3) is None
    screen.feed(b"\x1b[?1000h")
    assert screen.mouse_click(2, 3) == ("\x1b[M $#", "\x1b[M#$#")
    screen.feed(b"\x1b[?1006h")
    assert screen.mouse_click(2, 3) == ("\x1b[<0;4;3M", "\x1b[<0;4;3m")


def test_characters_that_no_font_has_look_different() -> None:
    flag, bomb, empty = (picture([[text] * 4] * 4) for text in ("🚩", "💣", "⬜"))
    assert (flag != bomb).any()
    assert (empty == picture([[""] * 4] * 4)).all()
