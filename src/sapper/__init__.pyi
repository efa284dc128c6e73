# The public API. `__init__.py` imports each name when it is first used.
from .analysis import Analysis, Cancel, analyse
from .batch import Analyses, analyse_many
from .board import LEVELS, Board
from .errors import (
    BoardError,
    BudgetError,
    CancelledError,
    CellError,
    ContradictionError,
    FormatError,
    GameError,
    PositionError,
    SapperError,
)
from .formats import read
from .game import Action, Game
from .inference import Inference
from .position import Position
from .rules import Rules
from .topology import Cell, Topology

__all__ = [
    "LEVELS",
    "Action",
    "Analyses",
    "Analysis",
    "Board",
    "BoardError",
    "BudgetError",
    "Cancel",
    "CancelledError",
    "Cell",
    "CellError",
    "ContradictionError",
    "FormatError",
    "Game",
    "GameError",
    "Inference",
    "Position",
    "PositionError",
    "Rules",
    "SapperError",
    "Topology",
    "analyse",
    "analyse_many",
    "read",
]
