"""Every public function with arguments that it takes, and which other kinds of objects each argument takes.

Signatures say both of most arguments: the default is right, and the annotation names what else is.
`tests/test_wrong_arguments.py` gives all kinds to all arguments.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from typing import Any, Final

import numpy as np
from support.kinds import ANALYSIS, BOARD, MINEFIELD, POSITION, REPLAY, SQUARE, short_game
from support.screens import LOOKS, window

import sapper
from sapper import Game, Inference, Position, Replay, Strategy
from sapper.minefields.generation import GenerateOptions
from sapper.simulation.plan import RunOptions

CERTAIN = sapper.hint("1?\n2?\n1?", 2)
REPORT = sapper.simulate(BOARD, "fast", games=2, threads=1)
REVIEW = sapper.review(REPLAY)
ON_SCREEN = Position("1?1000\n111000\n000000\n000000\n000111\n0001?1", 2)
PIXELS = window(ON_SCREEN, LOOKS["bevel"], size=(300, 300))
PICTURE = sapper.read_picture(PIXELS, 2)

MADE_BY_THE_PACKAGE = (
    "Action", "Analyses", "Analysis", "Beliefs", "BoardMetrics", "Cancel", "Choice", "ClassRecord",
    "Comparison", "DataSet", "Deduction", "Doubt", "Evaluation", "GameMetrics", "Generated", "Guess",
    "GuessFigures", "Hint", "MissedRule", "Mistake", "MouseMetrics", "MoveChance", "MoveEvaluation",
    "Optimum", "Phase", "PictureQuestion", "PictureReading", "PlayerReport", "Progress", "Puzzle",
    "RankedMove", "Report", "Review", "ReviewedGame", "ReviewedMove", "SideBySide", "SkippedFile",
    "Standing", "StandingFigure", "Statement", "TimedAction", "Topology",
)  # fmt: skip
"""The classes whose objects only functions of the package make."""

HOOKS = {"Strategy.begin", "Strategy.observe"}
"""Subclasses override them, and only the package calls them."""

OBJECTS: Final[dict[str, Callable[[], Any]]] = {
    "Analysis": lambda: sapper.analyse(POSITION),
    "BoardMetrics": lambda: sapper.measure(MINEFIELD),
    "Comparison": lambda: sapper.Comparison(REPORT, REPORT, None, 0, 0, None),  # type: ignore[arg-type]  # it is not read
    "Game": lambda: Game(BOARD, seed=1),
    "GameBatch": lambda: sapper.GameBatch(2, "beginner", seed=1),
    "Generated": lambda: sapper.generate(BOARD, seed=1),
    "Hint": lambda: CERTAIN,
    "Inference": lambda: Inference(BOARD),
    "Minefield": lambda: MINEFIELD,
    "PictureReading": lambda: PICTURE,
    "PlayerReport": lambda: sapper.player_report([REVIEW]),
    "Position": lambda: POSITION,
    "Replay": lambda: REPLAY,
    "Report": lambda: REPORT,
    "Review": lambda: REVIEW,
    "Strategy": lambda: Strategy("fast"),
    "Topology": lambda: SQUARE,
}
"""An object of each class whose methods take arguments."""

NO_CELLS: Final = "nothing empty emptied iterator"
A_PATH: Final = "text marks surrogate"
ANY_TEXT: Final = "text marks blank surrogate null"
WITH_COUNT: Final = "Game Position Analysis"
WITHOUT_COUNT: Final = f"{WITH_COUNT} uncounted marks floats lists masked grid"
ANY_POSITION: Final = f"{WITHOUT_COUNT} cell numbers"
"""The kinds of values that are positions, with or without a number of mines."""

OF_ANNOTATIONS: Final[dict[str, str]] = {
    "None": "None",
    "int": "3 0-d",
    "float": "3 2.5",
    "bool": "True",
    "type": "type",
    "Cell": "cell numbers",
    "Any": "cell numbers",  # the parts of a cell
    "Iterable[Cell]": NO_CELLS,
    "Position": WITH_COUNT,
    "Path": A_PATH,
    "PathLike[str]": A_PATH,
    "BoardLike": "Board",
    "RulesLike": "None Rules",
    "StrategyLike": "Strategy function",
    "InferenceRule": "function",
    "Policy": "function",
    "Callable[[Progress], object]": "type function",
    "Mapping[str, str]": "dict",
    "Mapping[Cell, float]": "dict",
    **{name: name for name in ("Analysis", "Board", "Cancel", "Game", "Generated", "Minefield", "Replay")},
    **{name: name for name in ("Rules", "Topology")},
}
"""The kinds of objects that a part of an annotation stands for. Other parts stand for none of the kinds."""

KINDS_OF: Final[dict[str, str]] = {
    **dict.fromkeys(("mines", "mines_left", "topology"), "None"),  # others do not go with what is right
    **dict.fromkeys(("title", "player", "mode"), f"None {ANY_TEXT}"),
    **dict.fromkeys(("error", "by", "partial"), ""),
    "positions": "positions",
    "three_bv": "None cell 3 0-d",
    **dict.fromkeys(("Board.mines", "Board.square.mines"), "3 0-d"),
    **dict.fromkeys(("Board.topology", "Minefield.topology", "measure field.topology"), "Topology"),
    "Density.probability": "",
    "MineCounts.counts": "cell set",
    "Game.history": NO_CELLS,
    "GameBatch.step.actions": "cell numbers",
    "GameBatch.set.places": "None cell numbers",
    "GameBatch.position.number": "",
    "Inference.topology": "None Topology",
    "Minefield.mines": NO_CELLS,
    "MouseEvent.seconds": "3 -1 2.5",
    "MouseEvent.cell": "None cell 3 -1 huge",
    "MouseEvent.pixel": "None cell",
    "Position.marks": ANY_POSITION,
    "Position.from_text.text": "marks",
    "Replay.events": NO_CELLS,
    "Strategy.strategy": "Strategy function",
    "Strategy parts.level": "function",
    "Strategy parts.policy": "function",
    "analyse.memory": "None",
    "analyse_many.mines": "",
    "environments.chance_balance.since": "",
    "environments.grade.reply": ANY_TEXT,
    "environments.planes.observations": "Game Position uncounted lists positions floats grid",
    "environments.crops.observations": "positions",
    "count_solutions.position": ANY_POSITION,
    "draw.board_svg.position": ANY_POSITION,
    "draw.board_svg.mines": NO_CELLS,
    "draw.board_text.position": ANY_POSITION,
    "draw.board_text.width": "None 3 0-d -1 huge",
    "draw.write_gif.cell_size": "",
    "hint.position": WITHOUT_COUNT,
    "hint.policy": "None",
    **{f"{name}.strategy": "Strategy" for name in ("hint", "evaluate", "evaluate_many", "write_dataset")},
    "measure.what": "Game Minefield Replay bools",
    "measure field.what": NO_CELLS,
    "optimum.memory": "",
    "PictureReading.answer.cell": "",
    "PictureReading.answer.mark": "-1",
    "PictureReading.with_mines.mines": "",
    "read_picture.source": "",
    **dict.fromkeys(("read.mines", "read_picture.mines"), "3 0-d None"),
    **{f"{name}.path": "" for name in ("read", "simulation.read_report", "simulation.read_reports")},
    "simulation.read_comparison.path": "",
    "write.contents": f"{WITH_COUNT} uncounted Minefield Replay",
    "review_folder.folder": "",
    "player_report.games": NO_CELLS,
    "ReviewedGame.from_review.name": ANY_TEXT,
    "Report.save_plots.prefix": "text marks blank surrogate",
    **{f"{name}.progress": "None function" for name in ("literature.replicate", "simulate", "compare")},
    "write_dataset.licence": "None text",
    **{f"write_dataset.{name}": "" for name in ("seed", "every", "difficulty", "ranked", "openings")},
    "write_dataset.minefields": "",
    **dict.fromkeys(("write_dataset.replays", "write_dataset.estimate"), "None"),
    "simulate.strategy": "Strategy None",
    **dict.fromkeys(("simulate.effort", "simulate.interval_width", "compare.margin"), "None"),
    "compare.second": "function",
}
"""The kinds that an argument takes besides what is right, where the annotation does not say so.

