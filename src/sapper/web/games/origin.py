"""What a hosted game starts from, how the store writes it as text, and the daily boards."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from pydantic_core import from_json

from sapper._support.naming import unknown
from sapper.board.board import Board, Level
from sapper.board.encoding import board_from, board_object
from sapper.board.game import Game
from sapper.board.rules import FirstClick, OnMine, Rules, Win
from sapper.draw.wording import level_of
from sapper.knowledge.hints import RULES
from sapper.minefields.generation import generate
from sapper.variants.referee import Variant
from sapper.web import limits
from sapper.web.encoding.values import Object
from sapper.web.errors import WebError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.web.transport.requests import Fair, GameAsked

FirstClickAsked = Literal["safe", "opening", "any", "fair"]
"""The first click as in `Rules`, or `"fair"`: the board is made at the first click."""

FAIR_DEFAULTS: Final = {"method": "uniform", "mine_count": True, "rule": None}


@dataclass(frozen=True)
class Origin:
    """Board, rules, and the source of the mines."""

    board: Board
    first_click: FirstClickAsked = "opening"
    variant: Variant = "normal"
    win: Win = "cleared"
    on_mine: OnMine = "stop"
    question_marks: bool = False
    seed: int | None = None
    mined: NDArray[np.bool_] | None = None  # of the board's shape; None if the seed decides the mines
    fair: Object = field(default_factory=lambda: dict(FAIR_DEFAULTS))  # how to make a fair board
    counts_not: tuple[str, ...] = ()  # why the game does not count, if that is known from the start
    first: str | None = None  # the id of the first game on this minefield, if this game is not the first
    start: int | None = None  # the cell that the first click opens, wherever it is; None if it is free
    daily: str | None = None  # the date of a daily board, as `"2026-11-23"`

    @property
    def first_is_safe(self) -> bool:
        """Whether no mine is under the first cell that is opened."""
        return self.first_click != "any" or self.variant == "lucky"

    def game(self, history: Any = (), mined: NDArray[np.bool_] | None = None) -> Game:
        """The game at its start or after a history. `mined` replaces the mines that it started with."""
        mined = self.mined if mined is None else mined
        first_click: FirstClick = "opening" if self.first_click == "fair" else self.first_click
        if mined is not None:
            first_click = "any"
        elif self.variant == "lucky" and first_click == "any":
            first_click = "safe"
        rules = Rules(first_click, self.win, self.on_mine, self.question_marks)
        return Game(self.board, rules, seed=self.seed or 0, minefield=mined, history=history)

    def again(self, first: str, mined: NDArray[np.bool_] | None) -> Origin:
        """The same minefield again. Before the first click there is none, and the same seed is used."""
        origin = replace(self, counts_not=("same",), first=first)
        return origin if mined is None else replace(origin, mined=mined, seed=None)

    @property
    def category(self) -> str:
        """The category in statistics, as text. It is a key in the store, so it must never change."""
        rows, columns = self.board.topology.shape
        return json.dumps(
            {
                "board": {
                    "topology": self.board.topology.name,
                    "rows": rows,
                    "columns": columns,
                    "mines": self.board.mines,
                },
                "level": level_of(self.board),
                "first_click": self.first_click,
                "variant": self.variant,
                "win": self.win,
                "on_mine": self.on_mine,
            }
        )

    def kept(self) -> tuple[str, bytes | None]:
        """The text for the store, and the bits of the mines if they are given."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "mined"}
        text = json.dumps({**values, "board": board_object(self.board)})
        return text, None if self.mined is None else np.packbits(self.mined).tobytes()

    @classmethod
    def restored(cls, text: str, mined: bytes | None) -> Origin:
        """The inverse of `kept`."""
        values = from_json(text, allow_inf_nan=False)
        whole = board_from(values.pop("board"))
        values["counts_not"] = tuple(values["counts_not"])
        return cls(whole, mined=None if mined is None else unpacked(mined, whole), **values)


