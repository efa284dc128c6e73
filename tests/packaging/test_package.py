"""The package as it is installed: its types come along, and it says who it is."""

from importlib.metadata import entry_points, metadata, requires
from importlib.resources import files


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
