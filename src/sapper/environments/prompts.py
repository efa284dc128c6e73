"""How a language model is asked for an action, and how its reply is read."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple

from sapper._support.words import brief
from sapper.board.json_form import board_object, cell_value
from sapper.board.marks import EXPLODED, FLAG, SAFE
from sapper.board.position import Position
from sapper.board.topology import Topology
from sapper.cells import Cell
from sapper.errors import ArgumentError

TextFormat = Literal["text", "table", "coordinates", "json"]
"""How a prompt shows the position. `"text"`: a row on each line. `"table"`: with labelled rows and columns.
`"coordinates"`: each cell in words, with the cells that touch it where there are no rows and columns.
`"json"`: one object."""

_NEAR: Final = {
    "square": "A cell touches the eight cells around it.",
    "torus": "A cell touches the eight cells around it. The edges join: the last row is above row 0, and the "
    "last column is left of column 0.",
    "hexagons": "The cells are hexagons. A cell touches the cells left and right of it, and two cells each "
    "in the rows above and below: in even rows those of its own column and of the column before, in odd rows "
    "those of its own column and of the column after.",
    "octagons": "A cell touches the cells above, below, left and right of it. If its row plus its column is "
    "even, it also touches the four cells diagonally from it.",
}


def prompt_of(position: Position[Any], format: TextFormat, refusal: str) -> str:
    """The prompt.

    Args:
        position: What the player sees, with its mine count.
        format: How to show it.
        refusal: Why the last reply was refused; empty if it was not.
    """
    if format == "json":
        return _in_json(position, refusal)
    topology = position.topology
    has_rows = _has_rows(topology)
    if format == "coordinates" or not has_rows:
        board = "\n".join(_in_words(position, with_neighbours=not has_rows))
    else:
        board = position.to_text() if format == "text" else _table(position)
    first = f"Your last reply was refused: {refusal}.\n\n" if refusal else ""
    return (
        f"{first}{_intro(position)}\n"
        "A digit says how many of the cells that touch it have a mine. '.' is a hidden cell, 'F' a flag.\n"
        f"{_near(topology)}\n\n{board}\n\n"
        "Choose one action. End your reply with a line of its own: "
        f"'open {_place(topology)}' for a safe cell, or 'flag {_place(topology)}' for a mine."
    )


def _intro(position: Position[Any]) -> str:
    topology, mines = position.topology, _count(position.board.mines, "mine")
    if _has_rows(topology):
        rows, columns = topology.shape
        return (
            f"Minesweeper on a board of {_count(rows, 'row')} and {_count(columns, 'column')} with {mines}.\n"
            "Rows count from 0 at the top, columns from 0 at the left."
        )
    if topology.kind == "graph":
        return f"Minesweeper on {_count(topology.size, 'cell')} with {mines}. The cells are numbered from 0."
    sides = " x ".join(map(str, topology.shape))
    return f"Minesweeper on a grid of {sides} cells with {mines}. Coordinates count from 0."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _has_rows(topology: Topology[Any]) -> bool:
    return topology.name in _NEAR or topology.kind == "offsets"


def _near(topology: Topology[Any]) -> str:
    if topology.kind == "offsets":
        steps = ", ".join(f"{rows:+d} {columns:+d}" for rows, columns in topology._engine.steps)
        edges = " Rows and columns go on at the opposite edge." if topology.wraps else ""
        return f"A cell touches the cells that lie these rows and columns away from it: {steps}.{edges}"
    return _NEAR.get(topology.name, "The line of each cell says which cells touch it.")


def _place(topology: Topology[Any]) -> str:
    if topology.kind == "graph":
        return "CELL"
    if topology.dimension == 2:
        return "ROW COLUMN"
    return " ".join(f"COORDINATE{axis}" for axis in range(topology.dimension))


def _sign(mark: int) -> str:
    return {FLAG: "F", EXPLODED: "!", SAFE: "s"}.get(mark, str(mark) if mark >= 0 else ".")


def _table(position: Position[Any]) -> str:
    rows, columns = position.topology.shape
    width = len(str(max(rows, columns, 10) - 1)) + 1
    lines = [["", *map(str, range(columns))]]
    lines += [[str(row), *(_sign(int(mark)) for mark in position.marks[row])] for row in range(rows)]
    return "\n".join("".join(field.rjust(width) for field in line) for line in lines)


def _in_words(position: Position[Any], *, with_neighbours: bool) -> list[str]:
    lines = []
    for cell in position.topology:
        near = position.topology.neighbours(cell)
        touches = f", touches {', '.join(map(_name, near))}" if with_neighbours else ""
        lines.append(f"{_name(cell)}: {_sign(int(position[cell]))}{touches}")
    return lines


def _name(cell: object) -> str:
    return f"({' '.join(map(str, cell))})" if isinstance(cell, tuple) else str(cell)


def _in_json(position: Position[Any], refusal: str) -> str:
    topology = position.topology
    fields: dict[str, Any] = {
        "task": "Minesweeper: choose one action and end your reply with its line",
        "board": board_object(position),
        "neighbours": _near(topology),
        "mines_left": position.mines_left,
        "legend": {"0-8": "mines around", ".": "hidden", "F": "flag"},
    }
    if topology.name in _NEAR:
        fields["text"] = position.to_text()
        fields["action"] = {"action": "open or flag", "row": "from 0", "column": "from 0"}
    else:
        fields["neighbours"] = [list(map(cell_value, topology.neighbours(cell))) for cell in topology]
        fields["cells"] = [[cell_value(cell), _sign(int(position[cell]))] for cell in topology]
        fields["action"] = {"action": "open or flag", "cell": _place(topology)}
    return json.dumps(fields | ({"refused": refusal} if refusal else {}))


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
        return _read(_braces(text[boxed + len("\\boxed") :]))
    return _read(text)


def _braces(text: str) -> str:
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
    whole = [number for number in numbers if number is not None]
    if not isinstance(kind, str) or len(whole) != len(numbers) or not whole:
        return None
    return _answer(kind, whole)


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
