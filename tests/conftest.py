"""What all tests share."""

import asyncio
import gc
import inspect
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is not a failure, and a second run has the same inputs. For other and more inputs:
# `--hypothesis-profile=search`.
BUSY = [HealthCheck.too_slow]
settings.register_profile("search", deadline=None, suppress_health_check=BUSY, max_examples=1000)
settings.register_profile(
    "sapper", deadline=None, suppress_health_check=BUSY, derandomize=True, max_examples=50
)
settings.load_profile("sapper")

PAGE = Path(__file__).parent / "page"

# Collecting tests makes thousands of objects, and hardly one goes away.
gc.disable()

# What a shell starts in the background ignores Ctrl-C, and so would the processes that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)  # some are left out by then
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Repeats tests that measure time: the machine may have had a bad moment, but not three.

    Puts the tests of the page first. Each worker begins with a part of all tests, in this order, and later
    takes from the end of another's part. So few of them come to the page, and start a browser.
    """
    items.sort(key=lambda item: item.path.parent != PAGE)
    for item in items:
        if item.get_closest_marker("timing"):
            item.add_marker(pytest.mark.flaky(reruns=2))


def pytest_collection_finish() -> None:
    """Keeps the garbage collector from going through thousands of collected tests again and again."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A worker for each processor and one more, as many tests wait for other processes.

    Not more, because each worker collects all tests and imports what they need, which takes seconds. Files
    that are named run in this process: workers take longer to start than most files take to run.
    """
    are_files = all(Path(name.partition("::")[0]).is_file() for name in config.args)
    return 0 if are_files else (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", autouse=True)
def _runs_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps runs and records out of the user's data folder, and earlier ones out of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAPPER_RECORD", str(tmp_path_factory.mktemp("record") / "record.json"))
        patch.setenv("SAPPER_RUNS", str(tmp_path_factory.mktemp("runs")))
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine to its end."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True