By the name of the argument, or of the function and the argument.
"""

SLOW: Final = ("evaluate", "evaluate_many", "literature.replicate", "simulate", "compare", "write_dataset")

RIGHT: Final[dict[str, Any]] = {
    **dict.fromkeys(("rules", "first_cell", "progress", "cancel", "cluster", "out", "chunk")),
    **dict.fromkeys(("efficiency", "three_bv")),
    **dict.fromkeys(("number", "move", "index"), 0),
    **dict.fromkeys(("mines", "mark", "threads", "seed"), 1),
    **dict.fromkeys(("rows", "columns", "shape"), 3),
    **dict.fromkeys(("mine_count", "fair"), True),
    "actions": [0, 0],
    "adjacency": [[1], [0]],
    "analysis": ANALYSIS,
    "board": BOARD,
    "cell": (0, 0),
    "contents": POSITION,
    "count": 1,
    "counts": (1, 2),
    "deduction": CERTAIN.deduction,
    "encoded": np.zeros((1, 13, 2, 2)),
    "events": (),
    "first": REPLAY,
    "folder": "data",
    "game": short_game(),
    "games": [REVIEW],
    "hardest": "counting",
    "hint": sapper.hint(POSITION),
    "kind": "open",
    "marks": [[1, -1]],
    "method": "uniform",
    "minefield": MINEFIELD,
    "name": "beginner",
    "neighbours": "knight",
    "observations": [[[1, -1]]],
    "other": sapper.GameBatch(2, "beginner", seed=2),
    "path": "made.txt",
    "position": POSITION,
    "positions": [POSITION],
    "probability": 0.2,
    "puzzles": [sapper.make_puzzle((3, 3, 2), seed=1)],
    "reply": "open 0 1",
    "report": sapper.player_report([REVIEW]),
    "review": REVIEW,
    "row": sapper.literature.ROWS[0],
    "second": REPLAY,
    "source": PIXELS,
    "strategy": "fast",
    "svg": sapper.draw.board_svg(POSITION),
    "text": "1?",
    "theme": "classic",
    "time_limit": 20,
    "topology": SQUARE,
    "what": short_game(),
    "windows": np.zeros((1, 2, 2, 3, 3), np.int16),
    # In place of defaults, which take long or need other things.
    "Analysis.outcomes.cell": (0, 1),
    "BoardMetrics.fewest_clicks.rounds": 2,
    "BoardMetrics.rzini.runs": 2,
    **{f"{name}.board": BOARD for name in ("Game", "write_dataset", "compare")},
    **{f"{name}.board": "beginner" for name in ("GameBatch", "generate", "generate_many", "simulate")},
    **dict.fromkeys(("generate efficiency.board", "generate_many efficiency.board"), "beginner"),
    **{f"{name}.seed": 1 for name in ("Game", "GameBatch", "make_puzzle")},
    **{f"{name}.strategy": "fast" for name in ("autoplay", "simulate", "write_dataset")},
    **dict.fromkeys(("evaluate.error", "evaluate_many.error"), 0.1),
    **{f"{name}.{what}": number for name in SLOW for what, number in (("games", 2), ("threads", 1))},
    **dict.fromkeys(("analyse_many.threads", "review_folder.threads"), 1),
    "Inference.position": BOARD,
    "Minefield.mines": [(0, 0)],
    **dict.fromkeys(("Minefield.topology", "measure field.topology"), SQUARE),
    "Minefield.from_text.text": "*1\n..",
    "MouseEvent.seconds": 0.0,
    "MouseEvent.kind": "lc",
    "Position.from_text.mines": 1,
    "Replay.about": {},
    "PictureReading.with_mines.mines": 2,
    "Report.plot.name": "guesses",
    **dict.fromkeys(("Report.save_plots.kind", "Comparison.save_plots.kind"), "svg"),
    "Strategy.strategy": "best",
    "Strategy parts.level": "exact",
    "Strategy parts.policy": "first",
    "analyse_many.positions": [[[-1, -1]]],
    "analyse_many.mines": 2,
    **{f"{name}.game": Game(BOARD, seed=1) for name in ("Strategy.play", "autoplay")},
    "compare.first": "fast",
    "compare.second": "single+random",
    "draw.write_gif.path": "game.gif",
    "draw.write_gif.cell_size": 8,
    "environments.planes.observations": [[1, -1]],
    "is_fair.first_cell": (2, 2),
    "make_puzzle.board": (3, 3, 2),
    "measure field.what": [(0, 0)],
    "optimum.memory": 2**20,
    "read.path": "position.txt",
    **dict.fromkeys(("read.mines", "read_picture.mines"), 2),
    "review_folder.folder": ".",
    **dict.fromkeys(("simulation.read_report.path", "simulation.read_reports.path"), "run.sapper"),
    "simulation.read_comparison.path": "runs.sapper",
    "write_dataset.licence": "mit",
}
"""What is right for an argument without a default, by its name; and for one of a function, by both names."""

SEVERAL_WAYS: Final[dict[str, str]] = {
    "Strategy": "strategy effort",
    "Strategy parts": "level policy endgame",
    "generate efficiency": "board efficiency",
    "generate_many efficiency": "count board efficiency",
    "measure": "what topology seconds clicks",
    "measure field": "what topology",
}
"""The arguments of a call where a function can be called in several ways: a second word tells these apart."""

OPTIONS: Final = {f"Unpack[{each.__name__}]": each for each in (GenerateOptions, RunOptions)}
"""What `**options` stands for."""

NO_DEFAULT: Final = inspect.Parameter.empty

Arguments = dict[str, tuple[Any, str]]
"""For each argument one that is right, and the names of the other kinds that are."""


def public_callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    """All public functions, methods and constructors, and the functions of the public modules."""
    modules = {
        "": sapper,
        "draw.": sapper.draw,
        "environments.": sapper.environments,
        "simulation.": sapper.simulation,
        "literature.": sapper.literature,
    }
    ids = set()
    for prefix, module in modules.items():
        for name in module.__all__:
            value = getattr(module, name)
            if id(value) in ids or not callable(value):
                continue
            ids.add(id(value))
            if inspect.isroutine(value):
                yield prefix + name, value
            elif not prefix and inspect.isclass(value) and not issubclass(value, BaseException):
                if name not in MADE_BY_THE_PACKAGE:
                    yield name, value
                yield from public_methods(name, value)


def public_methods(name: str, value: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Those of a class. Methods of the engine have no signature, and take no arguments."""
    for method in vars(value):
        if not method.startswith("_") and callable(getattr(value, method)):
            with suppress(ValueError):
                inspect.signature(getattr(value, method))
                if f"{name}.{method}" not in HOOKS:
                    yield f"{name}.{method}", getattr(value, method)


