"""The prompts that ask a language model for an action."""

from __future__ import annotations

import json
from typing import Any, Literal

from sapper._support.words import quantity, size_words
from sapper.board.json_form import board_object, cell_value
from sapper.board.marks import EXPLODED, FLAG, SAFE
from sapper.board.position import Position
from sapper.board.topology import TOUCHING, Topology

TextFormat = Literal["text", "table", "coordinates", "json"]
"""How a prompt shows the position. `"text"`: a row on each line. `"table"`: with labelled rows and columns.
`"coordinates"`: each cell in words, with the cells that touch it where there are no rows and columns.
`"json"`: one object."""


def prompt_of(position: Position[Any], format: TextFormat, refusal: str, *, flags: bool) -> str:
    """The prompt.

    Args:
        position: What the player sees, with its mine count.
        format: How to show it.
        refusal: Why the last reply was refused; empty if it was not.
        flags: Whether a reply may flag a cell.
    """
    if format == "json":
        return _in_json(position, refusal, flags)
    topology = position.topology
    has_rows = _has_rows(topology)
    if format == "coordinates" or not has_rows:
        board = "\n".join(_in_words(position, with_neighbours=not has_rows))
    else:
        board = position.to_text() if format == "text" else _table(position)
    first = f"Your last reply was refused: {refusal}.\n\n" if refusal else ""
    place = _place(topology)
    flag, or_flag = (", 'F' a flag", f", or 'flag {place}' for a mine") if flags else ("", "")
    return (
        f"{first}{_intro(position)}\n"
        f"A digit says how many of the cells that touch it have a mine. '.' is a hidden cell{flag}.\n"
        f"{_near(topology)}\n\n{board}\n\n"
        f"Choose one action. End your reply with a line of its own: 'open {place}' for a safe cell{or_flag}."
    )


def _intro(position: Position[Any]) -> str:
    topology, mines = position.topology, quantity(position.board.mines, "mine")
    if _has_rows(topology):
        return (
            f"Minesweeper on a board of {size_words(topology.shape)} with {mines}.\n"
            "Rows count from 0 at the top, columns from 0 at the left."
        )
    if topology.kind == "graph":
        cells = quantity(topology.size, "cell")
        return f"Minesweeper on {cells} with {mines}. The cells are numbered from 0."
    sides = " x ".join(map(str, topology.shape))
    return f"Minesweeper on a grid of {sides} cells with {mines}. Coordinates count from 0."


def _has_rows(topology: Topology[Any]) -> bool:
    return topology.kind == "offsets" or _sentences(topology) != ""


def _near(topology: Topology[Any]) -> str:
    if topology.kind == "offsets":
        steps = ", ".join(f"{rows:+d} {columns:+d}" for rows, columns in topology._engine.steps)
        edges = " Rows and columns go on at the opposite edge." if topology.wraps else ""
        return f"A cell touches the cells that lie these rows and columns away from it: {steps}.{edges}"
    return _sentences(topology) or "The line of each cell says which cells touch it."


def _sentences(topology: Topology[Any]) -> str:
    return TOUCHING[topology.name].sentences if topology.name in TOUCHING else ""


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


def _in_json(position: Position[Any], refusal: str, flags: bool) -> str:
    topology, action = position.topology, "open or flag" if flags else "open"
    fields: dict[str, Any] = {
        "task": "Minesweeper: choose one action and end your reply with its line",
        "board": board_object(position),
        "neighbours": _near(topology),
        "mines_left": position.mines_left,
        "legend": {"0-8": "mines around", ".": "hidden"} | ({"F": "flag"} if flags else {}),
    }
    if _sentences(topology):
        fields["text"] = position.to_text()
        fields["action"] = {"action": action, "row": "from 0", "column": "from 0"}
    else:
        fields["neighbours"] = [list(map(cell_value, topology.neighbours(cell))) for cell in topology]
        fields["cells"] = [[cell_value(cell), _sign(int(position[cell]))] for cell in topology]
        fields["action"] = {"action": action, "cell": _place(topology)}
    return json.dumps(fields | ({"refused": refusal} if refusal else {}))
