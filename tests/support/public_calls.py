"""Every public function with arguments that it takes, and which other kinds of objects each argument takes.

`tests/test_wrong_arguments.py` gives all kinds to all arguments.
"""

from collections.abc import Callable
from copy import copy
from typing import Any, Final

import numpy as np
from support.kinds import ANALYSIS, BOARD, MINEFIELD, POSITION, REPLAY, SQUARE, short_game
from support.screens import LOOKS, window

import sapper
from sapper import Board, Game, Inference, Minefield, Position, Replay, Rules, Strategy, Topology
from sapper.board.topology import NEIGHBOURHOODS, TOPOLOGY_NAMES

HINT = sapper.hint(POSITION)
CERTAIN = sapper.hint("1?\n2?\n1?", 2)
REPORT = sapper.simulate(BOARD, "fast", games=2, threads=1)
COMPARISON = sapper.Comparison(REPORT, REPORT, None, 0, 0, None)  # type: ignore[arg-type]  # it is not read

SHOWN = Position("1?1000\n111000\n000000\n000000\n000111\n0001?1", 2)
PIXELS = window(SHOWN, LOOKS["bevel"], size=(300, 300))
PICTURE = sapper.read_picture(PIXELS, 2)


def fresh() -> Game:
    """A game without one."""
    return Game(BOARD, seed=1)


def unchanged(game: Any) -> Any:
    """A game that the call may play on: a new one, or a copy of one that other calls take, too."""
    if game is BEGUN:
        return fresh()
    return copy(game) if isinstance(game, Game) else game


def reachable(efficiency: Any) -> Any:
    """1 in place of an efficiency that few boards have."""
    return type(efficiency)(1) if type(efficiency) in (int, float) and 1 < efficiency < 4 else efficiency


BEGUN: Any = object()  # stands for a game that no call has changed yet
PUZZLE = sapper.make_puzzle((3, 3, 2), seed=1)
REVIEW = sapper.review(REPLAY)

ANY_POSITION: Final = "Game Position uncounted Analysis marks floats lists cell numbers masked grid"
"""The kinds of values that are positions, with or without a number of mines."""

MANY_MARKS: Final = "Game Position uncounted lists positions floats grid"
"""The kinds of values that are arrays of marks with at least two dimensions."""

Arguments = dict[str, tuple[Any, str]]
"""For each argument one that is right, and the names of the other kinds that are."""

NOTHING: Final = (None, "None")
WHOLE: Final = "3 0-d"
WHOLE_OR_NONE: Final = "None 3 0-d"
SECONDS: Final = "None 3 2.5"
ANY_TEXT: Final = "text marks blank surrogate null"
A_PATH: Final = "text marks surrogate"
NO_CELLS: Final = ((), "nothing empty emptied iterator")
SEEN: Final = (POSITION, "Game Position Analysis")

USUAL: Final[Arguments] = {
    **dict.fromkeys(("mines", "topology", "mines_left"), NOTHING),
    **dict.fromkeys(("seed", "number"), (0, WHOLE)),
    **dict.fromkeys(("rows", "columns"), (3, WHOLE)),
    **dict.fromkeys(("mine_count", "labels", "ascii_only"), (True, "True")),
    "trust_flags": (False, "True"),
    "rules": (None, "None Rules"),
    "cell": ((0, 0), "cell numbers"),
    "first_cell": (None, "None cell numbers"),
    "hardest": ("counting", ""),
    "threads": (1, WHOLE_OR_NONE),
    "memory": (2**28, WHOLE_OR_NONE),
    "time_limit": (None, SECONDS),
    "cancel": (None, "None Cancel"),
    "progress": (None, "None type function"),
    "format": ("auto", ""),
    "theme": ("classic", ""),
    "title": (None, f"None {ANY_TEXT}"),
}
"""Arguments that are the same in several functions."""

Call = tuple[Callable[..., Any], Arguments]
"""A function and its arguments."""


