"""One object of each kind, which public functions take or refuse."""

import math
from typing import Any, Final

import numpy as np

import sapper
from sapper import Board, Game, Minefield, Position, Replay, Rules, Strategy, Topology

SQUARE = Topology.square(3, 3)
BOARD = Board(SQUARE, 1)
MINEFIELD = Minefield([(0, 0)], SQUARE, first_cell=(2, 2))
POSITION = Position("1..\n...", 2)
ANALYSIS = sapper.analyse(POSITION)


def short_game() -> Game:
    """A game with an open cell."""
    game = Minefield([(0, 0)], SQUARE).game()
    game.open(1, 1)
    return game


REPLAY = Replay.from_game(short_game())


class Missing:
    """Stands for pandas.NA: whether it equals anything is missing, too."""

    def __eq__(self, other: object) -> Any:
        return self

    def __ne__(self, other: object) -> Any:
        return self

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")

    __hash__ = None  # type: ignore[assignment]  # not needed


KINDS: Final[dict[str, Any]] = {
    "Game": short_game(),
    "Position": POSITION,
    "uncounted": Position("1?\n??"),
    "Board": BOARD,
    "Minefield": MINEFIELD,
    "Topology": SQUARE,
    "Replay": REPLAY,
    "Analysis": ANALYSIS,
    "Generated": sapper.generate(BOARD, seed=1),
    "Strategy": Strategy("fast"),
    "Rules": Rules(),
    "Cancel": sapper.Cancel(),
    "None": None, "text": "nonsense", "marks": "1?\n??", "blank": "", "bytes": b"1",
    "surrogate": "\udc80", "null": "a\0b",
    "lists": [[1, -1], [-1, -1]], "nothing": [], "ragged": [[0, 1], [0]], "positions": [POSITION, POSITION],
    "cell": (0, 1), "set": {1}, "dict": {}, "iterator": iter(()),
    "3": 3, "-1": -1, "2.5": 2.5, "nan": math.nan, "True": True, "huge": 10**400,
    "duration": np.timedelta64(3, "ns"),
    "floats": np.array([[1.0, -1.0], [-1.0, -1.0]]), "fractions": np.full((2, 2), 0.5),
    "bools": np.array([[True, False], [False, False]]), "words": np.array([["a"]]),
    "objects": np.array([[None]]), "numbers": np.array([1, 1], object),
    "grid": np.array([[1, -1], [-1, -1]], object), "nans": np.array([[1, math.nan]]),
    "ragged-objects": np.array([[0, 1], [0], None], object)[:2],
    "masked": np.ma.array([[1, 7], [-1, -1]], mask=np.array([[False, True], [False, False]])),
    "masked-bools": np.ma.array([[True, False]], mask=np.array([[False, True]])),
    "masked-value": np.ma.masked, "missing": Missing(),
    "0-d": np.array(3), "0-d-float": np.array(0.5), "0-d-text": np.array("1?"), "0-d-object": np.array(None),
    "empty": np.empty(0), "emptied": np.empty((0, 3), int),
    "object": object(), "type": Position, "function": lambda *_: (0, 0),
}  # fmt: skip
"""One object of each kind, by a short name."""
