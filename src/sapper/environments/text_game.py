"""Minesweeper in text, with grades for every action: for language models, without a server."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from sapper._support import checks
from sapper._support.engine_call import Deadline, check_common_arguments
from sapper._support.words import brief, brief_contents, check_choice
from sapper.board.board import BoardLike, as_board
from sapper.board.game import Game, Status
from sapper.board.json_form import plain_fields
from sapper.board.position import Position
from sapper.cells import Cell
from sapper.environments.grading import ChanceBalance, Grade, chance_balance, grade
from sapper.environments.prompts import TextFormat, prompt_of
from sapper.environments.replies import Extract
from sapper.errors import ArgumentError, GenerationError
from sapper.hints.hints import RULES
from sapper.minefields.generation import generate, is_fair
from sapper.strategy.autoplaying import good_first_cell

_MOST_TRIES: Final = 10_000
"""The most games of a seed that a reset looks at."""


@dataclass(frozen=True, slots=True)
class TextStep:
    """What follows an action. Made by `TextGame.step`.

    Attributes:
        prompt: The next prompt; empty if the game is over. It says why the last reply was refused, if it was.
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

    `kept` is what to report. The others describe how the model plays, and all can be padded: by flags on
    known mines, by illegal replies, or by leaving the game (`docs/research/language-models.md`).

    Attributes:
        credit: The mean credit of all steps; 0 if there were none.
        steps: The number of steps.
        parsed: How many had an action in a known form.
        legal: How many were legal.
        deduced: How many were certain.
        progress: The share of the safe cells, hidden at the beginning, that are open.
        won: Whether the game is won.
        kept: How much of the chance to win the moves kept. None without `by="win"`.
    """

    credit: float
    steps: int
    parsed: int
    legal: int
    deduced: int
    progress: float
    won: bool
    kept: ChanceBalance | None = None

    def to_dict(self) -> dict[str, Any]:
        """The score as plain values, for JSON."""
        return plain_fields(self)


class TextGame:
    """A game of Minesweeper for a language model: prompts out, replies in, and exact grades.

    `reset` begins a game with its first cell open and gives a prompt. `step` takes a reply. `score` sums
    up; with `by="win"` it says how much of the chance to win the replies kept.
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
        board: BoardLike[Any] = "beginner",
        *,
        hardest: str | None = None,
        format: TextFormat = "text",
        flags: bool = True,
        extract: Extract | None = None,
        max_steps: int | None = None,
        time_limit: float | None = 30.0,
    ) -> None:
        """Chooses the board.

        Args:
            board: A level's name, a `Board`, or rows, columns and mines, as in `(16, 30, 99)`.
            hardest: The difficulty, one of `sapper.types.RULES`: the board needs no guess. It
                needs this rule, and none that is harder. None takes any board.
            format: How the prompt shows the position.
            flags: Whether replies may flag cells. Without flags the model has to find a safe cell: a mine is
                often easier to find.
            extract: Finds the part of a reply with the action, as in `grade`.
            max_steps: The largest number of steps of a game. None allows two for each cell.
            time_limit: Seconds after which the search for a board of this difficulty stops with an error.

        Raises:
            BoardError: The board is impossible.
            ArgumentError: Another argument is invalid.
        """
        self._board = as_board(board)
        if hardest is not None:
            check_choice("hardest", hardest, RULES, ArgumentError)
        check_choice("format", format, get_args(TextFormat), ArgumentError)
        most = 2 * self._board.topology.size if max_steps is None else max_steps
        self._most = checks.whole("max_steps", most, 1)
        check_common_arguments(flags=flags)
        self._hardest, self._format, self._flags = hardest, format, flags
        self._time_limit = None if time_limit is None else checks.seconds("time_limit", time_limit)
        if extract is not None and not callable(extract):
            raise ArgumentError(f"`extract` must be a function, not {brief(extract)}")
        self._extract = extract
        self._game: Game[Any] | None = None
        self._grades: list[Grade] = []
        self._flag_cells = set[Cell]()
        self._hidden = self._start = 0

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
        return self.begin(
            self._game_of(seed) if self._hardest is None else self._of_difficulty(seed, self._hardest)
        )

    def begin(self, game: Game[Any]) -> str:
        """Goes on with a game, instead of `reset`. Replies change it.

        Args:
            game: A game on any board that is not over. What was done in it does not count.

        Returns:
            The prompt.

        Raises:
            ArgumentError: The game is over, or no game.
        """
        source: object = game
        if not isinstance(source, Game) or game.status != "playing":
            raise ArgumentError(f"`game` must be a Game that is not over, not {brief_contents(game)}")
        self._game, self._start = game, len(game.history)
        self._grades, self._flag_cells, self._hidden = [], set(), game.safe_left
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
        result = grade(game, reply, extract=self._extract)
        kind, cell = result.kind, result.cell
        if kind == "flag" and not self._flags:
            text = "there are no flags in this game: open a safe cell"
            result = Grade(True, kind, cell, legal=False, text=text)
        if result.legal and kind is not None and cell is not None:
            game.act(kind, cell)
            if kind == "open":
                result = replace(result, safe=game.exploded == 0)
            elif cell in self._flag_cells:
                result = replace(result, credit=0.0)
            else:
                self._flag_cells.add(cell)
        self._grades.append(result)
        is_over = self._is_over()
        return TextStep("" if is_over else self.prompt, result.credit, is_over, result)

    def score(self, *, by: Literal["credit", "win"] = "credit", time_limit: float | None = None) -> TextScore:
        """Sums up the game so far.

        Args:
            by: `"win"` to compute `kept`, too. That takes up to two seconds for each guess.
            time_limit: Seconds after which computing `kept` stops with an error.

        Raises:
            ArgumentError: No game was begun, or an argument is invalid.
            BudgetError: A position is too entangled, or the time is up.
        """
        game, grades = self._under_way(), self._grades
        check_choice("by", by, ("credit", "win"), ArgumentError)
        return TextScore(
            credit=sum(each.credit for each in grades) / len(grades) if grades else 0.0,
            steps=len(grades),
            parsed=sum(each.parsed for each in grades),
            legal=sum(each.legal for each in grades),
            deduced=sum(each.deducible for each in grades),
            progress=1 - game.safe_left / self._hidden if self._hidden else 1.0,
            won=game.status == "won",
            kept=chance_balance(game, since=self._start, time_limit=time_limit) if by == "win" else None,
        )

    @property
    def done(self) -> bool:
        """Whether the game is over, or had `max_steps` steps."""
        return self._is_over()

    @property
    def status(self) -> Status:
        """The status of the game."""
        return self._under_way().status

    @property
    def position(self) -> Position[Any]:
        """What the player sees."""
        return self._under_way().position

    @property
    def prompt(self) -> str:
        """Why the last reply was refused, if it was; the position, its meaning, and what to reply."""
        refusal = self._grades[-1].text if self._grades else ""
        return prompt_of(self.position, self._format, refusal, flags=self._flags)

    def _is_over(self) -> bool:
        return self.status != "playing" or len(self._grades) >= self._most

    def _under_way(self) -> Game[Any]:
        if self._game is None:
            raise ArgumentError("no game was begun: call reset first")
        return self._game

    def _game_of(self, seed: int) -> Game[Any]:
        """The seed's first game that is not won by its first click."""
        first = good_first_cell(self._board, "opening")
        for number in range(_MOST_TRIES):
            game = Game(self._board, seed=seed, number=number)
            game.open(first)
            if game.status == "playing":
                return game
        raise GenerationError("the first click wins nearly every game on this board: try more mines")

    def _of_difficulty(self, seed: int, hardest: str) -> Game[Any]:
        """The seed's first fair board that the easier rules do not clear."""
        deadline = Deadline(self._time_limit)
        easier = RULES[: RULES.index(hardest)]
        number = 0
        while not deadline.is_over:
            puzzle = generate(
                self._board, hardest=hardest, seed=seed, number=number, time_limit=deadline.left
            )
            if not easier or not is_fair(puzzle, hardest=easier[-1]):
                game = puzzle.play()
                if game.status == "playing":
                    return game
            number = puzzle.number + 1
        text = f"no board that needs the rule {hardest!r} was found within {deadline.limit:g} seconds"
        raise GenerationError(f"{text}: try another rule or a larger board")