def unpacked(bits: bytes, board: Board) -> NDArray[np.bool_]:
    """A minefield from its bits."""
    flat = np.unpackbits(np.frombuffer(bits, dtype=np.uint8), count=board.topology.size)
    return flat.astype(np.bool_).reshape(board.topology.shape)


def asked_origin(asked: GameAsked) -> Origin:
    """The origin that a request for a new game describes.

    Raises:
        WebError: The request contradicts itself, or the board has no room for an opening or is too large for
            the variant.
        BoardError: There is no such board.
    """
    if asked.actions is not None and (asked.minefield is None or asked.variant not in (None, "normal")):
        raise WebError("request", "'actions' goes with 'minefield', in the normal variant")
    if asked.minefield is not None:
        if (asked.seed, asked.first_click, asked.fair) != (None, None, None):
            raise WebError("request", "with 'minefield', leave out 'seed', 'first_click' and 'fair'")
        minefield = asked.minefield.minefield()
        reason = "same" if asked.actions is None else "past"
        origin = Origin(minefield.board, "any", mined=minefield.mined, counts_not=(reason,))
    elif asked.board is not None:
        seed = secrets.randbits(64) if asked.seed is None else int(asked.seed)
        if seed >= 2**64:
            raise WebError("request", "'seed' must be 0 to 2^64 - 1")
        typed = () if asked.seed is None else ("seed",)
        origin = Origin(asked.board.board(), asked.first_click or "opening", seed=seed, counts_not=typed)
        if origin.first_click in ("opening", "fair"):
            _check_opening(origin.board)
        if asked.fair is not None:
            origin = replace(origin, fair=_fair(asked.fair, origin.first_click))
    else:
        raise WebError("request", "a new game needs 'board', 'same_as' or 'minefield'")
    return _with_rules(origin, asked)


def _fair(asked: Fair, first_click: FirstClickAsked) -> Object:
    """How to make a fair board. Raises WebError if that is impossible, before anybody clicks."""
    if first_click != "fair":
        raise WebError("request", "'fair' is allowed only if 'first_click' is 'fair': leave it out")
    if asked.rule is not None and asked.rule not in RULES:
        raise WebError("request", f"'fair.rule': {unknown('rule', asked.rule, RULES)}")
    return asked.model_dump()


def _check_opening(board: Board) -> None:
    """Raises WebError if some first cell could not be an opening. The page promises that all are."""
    opening = board.topology.max_degree + 1
    free = board.topology.size - board.mines
    if 0 < free < opening:
        raise WebError(
            "request",
            f"an opening needs up to {opening} cells without mines; {board.mines} mines leave only {free}: "
            "choose fewer mines, or the first click 'safe'",
        )


def _with_rules(origin: Origin, asked: GameAsked) -> Origin:
    names = ("variant", "win", "on_mine", "question_marks")
    said = {name: getattr(asked, name) for name in names if getattr(asked, name) is not None}
    origin = replace(origin, **said)
    if origin.variant != "normal" and origin.board.topology.size > limits.HARD_CORE_CELLS:
        raise WebError(
            "request",
            f"the variant {origin.variant!r} is for boards of at most {limits.HARD_CORE_CELLS} cells",
        )
    return origin


def today() -> date:
    """The day in UTC."""
    return datetime.now(UTC).date()


def daily_category(level: Level) -> str:
    """The category of a daily board in statistics: that of any board of the level that needs no guess."""
    return Origin(Board.level(level), "fair").category


def daily_origin(level: Level, day: date) -> Origin:
    """The daily board of a level. It needs no guess from its marked first cell. Takes some milliseconds.

    The seed of `sapper.generate` is the first 8 bytes, big endian, of the SHA-256 of `sapper 2026-11-23
    expert`, with the date and the level. All other options have their defaults.
    """
    name = f"sapper {day.isoformat()} {level}"
    seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
    generated = generate(level, seed=seed)
    topology = generated.board.topology
    return Origin(
        generated.board,
        "fair",
        mined=generated.minefield.mined,
        start=topology.index(generated.start),
        daily=day.isoformat(),
    )
