"""Leaves out the tests that need a POSIX terminal."""

import sys

collect_ignore = ["test_terminal.py"] if sys.platform == "win32" else []
