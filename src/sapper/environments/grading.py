"""Scores by exact probabilities: grades for actions in text, and what a player keeps of the chance to win."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from sapper._support.checks import seconds, whole
from sapper._support.engine_call import Deadline
from sapper._support.words import brief_contents, size_words
from sapper.board.game import Game
from sapper.board.json_form import plain_fields
from sapper.board.marks import FLAG, is_hidden
from sapper.board.position import Position, as_position_with_mines
from sapper.cells import Cell
from sapper.environments.replies import Extract, answer_in
from sapper.errors import ArgumentError
from sapper.hints.hints import hint
from sapper.inference.analysing import analyse
from sapper.inference.analysis import Cancel
from sapper.reviews.reviewing import review
from sapper.strategy.evaluation import evaluate


@dataclass(frozen=True, slots=True)
class Grade:
    """What an action is worth. Made by `grade` and `TextGame.step`.

    Attributes:
        parsed: Whether the reply has an action in a known form. So a model that reasons well and one that
            only breaks the format can be told apart.
        kind: `"open"` or `"flag"`; None if the reply has no action.
        cell: Its cell; None if the reply has no action.
        legal: Whether the action would change something.
        deducible: Whether the cell was certain: safe for `"open"`, a mine for `"flag"`.
        rule: The easiest rule that shows it, one of `sapper.types.RULES`. None if the cell
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

    parsed: bool
    kind: Literal["open", "flag"] | None
    cell: Cell | None
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
        return plain_fields(self)


def grade(position: Position[Any] | Game[Any], reply: str, *, extract: Extract | None = None) -> Grade:
    r"""Grades a reply to the prompt of a position, by exact probabilities. It does not know the mines.

    The action is found where models write it. What they think in `<think>` does not count. The last
    `<answer>` counts alone, or else the last `\boxed{}`. Without both, the action is the last line that is
    one, such as `open 3 5`, `Action: **flag (3, 5)**.` or `I open row 3, column 5, because it is safe`; or
    the last object of JSON, such as `{"action": "open", "row": 3, "column": 5}` or `{"open": [3, 5]}`, if it
    comes later. A line with two actions, with a doubt or with other words is none. Fences, quotes, asterisks
    and tokens that end a reply do not matter.

    Args:
        position: What the player sees, with its mine count: a position or a game, on any board.
        reply: The reply.
        extract: Takes the reply and returns the part with the action, for other forms; None if there is none.

    Returns:
        The grade. It takes a millisecond or two, about as long as an analysis and a hint together.

    Raises:
        ArgumentError: `reply` is not a string, or `extract` is no such function.
        ContradictionError: No minefield fits the position.
        PositionError: The position has no mine count.
        BudgetError: The position is too entangled.

    Example:
        >>> position = sapper.Position("1??\n1??\n???", 2)
        >>> grade = sapper.environments.grade(position, "So:\n**open 2 0**")
        >>> grade.credit, grade.deducible, grade.rule
        (1.0, True, 'subset')
        >>> sapper.environments.grade(position, "I resign.").parsed
        False
    """
    position = as_position_with_mines(position, None, None)
    answer = answer_in(reply, extract)
    if answer is None:
        place = " ".join("352146"[: position.topology.dimension])
        text = f"it has no action: end with a line such as 'open {place}'"
        return Grade(False, None, None, legal=False, text=text)
    kind: Literal["open", "flag"] = answer.kind
    cell: Any = answer.cell
    if cell not in position.topology:
        where = (
            f"in row {cell[0]}, column {cell[1]}" if isinstance(cell, tuple) and len(cell) == 2 else f"{cell}"
        )
        text = f"there is no cell {where}: the board has {size_words(position.topology.shape)}"
        return Grade(True, kind, cell, legal=False, text=text)
    mark = position[cell]
    if not is_hidden(mark):
        return Grade(True, kind, cell, legal=False, text=f"the cell {cell} is already open")
    if mark == FLAG and kind == "open":
        return Grade(True, kind, cell, legal=False, text=f"the cell {cell} has a flag, which protects it")
    return _grade(position, kind, cell)


