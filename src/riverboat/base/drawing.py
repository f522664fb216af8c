"""How things find their drawings: rooms ask here, `views` answers.

A room never imports `views`. What a person would look at is `Drawn`: it looks its picture up in this registry, which
`views` fills when it is first asked. So numbers come without drawing code, and all drawing code is in one place.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal, Protocol, TypeVar, overload

_Thing = TypeVar("_Thing")
_Made = TypeVar("_Made")


class Picture(Protocol):
    """What can be shown anywhere."""

    def __rich__(self) -> Any:
        """Return what rich prints in a terminal."""
        ...

    def to_html(self) -> str:
        """Return a fragment with its own style, without scripts or outside files."""
        ...

    def to_svg(self) -> str:
        """Return a complete SVG picture."""
        ...


_DRAWINGS: dict[tuple[type, str], Callable[..., Any]] = {}


def draws(
    kind: type[_Thing], name: str = "picture"
) -> Callable[[Callable[..., _Made]], Callable[..., _Made]]:
    """Return a decorator: the function draws things of that kind. `views` uses it.

    name: of the drawing, where a thing has several. Its picture and its grid are a `Picture`, others what they must be.
    """

    def register(draw: Callable[..., _Made]) -> Callable[..., _Made]:
        _DRAWINGS[kind, name] = draw
        return draw

    return register


@overload
def drawing(thing: object, name: Literal["picture", "grid"] = "picture", **words: Any) -> Picture: ...
@overload
def drawing(thing: object, name: str, **words: Any) -> Any: ...
def drawing(thing: object, name: str = "picture", **words: Any) -> Any:
    """Return the drawing of a thing by its kind, or by what that is a kind of; words: what the drawing takes."""
    views = import_module("riverboat.views")
    for kind in type(thing).__mro__:
        views.load(kind.__name__)
        if (kind, name) in _DRAWINGS:
            return _DRAWINGS[kind, name](thing, **words)
    raise TypeError(f"nothing in riverboat.views draws the {name} of a {type(thing).__name__}")


class Drawn:
    """Draws itself: rich prints it in a terminal, a notebook shows it, `to_svg()` is a picture to keep."""

    __slots__ = ()

    def __rich__(self) -> Any:
        return drawing(self).__rich__()

    def to_html(self) -> str:
        """Return a fragment with its own style, without scripts or outside files."""
        return drawing(self).to_html()

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_svg(self) -> str:
        """Return a complete SVG picture."""
        return drawing(self).to_svg()
