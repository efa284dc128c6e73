"""Fills in the sentences of the catalogue: hints, the reasons for guesses, the names of cells.

The engine decides what is said. It gives phrases. A phrase is the name of a sentence in `sentences.json`, and
the values of its places. Rows and columns count from 0, unless `numbering.counting_from` changes that.

A sentence is a text with places: `{cells}`, or `{cells|capital}`. A value is a count, a share, a text, a
phrase, or a list of these; `joins` says how lists are joined. One of these words follows the bar:

* `capital`, `small`: the first letter;
* `place`: a row or a column;
* `percent`: a share with three digits, or as many as the value `digits` says; `tenths`: with one decimal;
* the name of a join: another than `list`.

A sentence may have several texts, one for each count. Then `by` names the value that is the count, or the
list whose length is the count.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from sapper import _engine
from sapper._support.words import counted_from, percent

if TYPE_CHECKING:
    from sapper.board.topology import Topology
    from sapper.cells import Cell

Phrase = tuple[str, Mapping[str, Any]]
"""The name of a sentence, and the values of its places."""

_Parts = tuple[str, list[tuple[str, str | None]]]
"""A sentence for the operator `%`, and its places: their names, and how they are written."""

_PLACE: Final = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
_OTHER: Final = -1
"""Stands for all counts that have no sentence of their own."""


def filled(phrase: Phrase) -> str:
    """The text of a phrase."""
    return _filled(phrase, counted_from())


def _filled(phrase: Phrase, first: int) -> str:
    name, values = phrase
    by, sentences = _sentences()[name]
    if by is None:
        text, places = sentences[_OTHER]
    else:
        counted = values[by]
        count = len(counted) if type(counted) is list else counted
        text, places = sentences.get(count) or sentences[_OTHER]
    return text % tuple([_value_text(values, place, how, first) for place, how in places])


def cells_text(topology: Topology, cells: Collection[Cell]) -> str:
    """The names of cells, with the cells of a row together: `"row 5, columns 7 and 8"`, `"cell 3"`."""
    return filled(cells_phrase(topology, cells))


def cells_phrase(topology: Topology, cells: Collection[Cell]) -> Phrase:
    """The phrase of `cells_text`, before it is filled in."""
    return _engine.cells_named(topology._engine, sorted(map(topology.index, cells)))


@cache
def _catalogue() -> dict[str, dict[str, Any]]:
    text = resources.files("sapper.hints").joinpath("sentences.json").read_text(encoding="utf-8")
    catalogue: dict[str, dict[str, Any]] = json.loads(text)
    return catalogue


@cache
def _sentences() -> dict[str, tuple[str | None, dict[int, _Parts]]]:
    """For each name the value to count, and the sentences by the count."""
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
    places = [(place[1], place[2]) for place in _PLACE.finditer(sentence)]
    return _PLACE.sub("%s", sentence.replace("%", "%%")), places


def _value_text(values: Mapping[str, Any], place: str, how: str | None, first: int) -> str:
    value = values[place]
    if type(value) is not list:
        text = _item(value, how, first, values)
    elif len(value) == 1:
        text = _item(value[0], how, first, values)
    else:
        text = _joined([_item(each, how, first, values) for each in value], how)
    if how is None:
        return text
    if how == "capital":
        return text[:1].upper() + text[1:]
    return text[:1].lower() + text[1:] if how == "small" else text


def _item(value: Any, how: str | None, first: int, values: Mapping[str, Any]) -> str:
    if type(value) is tuple:
        return _filled(value, first)
    if how == "place":
        return str(value + first)
    if how == "percent":
        return percent(value, figures=values.get("digits", 3))
    return f"{100 * value:.1f}" if how == "tenths" else str(value)


def _joined(texts: list[str], how: str | None) -> str:
    if not texts:
        return ""
    joins = _catalogue()["joins"]
    between, last = joins.get(how or "list") or joins["list"]
    return f"{between.join(texts[:-1])}{last}{texts[-1]}"
