"""What is tested where."""

import sys

collect_ignore = ["test_terminal.py"] if sys.platform == "win32" else []
