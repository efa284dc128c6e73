"""`docs/metrics.md` has every metric, and its Python runs."""

import re
from inspect import getmembers
from pathlib import Path

import pytest

from sapper import BoardMetrics, GameMetrics

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("metrics", [BoardMetrics, GameMetrics])
def test_every_metric_has_a_row(metrics: type) -> None:
    fields = {name for name in metrics.__annotations__ if not name.startswith("_")}
    names = fields | {name for name, _ in getmembers(metrics) if not name.startswith("_")}
    described = set(re.findall(r"^\| `(\w+)", TEXT, re.MULTILINE))
    assert names - described <= {"board", "minefield", "to_arrow", "to_dict"}
