"""Minesweeper in text, with grades for every action: for language models, without a server."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

import numpy as np

from sapper._support import checks
from sapper._support.engine_call import Deadline
from sapper._support.words import brief, check_known, quantity
from sapper.board.board import Board, BoardLike, as_board
from sapper.board.game import Game, Status
from sapper.board.json_form import board_object, cell_value
from sapper.board.marks import EXPLODED, FLAG
from sapper.board.position import Position, as_position_with_mines
from sapper.errors import ArgumentError, BoardError, GenerationError
from sapper.hints.hints import RULES, hint
from sapper.inference.analysis import analyse
from sapper.minefields.generation import generate, is_fair
from sapper.strategy.autoplaying import good_first_cell

TextFormat = Literal["text", "json"]
"""How a prompt shows the position and asks for an action."""

_MOST_TRIED: Final = 10_000
"""Games of a seed that a reset looks at."""

_FORMATS: Final = ("text", "json")
_ACTION: Final = re.compile(r"(open|flag)\s+(\d{1,9})[\s,]+(\d{1,9})", re.IGNORECASE | re.ASCII)
_AROUND: Final = " \t\r\"'`*."
_LONGEST: Final = 2000
"""Only the last characters of a reply are read: the action is at its end."""


@dataclass(frozen=True, slots=True)
class Grade:
    """What an action is worth. Made by `grade` and `TextGame.step`.

    Attributes:
        kind: `"open"` or `"flag"`; None if the reply has no action.
        cell: Its cell; None if the reply has no action.
        legal: Whether the action would change something.
        deducible: Whether the cell was certain: safe for `"open"`, a mine for `"flag"`.
        rule: The easiest rule that shows it, one of `sapper.hints.hints.RULES`. None if the cell
            was not certain, or the board is too large to find the rule.
        risk: The chance that the cell had a mine; None if the action was not legal.
        regret: For `"open"`, the risk of the cell less the least risk of any cell. For `"flag"`, the chance
            that the cell had no mine. None if the action was not legal.
        credit: From 0 to 1. 1 for a certain cell. For a guess while no cell was certainly safe, 1 less the
            regret. For a guess while some cell was safe, half of its chance to be safe. For a flag on an
            uncertain cell, half of its chance to be a mine. 0 if the action removes a flag or is not legal.
        safe: Whether it hit no mine; None before it is done, and for flags.
        text: What was wrong with the reply, as a sentence; empty if it was legal.
    """

    kind: Literal["open", "flag"] | None
    cell: tuple[int, int] | None
    legal: bool
    deducible: bool = False
    rule: str | None = None
    risk: float | None = None
    regret: float | None = None
    credit: float = 0.0
    safe: bool | None = None
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The grade as plain values, for JSON."""
        cell = None if self.cell is None else cell_value(self.cell)
        return {**asdict(self), "cell": cell}


def grade(position: Position[tuple[int, int]] | Game[tuple[int, int]], reply: str) -> Grade:
    r"""Grades a reply to the prompt of a position, by exact probabilities. It does not know the mines.

    The last line of the reply is the action: `open 3 5`, `flag 3 5`, or an object such as
    `{"action": "open", "row": 3, "column": 5}`. Quotes and asterisks around it, a full stop after it and
    the fences of a block of code do not matter. Text before it does not count.

    Args:
        position: What the player sees, with its mine count: a position or a game.
        reply: The reply.

    Returns:
        The grade. It takes a millisecond or two, about as long as an analysis and a hint together.

    Raises:
        ArgumentError: `reply` is not a string.
        ContradictionError: No minefield fits the position.
        PositionError: The position has no mine count.
        BoardError: The board has no rows and columns.
        BudgetError: The position is too entangled.

    Example:
        >>> graded = sapper.environments.grade(sapper.Position("1??\n1??\n???", 2), "So:\nopen 2 0")
        >>> graded.credit, graded.deducible, graded.rule
        (1.0, True, 'subset')
    """
    position = as_position_with_mines(position, None, None)
    _check_board(position.board)
    text: object = reply
    if not isinstance(text, str):
        raise ArgumentError(f"reply must be a string, not {brief(reply)}")
    action = _action_in(reply)
    if action is None:
        text = "the last line has no action: end with a line such as 'open 3 5' or 'flag 3 5'"
        return Grade(None, None, legal=False, text=text)
    kind, cell = action
    if cell not in position.topology:
        rows, columns = position.topology.shape
        text = f"there is no cell in row {cell[0]}, column {cell[1]}: the board is {rows} x {columns}"
        return Grade(kind, cell, legal=False, text=text)
    mark = position[cell]
    if mark >= 0 or mark == EXPLODED:
        return Grade(kind, cell, legal=False, text=f"the cell {cell} is already open")
    if mark == FLAG and kind == "open":
        return Grade(kind, cell, legal=False, text=f"the cell {cell} has a flag, which protects it")
    return _graded(position, kind, cell)