def parameters(function: Callable[..., Any]) -> Iterator[tuple[str, str, Any]]:
    """Of each argument the name, the annotation without the kinds of cells, and the default."""
    for each in inspect.signature(function).parameters.values():
        options = OPTIONS[each.annotation].__annotations__ if each.kind is each.VAR_KEYWORD else None
        for name, annotation in ({each.name: each.annotation} if options is None else options).items():
            text = str(getattr(annotation, "__forward_arg__", annotation))
            if name != "self":
                yield name, re.sub(r"\[(Any|[A-Z]\w*T(_co)?)\]|\b(_engine|os)\.", "", text), each.default


def arguments_of(name: str, function: Callable[..., Any]) -> Arguments:
    """What is right for each argument of a call, and which kinds are."""
    arguments: Arguments = {}
    only = SEVERAL_WAYS.get(name)
    for argument, annotation, default in parameters(function):
        own = f"{name}.{argument}"
        if argument not in only.split() if only else argument == "efficiency":
            continue
        value = RIGHT[own if own in RIGHT else argument] if default is NO_DEFAULT or own in RIGHT else default
        parts = re.split(r" \| (?![^\[]*\])", annotation)
        by_annotation = " ".join(OF_ANNOTATIONS.get(part, "") for part in parts)
        arguments[argument] = value, KINDS_OF.get(own, KINDS_OF.get(argument, by_annotation))
    return arguments


