"""Fills in the sentences of the catalogue: hints, the reasons for guesses, the names of cells.

The engine decides what is said. It gives phrases: the name of a sentence in `sentences.json`, and the values
of its places. Rows and columns count from 0, unless `numbering.counting_from` changes that.

A sentence is a text with places: `{cells}`, or `{cells|capital}`. A value is a count, a share, a text, a
phrase, or a list of these; `joins` says how lists are joined. After the bar stands one of these words:

* `capital`, `small`: the first letter;
* `place`: a row or a column;
* `percent`: a share with three digits, or as many as the value `digits` says; `tenths`: with one decimal;
* the name of a join: another than `list`.

In place of one text, a sentence may have several: `by` names a count, or a list, whose length counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from sapper import _engine
from sapper._support.numbering import counted_from

if TYPE_CHECKING:
    from sapper.board.topology import Cell, Topology

Phrase = tuple[str, Mapping[str, Any]]
"""The name of a sentence, and the values of its places."""

_Parts = list[tuple[str, str | None]]
"""The parts of a sentence: texts, or how a place is written and its name."""

_PLACE: Final = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
_OTHER: Final = -1
"""Stands for all counts that have no sentence of their own."""


def filled(phrase: Phrase) -> str:
    """The text of a phrase."""
    name, values = phrase
    by, sentences = _sentences()[name]
    if by is None:
        parts = sentences[_OTHER]
    else:
        counted = values[by]
        parts = sentences.get(len(counted) if isinstance(counted, list) else counted) or sentences[_OTHER]
    return "".join([part if place is None else _written(values, place, part) for part, place in parts])


def cells_text(topology: Topology, cells: Collection[Cell]) -> str:
    """The names of cells, with those of a row together: `"row 5, columns 7 and 8"`, `"cell 3"`."""
    return filled(cells_phrase(topology, cells))


def cells_phrase(topology: Topology, cells: Collection[Cell]) -> Phrase:
    """The same, not filled in."""
    return _engine.cells_named(topology._engine, sorted(map(topology.index, cells)))


def beginning_text(topology: Topology, cell: Cell, *, is_safe: bool) -> str:
    """What to say before a cell is open."""
    return filled(("beginning_safe" if is_safe else "beginning", {"cell": cells_phrase(topology, [cell])}))


@cache
def _catalogue() -> dict[str, dict[str, Any]]:
    text = resources.files("sapper.knowledge").joinpath("sentences.json").read_text(encoding="utf-8")
    catalogue: dict[str, dict[str, Any]] = json.loads(text)
    return catalogue


@cache
def _sentences() -> dict[str, tuple[str | None, dict[int, _Parts]]]:
    """For each name what to count, and the sentences by the count."""
    sentences: dict[str, tuple[str | None, dict[int, _Parts]]] = {}
    for name, given in _catalogue()["sentences"].items():
        each = {"other": given} if isinstance(given, str) else dict(given)
        by = each.pop("by", None)
        sentences[name] = (
            by,
            {_OTHER if count == "other" else int(count): _parts(text) for count, text in each.items()},
        )
    return sentences


def _parts(sentence: str) -> _Parts:
    parts: list[tuple[str, str | None]] = []
    end = 0
    for place in _PLACE.finditer(sentence):
        parts += [(sentence[end : place.start()], None), (place[2] or "list", place[1])]
        end = place.end()
    return [each for each in (*parts, (sentence[end:], None)) if each != ("", None)]


def _written(values: Mapping[str, Any], place: str, how: str) -> str:
    value = values[place]
    if isinstance(value, list):
        text = _joined(
            [filled(each) if isinstance(each, tuple) else _plain(each, how) for each in value], how
        )
    elif isinstance(value, tuple):
        text = filled(value)
    elif how == "percent":
        text = f"{100 * value:.{values.get('digits', 3)}g} %"
    elif how == "tenths":
        text = f"{100 * value:.1f}"
    else:
        text = _plain(value, how)
    if how == "capital":
        return text[:1].upper() + text[1:]
    return text[:1].lower() + text[1:] if how == "small" else text


def _joined(texts: list[str], how: str) -> str:
    if len(texts) < 2:
        return "".join(texts)
    joins = _catalogue()["joins"]
    between, last = joins.get(how) or joins["list"]
    return f"{between.join(texts[:-1])}{last}{texts[-1]}"


def _plain(value: int | str, how: str) -> str:
    return str(value + counted_from() if how == "place" and isinstance(value, int) else value)
