"""A page: shapes below each other, shown anywhere."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from riverboat.base.drawing import draws
from riverboat.base.files import check_folder, write_whole
from riverboat.errors import RiverboatError
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

    def to_markdown(self) -> str:
        """Return the notes and tables as Markdown; pictures are left out."""
        from riverboat.views.renderers.markdown import markdown_page

        return markdown_page(self.shapes)

    def publish(self, file: str | os.PathLike[str], title: str) -> None:
        """Write a page to read: .html, complete and without scripts or outside files, or .md."""
        from riverboat.views.renderers.html import html_document

        texts = {".html": lambda: html_document(self.to_html(), title), ".md": self.to_markdown}
        check_page(file)
        write_whole(file, [texts[Path(file).suffix.lower()]().encode()])

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write a picture: .svg, or if it is made of charts and grids, with `riverboat[charts]`, .png or .pdf."""
        from riverboat.views.figures import save_picture

        save_picture((*self.shapes, *self.more), file)


def check_page(file: str | os.PathLike[str]) -> None:
    """Raise unless a page can be written to such a file; worth asking before long work.

    >>> check_page("page.pdf")
    Traceback (most recent call last):
    ...
    riverboat.errors.RiverboatError: 'page.pdf' is no page that we write; name it .html or .md, such as page.html
    """
    if Path(file).suffix.lower() not in (".html", ".md"):
        stem = Path(file).stem or "page"
        raise RiverboatError(f"'{file}' is no page that we write; name it .html or .md, such as {stem}.html")
    check_folder(file)


@draws(Shape)
def draw_shape(shape: Shape) -> Page:
    """Return a page with nothing but the shape."""
    return Page(shape)
