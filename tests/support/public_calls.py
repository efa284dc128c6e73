"""Every public function with arguments that it takes, and which other kinds of objects each argument takes.

`tests/test_wrong_arguments.py` gives all kinds to all arguments.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from support.screens import LOOKS, window

import sapper
from sapper import (
    Board,
    Game,
    Inference,
    Minefield,
    MouseEvent,
    Position,
    Replay,
    Rules,
    Strategy,
    Topology,
    environments,
)
from sapper.board.topology import NEIGHBOURHOODS, TOPOLOGY_NAMES

SQUARE = Topology.square(3, 3)
BOARD = Board(SQUARE, 1)
MINEFIELD = Minefield([(0, 0)], SQUARE, first_cell=(2, 2))
POSITION = Position("1..\n...", 2)
ANALYSIS = sapper.analyse(POSITION)
HINT = sapper.hint(POSITION)
CERTAIN = sapper.hint("1?\n2?\n1?", 2)
REPORT = sapper.simulate(BOARD, "fast", games=2, threads=1)

SHOWN = Position("1?1000\n111000\n000000\n000000\n000111\n0001?1", 2)
PIXELS = window(SHOWN, LOOKS["bevel"], size=(300, 300))
PICTURE = sapper.read_picture(PIXELS, 2)


def played() -> Game:
    """A game with an open cell."""
    game = Minefield([(0, 0)], SQUARE).game()
    game.open(1, 1)
    return game


def fresh() -> Game:
    """A game without one."""
    return Game(BOARD, seed=1)


def reachable(efficiency: Any) -> Any:
    """1 in place of an efficiency that few boards have."""
    return type(efficiency)(1) if type(efficiency) in (int, float) and 1 < efficiency < 4 else efficiency


BEGUN: Any = object()  # stands for a game that no call has changed yet
PUZZLE = sapper.make_puzzle((3, 3, 2), seed=1)
REPLAY = Replay.of(played())
REVIEW = sapper.review(REPLAY)


class Missing:
    """Stands for pandas.NA: whether it equals anything is missing, too."""

    def __eq__(self, other: object) -> Any:
        return self

    def __ne__(self, other: object) -> Any:
        return self

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")

    __hash__ = None  # type: ignore[assignment]  # not needed


ANY_POSITION: Final = "Game Position uncounted Analysis marks floats lists cell numbers masked grid"
"""The kinds of values that are positions, with or without a number of mines."""

MANY_MARKS: Final = "Game Position uncounted lists positions floats grid"
"""The kinds of values that are arrays of marks with at least two dimensions."""

KINDS: Final[dict[str, Any]] = {
    "Game": played(),
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
    "None": None,
    "text": "nonsense",
    "marks": "1?\n??",
    "blank": "",
    "bytes": b"1",
    "lists": [[1, -1], [-1, -1]],
    "nothing": [],
    "ragged": [[0, 1], [0]],
    "positions": [POSITION, POSITION],
    "cell": (0, 1),
    "3": 3,
    "-1": -1,
    "2.5": 2.5,
    "nan": math.nan,
    "True": True,
    "huge": 10**400,
    "object": object(),
    "floats": np.array([[1.0, -1.0], [-1.0, -1.0]]),
    "fractions": np.full((2, 2), 0.5),
    "bools": np.array([[True, False], [False, False]]),
    "words": np.array([["a"]]),
    "objects": np.array([[None]]),
    "numbers": np.array([1, 1], object),
    "grid": np.array([[1, -1], [-1, -1]], object),
    "ragged-objects": np.array([[0, 1], [0], None], object)[:2],
    "nans": np.array([[1, math.nan]]),
    "masked": np.ma.array([[1, 7], [-1, -1]], mask=np.array([[False, True], [False, False]])),
    "masked-bools": np.ma.array([[True, False]], mask=np.array([[False, True]])),
    "masked-value": np.ma.masked,
    "missing": Missing(),
    "0-d": np.array(3),
    "0-d-float": np.array(0.5),
    "0-d-text": np.array("1?"),
    "0-d-object": np.array(None),
    "empty": np.empty(0),
    "emptied": np.empty((0, 3), int),
    "iterator": iter(()),
    "surrogate": "\udc80",
    "null": "a\0b",
    "type": Position,
    "function": lambda *_: (0, 0),
    "set": {1},
    "dict": {},
}
"""One object of each kind, by a short name."""

Arguments = dict[str, tuple[Any, str]]
"""For each argument one that is right, and the names of the other kinds that are."""

CELL: Final[Arguments] = {"cell": ((0, 0), "cell numbers")}
SIZE: Final[Arguments] = {"rows": (3, "3 0-d"), "columns": (3, "3 0-d")}
UNSAID: Final[Arguments] = {"mines": (None, "None"), "topology": (None, "None")}
LIMITS: Final[Arguments] = {"time_limit": (None, "None 3 2.5"), "cancel": (None, "None Cancel")}
RULES: Final[Arguments] = {"rules": (None, "None Rules")}
ON_BOARD: Final[Arguments] = {"board": ("beginner", "Board")}
GENERATION: Final[Arguments] = {
    "fair": (True, "True"),
    "first_cell": (None, "None cell numbers"),
    **RULES,
    "method": ("uniform", ""),
    "hardest": ("counting", ""),
    "mine_count": (True, "True"),
    "three_bv": (None, "None cell 3 0-d"),
    "seed": (1, "None 3 0-d"),
    "number": (0, "3 0-d"),
    "threads": (1, "None 3 0-d"),
    "time_limit": (20, "None 3 2.5"),
    "progress": (None, "None type function"),
    "cancel": (None, "None Cancel"),
}
EVALUATION: Final[Arguments] = {
    **UNSAID,
    **RULES,
    "trust_flags": (False, "True"),
    "strategy": ("fast", "Strategy"),
    "error": (0.1, ""),
    "games": (10, "3 0-d"),
    "seed": (0, "3 0-d"),
    "threads": (1, "None 3 0-d"),
    **LIMITS,
}
RUN: Final[Arguments] = {
    **RULES,
    "number": (0, "3 0-d"),
    "seed": (0, "3 0-d"),
    "first_cell": (None, "None cell numbers"),
    "threads": (1, "None 3 0-d"),
    "cluster": (None, "None"),
    "out": (None, "None text marks surrogate"),
    "chunk": (None, "None 3 0-d"),
    "progress": (None, "None function"),
    "cancel": (None, "None Cancel"),
}

Call = tuple[Callable[..., Any], Arguments]
"""A function and its arguments."""

CALLS: Final[dict[str, Call]] = {
    "Board": (Board, {"topology": (SQUARE, "Topology"), "mines": (1, "3 0-d")}),
    "Density": (sapper.Density, {"probability": (0.2, "")}),
    "MineCounts": (sapper.MineCounts, {"counts": ((1, 2), "cell set")}),
    "Board.level": (Board.level, {"name": ("beginner", "")}),
    "Board.square": (Board.square, {**SIZE, "mines": (1, "3 0-d")}),
    "Hint.explain": (CERTAIN.explain, {"deduction": (CERTAIN.deduction, "")}),
    "Hint.support": (CERTAIN.support, {"deduction": (CERTAIN.deduction, "")}),
    "Analysis.count_configurations": (lambda **k: sapper.analyse(POSITION).count_configurations(**k), LIMITS),
    "Analysis.outcomes": (ANALYSIS.outcomes, {"cell": ((0, 1), "cell numbers")}),
    "BoardMetrics.fewest_clicks": (
        sapper.measure(MINEFIELD).fewest_clicks,
        {"rounds": (2, "3 0-d"), "seed": (0, "3 0-d"), **LIMITS},
    ),
    "BoardMetrics.rzini": (
        sapper.measure(MINEFIELD).rzini,
        {"runs": (2, "3 0-d"), "seed": (0, "3 0-d"), **LIMITS},
    ),
    "Game": (
        Game,
        {
            "board": (BOARD, "Board"),
            "rules": (None, "Rules None"),
            "seed": (1, "None 3 0-d"),
            "number": (0, "3 0-d"),
            "minefield": (None, "None"),
            "history": ((), "nothing empty emptied iterator"),
        },
    ),
    "Game.act": (lambda kind, cell: fresh().act(kind, cell), {"kind": ("open", ""), **CELL}),
    "Game.open": (lambda cell: fresh().open(cell), CELL),
    "Game.flag": (lambda cell: fresh().flag(cell), CELL),
    "Game.chord": (lambda cell: fresh().chord(cell), CELL),
    "Generated.play": (lambda **k: sapper.generate(BOARD, seed=1).play(**k), RULES),
    "Inference": (
        Inference,
        {
            "position": (BOARD, "Game Position Board Analysis"),
            "mines": (None, "None"),
            "topology": (None, "None Topology"),  # the topology of the board
            "trust_flags": (False, "True"),
        },
    ),
    "Inference.explode": (lambda cell: Inference(BOARD).explode(cell), CELL),
    "Inference.follow": (lambda game: Inference(BOARD).follow(game), {"game": (played(), "Game")}),
    "Inference.outcomes": (lambda cell: Inference(BOARD).outcomes(cell), CELL),
    "Inference.reveal": (lambda **k: Inference(BOARD).reveal(**k), {**CELL, "number": (1, "3 0-d")}),
    "Minefield": (
        Minefield,
        {
            "mines": ([(0, 0)], "nothing empty emptied iterator"),
            "topology": (SQUARE, "Topology"),
            "first_cell": (None, "None cell numbers"),
        },
    ),
    "Minefield.from_text": (
        Minefield.from_text,
        {"text": ("*1\n..", ""), "topology": (None, "None"), "format": ("auto", "")},
    ),
    "Minefield.game": (MINEFIELD.game, {**RULES, "seed": (None, "None 3 0-d")}),
    "Minefield.to_text": (MINEFIELD.to_text, {"format": ("drawing", "")}),
    "MouseEvent": (
        lambda **k: Replay(MINEFIELD, (MouseEvent(**k),)).play(),
        {
            "seconds": (0.0, "3 -1 2.5"),
            "kind": ("lc", ""),
            "cell": ((0, 0), "None cell 3 -1 huge"),
            "pixel": (None, "None cell"),
        },
    ),
    "Position": (
        Position,
        {"marks": ([[1, -1]], ANY_POSITION), "mines": (None, "None"), "topology": (None, "None")},
    ),
    "Position.from_text": (
        Position.from_text,
        {"text": ("1?", "marks"), "mines": (1, "None"), "topology": (None, "None"), "format": ("auto", "")},
    ),
    "Position.to_text": (POSITION.to_text, {"format": ("plain", "")}),
    "Replay": (
        Replay,
        {
            "minefield": (MINEFIELD, "Minefield"),
            "events": ((), "nothing empty emptied iterator"),
            "rules": (Rules(), "Rules"),
            "cell_size": (16, "3 0-d"),
            "about": ({}, "dict"),
        },
    ),
    "Replay.of": (
        Replay.of,
        {"game": (played(), "Game"), "times": (None, "None"), "about": (None, "None dict")},
    ),
    "Replay.play": (REPLAY.play, {"most": (None, "None 3 0-d")}),
    "Review.position": (sapper.review(played()).position, {"move": (0, "3 0-d")}),
    "Rules": (
        Rules,
        {
            "first_click": ("opening", ""),
            "win": ("cleared", ""),
            "on_mine": ("stop", ""),
            "question_marks": (False, "True"),
            "guessing": ("free", ""),
        },
    ),
    "Strategy": (Strategy, {"strategy": ("best", "Strategy function"), "effort": (None, "None 3 0-d")}),
    "Strategy parts": (
        Strategy,
        {"level": ("exact", "function"), "policy": ("first", "function"), "endgame": (False, "True")},
    ),
    "Strategy.beliefs": (
        Strategy("fast").beliefs,
        {
            "position": (POSITION, "Game Position Analysis"),
            **UNSAID,
            "rules": (None, "Rules None"),
            "trust_flags": (False, "True"),
            "seed": (0, "3 0-d"),
            **LIMITS,
        },
    ),
    "Strategy.choose": (
        Strategy("fast").choose,
        {
            "position": (POSITION, "Game Position Analysis"),
            **UNSAID,
            "rules": (None, "Rules None"),
            "trust_flags": (False, "True"),
            "seed": (0, "3 0-d"),
            **LIMITS,
        },
    ),
    "Strategy.first_cell": (
        Strategy("fast").first_cell,
        {"board": (BOARD, "Board"), "rules": (None, "Rules None")},
    ),
    "Strategy.of": (Strategy.of, {"strategy": ("best", "Strategy function"), "effort": (None, "None 3 0-d")}),
    "Strategy.play": (
        lambda game=BEGUN, **k: Strategy("fast").play(fresh() if game is BEGUN else game, **k),
        {"game": (BEGUN, "Game"), "first_cell": (None, "None cell numbers"), "cancel": (None, "None Cancel")},
    ),
    "Topology.cell": (SQUARE.cell, {"index": (0, "3 0-d True")}),
    "Topology.describe": (SQUARE.describe, CELL),
    "Topology.graph": (Topology.graph, {"adjacency": ([[1], [0]], "")}),
    "Topology.grid": (lambda shape: Topology.grid(*(shape,)), {"shape": (3, "3 0-d")}),
    "Topology.torus": (lambda shape: Topology.torus(*(shape,)), {"shape": (3, "3 0-d")}),
    **{
        f"Topology.{name}": (getattr(Topology, name), SIZE)
        for name in TOPOLOGY_NAMES
        if name not in ("torus", *NEIGHBOURHOODS)
    },
    "Topology.offsets": (Topology.offsets, {**SIZE, "neighbours": ("knight", ""), "wrap": (False, "True")}),
    "Topology.index": (SQUARE.index, CELL),
    "Topology.neighbours": (SQUARE.neighbours, CELL),
    "analyse": (
        sapper.analyse,
        {
            "position": (POSITION, "Game Position Analysis"),
            **UNSAID,
            "mines_left": (None, "None"),
            **RULES,
            "trust_flags": (False, "True"),
            **LIMITS,
        },
    ),
    "analyse_many": (
        sapper.analyse_many,
        {
            "positions": ([[[-1, -1]]], "positions"),
            "mines": (2, ""),
            "mines_left": (None, "None"),
            "topology": (None, "None"),
            **RULES,
            "trust_flags": (False, "True"),
            "threads": (1, "None 3 0-d"),
            **LIMITS,
        },
    ),
    "autoplay": (
        lambda game=BEGUN, **k: list(sapper.autoplay(fresh() if game is BEGUN else game, **k)),
        {
            "game": (BEGUN, "Game"),
            "first_cell": (None, "None cell numbers"),
            "strategy": ("fast", "Strategy function"),
            **LIMITS,
        },
    ),
    "generate": (sapper.generate, {**ON_BOARD, **GENERATION}),
    "generate efficiency": (
        lambda efficiency: sapper.generate("beginner", efficiency=reachable(efficiency)),
        {"efficiency": (None, "None 3 2.5")},
    ),
    "generate_many efficiency": (
        lambda efficiency: sapper.generate_many(1, "beginner", efficiency=reachable(efficiency)),
        {"efficiency": (None, "None 3 2.5")},
    ),
    "Games": (
        sapper.Games,
        {
            "count": (2, "3 0-d"),
            **ON_BOARD,
            **RULES,
            "minefields": (None, "None"),
            "fair": (False, "True"),
            "hardest": ("counting", ""),
            "seed": (1, "None 3 0-d"),
            "actions": (("open",), ""),
            "reward": ("outcome", ""),
            "autoreset": ("next_step", ""),
            "max_steps": (9, "None 3 0-d"),
            "cancel": (None, "None Cancel"),
        },
    ),
    "Games.reset": (
        sapper.Games(2, "beginner", seed=1).reset,
        {"seed": (None, "None 3 0-d"), "mask": (None, "None")},
    ),
    "Games.step": (sapper.Games(2, "beginner", seed=1).step, {"actions": ([0, 0], "cell numbers")}),
    "Games.set": (
        sapper.Games(2, "beginner", seed=1).set,
        {"other": (sapper.Games(2, "beginner", seed=2), ""), "places": (None, "None cell numbers")},
    ),
    "Games.position": (sapper.Games(2, "beginner", seed=1).position, {"number": (0, "")}),
    "environments.kept_chance": (
        environments.kept_chance,
        {"game": (played(), "Game"), "since": (0, ""), **LIMITS},
    ),
    "environments.grade": (
        environments.grade,
        {
            "position": (POSITION, "Game Position Analysis"),
            "reply": ("open 0 1", "text marks blank surrogate null"),
            "extract": (None, "None"),
        },
    ),
    "environments.planes": (
        environments.planes,
        {"observations": ([[1, -1]], MANY_MARKS), "most": (8, "3 0-d")},
    ),
    "environments.marks_of_planes": (
        environments.marks_of_planes,
        {"encoded": (np.zeros((1, 13, 2, 2)), "")},
    ),
    "environments.crops": (
        environments.crops,
        {"observations": ([[[1, -1]]], "positions"), "radius": (2, "3 0-d"), "wrap": (False, "True")},
    ),
    "environments.marks_of_crops": (
        environments.marks_of_crops,
        {"found": (np.zeros((1, 2, 2, 3, 3), np.int16), "")},
    ),
    "make_puzzle": (
        lambda board=(3, 3, 2), **k: sapper.make_puzzle(board, **{"seed": 1, **k}),
        {
            "board": ((3, 3, 2), "Board"),
            "hardest": ("counting", ""),
            "mine_count": (True, "True"),
            "numbers": (None, "None 3 0-d"),
            "seed": (1, "None 3 0-d"),
            "number": (0, "3 0-d"),
            **LIMITS,
        },
    ),
    "count_solutions": (
        sapper.count_solutions,
        {
            "position": (POSITION, "Game Position uncounted Analysis marks floats lists masked grid"),
            **UNSAID,
            **LIMITS,
        },
    ),
    "draw.puzzles_html": (
        sapper.draw.puzzles_html,
        {"puzzles": ([PUZZLE], ""), "theme": ("classic", ""), "title": ("Puzzles", "text marks blank")},
    ),
    "generate_many": (sapper.generate_many, {"count": (1, "3 0-d"), **ON_BOARD, **GENERATION}),
    "hint": (
        sapper.hint,
        {
            "position": (POSITION, "Game Position uncounted Analysis marks floats lists masked grid"),
            **UNSAID,
            "mines_left": (None, "None"),
            **RULES,
            "trust_flags": (False, "True"),
            "strategy": ("best", "Strategy"),
            "policy": (None, "None"),
            "by": ("best", ""),
            **LIMITS,
        },
    ),
    "is_fair": (
        sapper.is_fair,
        {
            "minefield": (MINEFIELD, "Game Minefield Replay Generated"),
            "first_cell": ((2, 2), "None cell numbers"),
            "hardest": ("counting", ""),
            "mine_count": (True, "True"),
            **LIMITS,
        },
    ),
    "measure game": (
        sapper.measure,
        {
            "what": (played(), "Game Minefield Replay bools"),
            "topology": (None, "None"),
            "seconds": (None, "None 3 2.5"),
            "clicks": (None, "None 3 0-d"),
        },
    ),
    "measure field": (
        sapper.measure,
        {"what": ([(0, 0)], "nothing empty emptied iterator"), "topology": (SQUARE, "Topology")},
    ),
    "evaluate": (sapper.evaluate, {"position": (POSITION, "Game Position Analysis"), **EVALUATION}),
    "evaluate_many": (sapper.evaluate_many, {"positions": ([POSITION], "positions"), **EVALUATION}),
    "optimum": (
        sapper.optimum,
        {"board": (BOARD, "Board"), "rules": ("opening", "None Rules"), "memory": (2**20, ""), **LIMITS},
    ),
    "rank": (
        sapper.rank,
        {
            "position": (POSITION, "Game Position Analysis"),
            "most": (None, "None 3 0-d"),
            **UNSAID,
            "mines_left": (None, "None"),
            "rules": (None, "Rules None"),
            "by": ("best", ""),
            "trust_flags": (False, "True"),
            **LIMITS,
        },
    ),
    "PictureReading.answer": (PICTURE.answer, {"cell": ((0, 0), ""), "mark": (1, "-1")}),
    "PictureReading.with_mines": (PICTURE.with_mines, {"mines": (2, "")}),
    "read_picture": (
        sapper.read_picture,
        {
            "source": (PIXELS, ""),
            "mines": (2, "3 0-d None"),
            "shape": (None, "None"),
            "within": (None, "None"),
            **LIMITS,
        },
    ),
    "read": (
        sapper.read,
        {
            "path": ("position.txt", ""),
            "mines": (2, "3 0-d None"),
            "topology": (None, "None"),
            "format": ("auto", ""),
            "kind": (None, "None type"),
            "shape": (None, "None"),
            "time_limit": (None, "None 3 2.5"),
            "cancel": (None, "None Cancel"),
        },
    ),
    "write": (
        sapper.write,
        {
            "contents": (POSITION, "Game Position uncounted Minefield Replay Analysis"),
            "path": ("written.txt", "text marks surrogate"),
            "format": ("auto", ""),
        },
    ),
    "review": (
        sapper.review,
        {
            "game": (played(), "Game Replay"),
            "by": ("risk", ""),
            "time_limit": (None, "None 3 2.5"),
            "progress": (None, "None type function"),
            "cancel": (None, "None Cancel"),
        },
    ),
    "review_folder": (
        sapper.review_folder,
        {
            "folder": (".", ""),
            "threads": (1, "None 3 0-d"),
            "findings": (None, "None text marks surrogate"),
            "by": ("risk", ""),
            "time_limit": (None, "None 3 2.5"),
            "progress": (None, "None type function"),
            "cancel": (None, "None Cancel"),
        },
    ),
    "player_report": (sapper.player_report, {"games": ([REVIEW], "nothing empty emptied iterator")}),
    "ReviewedGame.of": (
        sapper.ReviewedGame.of,
        {"review": (REVIEW, ""), "name": ("game", "text marks blank surrogate null")},
    ),
    "PlayerReport.worst": (sapper.player_report([REVIEW]).worst, {"most": (10, "3 0-d")}),
    "PlayerReport.periods": (sapper.player_report([REVIEW]).periods, {"most": (10, "3 0-d")}),
    "compare_replays": (
        sapper.compare_replays,
        {"first": (REVIEW.replay, "Replay"), "second": (REVIEW.replay, "Replay"), "parts": (10, "3 0-d")},
    ),
    "PlayerReport.only": (
        sapper.player_report([REVIEW]).only,
        {
            "level": (None, "None"),
            "player": (None, "None text marks blank surrogate null"),
            "mode": (None, "None text marks blank surrogate null"),
            "since": (None, "None"),
            "until": (None, "None"),
        },
    ),
    "Report.plot": (REPORT.plot, {"name": ("guesses", "")}),
    "Report.save_plots": (
        REPORT.save_plots,
        {
            "folder": ("plots", "text marks surrogate"),
            "kind": ("svg", ""),
            "prefix": ("", "text marks blank surrogate"),
        },
    ),
    "Comparison.save_plots": (
        lambda **k: sapper.Comparison(REPORT, REPORT, None, 0, 0, None).save_plots(**k),  # type: ignore[arg-type]
        {"folder": ("plots", "text marks surrogate"), "kind": ("svg", "")},
    ),
    "simulation.read_report": (sapper.simulation.read_report, {"path": ("run.sapper", "")}),
    "simulation.read_reports": (sapper.simulation.read_reports, {"path": ("run.sapper", "")}),
    "simulation.read_comparison": (sapper.simulation.read_comparison, {"path": ("runs.sapper", "")}),
    "draw.board_svg": (
        sapper.draw.board_svg,
        {
            "position": (POSITION, ANY_POSITION),
            "analysis": (None, "None Analysis"),
            "safe": ((), "nothing empty emptied iterator"),
            "mines": ((), "nothing empty emptied iterator"),
            "risks": (None, "None dict"),
            "outlined": ((), "nothing empty emptied iterator"),
            "conflicts": ((), "nothing empty emptied iterator"),
            "best": (None, "None cell numbers"),
            "minefield": (None, "None"),
            "rows": (None, "None"),
            "columns": (None, "None"),
            "theme": ("classic", ""),
            "labels": (True, "True"),
            "legend": (True, "True"),
            "cell_size": (30, "3 2.5"),
            "title": (None, "None text marks blank surrogate null"),
        },
    ),
    "draw.board_text": (
        sapper.draw.board_text,
        {
            "position": (POSITION, ANY_POSITION),
            "analysis": (None, "None Analysis"),
            "conflicts": ((), "nothing empty emptied iterator"),
            "hint": (None, "None"),
            "width": (None, "None 3 0-d -1 huge"),
            "ascii_only": (True, "True"),
        },
    ),
    "draw.hint_legend_text": (
        sapper.draw.hint_legend_text,
        {"hint": (HINT, ""), "ascii_only": (True, "True")},
    ),
    "draw.hint_svg": (sapper.draw.hint_svg, {"hint": (HINT, ""), "theme": ("classic", "")}),
    "draw.legend_text": (
        sapper.draw.legend_text,
        {"analysis": (ANALYSIS, "Analysis"), "ascii_only": (True, "True")},
    ),
    "draw.palette_of": (sapper.draw.palette_of, {"theme": ("classic", "")}),
    "draw.png_of": (
        sapper.draw.png_of,
        {"svg": (sapper.draw.board_svg(POSITION), ""), "zoom": (1.0, "3 2.5")},
    ),
    "draw.player_html": (
        sapper.draw.player_html,
        {
            "report": (sapper.player_report([REVIEW]), ""),
            "theme": ("classic", ""),
            "title": (None, "None text marks blank surrogate null"),
            "links": (None, "None dict"),
        },
    ),
    "draw.review_html": (
        sapper.draw.review_html,
        {
            "review": (REVIEW, ""),
            "theme": ("classic", ""),
            "title": (None, "None text marks blank surrogate null"),
        },
    ),
    "draw.review_svg": (sapper.draw.review_svg, {"review": (REVIEW, ""), "theme": ("classic", "")}),
    "draw.write_gif": (
        sapper.draw.write_gif,
        {
            "game": (played(), "Game"),
            "path": ("game.gif", "text marks surrogate"),
            "theme": ("classic", ""),
            "seconds": (0.15, "3 2.5"),
            "last_seconds": (3.0, "3 2.5"),
            "cell_size": (8, ""),
            "labels": (True, "True"),
            "time_limit": (None, "None 3 2.5"),
            "cancel": (None, "None Cancel"),
        },
    ),
    "literature.replicate": (
        sapper.literature.replicate,
        {
            "row": (sapper.literature.ROWS[0], ""),
            "games": (2, "3 0-d"),
            "seed": (0, "3 0-d"),
            "threads": (1, "None 3 0-d"),
            "progress": (None, "None function"),
            "cancel": (None, "None Cancel"),
        },
    ),
    "write_dataset": (
        sapper.write_dataset,
        {
            "folder": ("data", "text marks surrogate"),
            "board": (BOARD, "Board"),
            "strategy": ("fast", "Strategy"),
            "games": (2, "3 0-d"),
            "replays": (None, "None"),
            "rules": (None, "Rules None"),
            "seed": (0, ""),
            "every": (1, ""),
            "difficulty": (False, ""),
            "ranked": (0, ""),
            "estimate": (None, "None"),
            "openings": (False, ""),
            "minefields": (False, ""),
            "licence": ("mit", "None text"),
            "threads": (1, "None 3 0-d"),
            "progress": (None, "None type function"),
            "cancel": (None, "None Cancel"),
        },
    ),
    "simulate": (
        sapper.simulate,
        {
            "board": ("beginner", "Board"),
            "strategy": ("fast", "Strategy None"),
            "effort": (None, "None"),
            "games": (2, "None 3 0-d"),
            "seconds": (None, "None 3 2.5"),
            "width": (None, "None"),
            **RUN,
            "games_folder": (None, "None text marks surrogate"),
        },
    ),
    "compare": (
        sapper.compare,
        {
            "first": ("fast", "Strategy function"),
            "second": ("single+random", "function"),
            "board": (BOARD, "Board"),
            "games": (2, "None 3 0-d"),
            "margin": (None, "None"),
            "to_end": (False, "True"),
            **RUN,
        },
    ),
}
"""By name. A second word tells several ways to call one function apart."""
