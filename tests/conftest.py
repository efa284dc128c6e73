"""What all tests share."""

import signal

from hypothesis import HealthCheck, settings

# A busy machine is no failure, and whoever runs the tests again gets the same inputs. For others, and more:
# `--hypothesis-profile=search`.
BUSY = [HealthCheck.too_slow]
settings.register_profile("search", deadline=None, suppress_health_check=BUSY, max_examples=1000)
settings.register_profile("sapper", deadline=None, suppress_health_check=BUSY, derandomize=True)
settings.load_profile("sapper")

# What a shell starts in the background ignores Ctrl-C, and so would the processes that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
