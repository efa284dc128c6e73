"""What the project, its package, its workflows and its site say of themselves."""

import os
import re
import shlex
import sys
import tomllib
from importlib.metadata import entry_points, metadata, requires
from importlib.resources import files
from pathlib import Path

import pytest
from support.programs import run_program

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


def test_the_types_are_part_of_the_package() -> None:
    package = files("sapper")
    assert package.joinpath("py.typed").is_file()
    assert "class Topology" in package.joinpath("_engine.pyi").read_text(encoding="utf-8")


def test_the_metadata_say_what_the_package_is() -> None:
    fields = metadata("sapper")
    assert (fields["License-Expression"], fields["Requires-Python"]) == ("MIT", ">=3.11")
    assert str(fields.json["description"]).startswith("# Sapper\n")


def test_the_command_is_installed() -> None:
    (command,) = entry_points(group="console_scripts", name="sapper")
    assert command.value == "sapper.cli:main"


def test_what_tests_need_is_not_asked_of_users() -> None:
    needs = [requirement for requirement in requires("sapper") or [] if "extra ==" not in requirement]
    assert {requirement.split(">")[0] for requirement in needs} == {"click", "lazy_loader", "numpy", "rich"}


FOLDER = ROOT / ".github" / "workflows"
USES = re.compile(r"^\s*(?:- )?uses:\s*(\S+)", re.MULTILINE)


@pytest.mark.parametrize("workflow", sorted(FOLDER.glob("*.y*ml")), ids=lambda path: path.name)
def test_every_action_is_pinned_by_its_commit(workflow: Path) -> None:
    actions = USES.findall(workflow.read_text(encoding="utf-8"))
    assert actions
    assert [action for action in actions if not re.fullmatch(r"[^@]+@[0-9a-f]{40}", action)] == []


@pytest.mark.parametrize("workflow", sorted(FOLDER.glob("*.y*ml")), ids=lambda path: path.name)
def test_no_password_is_stored(workflow: Path) -> None:
    """Not in the settings of the repository, and not in the clone, where any later step could read it."""
    text = workflow.read_text(encoding="utf-8")
    assert not re.search(r"\bsecrets\b", text)
    steps = re.findall(r"- uses: actions/checkout@.*\n((?: {8}.*\n)*)", text)
    assert steps
    assert [step for step in steps if "persist-credentials: false" not in step] == []


@pytest.mark.long
def test_wheels_for_which_most_packages_are_missing_can_be_tested(tmp_path: Path) -> None:
    """Those for musl and for Pyodide. Their tests do without the plugins that all others name."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]
    (bare,) = settings["overrides"]
    assert bare["test-requires"] == ["pytest", "hypothesis"]
    _, *words = (word.replace("{project}", str(ROOT)) for word in shlex.split(bare["test-command"]))
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    run_program(sys.executable, *words, "--collect-only", "-q", cwd=tmp_path, env=environment)


CHECK = Path(__file__).resolve().parents[2] / "tools" / "check" / "links.py"


def check(site: Path) -> tuple[int, list[str]]:
    result = run_program(sys.executable, CHECK, site, ends=None)
    return result.returncode, result.stderr.splitlines()


def test_a_sound_site_passes(tmp_path: Path) -> None:
    (tmp_path / "guides").mkdir()
    (tmp_path / "look.css").write_text("body { background: url('dot.svg') }")
    (tmp_path / "dot.svg").write_text("<svg/>")
    (tmp_path / "index.html").write_text(
        '<link href="look.css"><h2 id="start">Start</h2><a href="guides/first%20one.html#top">one</a>'
        '<a href="guides">all</a><a href="https://example.org/">another site</a><a href="#start">start</a>'
    )
    (tmp_path / "guides" / "index.html").write_text(
        '<img src="../dot.svg"><a href="../index.html#start">up</a>'
    )
    (tmp_path / "guides" / "first one.html").write_text('<p id="top"><img src="data:image/png;base64,AAAA">')
    assert check(tmp_path) == (0, [])


def test_every_kind_of_fault_is_told(tmp_path: Path) -> None:
    style = '@import "https://fonts.example/a.css"; p { background: url(lost.png) }'
    (tmp_path / "look.css").write_text(style)
    (tmp_path / "index.html").write_text(
        '<link href="look.css"><script src="//cdn.example/x.js"></script><a href="gone.html">gone</a>'
        '<a href="other.html#gone">gone</a><img src="lost.png" srcset="https://img.example/2.png 2x">'
    )
    (tmp_path / "other.html").write_text('<p style="background: url(https://img.example/3.png)">')
    code, faults = check(tmp_path)
    assert code == 1
    assert sorted(faults) == [
        "index.html: //cdn.example/x.js: this comes from elsewhere",
        "index.html: gone.html: there is no such file",
        "index.html: https://img.example/2.png: this comes from elsewhere",
        "index.html: lost.png: there is no such file",
        "index.html: other.html#gone: there is no such place on that page",
        "look.css: https://fonts.example/a.css: this comes from elsewhere",
        "look.css: lost.png: there is no such file",
        "other.html: https://img.example/3.png: this comes from elsewhere",
    ]


def test_no_site_is_a_fault(tmp_path: Path) -> None:
    code, faults = check(tmp_path)
    assert code == 1
    assert len(faults) == 1
