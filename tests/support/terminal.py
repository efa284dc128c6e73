"""A minimal terminal: what a program's output leaves on its screen, frame by frame."""

import re
from collections.abc import Iterator
from functools import cache

END_OF_FRAME = "\x1b[?2026l"
_TOKEN = re.compile(r"\x1b\[([?]?)([0-9;]*)([A-Za-z])|(\n)|([^\x1b\n]+)")


class Terminal:
    """A screen of characters with styles. Any sequence that it does not know is an error.

    Attributes:
        lines: The screen: for each line its cells, a character and the sequence that styled it.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.lines = self._empty()
        self._row = self._column = 0
        self._style = ""

    def feed(self, text: str) -> None:
        """Does what the program says."""
        rest = _TOKEN.sub(self._do, text)
        assert rest == "", f"what is {rest!r}?"

    def text(self) -> list[str]:
        """The lines without styles, and without blanks at their ends."""
        return ["".join(character for character, _ in line).rstrip() for line in self.lines]

    def styles(self, part: str) -> int:
        """How many cells have a style with that in it, adjacent ones of the same style counted as one."""
        runs = 0
        for line in self.lines:
            before = ""
            for _, style in line:
                runs += part in style and style != before
                before = style
        return runs

    def _empty(self) -> list[list[tuple[str, str]]]:
        return [[(" ", "")] * self.width for _ in range(self.height)]

    def _do(self, token: re.Match[str]) -> str:
        private, numbers, what, newline, text = token.groups()
        if text or newline:
            assert not newline, "a frame moves the cursor in other ways"
            end = self._column + len(text)
            assert end <= self.width, "a line is longer than the screen is wide"
            self.lines[self._row][self._column : end] = [(character, self._style) for character in text]
            self._column = end
        elif private:
            assert numbers in ("25", "1049", "2026")
        elif what == "m":
            self._style = _other_style(self._style, numbers)
        elif what == "H":
            row, column = map(int, (numbers or "1;1").split(";"))
            assert 1 <= row <= self.height
            self._row, self._column = row - 1, column - 1
        elif what == "K":
            self.lines[self._row][self._column :] = [(" ", "")] * (self.width - self._column)
        else:
            assert what == "J"
            self.lines[0 if numbers == "2" else self._row :] = self._empty()[
                0 if numbers == "2" else self._row :
            ]
        return ""


@cache
def _other_style(style: str, numbers: str) -> str:
    """A style, kept as `letters|colour|background`, after a sequence that changes it."""
    letters, colour, background = (style or "||").split("|")
    parts = numbers.split(";")
    while parts:
        part = parts.pop(0)
        if part in ("0", ""):
            letters = colour = background = ""
        elif part in ("38", "48"):
            assert parts.pop(0) == "2"
            value = ";".join([part, "2", *(parts.pop(0) for _ in range(3))])
            colour, background = (value, background) if part == "38" else (colour, value)
        elif int(part) < 10:
            letters += part
        elif int(part) in range(30, 38):
            colour = part
        else:
            raise AssertionError(f"no colour {part} is used")
    return f"{letters}|{colour}|{background}"


def frames(output: str, width: int, height: int) -> Iterator[Terminal]:
    """The screen after each frame that was drawn."""
    terminal = Terminal(width, height)
    *drawings, _ = output.split(END_OF_FRAME)
    for frame in drawings:
        terminal.feed(frame + END_OF_FRAME)
        screen = Terminal(width, height)
        screen.lines = [line.copy() for line in terminal.lines]
        yield screen
