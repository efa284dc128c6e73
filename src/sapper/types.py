"""The names behind the signatures: types of arguments, parts of results, and lists of names."""

from sapper.board.board import BoardLike, Level
from sapper.board.game import ActionKind, Status
from sapper.board.mine_prior import MinePrior
from sapper.board.position import HasPosition
from sapper.board.rules import FirstClick, Guessing, OnMine, RulesLike, Win
from sapper.board.topology import Neighbourhood, TopologyName
from sapper.cells import CellT
from sapper.draw.palettes import Colour
from sapper.hints.hints import RULES
from sapper.minefields.generation import GenerateOptions, Method
from sapper.replays.replay import DoubtGrade, MouseKind
from sapper.reviews.verdicts import GRADES, Grade, Verdict
from sapper.simulation.chunk_result import Totals
from sapper.simulation.plan import RunOptions
from sapper.simulation.statistics import LuckSums, SequentialTest, WithoutLuck
from sapper.simulation.tally import Tally, Timing
from sapper.strategy.autoplaying import Move
from sapper.strategy.strategy import StrategyLike

__all__ = [
    "GRADES",
    "RULES",
    "ActionKind",
    "BoardLike",
    "CellT",
    "Colour",
    "DoubtGrade",
    "FirstClick",
    "GenerateOptions",
    "Grade",
    "Guessing",
    "HasPosition",
    "Level",
    "LuckSums",
    "Method",
    "MinePrior",
    "MouseKind",
    "Move",
    "Neighbourhood",
    "OnMine",
    "RulesLike",
    "RunOptions",
    "SequentialTest",
    "Status",
    "StrategyLike",
    "Tally",
    "Timing",
    "TopologyName",
    "Totals",
    "Verdict",
    "Win",
    "WithoutLuck",
]
