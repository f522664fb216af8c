"""Notes and tables as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.views.shapes import CardRow, Cell, Key, Line, Note, Rows, Shape


def markdown_page(shapes: Sequence[Shape]) -> str:
    """Return the text; what is neither a note nor a table is left out.

    >>> print(markdown_page([Note("hello"), Rows(("bot", ">won"), (("a|b", Note("+1", "dim")),), "all")]), end="")
    hello
    <BLANKLINE>
    **all**
    <BLANKLINE>
    | bot | won |
    |---|---:|
    | a\\|b | +1 |
    """
    parts = []
    for shape in shapes:
        if isinstance(shape, Rows):
            parts += [f"**{shape.title}**"] * bool(shape.title) + [_table(shape)]
        elif isinstance(shape, Note | Line):
            parts.append(_cell(shape))
    return "\n\n".join(parts) + "\n"


def _table(rows: Rows) -> str:
    sides = ["---:" if rows.is_right(column) else "---" for column in range(len(rows.columns))]
    lines = [" | ".join(rows.heads), None, *(" | ".join(map(_cell, row)) for row in rows.rows)]
    return "\n".join(f"|{'|'.join(sides)}|" if line is None else f"| {line} |" for line in lines)


def _cell(cell: Cell) -> str:
    match cell:
        case str():
            text = cell
        case Note(text=text) | CardRow(cards=text) | Key(name=text):
            pass
        case Line(pieces=pieces):
            text = " ".join(map(_cell, pieces))
        case _:  # a bar
            text = ""
    return text.replace("|", "\\|")
