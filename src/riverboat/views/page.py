"""A page: shapes below each other, shown anywhere."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from riverboat.base.drawing import draws
from riverboat.views.shapes import Shape


class Page:
    """Shapes below each other. rich prints it in a terminal, a notebook shows it, `to_svg()` is a picture to keep.

    more: what stands below everywhere but in a terminal, which has less room.

    >>> from riverboat.views.shapes import Note
    >>> Page(Note("hello")).to_svg().count("<text")
    1
    """

    def __init__(self, *shapes: Shape, more: Sequence[Shape] = ()) -> None:
        self.shapes, self.more = shapes, tuple(more)

    def __rich__(self) -> Any:
        from riverboat.views.renderers.terminal import terminal_page

        return terminal_page(self.shapes)

    def to_html(self) -> str:
        """Return a fragment with its own style, without scripts or outside files."""
        from riverboat.views.renderers.html import html_page

        return html_page((*self.shapes, *self.more))

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_svg(self) -> str:
        """Return a complete SVG picture, with a dark ground of its own."""
        from riverboat.views.renderers.svg import svg_page

        return svg_page((*self.shapes, *self.more))

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write a picture: .svg, or if it is made of charts and grids, with `riverboat[charts]`, .png or .pdf."""
        from riverboat.views.figures import save_picture

        save_picture((*self.shapes, *self.more), file)


@draws(Shape)
def draw_shape(shape: Shape) -> Page:
    """Return a page with nothing but the shape."""
    return Page(shape)
