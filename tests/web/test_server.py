"""`sapper serve` as a process of its own."""

import math
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest
from support.killed import server


@pytest.mark.long
def test_answers_on_a_kept_connection_come_at_once(tmp_path: Path) -> None:
    with server(tmp_path) as (_, address):
        connection = HTTPConnection(address)
        quickest = math.inf
        for _ in range(20):
            start = time.monotonic()
            connection.request("GET", "/static/app.js")
            assert connection.getresponse().read()
            quickest = min(quickest, time.monotonic() - start)
        connection.close()
    assert quickest < 0.03  # seconds; an answer in two packets takes 0.04 if the second waits for the first