def _grade(position: Position[Any], kind: Literal["open", "flag"], cell: Any) -> Grade:
    analysis = analyse(position)
    risk, least = float(analysis.mine_probability[cell]), float(np.nanmin(analysis.mine_probability))
    regret = 1 - risk if kind == "flag" else risk - least
    if position[cell] == FLAG:  # the flag goes
        return Grade(True, kind, cell, legal=True, risk=risk, regret=risk)
    if cell in (analysis.mines if kind == "flag" else analysis.safe):
        deductions = (each for each in hint(position).deductions if cell in each.claims)
        rule = next((each.difficulty for each in deductions), None)
        return Grade(
            True, kind, cell, legal=True, deducible=True, rule=rule, risk=risk, regret=regret, credit=1.0
        )
    half_loss = {"flag": risk, "open": 1 - risk}[kind] / 2
    is_forced = kind == "open" and not analysis.safe and risk < 1
    return Grade(
        True, kind, cell, legal=True, risk=risk, regret=regret, credit=1 - regret if is_forced else half_loss
    )


@dataclass(frozen=True, slots=True)
class ChanceBalance:
    """How much of the chance to win a player kept in a game. Made by `chance_balance`.

    Attributes:
        chance: The chance to win when the player took over, with good play.
        lost: What the moves lost, added up: before each move the chance by the best move that was found,
            less the chance by the chosen one. Luck does not count.
        left: The chance that was left if the game was abandoned; 0.0 if it is over.
        error: The standard error of `kept`; 0.0 if all chances are exact.
    """

    chance: float
    lost: float
    left: float
    error: float

    @property
    def kept(self) -> float:
        """`chance` less `lost` and `left`: the chance to win that the player kept.

        It is the result of the game without the luck. Its mean over many games is the share of them that the
        player wins, and it varies less. In one game it may be less than 0: the chance rises by luck, and more
        than there was at first can be lost.
        """
        return self.chance - self.lost - self.left

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain values, for JSON."""
        return {**plain_fields(self), "kept": self.kept}


def chance_balance(
    game: Game[Any], *, since: int = 0, time_limit: float | None = None, cancel: Cancel | None = None
) -> ChanceBalance:
    """Computes how much of the chance to win the player of a game kept.

    The first click does not count: it is a blind one. A move that is certainly safe loses nothing, a
    certain mine loses everything. What a guess loses is exact where few minefields fit, and estimated
    elsewhere, as in `sapper.review` with `by="win"`. A game that is not over was abandoned, so the chance
    that is left is lost.

    Flags, moves that change nothing and the order of safe moves do not matter, so nothing is to be gained by
    them. A board that is known to need no guess is judged like any other.

    Args:
        game: A game with an open cell.
        since: The number of actions in its history that the player did not choose.
        time_limit: Seconds after which it gives up.
        cancel: Stops it if it is set from another thread.

    Returns:
        The figures. It takes some milliseconds, and for each guess up to two seconds.

    Raises:
        ArgumentError: No cell is open, or an argument is invalid.
        BudgetError: A position is too entangled, or the time is up.
        CancelledError: `cancel` was set.

    Example:
        >>> from sapper.environments import chance_balance
        >>> game = sapper.Game((5, 5, 5), seed=1)
        >>> _ = game.open(2, 2)
        >>> chance_balance(game).kept  # it was abandoned
        0.0
        >>> _ = sapper.Strategy("best").play(game)
        >>> result = chance_balance(game)
        >>> round(result.chance, 3), round(result.kept, 3), game.status
        (0.5, 0.5, 'lost')
    """
    source: object = game
    if not isinstance(source, Game):
        raise ArgumentError(f"`game` must be a Game, not {brief_contents(game)}")
    deadline = Deadline(None if time_limit is None else seconds("time_limit", time_limit))
    since = whole("since", since, 0, len(game.history))
    moves = review(game, by="win", time_limit=deadline.left, cancel=cancel).moves if game.history else ()
    chances = [move.chance for move in moves[since:] if move.chance is not None]
    if not any(move.verdict == "start" for move in moves):
        raise ArgumentError("the game has no open cell: nothing was to be lost yet")
    at_end = {"won": 1.0, "playing": None}.get(game.status, 0.0)
    end_error = 0.0
    if at_end is None:
        now = evaluate(game, time_limit=deadline.left, cancel=cancel)
        at_end, end_error = now.win_probability, now.error
    rest = at_end if game.status == "playing" else 0.0
    if not chances:
        return ChanceBalance(at_end, 0.0, rest, 0.0)
    first = chances[0]
    errors = [first.before_error, end_error, *(each.lost_error for each in chances)]
    return ChanceBalance(
        chance=first.before,
        lost=sum(each.lost for each in chances),
        left=rest,
        error=math.hypot(*errors),
    )
