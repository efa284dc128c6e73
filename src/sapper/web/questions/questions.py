"""Answers questions about positions and games, in threads."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from heapq import merge
from typing import TYPE_CHECKING, Final, TypeVar

from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.errors import CancelledError, GameError, SapperError
from sapper.inference.analysis import Cancel
from sapper.protocol.answers import analysis_object, counted
from sapper.replays.mouse import MouseEvent, TimedAction
from sapper.replays.replay import Replay, events_of
from sapper.reviews.found import VERSION, digest_of, found_in, review_text, reviews_from
from sapper.reviews.many import player_report
from sapper.web import limits
from sapper.web.encoding.values import Object
from sapper.web.errors import WebError
from sapper.web.games.desk import Desk, Table
from sapper.web.games.path import movements
from sapper.web.questions.contents import bytes_in, replay_in
from sapper.web.questions.figures import (
    Budget,
    analysis_figures,
    belief_figures,
    cell_figures,
    check_for_chance,
    evaluation_figures,
    guess_figures,
    hidden_cell,
    structure_figures,
    window_on,
)
from sapper.web.questions.folder import Folder, Reviewed
from sapper.web.questions.hints import hint_figures, loss_figures
from sapper.web.questions.reviewing import (
    chance_figures,
    puzzle_figures,
    report_figures,
    review_figures,
    reviewed_game,
)
from sapper.web.questions.thoughts import LARGE_CELLS, Thoughts

if TYPE_CHECKING:
    from sapper.board.rules import Rules
    from sapper.reviews.games import ReviewedGame
    from sapper.web.games.hosted import HostedGame
    from sapper.web.games.store import Store
    from sapper.web.questions.strategies import Strategies
    from sapper.web.transport import requests

Result = TypeVar("Result")

_NEWS_EVERY: Final = 0.1
"""Seconds between two messages about progress."""

_VARIANTS: Final = {"hard_core": "hard core", "lucky": "lucky"}
"""Other games than the usual one, in which risks mean little."""


@dataclass(frozen=True, slots=True)
class Call:
    """Who asks a question, and what stops it."""

    player: str
    cancel: Cancel = field(default_factory=Cancel)
    tell: Callable[[Object], None] = lambda _: None  # takes messages about the progress, in the event loop


class Questions:
    """Answers questions of players. A game in play no longer counts after a question about it."""

    def __init__(self, desk: Desk, store: Store, thoughts: Thoughts, strategies: Strategies) -> None:
        self._desk = desk
        self._store = store
        self._thoughts = thoughts
        self._strategies = strategies

    async def _position(
        self, call: Call, asked: requests.About, check: Callable[[Position], object] = lambda _: None
    ) -> tuple[Position, Table | None]:
        """The position that a question is about, and its table.

        A game in play no longer counts, unless `check` raises an error.
        """
        if (asked.game is None) == (asked.position is None):
            raise WebError("request", "give exactly one of 'game' and 'position'")
        if asked.position is not None:
            position = await self._thoughts.built(call.player, asked.position.position, asked.position.marks)
            check(position)
            return position, None
        assert asked.game is not None
        table = await self._desk.table(call.player, asked.game)
        check(table.hosted.game.position)
        await self._desk.help(table)
        return table.hosted.game.position, table

    async def analyse(self, call: Call, asked: requests.Analyse) -> Object:
        """The answer to `analyse`."""
        position, table = await self._position(call, asked, lambda seen: window_on(seen, asked.window))
        history = () if table is None else table.hosted.game.history
        laid = None if table is None else table.hosted.laid

        def figures(budget: Budget) -> Object:
            answer = analysis_figures(
                position,
                budget,
                window=asked.window,
                trust_flags=asked.trust_flags,
                count=asked.count,
                zeros=asked.zeros,
            )
            if table is not None and position.topology.size <= limits.ACCUMULATED_RISK_CELLS:
                answer["risk_taken"] = table.accumulated.after(history, laid, budget.seconds, call.cancel)
            if asked.guess and answer["best"] is not None:
                answer |= guess_figures(position, budget, asked.moves, asked.trust_flags, answer)
            return {"type": "analysis", **answer}

        return await self._think(call, position, asked.time_limit_ms, figures)

    async def beliefs(self, call: Call, asked: requests.Beliefs) -> Object:
        """The answer to `beliefs`."""
        strategy = self._strategies.named(asked.strategy)
        position, table = await self._position(call, asked, lambda seen: window_on(seen, asked.window))
        rules = None if table is None else table.hosted.game.rules
        figures = partial(belief_figures, position, strategy, rules, window=asked.window)
        return {"type": "beliefs", **await self._think(call, position, asked.time_limit_ms, figures)}

    async def cell(self, call: Call, asked: requests.CellFigures) -> Object:
        """The answer to `cell`."""
        position, _ = await self._position(call, asked, lambda seen: hidden_cell(seen, asked.cell))
        figures = partial(cell_figures, position, asked.cell, trust_flags=asked.trust_flags)
        return {"type": "cell", **await self._think(call, position, asked.time_limit_ms, figures)}

    async def evaluate(self, call: Call, asked: requests.Evaluate) -> Object:
        """The answer to `evaluate`."""
        position, table = await self._position(call, asked, check_for_chance)
        rules = None if table is None else table.hosted.game.rules
        figures = partial(evaluation_figures, position, rules)
        return {"type": "evaluation", **await self._think(call, position, asked.time_limit_ms, figures)}

    async def hint(self, call: Call, asked: requests.Hint) -> Object:
        """The answer to `hint`."""
        position, table = await self._position(call, asked)
        if table is not None and table.hosted.over:
            raise GameError("the game is over: there is nothing left to do")
        rules = None if table is None else table.hosted.game.rules
        return await self.hint_for(call, position, asked, rules)

    async def hint_for(
        self,
        call: Call,
        position: Position,
        asked: requests.Hint | requests.HintAsked,
        rules: Rules | None = None,
    ) -> Object:
        """A hint for a position. The rules are those of its game, if it is of one."""
        figures = partial(
            hint_figures, position, rules=rules, everything=asked.all, trust_flags=asked.trust_flags
        )
        return {"type": "hint", **await self._think(call, position, asked.time_limit_ms, figures)}

    async def explain(self, call: Call, asked: requests.Explain) -> Object:
        """The answer to `explain`. Raises GameError if the game is not lost."""
        hosted = (await self._desk.table(call.player, asked.game)).hosted
        position, kind, cell = hosted.before_loss()
        figures = partial(loss_figures, position, kind, cell, hosted.origin)
        return {"type": "explanation", **await self._think(call, position, asked.time_limit_ms, figures)}

    async def structure(self, call: Call, asked: requests.Structure) -> Object:
        """The answer to `structure`."""
        position, _ = await self._position(call, asked)
        return await self.structure_of(call, position, asked.time_limit_ms, asked.trust_flags)

    async def structure_of(
        self, call: Call, position: Position, milliseconds: int, trust_flags: bool = False
    ) -> Object:
        """The solver's view of a position."""
        return await self._think(
            call, position, milliseconds, lambda _: structure_figures(position, trust_flags)
        )

    async def analysis(
        self, call: Call, position: Position, trust_flags: bool, milliseconds: int, count: bool
    ) -> Object:
        """An analysis as the command line and the engine protocol write it."""

        def run(budget: Budget) -> Object:
            started = time.perf_counter()
            analysis = budget.analyse(position, trust_flags)
            elapsed = time.perf_counter() - started
            configurations = counted(analysis, budget.seconds, budget.cancel) if count else None
            return analysis_object(analysis, elapsed, configurations)

        return await self._think(call, position, milliseconds, run)

    async def review(self, call: Call, asked: requests.Review) -> Object:
        """The answer to `review`."""
        replay, table = await self._replayed(call.player, asked)
        guess = None if table is None else guess_of(table.hosted)
        result = None if table is None else table.hosted.result
        progress = _progress("moves reviewed", call.tell)
        figures = partial(review_figures, replay, guess, progress=progress)
        answer = await self._think(call, replay.minefield, asked.time_limit_ms, figures)
        return {"type": "review", "result": result, **answer}

    async def chances(self, call: Call, asked: requests.Chances) -> Object:
        """The answer to `chances`."""
        replay, _ = await self._replayed(call.player, asked)
        check_for_chance(replay.minefield)
        progress = _progress("moves evaluated", call.tell)
        figures = partial(chance_figures, replay, progress=progress)
        answer = await self._think(call, replay.minefield, asked.time_limit_ms, figures, long=True)
        return {"type": "chances", **answer}

    async def add(self, call: Call, asked: requests.Add, folder: Folder) -> Object:
        """The answer to `add`. Reviews one file after the other, and adds it to the folder.

        Raises:
            WebError: There are too many files, or the server is busy. Those before stay.
            CancelledError: It was stopped. Those before stay.
        """
        progress = _progress("files reviewed", call.tell)
        for done, file in enumerate(asked.files):
            progress(done, len(asked.files))
            data, key = await self._thoughts.with_files(call.player, partial(_with_key, file.file))
            if folder.known(file.name, key):
                continue
            budget = Budget.of(asked.time_limit_ms, call.cancel)
            folder.add(
                file.name,
                await self._thoughts.think(call.player, partial(_reviewed_file, data, win=asked.win), budget),
            )
        return {"type": "added", "files": len(asked.files)}

    async def report_of_files(self, player: str, folder: Folder) -> Object:
        """The answer to `report` about the files that were added."""

        def figures() -> Object:
            report = folder.report()
            return {"type": "report", "left_out": len(report.skipped), **report_figures(report)}

        return await self._thoughts.with_files(player, figures)

    async def _replayed(self, player: str, asked: requests.Replayed) -> tuple[Replay, Table | None]:
        """The game that is asked about, and its table if it is kept here."""
        if (asked.game is None) == (asked.file is None):
            raise WebError("request", "give exactly one of 'game' and 'file'")
        if asked.game is None:
            replay = await self._thoughts.with_files(
                player, lambda: replay_in(asked.file or "", asked.replay)
            )
            return replay, None
        table = await self._desk.table(player, asked.game)
        return await self.replay(table), table

    async def report(self, call: Call, asked: requests.Report) -> Object:
        """The answer to `report`. Reviews one game after the other, and keeps what it learnt of each."""
        games = await self._desk.ask_store(self._store.countable, call.player, limits.REPORT_GAMES)
        reviews = self._reviews(call, games, asked, win=asked.win)
        reviewed = [game async for game in reviews]
        report = player_report(reviewed)
        return {"type": "report", "left_out": len(games) - len(reviewed), **report_figures(report)}

    async def puzzles(self, call: Call, asked: requests.Puzzles) -> Object:
        """The answer to `puzzles`. Reviews the latest games first, until it has found enough."""
        games = await self._desk.ask_store(self._store.countable, call.player, limits.REPORT_GAMES)
        found: list[Object] = []
        reviewed = 0
        async for game in self._reviews(call, games[::-1], asked):
            reviewed += 1
            found += puzzle_figures(game)
            if len(found) >= limits.PUZZLES:
                break
        return {"type": "puzzles", "games": reviewed, "puzzles": found[: limits.PUZZLES]}

    async def _reviews(
        self, call: Call, games: list[str], asked: requests.Report | requests.Puzzles, *, win: bool = False
    ) -> AsyncIterator[ReviewedGame]:
        """Reviews games one by one. Leaves out those that are damaged, too large or too hard.

        If `win`, it follows the chance to win, except where that takes too long.
        """
        texts = await self._desk.ask_store(self._store.reviews, call.player, VERSION)
        known = await self._thoughts.with_files(call.player, lambda: reviews_from(texts))
        progress = _progress("games reviewed", call.tell)
        for done, game in enumerate(games):
            progress(done, len(games))
            if call.cancel.is_set:
                raise CancelledError("the review of the games was cancelled")
            reviewed = known.get(game)
            try:
                if reviewed is None:
                    reviewed = await self._reviewed(call, game, asked.time_limit_ms)
                if win and reviewed.accuracy is None and reviewed.board.topology.size <= limits.CHANCE_CELLS:
                    reviewed = await self._reviewed(call, game, asked.time_limit_ms, win=True)
            except CancelledError:
                raise
            except SapperError as error:  # it took too long, is too large or damaged
                if isinstance(error, WebError) and error.type == "busy":
                    raise
            if reviewed is not None:
                yield reviewed

    async def _reviewed(self, call: Call, game: str, milliseconds: int, *, win: bool = False) -> ReviewedGame:
        """What a report needs of a finished game. A finished game never changes, so it is reviewed once.

        Raises:
            WebError: The game is damaged or too large, or the server is busy.
            BudgetError: The time is up.
            CancelledError: It was stopped.
        """
        table = await self._desk.table(call.player, game)
        if table.hosted.game.topology.size > limits.REPORT_CELLS:
            raise WebError(
                "too_large", f"a report leaves out boards of more than {limits.REPORT_CELLS} cells"
            )
        replay, guess = await self.replay(table), guess_of(table.hosted)
        work = partial(reviewed_game, replay, guess, game, win=win)
        found = await self._think(call, replay.minefield, milliseconds, work, long=win)
        found = replace(found, mode=_VARIANTS.get(table.hosted.origin.variant))
        text = review_text(found)
        await self._desk.ask_store_or(None, self._store.put_review, game, VERSION, text)
        return found

    async def _think(
        self,
        call: Call,
        about: Position | Minefield,
        milliseconds: int,
        work: Callable[[Budget], Result],
        *,
        long: bool = False,
    ) -> Result:
        """Thinks about a board. Its size or `long` decides whether the work is tried for a moment first."""
        budget = Budget.of(milliseconds, call.cancel)
        long = long or about.topology.size > LARGE_CELLS
        with budget.kept():
            return await self._thoughts.think(call.player, work, budget, long=long)

    async def replay(self, table: Table) -> Replay:
        """A finished game as a replay, with all its clicks. Raises GameError if it is in play."""
        hosted = table.hosted
        mined = hosted.game.minefield
        if not hosted.over or mined is None:
            raise GameError("a game can be reviewed and saved when it is over")
        clicks = await self._desk.ask_store(self._store.clicks, hosted.id)
        path = await self._desk.ask_store(self._store.path, hosted.id)
        topology = hosted.game.topology
        actions = (
            TimedAction(click.elapsed_ms / 1000, click.action, topology.cell(click.cell)) for click in clicks
        )
        moved = movements(path, topology.shape)
        events = list(merge(moved, events_of(actions), key=lambda event: event.time))
        if (guess := guess_of(hosted)) is not None:  # it opened nothing, but the game took until then
            events.append(MouseEvent(guess.time, "mv", guess.cell))
        return Replay(Minefield(mined, topology), tuple(events), hosted.game.rules)