def call_of(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Calls a function, or the method of a new object, with copies of games: it may play on."""
    owner, _, method = name.rpartition(".")
    *_, last = inspect.signature(function).parameters.values()

    def call(**arguments: Any) -> Any:
        bound = getattr(OBJECTS[owner](), method) if owner in OBJECTS else function
        arguments = {key: copy(each) if isinstance(each, Game) else each for key, each in arguments.items()}
        efficiency = arguments.get("efficiency")
        if isinstance(efficiency, int | float) and 1 < efficiency < 4:
            arguments["efficiency"] = 1.0  # few boards have more
        result = bound(*arguments.values()) if last.kind is last.VAR_POSITIONAL else bound(**arguments)
        if name == "MouseEvent":  # what plays it looks at it
            return Replay(MINEFIELD, (result,)).play()
        return list(result) if isinstance(result, Iterator) else result

    return call


def _calls() -> Iterator[tuple[str, tuple[Callable[..., Any], Arguments]]]:
    for name, function in public_callables():
        for way in (name, *(each for each in SEVERAL_WAYS if each.startswith(f"{name} "))):
            if arguments := arguments_of(way, function):
                yield way, (call_of(name, function), arguments)


CALLS: Final = dict(_calls())
"""By name, what calls a function with arguments by their names, and these arguments."""
