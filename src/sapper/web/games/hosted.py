"""A game that the server keeps: its moves, its clock, and whether it counts."""

from __future__ import annotations

import secrets
import time
from copy import copy
from typing import TYPE_CHECKING

from sapper.errors import GameError
from sapper.variants.referee import rule_on
from sapper.web import limits
from sapper.web.games.clock import Clock
from sapper.web.games.moves import ACTIONS, CHANGED, LOST_BY_GUESS, NOTHING, By, Change, Move, standing_moves
from sapper.web.games.path import packed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sapper.board.game import ActionKind, Game
    from sapper.board.position import Position
    from sapper.web.games.origin import Origin


class HostedGame:
    """A game with all that the page shows of it. Only one thread at a time may use it.

    Attributes:
        id: The id of the game.
        player: The id of its player.
        origin: What it started from.
        game: The game itself.
        clock: Measures how long it takes.
        clicks: The number of actions that were not undone, including those that changed nothing. The guess
            that loses in hard core is none of them, because it opened nothing.
        counts_not: Why it is a practice game from now on.
        guessed_by: In hard core, kind and cell of the guess that ended it.
        started_at: Milliseconds since 1970.
        ended_at: The same for its end; None while it is in play.
        result: What the statistics count it as for good: its status at its first end, `"helped"` or
            `"abandoned"`. None if it has no result yet, or is a practice game.
        result_at: When it got the result, in milliseconds since 1970.
        laid: The mines that a fair board or a lucky guess has laid; None if neither did.
        version: Grows with every move.
    """

    def __init__(self, player: str, origin: Origin, id: str | None = None) -> None:
        self.id = secrets.token_urlsafe(12) if id is None else id
        self.player = player
        self.origin = origin
        self.game: Game = origin.game()
        self.clock = Clock()
        self.clicks = 0
        self.counts_not: list[str] = list(origin.counts_not)
        self.guessed_by: tuple[ActionKind, int] | None = None
        self.started_at = now_ms()
        self.ended_at: int | None = None
        self.result: str | None = None
        self.result_at: int | None = None
        self.laid: NDArray[np.bool_] | None = None
        self.version = 0
        self._unkept: NDArray[np.bool_] | None = None
        self._followers = 0
        self._pointed_ms = 0
        self._keys: set[str] = set()

    @property
    def small(self) -> bool:
        """Whether moves are so quick that they need no thread."""
        return self.game.topology.size <= limits.SMALL_CELLS and self.origin.variant == "normal"

    @property
    def moves(self) -> int:
        """The number of actions that changed something and were not undone."""
        return self.game._engine.actions

    @property
    def begun(self) -> bool:
        """Whether a cell was opened."""
        return not self.game._engine.is_fresh

    @property
    def status(self) -> str:
        """The status of the game, or `"lost"` after a guess in hard core."""
        return self.game.status if self.guessed_by is None else "lost"

    @property
    def over(self) -> bool:
        """Whether only undo is left."""
        return self.status != "playing"

    @property
    def standing(self) -> str | None:
        """What the statistics count it as now: `result`, or `"unfinished"`; None for practice games."""
        if self.result is None and self.begun and not self.over and not self.counts_not:
            return "unfinished"
        return self.result

    @property
    def needs_fair_board(self) -> bool:
        """Whether a fair board has to be made before a cell can be opened."""
        return self.origin.first_click == "fair" and self.origin.mined is None and self.laid is None

    def knows(self, key: str) -> bool:
        """Whether an action with this key was done."""
        return key in self._keys

    def lay(self, mined: NDArray[np.bool_]) -> None:
        """Replaces the mines by others that fit all numbers shown so far. The next move saves them."""
        self.laid = self._unkept = mined
        self.game = self.origin.game(self.game.history, mined)

    def act(
        self, kind: ActionKind, cell: int, key: str, by: By = "player", path: Iterable[Sequence[int]] = ()
    ) -> tuple[Change, Move | None]:
        """Opens, flags or chords a cell. `path` has milliseconds before the action, x and y of each place.

        Returns:
            What changed, and the move to save. None if the assistant acted and nothing changed.

        Raises:
            GameError: The game is over.
            CellError: There is no such cell.
        """
        topology = self.game.topology
        place = topology.cell(cell)
        if kind == "open" and not self.begun and self.origin.start is not None:
            cell = self.origin.start
            place = topology.cell(cell)
        if self.over:
            raise GameError(
                f"cannot {kind} {topology.describe(place)}: the game is over ({self.status})", place
            )
        if self.begun:
            self.clock.make_up()  # a player who does not follow the game has played all that time
        if not self._allows(kind, cell):
            return Change(), self._moved(kind, cell, key, by, LOST_BY_GUESS, path)
        count = self.game.act(kind, place)
        if count == 0 and by != "player":
            return Change(), None
        change = self._change(self.game._engine.changed if count else [])
        return change, self._moved(kind, cell, key, by, CHANGED if count else NOTHING, path)

    def undo(self) -> tuple[Change, Move]:
        """Takes back the losing move. The loss still counts, and what follows is practice.

        Raises:
            GameError: The game is not lost.
        """
        if self.status != "lost":
            raise GameError("only a lost game can take its last move back")
        change = Change()
        if self.guessed_by is not None:
            self.guessed_by = None
        else:
            cells = sorted(self.game._engine.changed)
            self.game = copy(self.game)  # `way_back` may want the game as it was
            self.game.undo()
            self.clicks -= 1
            change = self._change(cells)
        self.ended_at = None
        if "undo" not in self.counts_not:
            self.counts_not.append("undo")
        return change, self._moved("undo", 0, secrets.token_hex(8), "undo", CHANGED)

    def before_loss(self) -> tuple[Position, str, int]:
        """What the player saw before the move that lost, and that move: its kind and its cell.

        Raises:
            GameError: The game is not lost.
        """
        if self.status != "lost":
            raise GameError("only a lost game has a move that lost it")
        if self.guessed_by is not None:
            return (self.game.position, *self.guessed_by)
        game, last = copy(self.game), self.game.history[-1]
        game.undo()
        return game.position, last.kind, game.topology.index(last.cell)

    def practise(self) -> bool:
        """Makes a practice game of a game in play, because its mines will be known from another game.

        If it counted until now, it is abandoned for good. Returns whether anything changed.
        """
        return not self.over and not self.counts_not and self._end_counting("same", "abandoned")

    def take_help(self, reason: str) -> bool:
        """Notes that the player of a game in play got help. Returns whether that is new.

        If the game counted until now, it counts as helped for good. So help never takes a game in trouble out
        of the statistics. Help before the first cell is open makes a practice game.
        """
        return self._end_counting(reason, "helped")

    def _end_counting(self, reason: str, result: str) -> bool:
        """Adds a reason why the game does not count from now on. Returns whether it is new."""
        if reason in self.counts_not:
            return False
        if self.standing == "unfinished":
            self.result, self.result_at = result, now_ms()
        self.counts_not.append(reason)
        return True

    def follow(self, more: int) -> None:
        """Counts the connections that follow the game. The clock runs only while there is one."""
        self._followers += more
        self._set_clock()

    def take_followers(self, clock: Clock, followers: int) -> None:
        """Takes the clock and the followers that it had when it was last in memory."""
        self.clock = clock
        self.follow(followers)

    def way_back(self) -> Callable[[list[Move]], None]:
        """A function that takes back everything done from now on. It needs the moves that were made."""
        before = {name: value for name, value in vars(self).items() if name != "_followers"}
        done, counts_not = self.moves, list(self.counts_not)

        def back(moves: list[Move]) -> None:
            vars(self).update(before)
            self.counts_not = counts_not
            self._keys.difference_update(move.key for move in moves)
            if self.moves != done:
                self.game = self.origin.game(self.game.history[:done], self.laid)
            self._set_clock()

        return back

    def restore(self, moves: Iterable[Move], elapsed_ms: int, stood_ms: int) -> None:
        """Repeats saved moves in a new game. The clock was stopped for `stood_ms`."""
        moves = list(moves)
        for move in moves:
            self.laid = self.laid if move.mined is None else move.mined
            self.version, self._pointed_ms = move.number + 1, move.elapsed_ms
        self._keys = {move.key for move in moves}
        clicks, guess = standing_moves(moves)
        self.clicks = len(clicks)
        cell = self.game.topology.cell
        history = [(move.action, cell(move.cell)) for move in clicks if move.effect == CHANGED]
        self.game = self.origin.game(history, self.laid)
        self.guessed_by = None if guess is None else (guess.action, guess.cell)
        self.clock = Clock(elapsed_ms, stood_ms)

    def _allows(self, kind: ActionKind, cell: int) -> bool:
        """Whether the variant allows this. The lucky variant may move mines first."""
        if self.origin.variant == "normal":
            return True
        seed = self.origin.seed or 0  # without a seed the player knows the mines, so nothing is left to hide
        ruling = rule_on(self.game, self.origin.variant, kind, cell, seed)
        if ruling.guess:
            self.guessed_by = kind, cell
        if ruling.mined is not None:
            self.lay(ruling.mined)
        return not ruling.guess

    def _change(self, cells: list[int]) -> Change:
        if len(cells) > limits.DIFF_CELLS:
            return Change(whole=True)
        return Change(cells, list(map(self.game._engine.mark, cells)))

    def _moved(
        self, kind: str, cell: int, key: str, by: By, effect: int, path: Iterable[Sequence[int]] = ()
    ) -> Move:
        if self.over:
            self._set_clock()  # so that the last move has the time of the game
        now = self.clock.elapsed_ms
        way = ((now - before_ms, x, y) for before_ms, x, y in path)
        places, self._pointed_ms = packed(way, self._pointed_ms)
        move = Move(self.version, kind, cell, key, by, effect, now, self._unkept, places)
        self._unkept = None
        self.version += 1
        self._keys.add(key)
        self.clicks += kind in ACTIONS and effect != LOST_BY_GUESS
        if self.over and self.ended_at is None:
            self.ended_at = now_ms()
            if self.result is None and not self.counts_not:
                self.result, self.result_at = self.status, self.ended_at
        self._set_clock()
        return move

    def _set_clock(self) -> None:
        if self._followers > 0 and self.begun and not self.over:
            self.clock.start()
        else:
            self.clock.stop()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