def _graded(position: Position[Any], kind: Literal["open", "flag"], cell: tuple[int, int]) -> Grade:
    analysis = analyse(position)
    risk, least = float(analysis.mine_probability[cell]), float(np.nanmin(analysis.mine_probability))
    regret = 1 - risk if kind == "flag" else risk - least
    if position[cell] == FLAG:  # the flag goes
        return Grade(kind, cell, legal=True, risk=risk, regret=risk)
    if cell in (analysis.mines if kind == "flag" else analysis.safe):
        deductions = (each for each in hint(position).deductions if cell in each.claims)
        rule = next((each.difficulty for each in deductions), None)
        return Grade(kind, cell, legal=True, deducible=True, rule=rule, risk=risk, regret=regret, credit=1.0)
    halved = {"flag": risk, "open": 1 - risk}[kind] / 2
    is_forced = kind == "open" and not analysis.safe and risk < 1
    return Grade(kind, cell, legal=True, risk=risk, regret=regret, credit=1 - regret if is_forced else halved)


def _action_in(reply: str) -> tuple[Literal["open", "flag"], tuple[int, int]] | None:
    lines = [line.strip(_AROUND) for line in reply[-_LONGEST:].splitlines()]
    last = next((line for line in reversed(lines) if line), "")
    if last.startswith("{"):
        try:
            values = json.loads(last)
            last = f"{values['action']} {values['row']} {values['column']}"
        except (ValueError, KeyError, RecursionError):
            return None
    match = _ACTION.fullmatch(last)
    if match is None:
        return None
    return "open" if match[1].lower() == "open" else "flag", (int(match[2]), int(match[3]))


@dataclass(frozen=True, slots=True)
class TextStep:
    """What follows an action. Made by `TextGame.step`.

    Attributes:
        prompt: The next prompt; empty if the game is over.
        reward: The credit of the action.
        done: Whether the game is over, or had `max_steps` steps.
        grade: The grade of the action.
    """

    prompt: str
    reward: float
    done: bool
    grade: Grade


@dataclass(frozen=True, slots=True)
class TextScore:
    """How a game went. Made by `TextGame.score`.

    Attributes:
        credit: The mean credit of all steps; 0 if there were none.
        steps: The number of steps.
        legal: How many were legal.
        deduced: How many were certain.
        progress: The share of the safe cells, hidden at the beginning, that are open.
        won: Whether the game is won.
    """

    credit: float
    steps: int
    legal: int
    deduced: int
    progress: float
    won: bool

    def to_dict(self) -> dict[str, Any]:
        """The score as plain values, for JSON."""
        return asdict(self)


