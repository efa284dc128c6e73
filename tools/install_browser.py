"""Provide a browser for the tests of the page: the system's Chromium, or one that Playwright fetches."""

import shutil
import subprocess
import sys

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Installs one if there is none; says what to do where that fails."""
    if any(map(shutil.which, BROWSERS)):
        return
    print("Installing a browser for the tests of the page")
    command = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    if subprocess.run(command, check=False).returncode:
        print("No browser could be installed: install Chromium, or leave out the tests in tests/web/page.")


if __name__ == "__main__":
    main()
