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
from sapper.formats import read
from sapper.game import Action, Game
from sapper.inference import Inference
from sapper.metrics import BoardMetrics, GameMetrics, measure
from sapper.position import Position
from sapper.rules import Rules
from sapper.topology import Cell, Topology

__all__ = [
    "LEVELS",
    "Action",
    "Analyses",
    "Analysis",
    "Board",
    "BoardError",
    "BoardMetrics",
    "BudgetError",
    "Cancel",
    "CancelledError",
    "Cell",
    "CellError",
    "ContradictionError",
    "FormatError",
    "Game",
    "GameError",
    "GameMetrics",
    "Inference",
    "Position",
    "PositionError",
    "Rules",
    "SapperError",
    "Topology",
    "analyse",
    "analyse_many",
    "measure",
    "read",
]
