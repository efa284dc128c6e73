"""A server: every call has a time limit, can be cancelled from another thread, and tells how far it is."""

from concurrent.futures import ThreadPoolExecutor

import sapper

cancel = sapper.Cancel()
shares: list[float] = []


def watch(progress: sapper.Progress) -> None:
    assert progress.total is not None
    assert 0 <= progress.done <= progress.total
    shares.append(progress.done / progress.total)
    cancel.set()


try:
    sapper.simulate("expert", games=10**6, threads=1, progress=watch, cancel=cancel)
except sapper.CancelledError as error:
    print("stopped:", error)
else:
    raise AssertionError("the run went on")
assert shares

rough = sapper.evaluate(sapper.Game("expert", seed=1), games=10**9, error=1e-9, time_limit=0.2)
print("within a fifth of a second:", rough)

try:
    sapper.analyse(sapper.Game("expert", seed=1), time_limit=0)
except sapper.BudgetError as error:
    print("too long:", error)
else:
    raise AssertionError("no time was enough")

with ThreadPoolExecutor(4) as pool:
    games = [sapper.Game("expert", seed=number) for number in range(8)]
    assert len({analysis.safest_risk for analysis in pool.map(sapper.analyse, games)}) == 1
