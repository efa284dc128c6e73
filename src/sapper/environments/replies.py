"""Finds the action in a reply as language models write it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple

from sapper._support.words import brief
from sapper.cells import Cell
from sapper.errors import ArgumentError

Extract = Callable[[str], str | None]
"""Takes a reply and returns the part with the action, or None if there is none."""


class Answer(NamedTuple):
    """An action that a reply names. The board need not have its cell."""

    kind: Literal["open", "flag"]
    cell: Cell


_LONGEST: Final = 20_000
"""Only the last characters of a reply are read: the action is at its end."""
_LONGEST_OBJECT: Final = 2_000
_VERBS: Final = {
    "open": "open",
    "reveal": "open",
    "click": "open",
    "uncover": "open",
    "flag": "flag",
    "mark": "flag",
}
_STOP: Final = re.compile(r"(?:<\|[a-z_]{1,30}\|>|</s>|<end_of_turn>|<eos>|\[/?INST\])", re.IGNORECASE)
"""What some servers leave of the tokens that end a reply."""
_THOUGHT: Final = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_THINKS: Final = re.compile(r"<think(?:ing)?>", re.IGNORECASE)
_TAG: Final = re.compile(r"<answer>", re.IGNORECASE)
_TAG_END: Final = re.compile(r"</answer>", re.IGNORECASE)
_LABEL: Final = re.compile(
    r"^(?:(?:my|the|final|next|chosen|best)\s+)*(?:action|answer|move)\s*(?:is)?\s*[:=]?\s*", re.IGNORECASE
)
_AROUND: Final = " \t\r\"'`*_.$#>"
_NUMBER: Final = r"\d{1,9}(?:\.0{1,9})?"
_LINE: Final = re.compile(
    rf"({'|'.join(_VERBS)})\s*(?:cell\s*)?[(\[]?\s*(?:row\s*)?({_NUMBER}(?:(?:\s*,\s*|\s+)(?:and\s+)?(?:col(?:umn)?\s*)?{_NUMBER}){{0,5}})"
    r"\s*[)\]]?",
    re.IGNORECASE | re.ASCII,
)
_KINDS: Final = ("action", "kind", "type", "move")


def answer_in(reply: str, extract: Extract | None = None) -> Answer | None:
    r"""The action of a reply; None if it has none.

    What a model thinks aloud in `<think>` does not count. Of the rest, the last `<answer>` counts alone,
    or else the last `\boxed`. Without both, the action is the last line, or else the last object of JSON.

    Raises:
        ArgumentError: The reply, or what `extract` returns, is not a string.
    """
    text: object = reply
    if not isinstance(text, str):
        raise ArgumentError(f"reply must be a string, not {brief(reply)}")
    if extract is not None:
        if not callable(extract):
            raise ArgumentError(f"extract must be a function, not {brief(extract)}")
        text = extract(reply)
        if text is None:
            return None
        if not isinstance(text, str):
            raise ArgumentError(f"extract must return a string or None, not {brief(text)}")
    text = _STOP.sub(" ", text[-_LONGEST:])
    thoughts = list(_THOUGHT.finditer(text))
    if thoughts:
        text = text[thoughts[-1].end() :]
    if _THINKS.search(text):  # it has not come to an end
        return None
    tags = list(_TAG.finditer(text))
    if tags:
        return _read(_TAG_END.split(text[tags[-1].end() :])[0])
    boxed = text.rfind("\\boxed{")
    if boxed >= 0:
        return _read(_braced(text[boxed + len("\\boxed") :]))
    return _read(text)


def _braced(text: str) -> str:
    r"""What stands in the braces at the beginning, without commands such as `\text{...}`."""
    depth = 0
    for end, character in enumerate(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth == 0:
            inner = text[1:end]
            plain = re.sub(r"\\[a-zA-Z]+\s*\{([^{}]*)\}", r"\1", inner)
            return plain.replace("\\ ", " ").replace("~", " ").replace("\\{", "{").replace("\\}", "}")
    return ""


def _read(text: str) -> Answer | None:
    lines = [line.strip(_AROUND) for line in text.splitlines()]
    last = next((line for line in reversed(lines) if line), "")
    last = _LABEL.sub("", last).strip(_AROUND)
    match = _LINE.fullmatch(last)
    if match is not None:
        numbers = [int(float(number)) for number in re.findall(_NUMBER, match[2])]
        return _answer(match[1], numbers)
    return _last_object(text[-_LONGEST_OBJECT:])


def _last_object(text: str) -> Answer | None:
    """The action of the last object, in JSON or as Python writes it, that is one."""
    ends = [place for place, character in enumerate(text) if character == "}"]
    starts = [place for place, character in enumerate(text) if character == "{"]
    for start in reversed(starts):
        try:
            value, _ = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):
            value = _python_object(text[start : next((end + 1 for end in ends if end > start), start)])
        answer = _of_object(value)
        if answer is not None:
            return answer
    return None


def _python_object(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def _of_object(value: Any) -> Answer | None:
    if not isinstance(value, dict):
        return None
    fields = {str(name).lower(): each for name, each in value.items()}
    kind = next((fields[name] for name in _KINDS if name in fields), None)
    cell = fields.get("cell", fields.get("position"))
    if cell is None:
        cell = [fields.get("row"), fields.get("column", fields.get("col"))]
    numbers = [_whole(each) for each in (cell if isinstance(cell, list | tuple) else [cell])]
    known = [number for number in numbers if number is not None]
    if not isinstance(kind, str) or len(known) != len(numbers) or not known:
        return None
    return _answer(kind, known)


def _whole(value: Any) -> int | None:
    """A number from 0, also as 3.0 and as "3"."""
    text = str(value).strip() if isinstance(value, int | float | str) and not isinstance(value, bool) else ""
    return int(float(text)) if re.fullmatch(_NUMBER, text, re.ASCII) else None


def _answer(verb: str, numbers: list[int]) -> Answer | None:
    kind = _VERBS.get(verb.strip().lower())
    if kind is None:
        return None
    cell: Cell = numbers[0] if len(numbers) == 1 else tuple(numbers)
    return Answer("open" if kind == "open" else "flag", cell)
