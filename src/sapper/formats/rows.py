"""Rows of characters or of words, to and from marks: what the text formats share."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO

import numpy as np
from numpy.typing import NDArray

from sapper.board.marks import QUESTION
from sapper.errors import FormatError

__all__ = [
    "MOST_LINES",
    "Alphabet",
    "Row",
    "lines_of",
    "marks_of_characters",
    "marks_of_words",
    "rows_of",
    "same_length",
]

_UNKNOWN = np.int16(-128)
_LARGEST_NUMBER = 32767
MOST_LINES = 100_000
"""Of a text of cells."""

_LOWEST = -QUESTION  # marks from here up have a place in the tables


class Alphabet:
    """The characters of a format and the mark each stands for.

    Attributes:
        marks: The mark of every character. Of several characters for one mark the first is written.
        characters: The character that is written for every mark.
        allowed: What an error says about the characters there are.
    """

    def __init__(self, marks: Mapping[str, int], allowed: str) -> None:
        self.marks = dict(marks)
        self.characters = {mark: character for character, mark in reversed(self.marks.items())}
        self.allowed = allowed
        self._mark_of = np.full(256, _UNKNOWN, dtype=np.int16)
        self._character_of = np.zeros(_LOWEST + 10, dtype=np.uint8)
        for character, mark in reversed(self.marks.items()):
            self._mark_of[ord(character)] = mark
            self._character_of[mark + _LOWEST] = ord(character)

    def decode(self, characters: bytes) -> NDArray[np.int16]:
        """The mark of every byte; -128 where there is none."""
        return self._mark_of[np.frombuffer(characters, dtype=np.uint8)]

    def encode(self, marks: NDArray[np.int16]) -> list[str]:
        """The marks, of shape (rows, cells of a row), as one text a row; all of them need a character."""
        rows: list[NDArray[np.uint8]] = list(self._character_of[marks + _LOWEST])
        return [row.tobytes().decode("ascii") for row in rows]

    def has_only(self, text: str) -> bool:
        """Whether all characters but white space belong to the alphabet."""
        return set(text) <= self.marks.keys() | set(" \t\r\n\ufeff")

    def unknown(self, character: str, line: int, column: int) -> FormatError:
        """The error about a character that is not in the alphabet."""
        text = f"line {line}, column {column}: unknown {character!r}; there is {self.allowed}"
        return FormatError(text, line=line, column=column)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the text that is not blank.

    Attributes:
        text: Without white space at its ends.
        line: Its number in the text, from 1.
        indent: How many characters of white space came before.
        gap: How many blank lines came between the row before and this one.
    """

    text: str
    line: int
    indent: int
    gap: int


def lines_of(text: str, most: int) -> Iterator[tuple[int, str]]:
    """The lines with their numbers from 1, one after another: a list of many short ones takes gigabytes.

    Raises FormatError when there are more than so many.
    """
    for line, raw in enumerate(StringIO(text.removeprefix("\ufeff")), start=1):
        if line > most:
            raise FormatError(f"line {line}: a text has at most {most} lines", line=line)
        yield line, raw


def rows_of(text: str) -> list[Row]:
    """The lines that are not blank. Raises FormatError if there is none, or too many lines."""
    rows: list[Row] = []
    gap = 0
    for line, raw in lines_of(text, MOST_LINES):
        content = raw.strip()
        if content:
            indent = len(raw) - len(raw.lstrip())
            rows.append(Row(content, line, indent, gap if rows else 0))
            gap = 0
        else:
            gap += 1
    if not rows:
        raise FormatError("the text is empty: it has no row of cells")
    return rows


def same_length(rows: list[Row], lengths: list[int]) -> int:
    """The number of cells that every row has. Raises FormatError naming the first that differs."""
    for row, length in zip(rows, lengths, strict=True):
        if length != lengths[0]:
            text = f"line {row.line} has {length} cells, but line {rows[0].line} has {lengths[0]}"
            raise FormatError(text, line=row.line)
    return lengths[0]


def marks_of_characters(rows: list[Row], alphabet: Alphabet) -> NDArray[np.int16]:
    """One cell a character: marks of shape (rows, cells of a row)."""
    joined = "".join(row.text for row in rows)
    # Every character outside of ASCII becomes one "?" too many, so it has to be looked for beforehand.
    marks = alphabet.decode(joined.encode("ascii", "replace"))
    if not joined.isascii() or (marks == _UNKNOWN).any():
        raise _first_unknown(rows, alphabet)
    columns = same_length(rows, [len(row.text) for row in rows])
    return marks.reshape(len(rows), columns)


def marks_of_words(rows: list[Row], alphabet: Alphabet) -> NDArray[np.int16]:
    """One cell a word, where words are apart by white space and may be numbers above 9."""
    known = dict(alphabet.marks)  # every word is looked into once: there may be millions
    marks = array("h")
    lengths = []
    for row in rows:
        words = row.text.split()
        for place, word in enumerate(words):
            if word not in known:
                known[word] = _number_of(word, alphabet, row, place)
        marks.extend(map(known.__getitem__, words))
        lengths.append(len(words))
    columns = same_length(rows, lengths)
    return np.array(marks, dtype=np.int16).reshape(len(rows), columns)


def _number_of(word: str, alphabet: Alphabet, row: Row, place: int) -> int:
    if word.isascii() and word.isdigit() and len(word) <= 5 and int(word) <= _LARGEST_NUMBER:
        return int(word)
    raise alphabet.unknown(word if len(word) <= 20 else word[:20] + "...", row.line, _column(row, place))


def _column(row: Row, place: int) -> int:
    """The column, from 1, where the word with this place in the row begins."""
    at = 0
    for word in row.text.split()[:place]:
        at = row.text.index(word, at) + len(word)
    while row.text[at].isspace():
        at += 1
    return row.indent + at + 1


def _first_unknown(rows: list[Row], alphabet: Alphabet) -> FormatError:
    row, at = next(
        (row, at) for row in rows for at, character in enumerate(row.text) if character not in alphabet.marks
    )
    return alphabet.unknown(row.text[at], row.line, row.indent + at + 1)
