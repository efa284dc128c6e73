"""What one tab of a browser may ask of this machine."""

from typing import Final

PICTURE_BYTES: Final = 12 * 2**20
"""The largest picture of a board. A 4k screen with a photograph behind the windows takes up to ten MiB."""

MESSAGE_BYTES: Final = PICTURE_BYTES // 3 * 4 + 64 * 2**10
"""The longest message: the largest picture in base64, and the question around it."""

MOST_PROCESSES: Final = 64
"""The most processes for all tabs together."""

MOST_STATEMENTS: Final = 2_000
"""The most statements of a strategy in one answer."""