def _with_key(file: str) -> tuple[bytes, str]:
    """The content of a file given as base64, and its key. Raises WebError."""
    data = bytes_in(file)
    return data, digest_of(data)


def _reviewed_file(data: bytes, budget: Budget, *, win: bool) -> Reviewed:
    """What is found in a file. If the time is up, the error names the whole time limit."""
    most = limits.CHANCE_CELLS if win else limits.REPORT_CELLS
    found = found_in(data, lambda: budget.seconds, budget.cancel, win=win, most_cells=most)
    if found.skipped is not None and found.skipped.gave_up and budget.deadline.is_over:
        late = f"it was not reviewed within {budget.deadline.limit:g} seconds"
        found = replace(found, skipped=replace(found.skipped, error=late))
    return Reviewed.of(found)


def guess_of(hosted: HostedGame) -> TimedAction | None:
    """The guess that ended a game of hard core; None if none did."""
    if hosted.guessed_by is None:
        return None
    kind, cell = hosted.guessed_by
    return TimedAction(hosted.clock.elapsed_ms / 1000, kind, hosted.game.topology.cell(cell))


def _progress(text: str, tell: Callable[[Object], None]) -> Callable[[int, int], None]:
    """A function that takes how much of the work is done, from any thread, and tells it now and then."""
    loop = asyncio.get_running_loop()
    last = time.monotonic()

    def progress(done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last >= _NEWS_EVERY:
            last = time.monotonic()
            message = {"type": "progress", "done": done, "of": of, "text": text}
            loop.call_soon_threadsafe(tell, message)

    return progress
