"""Other programs with a board, in windows on a screen of their own, and games of the bot in them."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import sapper
from sapper.bot.bot_move import BotMove
from sapper.bot.desktop import RealDesktop, window_box
from sapper.bot.game_end import GameEnd
from sapper.bot.terminal_window import Terminal
from sapper.bot.window_player import Bot
from sapper.errors import GameError

SCREEN = "1280x960x24"
PATH = f"{os.environ.get('PATH', '')}:/usr/games"
FREE = ("Xvfb", "openbox", "xdotool", "dbus-run-session")
# A message bus that starts no services: the document portal would mount a file system in the folder of
# settings, which then cannot always be removed.
BUS = """\
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


@dataclass(frozen=True)
class Program:
    """A program at one of its levels.

    Attributes:
        command: What starts it.
        title: Of its window.
        shape: Rows and columns.
        mines: How many there are.
        new_game: Keys, or a place in the window, that start a new game.
        files: Settings, by their paths in the folder of settings.
        begin: A place in the window to click first, which chooses the level.
        size: The width and height that its window gets; by default what it takes.
        terminal: Whether it has no window, but runs in a terminal.
        needs_size: Whether the bot is told the size of the board, since no lines show it.
        any_first: Whether the first click may be a mine.
    """

    command: tuple[str, ...]
    title: str
    shape: tuple[int, int]
    mines: int
    new_game: str | tuple[int, int]
    files: tuple[tuple[str, str], ...] = ()
    begin: tuple[int, int] | None = None
    size: tuple[int, int] | None = None
    terminal: bool = False
    needs_size: bool = False
    any_first: bool = False

    @property
    def missing(self) -> str | None:
        """The first thing that is not installed, if any."""
        programs = self.command[0], *(() if self.terminal else FREE)
        return next((each for each in programs if not shutil.which(each, path=PATH)), None)


BEGINNER, INTERMEDIATE, EXPERT = ((9, 9), 10), ((16, 16), 40), ((16, 30), 99)


def _kmines(
    level: str, theme: str = "default", *, size: tuple[int, int] | None = None, needs_size: bool = False
) -> Program:
    board = {"Easy": BEGINNER, "Medium": INTERMEDIATE, "Hard": EXPERT}[level]
    settings = f"[KgDifficulty]\nLevel={level}\n[KgTheme]\nTheme=themes/{theme}.desktop\n"
    files = (("kminesrc", settings),)
    return Program(("kmines",), "KMines", *board, "ctrl+n", files, size=size, needs_size=needs_size)


def _gnome(
    shape: tuple[int, int],
    mines: int,
    begin: tuple[int, int],
    *,
    size: tuple[int, int] = (600, 400),
    again: tuple[int, int] = (510, 297),
    theme: str = "bgcolors",
) -> Program:
    """A level. `size` is without the frame of the window. A small window cuts off the largest board."""
    settings = f"[org/gnome/Mines]\ntheme='{theme}'\nwindow-width={size[0]}\nwindow-height={size[1]}\n"
    files = (("glib-2.0/settings/keyfile", settings),)
    return Program(("gnome-mines",), "Mines", shape, mines, again, files, begin)


def _freesweep(shape: tuple[int, int], mines: int) -> Program:
    """A board; the program takes its number of mines as a whole part of 100."""
    percent = round(100 * mines / (shape[0] * shape[1]))
    mines = int(percent * shape[0] * shape[1] / 100)
    options = "-f", "-h", str(shape[0]), "-w", str(shape[1]), f"--percent={percent}"
    return Program(("freesweep", *options), "", shape, mines, "n", terminal=True, any_first=True)


PROGRAMS = {
    "sgt-mines 9x9": Program(("sgt-mines", "9x9n10"), "Mines", *BEGINNER, "n"),
    "sgt-mines 16x16": Program(("sgt-mines", "16x16n40"), "Mines", *INTERMEDIATE, "n"),
    "sgt-mines 30x16": Program(("sgt-mines", "30x16n99"), "Mines", *EXPERT, "n"),
    "sgt-mines 9x9, 44 pixels": Program(("sgt-mines", "9x9n10"), "Mines", *BEGINNER, "n", size=(600, 600)),
    "sgt-mines 30x16, 12 pixels": Program(("sgt-mines", "30x16n99"), "Mines", *EXPERT, "n", size=(450, 300)),
    "xdemineur": Program(("xdemineur",), "mineur", (16, 30), 100, (330, 40)),
    "kmines easy": _kmines("Easy"),
    "kmines medium": _kmines("Medium"),
    "kmines hard": _kmines("Hard"),
    "kmines medium, classic": _kmines("Medium", "classic"),
    "kmines medium, 42 pixels": _kmines("Medium", size=(900, 850)),
    "kmines easy, green": _kmines("Easy", "green", needs_size=True),
    "kmines easy, graveyard": _kmines("Easy", "graveyard-mayhem", needs_size=True),
    "kmines medium, graveyard": _kmines("Medium", "graveyard-mayhem", size=(900, 850), needs_size=True),
    "gnome-mines small": _gnome((8, 8), 10, (205, 160)),
    "gnome-mines small, classic": _gnome((8, 8), 10, (205, 160), theme="classic"),
    "gnome-mines medium": _gnome(*INTERMEDIATE, (407, 160)),
    "gnome-mines medium, default": _gnome(*INTERMEDIATE, (407, 160), theme="default"),
    "gnome-mines big": _gnome(*EXPERT, (397, 527), size=(1100, 640), again=(1010, 448)),
    "xbomb easy": Program(("xbomb", "-square", "-1"), "XBomb", (8, 8), 10, "s"),
    "xbomb medium": Program(("xbomb", "-square", "-2"), "XBomb", *INTERMEDIATE, "s"),
    "xbomb difficult": Program(("xbomb", "-square", "-3"), "XBomb", *EXPERT, "s"),
    "freesweep 9x9": _freesweep(*BEGINNER),
    "freesweep 30x16": _freesweep(*EXPERT),
}