def taking(function: Callable[..., Any], usual: str = "", /, **own: tuple[Any, str]) -> Call:
    """A function with some of the usual arguments and some of its own."""
    return function, {name: USUAL[name] for name in usual.split()} | own


LIMITS: Final = "time_limit cancel"
ABOUT: Final = f"mines mines_left topology rules trust_flags {LIMITS}"
GENERATION: Final[Arguments] = {
    "board": ("beginner", "Board"),
    "fair": (True, "True"),
    "method": ("uniform", ""),
    "three_bv": (None, "None cell 3 0-d"),
    "seed": (1, WHOLE_OR_NONE),
    "time_limit": (20, SECONDS),
}
TO_GENERATE: Final = "first_cell rules hardest mine_count number threads progress cancel"
EVALUATION: Final[Arguments] = {"strategy": ("fast", "Strategy"), "error": (0.1, ""), "games": (10, WHOLE)}
RUN: Final[Arguments] = {
    "cluster": NOTHING,
    "out": (None, f"None {A_PATH}"),
    "chunk": (None, WHOLE_OR_NONE),
    "progress": (None, "None function"),
}
TO_RUN: Final = "rules number seed first_cell threads cancel"

CALLS: Final[dict[str, Call]] = {
    "Board": taking(Board, topology=(SQUARE, "Topology"), mines=(1, WHOLE)),
    "Density": taking(sapper.Density, probability=(0.2, "")),
    "MineCounts": taking(sapper.MineCounts, counts=((1, 2), "cell set")),
    "Board.level": taking(Board.level, name=("beginner", "")),
    "Board.square": taking(Board.square, "rows columns", mines=(1, WHOLE)),
    "Hint.explain": taking(CERTAIN.explain, deduction=(CERTAIN.deduction, "")),
    "Hint.support": taking(CERTAIN.support, deduction=(CERTAIN.deduction, "")),
    "Analysis.count_configurations": taking(
        lambda **k: sapper.analyse(POSITION).count_configurations(**k), LIMITS
    ),
    "Analysis.outcomes": taking(ANALYSIS.outcomes, cell=((0, 1), "cell numbers")),
    "BoardMetrics.fewest_clicks": taking(
        sapper.measure(MINEFIELD).fewest_clicks, "seed time_limit cancel", rounds=(2, WHOLE)
    ),
    "BoardMetrics.rzini": taking(sapper.measure(MINEFIELD).rzini, "seed time_limit cancel", runs=(2, WHOLE)),
    "Game": taking(
        Game,
        "rules number",
        board=(BOARD, "Board"),
        seed=(1, WHOLE_OR_NONE),
        minefield=NOTHING,
        history=NO_CELLS,
    ),
    "Game.act": taking(lambda kind, cell: fresh().act(kind, cell), "cell", kind=("open", "")),
    "Game.open": taking(lambda cell: fresh().open(cell), "cell"),
    "Game.flag": taking(lambda cell: fresh().flag(cell), "cell"),
    "Game.chord": taking(lambda cell: fresh().chord(cell), "cell"),
    "Generated.play": taking(lambda **k: sapper.generate(BOARD, seed=1).play(**k), "rules"),
    "Inference": taking(
        Inference,
        "mines mines_left trust_flags memory",
        position=(BOARD, "Game Position Board Analysis"),
        topology=(None, "None Topology"),
    ),
    "Inference.explode": taking(lambda cell: Inference(BOARD).explode(cell), "cell"),
    "Inference.follow": taking(lambda game: Inference(BOARD).follow(game), game=(short_game(), "Game")),
    "Inference.outcomes": taking(lambda cell: Inference(BOARD).outcomes(cell), "cell"),
    "Inference.reveal": taking(lambda **k: Inference(BOARD).reveal(**k), "cell", number=(1, WHOLE)),
    "Minefield": taking(
        Minefield,
        "first_cell",
        mines=([(0, 0)], "nothing empty emptied iterator"),
        topology=(SQUARE, "Topology"),
    ),
    "Minefield.from_text": taking(Minefield.from_text, "topology format", text=("*1\n..", "")),
    "Minefield.game": taking(MINEFIELD.game, "rules", seed=(None, WHOLE_OR_NONE)),
    "Minefield.to_text": taking(MINEFIELD.to_text, format=("drawing", "")),
    "MouseEvent": taking(
        lambda **k: Replay(MINEFIELD, (sapper.MouseEvent(**k),)).play(),
        seconds=(0.0, "3 -1 2.5"),
        kind=("lc", ""),
        cell=((0, 0), "None cell 3 -1 huge"),
        pixel=(None, "None cell"),
    ),
    "Position": taking(Position, "mines topology", marks=([[1, -1]], ANY_POSITION)),
    "Position.from_text": taking(
        Position.from_text, "topology format", text=("1?", "marks"), mines=(1, "None")
    ),
    "Position.to_text": taking(POSITION.to_text, format=("plain", "")),
    "Replay": taking(
        Replay,
        minefield=(MINEFIELD, "Minefield"),
        events=NO_CELLS,
        rules=(Rules(), "Rules"),
        cell_size=(16, WHOLE),
        about=({}, "dict"),
    ),
    "Replay.of": taking(Replay.of, game=(short_game(), "Game"), times=NOTHING, about=(None, "None dict")),
    "Replay.play": taking(REPLAY.play, most=(None, WHOLE_OR_NONE)),
    "Review.position": taking(sapper.review(short_game()).position, move=(0, WHOLE)),
    "Rules": taking(
        Rules,
        first_click=("opening", ""),
        win=("cleared", ""),
        on_mine=("stop", ""),
        question_marks=(False, "True"),
        guessing=("free", ""),
    ),
    "Strategy": taking(Strategy, strategy=("best", "Strategy function"), effort=(None, WHOLE_OR_NONE)),
    "Strategy parts": taking(
        Strategy, level=("exact", "function"), policy=("first", "function"), endgame=(False, "True")
    ),
    "Strategy.beliefs": taking(Strategy("fast").beliefs, f"{ABOUT} seed", position=SEEN),
    "Strategy.choose": taking(Strategy("fast").choose, f"{ABOUT} seed", position=SEEN),
    "Strategy.first_cell": taking(Strategy("fast").first_cell, "rules", board=(BOARD, "Board")),
    "Strategy.of": taking(Strategy.of, strategy=("best", "Strategy function"), effort=(None, WHOLE_OR_NONE)),
    "Strategy.play": taking(
        lambda game=BEGUN, **k: Strategy("fast").play(unchanged(game), **k),
        "first_cell cancel",
        game=(BEGUN, "Game"),
    ),
    "Topology.cell": taking(SQUARE.cell, index=(0, "3 0-d True")),
    "Topology.describe": taking(SQUARE.describe, "cell"),
    "Topology.graph": taking(Topology.graph, adjacency=([[1], [0]], "")),
    "Topology.grid": taking(lambda shape: Topology.grid(*(shape,)), shape=(3, WHOLE)),
    "Topology.torus": taking(lambda shape: Topology.torus(*(shape,)), shape=(3, WHOLE)),
    **{
        f"Topology.{name}": taking(getattr(Topology, name), "rows columns")
        for name in TOPOLOGY_NAMES
        if name not in ("torus", *NEIGHBOURHOODS)
    },
    "Topology.offsets": taking(
        Topology.offsets, "rows columns", neighbours=("knight", ""), wrap=(False, "True")
    ),
    "Topology.index": taking(SQUARE.index, "cell"),
    "Topology.neighbours": taking(SQUARE.neighbours, "cell"),
    "analyse": taking(sapper.analyse, ABOUT, position=SEEN, memory=(2**28, "None")),
    "analyse_many": taking(
        sapper.analyse_many,
        "mines_left topology rules trust_flags threads memory time_limit cancel",
        positions=([[[-1, -1]]], "positions"),
        mines=(2, ""),
    ),
    "autoplay": taking(
        lambda game=BEGUN, **k: list(sapper.autoplay(unchanged(game), **k)),
        "first_cell time_limit cancel",
        game=(BEGUN, "Game"),
        strategy=("fast", "Strategy function"),
    ),
    "generate": taking(sapper.generate, TO_GENERATE, **GENERATION),
    "generate efficiency": taking(
        lambda efficiency: sapper.generate("beginner", efficiency=reachable(efficiency)),
        efficiency=(None, SECONDS),
    ),
    "generate_many efficiency": taking(
        lambda efficiency: sapper.generate_many(1, "beginner", efficiency=reachable(efficiency)),
        efficiency=(None, SECONDS),
    ),
    "Games": taking(
        sapper.Games,
        "rules hardest cancel",
        count=(2, WHOLE),
        board=("beginner", "Board"),
        minefields=NOTHING,
        fair=(False, "True"),
        seed=(1, WHOLE_OR_NONE),
        actions=(("open",), ""),
        reward=("outcome", ""),
        autoreset=("next_step", ""),
        max_steps=(9, WHOLE_OR_NONE),
    ),
    "Games.reset": taking(
        sapper.Games(2, "beginner", seed=1).reset, seed=(None, WHOLE_OR_NONE), mask=NOTHING
    ),
    "Games.step": taking(sapper.Games(2, "beginner", seed=1).step, actions=([0, 0], "cell numbers")),
    "Games.set": taking(
        sapper.Games(2, "beginner", seed=1).set,
        other=(sapper.Games(2, "beginner", seed=2), ""),
        places=(None, "None cell numbers"),
    ),
    "Games.position": taking(sapper.Games(2, "beginner", seed=1).position, number=(0, "")),
    "environments.chance_balance": taking(
        sapper.environments.chance_balance, LIMITS, game=(short_game(), "Game"), since=(0, "")
    ),
    "environments.grade": taking(
        sapper.environments.grade, position=SEEN, reply=("open 0 1", ANY_TEXT), extract=NOTHING
    ),
    "environments.planes": taking(
        sapper.environments.planes, observations=([[1, -1]], MANY_MARKS), most=(8, WHOLE)
    ),
    "environments.marks_of_planes": taking(
        sapper.environments.marks_of_planes, encoded=(np.zeros((1, 13, 2, 2)), "")
    ),
    "environments.crops": taking(
        sapper.environments.crops,
        observations=([[[1, -1]]], "positions"),
        radius=(2, WHOLE),
        wrap=(False, "True"),
    ),
    "environments.marks_of_crops": taking(
        sapper.environments.marks_of_crops, windows=(np.zeros((1, 2, 2, 3, 3), np.int16), "")
    ),
    "generate_many": taking(sapper.generate_many, TO_GENERATE, count=(1, WHOLE), **GENERATION),
    "make_puzzle": taking(
        lambda board=(3, 3, 2), **k: sapper.make_puzzle(board, **{"seed": 1, **k}),
        "hardest mine_count number time_limit cancel",
        board=((3, 3, 2), "Board"),
        numbers=(None, WHOLE_OR_NONE),
        seed=(1, WHOLE_OR_NONE),
    ),
    "count_solutions": taking(
        sapper.count_solutions,
        "mines mines_left topology trust_flags time_limit cancel",
        position=(POSITION, ANY_POSITION),
    ),
    "draw.puzzles_html": taking(sapper.draw.puzzles_html, "theme title", puzzles=([PUZZLE], "")),
    "hint": taking(
        sapper.hint,
        f"{ABOUT} seed",
        position=(POSITION, "Game Position uncounted Analysis marks floats lists masked grid"),
        strategy=("best", "Strategy"),
        policy=NOTHING,
        by=("best", ""),
    ),
    "is_fair": taking(
        sapper.is_fair,
        "hardest mine_count time_limit cancel",
        minefield=(MINEFIELD, "Game Minefield Replay Generated"),
        first_cell=((2, 2), "None cell numbers"),
    ),
    "measure game": taking(
        sapper.measure,
        "topology",
        what=(short_game(), "Game Minefield Replay bools"),
        seconds=(None, SECONDS),
        clicks=(None, WHOLE_OR_NONE),
    ),
    "measure field": taking(
        sapper.measure, what=([(0, 0)], "nothing empty emptied iterator"), topology=(SQUARE, "Topology")
    ),
    "evaluate": taking(sapper.evaluate, f"{ABOUT} seed threads", position=SEEN, **EVALUATION),
    "evaluate_many": taking(
        sapper.evaluate_many, f"{ABOUT} seed threads", positions=([POSITION], "positions"), **EVALUATION
    ),
    "optimum": taking(
        sapper.optimum, LIMITS, board=(BOARD, "Board"), rules=("opening", "None Rules"), memory=(2**20, "")
    ),
    "rank": taking(sapper.rank, f"{ABOUT} seed", position=SEEN, most=(None, WHOLE_OR_NONE), by=("best", "")),
    "PictureReading.answer": taking(PICTURE.answer, cell=((0, 0), ""), mark=(1, "-1")),
    "PictureReading.with_mines": taking(PICTURE.with_mines, mines=(2, "")),
    "read_picture": taking(
        sapper.read_picture,
        LIMITS,
        source=(PIXELS, ""),
        mines=(2, "3 0-d None"),
        shape=NOTHING,
        within=NOTHING,
        partial=(False, ""),
    ),
    "read": taking(
        sapper.read,
        "topology format time_limit cancel",
        path=("position.txt", ""),
        mines=(2, "3 0-d None"),
        kind=(None, "None type"),
        shape=NOTHING,
        partial=(False, ""),
    ),
    "write": taking(
        sapper.write,
        "format",
        contents=(POSITION, "Game Position uncounted Minefield Replay Analysis"),
        path=("written.txt", A_PATH),
    ),
    "review": taking(
        sapper.review, "seed time_limit progress cancel", game=(short_game(), "Game Replay"), by=("risk", "")
    ),
    "review_folder": taking(
        sapper.review_folder,
        "threads seed time_limit progress cancel",
        folder=(".", ""),
        findings=(None, f"None {A_PATH}"),
        by=("risk", ""),
    ),
    "player_report": taking(sapper.player_report, games=([REVIEW], "nothing empty emptied iterator")),
    "ReviewedGame.of": taking(sapper.ReviewedGame.of, review=(REVIEW, ""), name=("game", ANY_TEXT)),
    "PlayerReport.worst": taking(sapper.player_report([REVIEW]).worst, most=(10, WHOLE)),
    "PlayerReport.periods": taking(sapper.player_report([REVIEW]).periods, most=(10, WHOLE)),
    "compare_replays": taking(
        sapper.compare_replays,
        first=(REVIEW.replay, "Replay"),
        second=(REVIEW.replay, "Replay"),
        parts=(10, WHOLE),
    ),
    "PlayerReport.only": taking(
        sapper.player_report([REVIEW]).only,
        level=NOTHING,
        player=(None, f"None {ANY_TEXT}"),
        mode=(None, f"None {ANY_TEXT}"),
        since=NOTHING,
        until=NOTHING,
    ),
    "Report.plot": taking(REPORT.plot, name=("guesses", "")),
    "Report.save_plots": taking(
        REPORT.save_plots,
        folder=("plots", A_PATH),
        kind=("svg", ""),
        prefix=("", "text marks blank surrogate"),
    ),
    "Comparison.save_plots": taking(COMPARISON.save_plots, folder=("plots", A_PATH), kind=("svg", "")),
    "simulation.read_report": taking(sapper.simulation.read_report, path=("run.sapper", "")),
    "simulation.read_reports": taking(sapper.simulation.read_reports, path=("run.sapper", "")),
    "simulation.read_comparison": taking(sapper.simulation.read_comparison, path=("runs.sapper", "")),
    "draw.board_svg": taking(
        sapper.draw.board_svg,
        "theme labels title",
        position=(POSITION, ANY_POSITION),
        analysis=(None, "None Analysis"),
        safe=NO_CELLS,
        mines=NO_CELLS,
        risks=(None, "None dict"),
        outlined=NO_CELLS,
        conflicts=NO_CELLS,
        best=(None, "None cell numbers"),
        minefield=NOTHING,
        rows=NOTHING,
        columns=NOTHING,
        legend=(True, "True"),
        cell_size=(30, "3 2.5"),
    ),
    "draw.board_text": taking(
        sapper.draw.board_text,
        "ascii_only",
        position=(POSITION, ANY_POSITION),
        analysis=(None, "None Analysis"),
        conflicts=NO_CELLS,
        hint=NOTHING,
        width=(None, "None 3 0-d -1 huge"),
    ),
    "draw.hint_legend_text": taking(sapper.draw.hint_legend_text, "ascii_only", hint=(HINT, "")),
    "draw.hint_svg": taking(sapper.draw.hint_svg, "theme", hint=(HINT, "")),
    "draw.legend_text": taking(sapper.draw.legend_text, "ascii_only", analysis=(ANALYSIS, "Analysis")),
    "draw.palette_of": taking(sapper.draw.palette_of, "theme"),
    "draw.png_of": taking(sapper.draw.png_of, svg=(sapper.draw.board_svg(POSITION), ""), zoom=(1.0, "3 2.5")),
    "draw.player_html": taking(
        sapper.draw.player_html,
        "theme title",
        report=(sapper.player_report([REVIEW]), ""),
        links=(None, "None dict"),
    ),
    "draw.review_html": taking(sapper.draw.review_html, "theme title", review=(REVIEW, "")),
    "draw.review_svg": taking(sapper.draw.review_svg, "theme", review=(REVIEW, "")),
    "draw.write_gif": taking(
        sapper.draw.write_gif,
        "theme labels time_limit cancel",
        game=(short_game(), "Game"),
        path=("game.gif", A_PATH),
        seconds=(0.15, "3 2.5"),
        last_seconds=(3.0, "3 2.5"),
        cell_size=(8, ""),
    ),
    "literature.replicate": taking(
        sapper.literature.replicate,
        "seed threads cancel",
        row=(sapper.literature.ROWS[0], ""),
        games=(2, WHOLE),
        progress=(None, "None function"),
    ),
    "write_dataset": taking(
        sapper.write_dataset,
        "rules threads progress cancel",
        folder=("data", A_PATH),
        board=(BOARD, "Board"),
        strategy=("fast", "Strategy"),
        games=(2, WHOLE),
        replays=NOTHING,
        seed=(0, ""),
        every=(1, ""),
        difficulty=(False, ""),
        ranked=(0, ""),
        estimate=NOTHING,
        openings=(False, ""),
        minefields=(False, ""),
        licence=("mit", "None text"),
    ),
    "simulate": taking(
        sapper.simulate,
        TO_RUN,
        board=("beginner", "Board"),
        strategy=("fast", "Strategy None"),
        effort=NOTHING,
        games=(2, WHOLE_OR_NONE),
        seconds=(None, SECONDS),
        width=NOTHING,
        games_folder=(None, f"None {A_PATH}"),
        **RUN,
    ),
    "compare": taking(
        sapper.compare,
        TO_RUN,
        first=("fast", "Strategy function"),
        second=("single+random", "function"),
        board=(BOARD, "Board"),
        games=(2, WHOLE_OR_NONE),
        margin=NOTHING,
        to_end=(False, "True"),
        **RUN,
    ),
}
"""By name. A second word tells several ways to call one function apart."""
