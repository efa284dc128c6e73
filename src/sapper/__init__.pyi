# The public API. `__init__.py` imports each name when it is first used.
from . import autoplay as autoplay
from . import literature as literature
from . import simulation as simulation
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
    GenerationError,
    InUseError,
    MissingExtraError,
    PositionError,
    SapperError,
    SimulationError,
    StrategyError,
)
from .formats import read, write
from .game import Action, Game
from .generation import Generated, generate, generate_many, is_fair
from .hint import Deduction, Guess, GuessFigures, Hint, hint
from .inference import Inference
from .metrics import BoardMetrics, GameMetrics, measure
from .minefield import Minefield
from .mouse import MouseEvent, TimedAction
from .optimum import Optimum, optimum
from .position import Position
from .replay import Replay
from .reviews import Review, ReviewedMove, review
from .rules import Rules
from .simulation import Comparison, Report, compare, simulate
from .strategy import Choice, Strategy
from .topology import Cell, Topology

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
    "Choice",
    "Comparison",
    "ContradictionError",
    "Deduction",
    "FormatError",
    "Game",
    "GameError",
    "GameMetrics",
    "Generated",
    "GenerationError",
    "Guess",
    "GuessFigures",
    "Hint",
    "InUseError",
    "Inference",
    "Minefield",
    "MissingExtraError",
    "MouseEvent",
    "Optimum",
    "Position",
    "PositionError",
    "Replay",
    "Report",
    "Review",
    "ReviewedMove",
    "Rules",
    "SapperError",
    "SimulationError",
    "Strategy",
    "StrategyError",
    "TimedAction",
    "Topology",
    "analyse",
    "analyse_many",
    "compare",
    "generate",
    "generate_many",
    "hint",
    "is_fair",
    "measure",
    "optimum",
    "read",
    "review",
    "simulate",
    "write",
]
