"""Check the built site: every link within it leads somewhere, and nothing is fetched from elsewhere.

    python tools/check/links.py build/docs

Prints one line for every fault and exits with 1 if there is one. Links to other sites are not followed, so
the check needs no network.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """The anchors, the links and the assets of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.assets: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keeps what the tag refers to."""
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (tag, name) == ("a", "name"):
                self.anchors.add(value)
            elif name == "href" and tag in ("a", "area"):
                self.links.append(value)
            elif name in ("href", "src", "data", "poster"):
                self.assets.append(value)
            elif name == "srcset":
                self.assets += [each.split()[0] for each in value.split(",")]
            elif name == "style":
                self.assets += in_style(value)

    handle_startendtag = handle_starttag


def in_style(text: str) -> list[str]:
    """The addresses that a style sheet fetches."""
    return re.findall(r"""(?:url\(|@import)\s*["']?([^"')\s]+)""", text)


@cache
def read(path: Path) -> _Page:
    """The parsed page."""
    return _Page(path.read_text(encoding="utf-8"))


def elsewhere(address: str) -> bool:
    """Whether a browser would ask another server."""
    return bool(urlsplit(address).netloc)


def fault(source: Path, address: str) -> str | None:
    """Why a link or an asset of a file leads nowhere, if it does."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return None
    target = source if not parts.path else (source.parent / unquote(parts.path)).resolve()
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return "there is no such file"
    if parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in read(target).anchors:
        return "there is no such place on that page"
    return None


def faults(site: Path) -> Iterator[str]:
    """One line for each fault."""
    for path in sorted(site.rglob("*.html")):
        page = read(path)
        for asset in filter(elsewhere, page.assets):
            yield f"{path.relative_to(site)}: {asset}: this comes from elsewhere"
        for address in [*page.links, *page.assets]:
            if reason := fault(path, address):
                yield f"{path.relative_to(site)}: {address}: {reason}"
    for path in sorted(site.rglob("*.css")):
        for asset in in_style(path.read_text(encoding="utf-8")):
            if elsewhere(asset):
                yield f"{path.relative_to(site)}: {asset}: this comes from elsewhere"
            elif reason := fault(path, asset):
                yield f"{path.relative_to(site)}: {asset}: {reason}"


def main() -> int:
    """Check the site that the command line names."""
    site = Path(sys.argv[1]).resolve()
    if not any(site.rglob("*.html")):
        print(f"{site}: there are no pages", file=sys.stderr)
        return 1
    problems = list(dict.fromkeys(faults(site)))
    print("\n".join(problems), end="\n" if problems else "", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
