"""Views: how things look, in the terminal, in notebooks and as SVG.

`shapes` is the one vocabulary: a page of notes, tables, bars, grids and charts. `terminal`, `html` and `svg` draw
shapes and know no poker. The other modules say which shapes a thing is made of, one function each, registered by
`base.drawing.draws`.
"""

from importlib import import_module
from typing import Final

MODULE_OF: Final[dict[str, str]] = {}
"""The module of `views` that draws a class, by the name of the class: nothing is loaded before it is drawn."""


def load(kind: str) -> None:
    """Load what draws a class of that name, if anything does."""
    if kind in MODULE_OF:
        import_module(f"riverboat.views.{MODULE_OF[kind]}")
