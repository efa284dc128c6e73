"""Reads the reply of a language model: finds the action in the many ways that models write one."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple
from unicodedata import normalize

from sapper._support.words import brief
from sapper.cells import Cell
from sapper.errors import ArgumentError

Extract = Callable[[str], str | None]
"""Takes a reply and returns the part with the action, or None if there is none."""


class Answer(NamedTuple):
    """An action that a reply names. The board need not have its cell."""

    kind: Literal["open", "flag"]
    cell: Cell


_LONGEST_REPLY: Final = 20_000
"""Only the last characters of a reply are read: the action is at its end."""
_LONGEST_OBJECT: Final = 2_000
_LONGEST_LINE: Final = 300
_VERBS: Final = {
    **dict.fromkeys(("open", "reveal", "click", "uncover", "dig"), "open"),
    **dict.fromkeys(("flag", "mark"), "flag"),
}
_APOSTROPHES: Final = str.maketrans("\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}", "''")
_CHANNEL: Final = re.compile(r"<\|channel\|>\s*(\w*)[^<]{0,100}(?:<\|constrain\|>[^<]{0,100})?<\|message\|>")
_STOP: Final = re.compile(r"<\|[^<>|\n]{1,40}\|>|</s>|<end_of_turn>|<eos>|\[/?INST\]", re.IGNORECASE)
"""The tokens at the end of a reply that some servers leave in it."""
_THINKING: Final = re.compile(
    r"[<\[\u25c1](/?)(?:think(?:ing)?|reasoning|thought|scratchpad)[>\]\u25b7]", re.IGNORECASE
)
_TAG: Final = re.compile(r"<(?:answer|action|move)>", re.IGNORECASE)
_TAG_END: Final = re.compile(r"</(?:answer|action|move)>", re.IGNORECASE)

_NUMBER: Final = r"\d{1,9}(?:\.0{1,9})?"
_TOKEN: Final = re.compile(r"-?\d+(?:\.\d+)*|[a-z]+(?:'[a-z]+)?|[^\s\w*`\"'$\\]", re.ASCII | re.IGNORECASE)
"""Numbers, words and signs. What only decorates is skipped."""
_BEFORE: Final = re.compile(
    r"i|i'll|i'd|we|we'll|let|let's|us|will|would|shall|should|must|can|choose|decide|play|therefore|thus"
    r"|hence|so|then|now|here|the|my|a|final|next|chosen|best|safest|safe|correct|action|answer|move|step"
    r"|decision|choice|option|is|be|to"
)
"""Words before an action that neither doubt nor deny it."""
_WHERE: Final = re.compile(r"on|the|cell|square|tile|at|position|coordinates?|row|r")
_BETWEEN: Final = re.compile(r"and|row|r|column|col|c|[,;/\[\])]")
_AFTER: Final = re.compile(r"because|as|since|for|by")
_DOUBT: Final = re.compile(rf"\?|or|wait|instead|no|not|{'|'.join(_VERBS)}")
"""In the same line, they make an action none."""
_BACK: Final = re.compile(r"\W*(?:or|wait|but|actually|instead)\b", re.IGNORECASE)
"""At the beginning of the next line, they take it back."""
_KINDS: Final = ("action", "kind", "type", "move", "name", "tool")
_CELLS: Final = ("cell", "position", "coordinates", "coordinate", "coords", "location")
_INNER: Final = ("arguments", "args", "parameters", "params", "input", *_CELLS)


def answer_in(reply: str, extract: Extract | None = None) -> Answer | None:
    r"""The action of a reply; None if it has none.

    What a model thinks aloud in `<think>` does not count. Of the rest, the last `<answer>` counts alone,
    or else the last `\boxed`. Without both, the action is the last line that is one, or the last object of
    JSON: what comes later.

    Raises:
        ArgumentError: The reply, or what `extract` returns, is not a string.
    """
    source: object = reply
    if not isinstance(source, str):
        raise ArgumentError(f"`reply` must be a string, not {brief(reply)}")
    text: object = reply
    if extract is not None:
        if not callable(extract):
            raise ArgumentError(f"`extract` must be a function, not {brief(extract)}")
        text = extract(reply)
        if text is None:
            return None
        if not isinstance(text, str):
            raise ArgumentError(f"`extract` must return a string or None, not {brief(text)}")
    answering = _answering(normalize("NFKC", str(text)[-_LONGEST_REPLY:]).translate(_APOSTROPHES))
    line, at_line = _last_line(answering)
    value, at_object = _last_object(answering)
    return value if at_object > at_line else line


def _answering(text: str) -> str:
    """The part that answers: without thoughts, and only what is marked as the answer if anything is."""
    channels = list(_CHANNEL.finditer(text))
    if channels:
        if channels[-1][1].lower() != "final":  # it thinks, and has not come to an end
            return ""
        text = text[channels[-1].end() :]
    text = _STOP.sub(" ", text)
    thoughts = list(_THINKING.finditer(text))
    if thoughts:
        text = text[thoughts[-1].end() :] if thoughts[-1][1] else ""
    tags = list(_TAG.finditer(text))
    if tags:
        return _TAG_END.split(text[tags[-1].end() :])[0]
    place = text.rfind("\\boxed{")
    return text if place < 0 else _braces(text[place + len("\\boxed") :])


def _braces(text: str) -> str:
    r"""What stands in the braces at the beginning, without commands such as `\text{...}`."""
    depth = 0
    for end, character in enumerate(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth == 0:
            body = re.sub(r"\\(?:[ ,;:!]|q?quad\b)|~", " ", text[1:end])
            plain = re.sub(r"\\[a-zA-Z]+\s*\{([^{}]*)\}", r"\1", body)
            return plain.replace("\\{", "{").replace("\\}", "}")
    return ""


def _last_line(text: str) -> tuple[Answer | None, int]:
    """The last line that is an action, and where it begins. An action may take three lines."""
    lines = [each for each in re.finditer(r"[^\n\r]+", text) if not each[0].isspace()]
    for number in range(len(lines) - 1, -1, -1):
        for count in (1, 2, 3):
            answer = _of_lines([each[0] for each in lines[number : number + count]])
            if answer is not None:
                after = lines[number + count :][:1]
                is_back = any(_BACK.match(each[0]) for each in after)
                return (None, -1) if is_back else (answer, lines[number].start())
    return None, -1


def _of_lines(lines: list[str]) -> Answer | None:
    """The action on a line, or on a few lines together, whatever signs stand around it."""
    line = " ".join(lines)
    if len(line) > _LONGEST_LINE or "{" in line:  # objects are read as such
        return None
    line = re.sub(r"^\W*\d{1,3}[.)]\s|(?<=\bcol)\.", " ", line.lower())  # the number of an item in a list
    tokens = _TOKEN.findall(line)
    at = next(
        (place for place, token in enumerate(tokens) if _is_word(token) and not _BEFORE.fullmatch(token)), -1
    )
    if at < 0 or tokens[at] not in _VERBS or any(map(_is_number, tokens[:at])):
        return None
    begin = next((place for place in range(at, len(tokens)) if _is_number(tokens[place])), len(tokens))
    end = begin
    while end < len(tokens) and (
        _is_number(tokens[end])
        or _BETWEEN.fullmatch(tokens[end])
        or (tokens[end] in ":=" and _is_word(tokens[end - 1]))
    ):
        end += 1
    numbers = [_whole(token) for token in tokens[begin:end] if _is_number(token)]
    whole = [number for number in numbers if number is not None]
    if len(whole) != len(numbers) or not whole or (len(lines) > 1 and (len(whole) < 2 or end < len(tokens))):
        return None
    between, after = tokens[at + 1 : begin], tokens[end:]
    is_plain = all(not _is_word(token) or _WHERE.fullmatch(token) for token in between)
    is_remark = not after or not _is_word(after[0]) or _AFTER.fullmatch(after[0])
    is_sure = not any(map(_DOUBT.fullmatch, after))
    return _answer(tokens[at], whole) if is_plain and is_remark and is_sure else None


def _is_word(token: str) -> bool:
    return token[0].isalpha()


def _is_number(token: str) -> bool:
    return token[-1].isdigit()


def _last_object(text: str) -> tuple[Answer | None, int]:
    """The action of the last object that is one, in JSON or as Python writes it, and where it ends."""
    begin = max(0, len(text) - _LONGEST_OBJECT)
    ends = [place for place in range(begin, len(text)) if text[place] == "}"]
    starts = [place for place in range(begin, len(text)) if text[place] == "{"]
    for start in reversed(starts):
        try:
            value, end = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):
            end = next((place + 1 for place in ends if place > start), start)
            value = _python_object(text[start:end])
        answer = _of_object(value)
        if answer is not None:
            return answer, end
    return None, -1


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
    cell = next((fields[name] for name in _INNER if name in fields), fields)
    if kind is None:  # such as {"open": [2, 0]}
        verbs = [name for name in fields if name in _VERBS]
        kind, cell = (verbs[0], fields[verbs[0]]) if len(verbs) == 1 else (None, None)
    if not isinstance(kind, str):
        return None
    if kind.strip().lower() not in _VERBS:  # such as {"action": "open 2 0"}
        return _of_lines([kind])
    whole = _numbers(cell)
    return None if whole is None else _answer(kind, whole)


def _numbers(cell: Any) -> list[int] | None:
    """The coordinates of a cell, from a number, a list, or an object with `row` and `column`."""
    if isinstance(cell, dict):
        fields = {str(name).lower(): each for name, each in cell.items()}
        inner = next((fields[name] for name in _CELLS if name in fields), None)
        cell = [fields.get("row"), fields.get("column", fields.get("col"))] if inner is None else inner
    if isinstance(cell, str):
        cell = re.split(r"[\s,]+", cell.strip(" ()[]"))
    numbers = [_whole(each) for each in (cell if isinstance(cell, list | tuple) else [cell])]
    whole = [number for number in numbers if number is not None]
    return whole if whole and len(whole) == len(numbers) else None


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