@contextmanager
def screen() -> Iterator[None]:
    """A screen without a monitor, and a window manager."""
    before = dict(os.environ)
    with ExitStack() as stack:
        reading, writing = os.pipe()
        xvfb = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN],
            pass_fds=(writing,),
            stderr=subprocess.DEVNULL,
        )
        stack.callback(_end_of, xvfb)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            display = pipe.readline().strip()
        os.environ.update(DISPLAY=f":{display}", PATH=PATH)
        stack.callback(os.environ.update, before)
        stack.enter_context(_program(["openbox"], os.environ))
        time.sleep(1)  # a window that appears before the manager runs gets no frame and no focus
        yield


@contextmanager
def _program(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[None]:
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, env=environment
    )
    try:
        yield
    finally:
        _end_of(process)


def _end_of(process: subprocess.Popen[bytes]) -> None:
    if os.getpgid(process.pid) == process.pid:
        os.killpg(process.pid, 15)
    else:
        process.terminate()
    process.wait(timeout=20)


@dataclass(frozen=True)
class BotGame:
    """A game of the bot, and how it compares with the truth.

    Attributes:
        end: How it ended.
        checks: How many numbers were compared with the mines that the program showed.
        wrong: How many of them were read wrong.
    """

    end: GameEnd
    checks: int
    wrong: int


@contextmanager
def running(program: Program) -> Iterator[None]:
    """Starts a program on the screen with fresh settings, and waits for its window.

    One in a terminal is started when it is played.
    """
    if program.terminal:
        yield
        return
    with ExitStack() as stack:
        # A program may still write there while it ends.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        (folder / "bus.conf").write_text(BUS)
        for file, text in program.files:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text)
        homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), str(folder))
        homes["GSETTINGS_BACKEND"] = "keyfile"
        session = ["dbus-run-session", f"--config-file={folder / 'bus.conf'}", "--"]
        stack.enter_context(_program([*session, *program.command], os.environ | homes))
        deadline = time.monotonic() + 20
        while True:
            time.sleep(0.5)
            try:
                window_box(program.title)
                break
            except GameError:
                if time.monotonic() > deadline:
                    raise
        time.sleep(2)  # a window has its title before the program has drawn its board
        if program.size is not None:
            command = ["xdotool", "getactivewindow", "windowmove", "20", "40", "windowsize"]
            subprocess.run([*command, *map(str, program.size)], check=True)
            time.sleep(1)  # the manager resizes the window, and then the program draws its board anew
        if program.begin is not None:
            left, top = window_box(program.title)[:2]
            x, y = program.begin
            subprocess.run(["xdotool", "mousemove", str(left + x), str(top + y), "click", "1"], check=True)
            time.sleep(2)  # the board takes the place of the levels
        yield


def play(program: Program, games: int, strategy: str = "best") -> Iterator[BotGame]:
    """Plays games in a program that is running."""
    positions: list[sapper.Position] = []

    def remember(move: BotMove) -> None:
        if move.readings == 1:  # else it says itself that it is not sure
            positions.append(move.position)

    box, new_game = None, program.new_game
    desktop: RealDesktop | Terminal
    if program.terminal:
        desktop = Terminal((str(shutil.which(program.command[0], path=PATH)), *program.command[1:]))
    else:
        box, desktop = window_box(program.title), RealDesktop()
        if not isinstance(new_game, str):
            new_game = f"{box[0] + new_game[0]},{box[1] + new_game[1]}"
    with desktop:
        bot = Bot(
            desktop,
            program.mines,
            sapper.Strategy(strategy),
            shape=program.shape if program.needs_size else None,
            within=box,
            new_game=[str(new_game)],
            show=remember,
        )
        assert bot.reader.shape == program.shape
        for number in range(games):
            if number:
                bot.start_again()
            positions.clear()
            end = bot.play()
            yield BotGame(end, *_agreements(end, positions))


def _agreements(end: GameEnd, positions: Sequence[sapper.Position]) -> tuple[int, int]:
    """How many numbers can be checked, and how many of them are wrong."""
    if end.replay is None or not positions:
        return 0, 0
    is_mine = np.pad(end.replay.minefield.mined.astype(int), 1)
    rows, columns = is_mine.shape
    around = sum(
        is_mine[down : rows - 2 + down, right : columns - 2 + right]
        for down in range(3)
        for right in range(3)
        if (down, right) != (1, 1)
    )
    marks = np.array([position.marks for position in positions])
    is_open = marks >= 0
    wrong = is_open & ((marks != around) | end.replay.minefield.mined)
    return int(is_open.any(axis=0).sum()), int(wrong.any(axis=0).sum())


if sys.platform == "win32":  # pragma: no cover
    raise ImportError("these programs need X11")
