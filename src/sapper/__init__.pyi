# The public API. `__init__.py` imports each name when it is first used.
from . import literature as literature
from . import simulation as simulation
from .board.board import LEVELS, Board
from .board.game import Action, Game
from .board.minefield import Minefield
from .board.position import Position
from .board.rules import Rules
from .board.topology import Cell, Topology
from .errors import (
    ArgumentError,
    BoardError,
    BudgetError,
    CancelledError,
    CellError,
    ContradictionError,
    FileError,
    FormatError,
    GameError,
    GenerationError,
    InUseError,
    MissingExtraError,
    MissingFileError,
    PositionError,
    SapperError,
    SimulationError,
    StrategyError,
)
from .formats import read, write
from .inference.analysis import Analysis, Cancel, analyse
from .inference.batch import Analyses, analyse_many
from .inference.inference import Inference
from .knowledge.hints import Deduction, Guess, GuessFigures, Hint, hint
from .knowledge.ranking import RankedMove, rank
from .minefields.generation import Generated, generate, generate_many, is_fair
from .minefields.metrics import BoardMetrics, GameMetrics, measure
from .replays.mouse import MouseEvent, TimedAction
from .replays.replay import Replay
from .reviews.reviewing import Review, ReviewedMove, review
from .simulation import Comparison, Report, compare, simulate
from .strategy import Beliefs, Choice, Strategy
from .strategy.autoplaying import autoplay
from .strategy.optima import Optimum, optimum

__version__: str

__all__ = [
    "LEVELS",
    "Action",
    "Analyses",
    "Analysis",
    "ArgumentError",
    "Beliefs",
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
    "FileError",
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
    "MissingFileError",
    "MouseEvent",
    "Optimum",
    "Position",
    "PositionError",
    "RankedMove",
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
    "autoplay",
    "compare",
    "generate",
    "generate_many",
    "hint",
    "is_fair",
    "measure",
    "optimum",
    "rank",
    "read",
    "review",
    "simulate",
    "write",
]
