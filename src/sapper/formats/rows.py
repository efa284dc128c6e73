"""Converts rows of characters or words to marks and back, for the text formats."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO

import numpy as np
from numpy.typing import NDArray

from sapper._support.deadline import in_time
from sapper._support.naming import quantity
from sapper.board.marks import QUESTION
from sapper.errors import FormatError

_UNKNOWN = np.int16(-128)
_LARGEST_NUMBER = 32767
MOST_LINES = 100_000
"""The most lines of a text of cells."""

_LOWEST = -QUESTION  # added to a mark to get its index in the tables


class Alphabet:
    """The characters of a format and their marks.

    Attributes:
        marks: The mark of every character. If several characters have one mark, the first is written.
        characters: The character that is written for every mark.
        allowed: The description of the characters in error messages.
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
        """The mark of every byte, int16 (bytes,); -128 for unknown bytes."""
        return self._mark_of[np.frombuffer(characters, dtype=np.uint8)]

    def encode(self, marks: NDArray[np.int16]) -> list[str]:
        """Writes marks of shape (rows, cells of a row) as a list with one text for each row.

        Every mark must have a character.
        """
        rows: list[NDArray[np.uint8]] = list(self._character_of[marks + _LOWEST])
        return [row.tobytes().decode("ascii") for row in rows]

    def has_only(self, text: str) -> bool:
        """Whether a text has only white space and characters of the alphabet."""
        return set(text) <= self.marks.keys() | set(" \t\r\n\ufeff")

    def unknown(self, character: str, line: int, column: int) -> FormatError:
        """The error about a character that is not in the alphabet."""
        text = f"line {line}, column {column}: unknown {character!r}; the text may have {self.allowed}"
        return FormatError(text, line=line, column=column)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a text that is not blank.

    Attributes:
        text: The line without white space at its ends.
        line: Its number, from 1.
        indent: The number of white space characters before the text.
        gap: The number of blank lines since the row before.
    """

    text: str
    line: int
    indent: int
    gap: int


def lines_of(text: str, most: int) -> Iterator[tuple[int, str]]:
    """The lines with their numbers from 1, one at a time: a list of many short lines would take gigabytes.

    Raises:
        FormatError: There are more than `most` lines.
    """
    for line, raw in enumerate(in_time(StringIO(text.removeprefix("\ufeff"))), start=1):
        if line > most:
            raise FormatError(f"line {line}: a text may have at most {most} lines", line=line)
        yield line, raw


def rows_of(text: str) -> list[Row]:
    """The lines that are not blank. Raises FormatError if all are blank or there are too many lines."""
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
    """The common number of cells of all rows. Raises FormatError that names the first row that differs."""
    for row, length in zip(rows, lengths, strict=True):
        if length != lengths[0]:
            text = f"line {row.line} has {quantity(length, 'cell')}, but line {rows[0].line} has {lengths[0]}"
            raise FormatError(text, line=row.line)
    return lengths[0]


def marks_of_characters(rows: list[Row], alphabet: Alphabet) -> NDArray[np.int16]:
    """Reads one cell from each character: int16 of shape (rows, cells of a row)."""
    joined = "".join(row.text for row in rows)
    # Encoding turns characters outside ASCII into "?", which may have a mark, so `isascii` checks for them.
    marks = alphabet.decode(joined.encode("ascii", "replace"))
    if not joined.isascii() or (marks == _UNKNOWN).any():
        raise _first_unknown(rows, alphabet)
    columns = same_length(rows, [len(row.text) for row in rows])
    return marks.reshape(len(rows), columns)


def marks_of_words(rows: list[Row], alphabet: Alphabet) -> NDArray[np.int16]:
    """Reads one cell from each word between white space: int16 of shape (rows, cells of a row).

    A word may be a number above 9.
    """
    known = dict(alphabet.marks)  # each different word is parsed once, because there may be millions of words
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
    """The column, from 1, where a word of a row begins."""
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
