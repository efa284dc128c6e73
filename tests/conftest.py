"""What all tests share."""

import signal

from hypothesis import settings

# A busy machine is no failure.
settings.register_profile("sapper", deadline=None)
settings.load_profile("sapper")

# What a shell starts in the background ignores Ctrl-C, and so would the processes that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
