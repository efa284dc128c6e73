"""What several files say of the project is the same in all."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_makefile_lists_every_verb() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", page("Makefile"), re.MULTILINE)
    assert phony is not None
    verbs = re.findall(r"^([a-z-]+):.*## ", page("Makefile"), re.MULTILINE)
    assert set(phony[1].split()) - {"FORCE"} == set(verbs)


def test_all_places_that_name_the_oldest_python_agree() -> None:
    project = tomllib.loads(page("pyproject.toml"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    assert f"sys.version_info < ({oldest.replace('.', ', ')})" in page("tools/install/find_python.sh")
    assert f"install Python {oldest} or newer" in page("tools/install/find_python.sh")
    assert f"find_package(Python {oldest} REQUIRED" in page("CMakeLists.txt")
    assert f"with Python {oldest} or newer" in page("README.md")
    assert f"Programming Language :: Python :: {oldest}" in project["classifiers"]


def test_the_citation_says_what_the_package_says() -> None:
    project = tomllib.loads(page("pyproject.toml"))["project"]
    fields = dict(re.findall(r"^([a-z]+): *\"?(.*?)\"?$", page("CITATION.cff"), re.MULTILINE))
    assert fields["title"].lower() == project["name"]
    assert (fields["version"], fields["license"]) == (project["version"], project["license"])
    assert fields["abstract"] == project["description"]
    assert fields["keywords"].strip("[]").split(", ") == project["keywords"]
    assert [f"name: {author['name']}" in page("CITATION.cff") for author in project["authors"]] == [True]
