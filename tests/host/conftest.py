"""The worker of the page in Node.js, with nothing kept, for every test."""

from collections.abc import Iterator

import pytest
from support.live import Live, live_in_node


@pytest.fixture(scope="session")
def worker() -> Iterator[Live]:
    with live_in_node(2) as live:
        yield live


@pytest.fixture
def live(worker: Live) -> Live:
    worker.tell("day", day=None)
    worker.begin()
    return worker
