"""The rules of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from sapper import _engine
from sapper._support.words import brief, check_choice
from sapper.errors import GameError

FirstClick = Literal["safe", "opening", "any"]
"""What the first click guarantees: no mine on the cell, no mine on it and around it, or nothing."""

Win = Literal["cleared", "flagged"]
"""How a game is won: by opening every safe cell, or by flagging exactly the mines."""

OnMine = Literal["stop", "continue"]
"""What an exploded mine does: it ends the game, or it is shown and counted and play continues."""

Guessing = Literal["free", "hard_core", "lucky", "kaboom"]
"""What a guess does. A guess opens a cell that is not certainly safe. It is needless while some cell is
certainly safe, and forced otherwise."""

_FIRST_CLICK: Final = {name: _engine.FirstClick[name] for name in get_args(FirstClick)}
_WIN: Final = {name: _engine.Win[name] for name in get_args(Win)}
_ON_MINE: Final = {"stop": _engine.OnMine.stop, "continue": _engine.OnMine.resume}
_GUESSING: Final = {name: _engine.Guessing[name] for name in get_args(Guessing)}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game. Immutable, hashable, picklable.

    Attributes:
        first_click: `"opening"`: no mine on the first opened cell or around it. If there are too many mines
            for that, the cell itself and as many neighbours as possible have none. `"safe"`: no mine on the
            first opened cell. `"any"`: no guarantee.
        win: `"cleared"`: every safe cell is open. `"flagged"`: every mine has a flag and no other cell has
            one (an exploded mine needs no flag); opening all safe cells does not end the game.
        on_mine: `"stop"`: the first mine loses. `"continue"`: the mine shows as exploded, and play continues.
        question_marks: Whether flagging cycles through hidden, flag, question mark.
        guessing: `"free"`: guesses open mines as they come. `"hard_core"`: a needless guess loses, even on a
            safe cell. `"lucky"`: a guess is safe if the mines can lie elsewhere: then they move.
            `"kaboom"`: a needless guess loses, and a forced one is safe. The first click is a forced guess.
            Where a position is too hard to count, guesses are free: `Game.is_judged` says so before the
            click.
            Strategies, `evaluate` and the figures of guesses take guesses for free.

    Raises:
        GameError: A rule has no such choice; the message suggests the nearest.

    Example:
        >>> rules = sapper.Rules(first_click="safe", on_mine="continue")
        >>> sapper.Game("beginner", rules).rules.first_click
        'safe'
    """

    first_click: FirstClick = "opening"
    win: Win = "cleared"
    on_mine: OnMine = "stop"
    question_marks: bool = False
    guessing: Guessing = "free"

    def __post_init__(self) -> None:
        check_choice("first_click", self.first_click, _FIRST_CLICK, GameError)
        check_choice("win", self.win, _WIN, GameError)
        check_choice("on_mine", self.on_mine, _ON_MINE, GameError)
        check_choice("guessing", self.guessing, _GUESSING, GameError)
        if not isinstance(self.question_marks, bool):
            raise GameError(f"`question_marks` must be True or False, not {brief(self.question_marks)}")

    def _for_engine(self) -> _engine.Rules:
        return _engine.Rules(
            _FIRST_CLICK[self.first_click],
            _WIN[self.win],
            _ON_MINE[self.on_mine],
            self.question_marks,
            _GUESSING[self.guessing],
        )


_USUAL: Final = Rules()

RulesLike: TypeAlias = Rules | FirstClick
"""What can be given wherever rules are wanted: all of them, or the name of the first click alone."""


def as_rules(rules: RulesLike | None) -> Rules:
    """The rules that an argument describes, by default `Rules()`. For use inside the package.

    Raises:
        GameError: There is no such first click, or the argument has another type.
    """
    if isinstance(rules, Rules):
        return rules
    if rules is None:
        return _USUAL
    if isinstance(rules, str):
        return Rules(rules)
    names = ", ".join(map(repr, _FIRST_CLICK))
    raise GameError(f"`rules` must be a sapper.Rules, or a first click ({names}), not {brief(rules)}")
