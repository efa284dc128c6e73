"""Provide a browser for the tests of the page: the system's, Debian's Chromium, or Playwright's."""

import os
import shutil
import subprocess
import sys

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def has_browser() -> bool:
    """Whether the system has a browser that the tests can use."""
    return any(map(shutil.which, BROWSERS))


def ran(*command: str) -> bool:
    """Whether a command succeeds."""
    return subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode == 0


def main() -> None:
    """Installs a browser if there is none. If that fails, says what to do."""
    if has_browser():
        return
    print("Installing a browser for the tests of the page")
    if shutil.which("apt-get") and os.geteuid() == 0:
        ran("apt-get", "update")
        # The shell has no windows of its own, so the tests take a fifth less time in it.
        _ = any(ran("apt-get", "install", "--yes", package) for package in BROWSERS[:2])
    if not has_browser() and not ran(
        sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"
    ):
        print("No browser could be installed: install Chromium, or leave out the tests in tests/page.")


if __name__ == "__main__":
    main()
