"""Looking at SVG pictures: where every text lies."""

from typing import NamedTuple
from xml.etree import ElementTree

from riverboat.views.renderers.svg_block import text_width

SVG = "{http://www.w3.org/2000/svg}"


class Box(NamedTuple):
    text: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box") -> bool:
        across = self.left < other.right - 0.01 and other.left < self.right - 0.01
        return across and self.top < other.bottom - 0.01 and other.top < self.bottom - 0.01


def size_of(picture: str) -> tuple[float, float]:
    box = (ElementTree.fromstring(picture).get("viewBox") or "").split()
    assert box[:2] == ["0", "0"]
    return float(box[2]), float(box[3])


def text_boxes(picture: str) -> list[Box]:
    """Return where the texts of a picture are by the estimate of their widths; texts inside cells left out."""
    return list(_boxes(ElementTree.fromstring(picture), 0.0, 0.0))


def _boxes(element: ElementTree.Element, x: float, y: float) -> list[Box]:
    found = []
    for child in element:
        if child.get("class") == "cell":
            continue
        if child.tag == f"{SVG}text":
            found.append(_box(child, x, y))
        move = child.get("transform")
        dx, dy = map(float, move.removeprefix("translate(").removesuffix(")").split()) if move else (0.0, 0.0)
        found += _boxes(child, x + dx, y + dy)
    return found


def _box(text: ElementTree.Element, x: float, y: float) -> Box:
    size = float(text.get("font-size") or 0)
    width = text_width(text.text or "", size, bold=text.get("font-weight") is not None)
    x, y = x + float(text.get("x") or 0), y + float(text.get("y") or 0)
    left = x - {"end": width, "middle": width / 2}.get(text.get("text-anchor") or "", 0.0)
    return Box(text.text or "", left, y - 0.8 * size, left + width, y + 0.2 * size)
