"""Who waits for whom when many think at once. Jobs wait for events; their order is tested, not their time."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from sapper import Cancel
from sapper._support.deadline import Deadline
from sapper.errors import BudgetError
from sapper.web.errors import WebError
from sapper.web.questions.figures import Budget
from sapper.web.questions.thoughts import Thoughts, Turns


class Jobs:
    """Jobs that note when they run and may be held."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.held = threading.Event()

    def quick(self, name: str) -> Callable[[], None]:
        return lambda: self.ran.append(name)

    def hold(self) -> None:
        assert self.held.wait(30)


@pytest.fixture
def thoughts() -> Iterator[Thoughts]:
    thoughts = Thoughts()
    yield thoughts
    thoughts.close()


def test_players_take_turns_whoever_asked_first() -> None:
    async def play() -> list[str]:
        turns, jobs = Turns(1, "test"), Jobs()
        first = asyncio.create_task(turns.call("a", jobs.hold))
        await asyncio.sleep(0)
        rest = [
            asyncio.create_task(turns.call(name[0], jobs.quick(name)))
            for name in ["a1", "a2", "a3", "b1", "b2", "c1"]
        ]
        await asyncio.sleep(0)
        jobs.held.set()
        await asyncio.gather(first, *rest)
        turns.close()
        return jobs.ran

    assert asyncio.run(play()) == ["b1", "c1", "a1", "b2", "a2", "a3"]


def test_a_player_runs_one_thing_at_a_time_however_many_threads_are_idle() -> None:
    async def play() -> tuple[int, list[str]]:
        turns, jobs = Turns(4, "test"), Jobs()
        mine = [asyncio.create_task(turns.call("a", jobs.hold)) for _ in range(3)]
        await asyncio.sleep(0)
        running = threading.active_count()
        await turns.call("b", jobs.quick("b"))
        ran = list(jobs.ran)
        jobs.held.set()
        await asyncio.gather(*mine)
        turns.close()
        return running, ran

    before = threading.active_count()
    running, ran = asyncio.run(play())
    assert running <= before + 1
    assert ran == ["b"]


def test_a_player_who_gives_up_waiting_takes_no_turn() -> None:
    async def play() -> list[str]:
        turns, jobs = Turns(1, "test"), Jobs()
        first = asyncio.create_task(turns.call("a", jobs.hold))
        await asyncio.sleep(0)
        with pytest.raises(WebError, match="busy with other players"):
            await turns.call("b", jobs.quick("late"), Deadline(0.01))
        gone = asyncio.create_task(turns.call("c", jobs.quick("gone")))
        await asyncio.sleep(0)
        gone.cancel()
        last = asyncio.create_task(turns.call("d", jobs.quick("d")))
        jobs.held.set()
        await asyncio.gather(first, last)
        turns.close()
        return jobs.ran

    assert asyncio.run(play()) == ["d"]


def test_a_thread_is_free_again_after_a_call_that_raised() -> None:
    async def play() -> None:
        turns = Turns(1, "test")
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await turns.call("a", lambda: 1 // 0)
        turns.close()

    asyncio.run(asyncio.wait_for(play(), 30))


def test_a_short_question_is_answered_while_many_players_think_long(
    thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.web.questions.thoughts.SLICE", 0.01)
    jobs = Jobs()

    async def think_long(player: str) -> str:
        whole = Budget.of(60_000, Cancel())

        def long(part: Budget) -> str:
            if part is not whole:
                time.sleep(part.seconds)
                raise BudgetError("a moment is not enough")
            jobs.hold()
            return "long"

        return await thoughts.think(player, long, whole)

    async def play() -> list[str]:
        others = [asyncio.create_task(think_long(f"player {number}")) for number in range(12)]
        await asyncio.sleep(0)
        quick = await thoughts.think("me", lambda _: "quick", Budget.of(30_000, Cancel()))
        assert not any(task.done() for task in others)
        jobs.held.set()
        return [quick, *await asyncio.gather(*others)]

    assert asyncio.run(play()) == ["quick"] + 12 * ["long"]


def test_long_thoughts_of_one_player_do_not_keep_another_waiting(thoughts: Thoughts) -> None:
    jobs = Jobs()

    def long(name: str) -> Callable[[Budget], None]:
        return lambda _: jobs.hold() if name == "held" else jobs.ran.append(name)

    async def play() -> None:
        budget = Budget.of(60_000, Cancel())
        mine = [asyncio.create_task(thoughts.think("a", long("held"), budget, long=True)) for _ in range(20)]
        await asyncio.sleep(0)
        await thoughts.think("b", long("b"), budget, long=True)
        assert not any(task.done() for task in mine)
        jobs.held.set()
        await asyncio.gather(*mine)

    asyncio.run(play())
    assert jobs.ran == ["b"]


def test_what_is_done_in_a_moment_is_done_once(thoughts: Thoughts) -> None:
    calls: list[Budget] = []
    budget = Budget.of(60_000, Cancel())
    assert asyncio.run(thoughts.think("a", calls.append, budget)) is None
    assert len(calls) == 1
    assert calls[0].seconds < budget.seconds


def test_an_error_in_the_first_moment_is_the_answer(thoughts: Thoughts) -> None:
    calls = []

    def fails(part: Budget) -> None:
        calls.append(part)
        raise BudgetError("too much memory")

    with pytest.raises(BudgetError, match="memory"):
        asyncio.run(thoughts.think("a", fails, Budget.of(60_000, Cancel())))
    assert len(calls) == 1


def test_an_answer_that_came_late_is_thought_of_once_more_with_all_the_time(thoughts: Thoughts) -> None:
    budget = Budget.of(60_000, Cancel())

    def half(part: Budget) -> str:
        if part is budget:
            return "whole"
        time.sleep(part.seconds)
        return "what there was time for"

    assert asyncio.run(thoughts.think("a", half, budget)) == "whole"


def test_a_player_without_thoughts_has_a_place_although_others_have_many(thoughts: Thoughts) -> None:
    with ExitStack() as places:
        for number in range(64):
            places.enter_context(thoughts.place(f"player {number // 4}"))
        places.enter_context(thoughts.place("me"))
        with pytest.raises(WebError, match="questions of other players"):
            places.enter_context(thoughts.place("me"))
        with pytest.raises(WebError, match="4 questions in progress"):
            places.enter_context(thoughts.place("player 1"))
