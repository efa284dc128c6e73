"""The bot plays programs with buttons as beginners write them, on a screen without a monitor."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

if os.name == "nt":
    pytest.skip("the screen needs X11", allow_module_level=True)

from support.other_programs import FREE, PATH, screen

import sapper
from sapper.bot.desktop import RealDesktop, window_box
from sapper.bot.game_end import GameEnd
from sapper.bot.window_player import Bot
from sapper.errors import GameError

pytest.importorskip("tkinter")
if missing := [name for name in FREE if not shutil.which(name, path=PATH)]:
    pytest.skip(f"{missing[0]} is not installed", allow_module_level=True)

START = 20.0  # seconds until the window is there
GAMES = 2

# Buttons as large as their text, so that numbers make their rows and columns larger, or all, with `uniform`.
PROGRAM = """
import sys, tkinter as tk
from tkinter import messagebox
import sapper
widths, end, mines = sys.argv[1], sys.argv[2], int(sys.argv[3])
root = tk.Tk()
root.title("Tk mines")
text = tk.Label(root)
text.pack()
frame = tk.Frame(root)
frame.pack(padx=12, pady=12)
small, large = ("DejaVu Sans", 11), ("DejaVu Sans", 16, "bold")
colours = "black blue green red navy maroon teal black gray".split()
seed, game, buttons = 3, None, {}
def begin(_=None):
    global game, seed
    seed += 1
    game = sapper.Game((9, 9, mines), seed=seed)
    text.config(text="")
    for child in frame.winfo_children():
        child.destroy()
    for row in range(9):
        for column in range(9):
            button = tk.Button(frame, width=1, font=small, padx=10, pady=5, highlightthickness=0)
            button.config(command=lambda cell=(row, column): click(cell))
            button.grid(row=row, column=column, sticky="nsew")
            buttons[row, column] = button
        if widths == "uniform":
            frame.columnconfigure(row, uniform="all")
            frame.rowconfigure(row, uniform="all")
def click(cell):
    if game.status != "playing":
        return
    game.open(*cell)
    marks = game.position.marks
    for (row, column), button in buttons.items():
        number = int(marks[row, column])
        if number >= 0:
            button.config(relief="sunken", bg="#c0c0c0", font=large, fg=colours[number], text=number or "")
    if game.status != "playing":
        open(sys.argv[4], "a").write(game.status + "\\n")
        text.config(text="YOU WIN" if game.status == "won" else "YOU LOSE")
    if game.status == "lost" and end == "mines":
        for (row, column), button in buttons.items():
            if game.minefield[row, column]:
                button.config(text="*", font=large)
    elif game.status == "lost" and end == "dialog":
        messagebox.showinfo("The end", "YOU LOSE")
root.bind("<F2>", begin)
begin()
root.focus_force()
root.mainloop()
"""


@pytest.fixture(scope="module")
def _display() -> Iterator[None]:
    with screen():
        yield


@contextmanager
def _running(folder: Path, *options: str) -> Iterator[None]:
    (folder / "program.py").write_text(PROGRAM)
    command = [sys.executable, str(folder / "program.py"), *options, str(folder / "ends")]
    (folder / "ends").touch()
    with subprocess.Popen(command) as process:
        try:
            end = time.monotonic() + START
            while True:
                time.sleep(0.5)
                try:
                    window_box("Tk mines")
                    break
                except GameError:
                    assert process.poll() is None
                    assert time.monotonic() < end
            time.sleep(1)  # until it is drawn
            yield
        finally:
            process.kill()


def _played(mines: int) -> Iterator[GameEnd]:
    with RealDesktop() as desktop:
        bot = Bot(desktop, mines, sapper.Strategy("best"))
        for number in range(GAMES):
            if number:
                bot.start_again()
            yield bot.play()


@pytest.mark.long
@pytest.mark.usefixtures("_display")
@pytest.mark.parametrize(
    ("widths", "end", "mines"),
    [
        ("uniform", "mines", 10),
        ("own", "mines", 10),
        ("uniform", "mines", 20),
        ("uniform", "label", 20),
        ("uniform", "dialog", 20),
    ],
)
def test_games_end_as_the_program_says(widths: str, end: str, mines: int, tmp_path: Path) -> None:
    with _running(tmp_path, widths, end, str(mines)):
        for number, ended in enumerate(_played(mines)):
            ends = (tmp_path / "ends").read_text().split()
            assert [ended.status] == ends[number:], ended.why
            assert not ended.misread