class TextGame:
    """A game of Minesweeper for a language model: prompts out, replies in, and exact grades.

    `reset` begins a game with its first cell open and gives a prompt. `step` takes a reply. `score` sums up.
    The same seed gives the same game on every machine.

    Example:
        >>> game = sapper.environments.TextGame("beginner", hardest="subset")
        >>> print(game.reset(seed=1))
        Minesweeper on a board of 9 rows and 9 columns with 10 mines.
        ...
        >>> step = game.step("open 0 0")
        >>> step.reward, step.grade.text
        (0.0, 'the cell (0, 0) is already open')
    """

    def __init__(
        self,
        board: BoardLike[tuple[int, int]] = "beginner",
        *,
        hardest: str | None = None,
        format: TextFormat = "text",
        max_steps: int | None = None,
        time_limit: float | None = 30.0,
    ) -> None:
        """Chooses the board.

        Args:
            board: A level's name, a `Board` with rows and columns, or rows, columns and mines, as in
                `(16, 30, 99)`.
            hardest: The difficulty, one of `sapper.hints.hints.RULES`: the board needs no guess. It
                needs this rule, and none that is harder. None takes any board.
            format: `"text"`, or `"json"` for a prompt that is one object.
            max_steps: The largest number of steps of a game. None allows two for each cell.
            time_limit: Seconds after which the search for a board of this difficulty stops with an error.

        Raises:
            BoardError: The board is impossible, or has no rows and columns.
            ArgumentError: Another argument is invalid.
        """
        self._board = as_board(board)
        _check_board(self._board)
        if hardest is not None:
            check_known("rule", hardest, RULES, ArgumentError)
        check_known("format", format, _FORMATS, ArgumentError)
        most = 2 * self._board.topology.size if max_steps is None else max_steps
        self._most = checks.whole("max_steps", most, 1)
        self._hardest, self._format = hardest, format
        self._time_limit = None if time_limit is None else checks.seconds("time_limit", time_limit)
        self._game: Game[tuple[int, int]] | None = None
        self._grades: list[Grade] = []
        self._flagged = set[tuple[int, int]]()
        self._hidden = 0

    def reset(self, seed: int) -> str:
        """Begins a game.

        Args:
            seed: Decides the minefield.

        Returns:
            The prompt.

        Raises:
            ArgumentError: `seed` is invalid.
            GameError: No cell would be safe.
            GenerationError: No board of this difficulty was found within the time limit, or the first click
                wins every game that was tried.
        """
        seed = checks.whole("seed", seed)
        self._game = self._opened(seed) if self._hardest is None else self._of_difficulty(seed, self._hardest)
        self._grades, self._flagged, self._hidden = [], set(), self._game.safe_left
        return self.prompt

    def step(self, reply: str) -> TextStep:
        """Grades a reply, and does its action if it is legal.

        A second flag on the same cell earns nothing.

        Args:
            reply: The reply of the model, as `grade` reads it.

        Raises:
            ArgumentError: There is no game under way, or `reply` is not a string.
            BudgetError: The position is too entangled to grade.
        """
        game = self._under_way()
        if self.done:
            raise ArgumentError("the game is over: reset begins another")
        graded = grade(game, reply)
        kind, cell = graded.kind, graded.cell
        if graded.legal and kind is not None and cell is not None:
            game.act(kind, cell)
            if kind == "open":
                graded = replace(graded, safe=game.exploded == 0)
            elif cell in self._flagged:
                graded = replace(graded, credit=0.0)
            else:
                self._flagged.add(cell)
        self._grades.append(graded)
        done = self._is_done()
        return TextStep("" if done else self.prompt, graded.credit, done, graded)

    def score(self) -> TextScore:
        """Sums up the game so far.

        Raises:
            ArgumentError: No game was begun.
        """
        game, grades = self._under_way(), self._grades
        return TextScore(
            credit=sum(each.credit for each in grades) / len(grades) if grades else 0.0,
            steps=len(grades),
            legal=sum(each.legal for each in grades),
            deduced=sum(each.deducible for each in grades),
            progress=1 - game.safe_left / self._hidden if self._hidden else 1.0,
            won=game.status == "won",
        )

    @property
    def done(self) -> bool:
        """Whether the game is over, or had `max_steps` steps."""
        return self._is_done()

    @property
    def status(self) -> Status:
        """The status of the game."""
        return self._under_way().status

    @property
    def position(self) -> Position[tuple[int, int]]:
        """What the player sees."""
        return self._under_way().position

    @property
    def prompt(self) -> str:
        """The position, its meaning, and what to reply."""
        position = self.position
        return _in_json(position) if self._format == "json" else _in_words(position)

    def _is_done(self) -> bool:
        return self.status != "playing" or len(self._grades) >= self._most

    def _under_way(self) -> Game[tuple[int, int]]:
        if self._game is None:
            raise ArgumentError("no game was begun: call reset first")
        return self._game

    def _opened(self, seed: int) -> Game[tuple[int, int]]:
        """The first of the seed's games that its first click does not win."""
        first = good_first_cell(self._board, "opening")
        for number in range(_MOST_TRIED):
            game = Game(self._board, seed=seed, number=number)
            game.open(first)
            if game.status == "playing":
                return game
        raise GenerationError("the first click wins nearly every game on this board: try more mines")

    def _of_difficulty(self, seed: int, hardest: str) -> Game[tuple[int, int]]:
        """The first of the seed's fair boards that the easier rules do not clear."""
        deadline = Deadline(self._time_limit)
        easier = RULES[: RULES.index(hardest)]
        number = 0
        while not deadline.is_over:
            generated = generate(
                self._board, hardest=hardest, seed=seed, number=number, time_limit=deadline.left
            )
            if not easier or not is_fair(generated, hardest=easier[-1]):
                game = generated.play()
                if game.status == "playing":
                    return game
            number = generated.number + 1
        text = f"no board that needs the rule {hardest!r} was found within {deadline.limit:g} seconds"
        raise GenerationError(f"{text}: try another rule or a larger board")


def _check_board(board: Board[Any]) -> None:
    topology = board.topology
    if topology.dimension != 2 or topology.kind == "graph":
        raise BoardError(f"a game in text needs a board with rows and columns, not {topology!r}")


def _in_words(position: Position[Any]) -> str:
    rows, columns = position.topology.shape
    mines = quantity(position.board.mines, "mine")
    kind = "" if position.topology.name == "square" else f" ({position.topology.name})"
    return (
        f"Minesweeper on a board of {quantity(rows, 'row')} and {quantity(columns, 'column')}{kind} with "
        f"{mines}.\n"
        "A digit says how many of the cells around it have a mine. '.' is a hidden cell, 'F' a flag.\n"
        "Rows count from 0 at the top, columns from 0 at the left.\n\n"
        f"{position.to_text()}\n\n"
        "Choose one action. End your reply with a line of its own: 'open ROW COLUMN' for a safe cell, or "
        "'flag ROW COLUMN' for a mine."
    )


def _in_json(position: Position[Any]) -> str:
    return json.dumps(
        {
            "task": "Minesweeper: choose one action and end your reply with its line",
            "board": board_object(position),
            "text": position.to_text(),
            "mines_left": position.mines_left,
            "legend": {"0-8": "mines around", ".": "hidden", "F": "flag"},
            "action": {"action": "open or flag", "row": "from 0", "column": "from 0"},
        }
    )
