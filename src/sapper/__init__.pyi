# The public API. `__init__.py` imports each name when it is first used, and makes `__all__` of them. Type
# checkers and editors offer only the names that a stub imports `as` themselves.
from . import (
    datasets as datasets,
    draw as draw,
    environments as environments,
    formats as formats,
    literature as literature,
    reference as reference,
    simulation as simulation,
    strategy as strategy,
    types as types,
)
from ._support.values import Progress as Progress
from .board.board import LEVELS as LEVELS, Board as Board
from .board.game import Action as Action, Game as Game
from .board.minefield import Minefield as Minefield
from .board.mine_prior import Density as Density, MineCounts as MineCounts
from .board.position import Position as Position
from .board.rules import Rules as Rules
from .board.topology import Topology as Topology
from .cells import Cell as Cell
from .datasets import DataSet as DataSet, write_dataset as write_dataset
from .environments import GameBatch as GameBatch
from .errors import (
    ArgumentError as ArgumentError,
    BoardError as BoardError,
    BudgetError as BudgetError,
    CancelledError as CancelledError,
    CellError as CellError,
    ContradictionError as ContradictionError,
    FileError as FileError,
    FormatError as FormatError,
    GameError as GameError,
    GenerationError as GenerationError,
    InUseError as InUseError,
    MissingExtraError as MissingExtraError,
    MissingFileError as MissingFileError,
    PositionError as PositionError,
    SapperError as SapperError,
    SimulationError as SimulationError,
    StrategyError as StrategyError,
)
from .formats import read as read, write as write
from .inference.analyses import Analyses as Analyses
from .inference.analysing import analyse as analyse, analyse_many as analyse_many
from .inference.analysis import Analysis as Analysis, Cancel as Cancel
from .inference.inference import Inference as Inference
from .hints.hints import (
    Deduction as Deduction,
    Guess as Guess,
    GuessFigures as GuessFigures,
    Hint as Hint,
    hint as hint,
)
from .hints.ranking import RankedMove as RankedMove, rank as rank
from .minefields.generation import (
    Generated as Generated,
    generate as generate,
    generate_many as generate_many,
    is_fair as is_fair,
)
from .minefields.board_metrics import BoardMetrics as BoardMetrics
from .minefields.metrics import GameMetrics as GameMetrics, MouseMetrics as MouseMetrics, measure as measure
from .minefields.puzzles import (
    Puzzle as Puzzle,
    count_solutions as count_solutions,
    make_puzzle as make_puzzle,
)
from .replays.replay import MouseEvent as MouseEvent, TimedAction as TimedAction
from .replays.replay import Doubt as Doubt, Replay as Replay
from .reviews.folder_review import review_folder as review_folder
from .reviews.reviewed_games import (
    Mistake as Mistake,
    ReviewedGame as ReviewedGame,
    SkippedFile as SkippedFile,
)
from .reviews.side_by_side import Phase as Phase, SideBySide as SideBySide, compare_replays as compare_replays
from .reviews.standings import (
    ClassRecord as ClassRecord,
    Standing as Standing,
    StandingFigure as StandingFigure,
)
from .reviews.verdicts import MoveChance as MoveChance
from .reviews.player_reports import (
    MissedRule as MissedRule,
    PlayerReport as PlayerReport,
    player_report as player_report,
)
from .reviews.reviewing import Review as Review, ReviewedMove as ReviewedMove, review as review
from .screen.reading import (
    PictureQuestion as PictureQuestion,
    PictureReading as PictureReading,
    read_picture as read_picture,
)
from .simulation import Comparison as Comparison, Report as Report, compare as compare, simulate as simulate
from .strategy import Beliefs as Beliefs, Choice as Choice, Statement as Statement, Strategy as Strategy
from .strategy.autoplaying import autoplay as autoplay
from .strategy.evaluation import (
    Evaluation as Evaluation,
    MoveEvaluation as MoveEvaluation,
    evaluate as evaluate,
    evaluate_many as evaluate_many,
)
from .strategy.optima import Optimum as Optimum, optimum as optimum

__version__: str
