from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from support.answered import watched
from support.live import Live, connected

from sapper.web.access.guard import Guard
from sapper.web.app import create_app


@pytest.fixture(autouse=True)
def answers_fit_their_models(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compares every answer and every message of the servers in this process with its model."""
    faults: list[str] = []
    monkeypatch.setattr(Guard, "__call__", watched(faults.append))
    yield
    assert faults == []


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path), base_url="http://127.0.0.1") as client:
        client.get("/api/about")  # which makes it a player
        yield client


@pytest.fixture
def live(client: TestClient) -> Iterator[Live]:
    with connected(client) as live:
        yield live
