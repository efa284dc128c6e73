"""What all tests share."""

import signal

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no failure, and whoever runs the tests again gets the same inputs. For others, and more:
# `--hypothesis-profile=search`.
BUSY = [HealthCheck.too_slow]
settings.register_profile("search", deadline=None, suppress_health_check=BUSY, max_examples=1000)
settings.register_profile("sapper", deadline=None, suppress_health_check=BUSY, derandomize=True)
settings.load_profile("sapper")

# What a shell starts in the background ignores Ctrl-C, and so would the processes that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever looks at a clock is tried again: the machine may have had a bad moment, but not three."""
    for item in items:
        if item.get_closest_marker("timing"):
            item.add_marker(pytest.mark.flaky(reruns=2))
