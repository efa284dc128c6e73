"""The models that all web tests compare answers with refuse anything that differs."""

import json

import pytest
from support.answered import http_fault, live_fault


@pytest.mark.parametrize(
    ("change", "fits"),
    [
        ({}, True),
        ({"id": 3}, True),
        ({"more": True}, True),
        ({"type": "structures"}, False),
        ({"more": False}, False),
        ({"id": "3"}, False),
        ({"id": None}, False),
        ({"sea": None}, False),
        ({"sea": "3"}, False),
        ({"lake": 3}, False),
        ({"components": [{"cells": [1], "numbers": [2]}]}, False),
    ],
)
def test_a_message_has_exactly_the_fields_of_its_model(change: dict[str, object], fits: bool) -> None:
    message = {"type": "structure", "id": 1, "safe": [], "mines": [], "components": [], "sea": 3}
    assert (live_fault(json.dumps(message | change)) is None) == fits


@pytest.mark.parametrize(
    ("status", "answer", "fits"),
    [
        (200, {"runs": []}, True),
        (200, {"runs": [], "more": 1}, False),
        (200, {}, False),
        (404, {"error": {"type": "unknown", "message": "there is no such run"}}, True),
        (404, {"error": {"type": "unknown"}}, False),
        (404, {"runs": []}, False),
    ],
)
def test_an_answer_has_exactly_the_fields_of_its_model(status: int, answer: object, fits: bool) -> None:
    scope = {"type": "http", "method": "GET", "path": "/api/runs"}
    assert (http_fault(scope, status, "application/json", json.dumps(answer).encode()) is None) == fits
