"""SVG documents taken apart, for tests."""

from __future__ import annotations

from typing import NamedTuple
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


class Use(NamedTuple):
    """Something shown: the name of its definition, without the letters of theme and shape, and its place."""

    name: str
    x: float
    y: float


class Drawn:
    """A picture taken apart: everything in it, from the bottom to the top."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        assert self.root.tag == SVG + "svg"
        self.title = self.root.findtext(SVG + "title")
        self.cells: list[Use] = []  # in rows, those around a torus among them
        self.ghosts: list[Use] = []
        self.rings: list[Use] = []
        self.labels: list[Use] = []
        for element in self.root:
            if element.tag == SVG + "g" and "opacity" in element.attrib:
                for row in element:
                    self.ghosts += _row(row)
            elif element.tag == SVG + "g" and "transform" in element.attrib:
                self.cells += _row(element)
            elif element.tag == SVG + "use":
                shown = _use(element, 0, 0)
                (self.labels if shown.name.startswith("label-") else self.rings).append(shown)

    @property
    def size(self) -> tuple[float, float]:
        return float(self.root.attrib["width"]), float(self.root.attrib["height"])

    @property
    def box(self) -> tuple[float, float]:
        _, _, width, height = map(float, self.root.attrib["viewBox"].split())
        return width, height

    @property
    def words(self) -> list[str]:
        return [element.text or "" for element in self.root.iter(SVG + "text")]

    def names(self) -> set[str]:
        """Everything that is defined."""
        return {element.attrib["id"] for element in self.root.iter() if "id" in element.attrib}

    def asked_for(self) -> set[str]:
        """Everything that is referred to."""
        asked = {element.attrib["href"].removeprefix("#") for element in self.root.iter(SVG + "use")}
        for element in self.root.iter():
            fill = element.attrib.get("fill", "")
            if fill.startswith("url(#"):
                asked.add(fill[5:-1])
        return asked


def _row(row: ElementTree.Element) -> list[Use]:
    x, y = map(float, row.attrib["transform"].removeprefix("translate(").removesuffix(")").split())
    return [_use(element, x, y) for element in row]


def _use(element: ElementTree.Element, x: float, y: float) -> Use:
    assert element.tag == SVG + "use"
    name = element.attrib["href"].partition("-")[2]
    return Use(name, x + float(element.get("x", 0)), y + float(element.get("y", 0)))
