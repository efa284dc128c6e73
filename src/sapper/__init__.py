"""Sapper: Minesweeper, its exact mine probabilities, and players built on them."""

from sapper.analysis import Analysis, Cancel, analyse
from sapper.batch import Analyses, analyse_many
from sapper.board import LEVELS, Board
from sapper.errors import (
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
from sapper.formats import read, write
from sapper.game import Action, Game
from sapper.inference import Inference
from sapper.minefield import Minefield
from sapper.mouse import MouseEvent, TimedAction
from sapper.position import Position
from sapper.replay import Replay
from sapper.rules import Rules
from sapper.topology import Cell, Topology

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
    "Minefield",
    "MouseEvent",
    "Position",
    "PositionError",
    "Replay",
    "Rules",
    "SapperError",
    "TimedAction",
    "Topology",
    "analyse",
    "analyse_many",
    "read",
    "write",
]
