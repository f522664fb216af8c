"""Run the code cells of notebooks one after the other, as Jupyter does, and keep what each shows.

`python notebooks/execute.py` writes the outputs of all notebooks anew; the tests run them by the same function. It
needs no Jupyter: what the last line of a cell makes is shown as its `_repr_html_`, or else as text.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Output = dict[str, Any]


def execute(path: Path, change: Callable[[str], str] = str) -> dict[str, Any]:
    """Return a notebook with the outputs of its cells, run in its own folder; an exception says which cell it was.

    change: makes what is run of a cell's text.
    """
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    with contextlib.chdir(path.parent):
        for number, cell in enumerate(cells, 1):
            try:
                cell["outputs"] = run_cell(change("".join(cell["source"])), names, number)
            except Exception as problem:
                problem.add_note(f"in cell {number} of {path.name}")
                raise
            cell["execution_count"] = number
    return notebook


def run_cell(source: str, names: dict[str, Any], number: int) -> list[Output]:
    """Run a cell among names and return what it shows: what is printed, then what its last line makes."""
    code = ast.parse(source, f"cell {number}")
    last = code.body.pop() if code.body and isinstance(code.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(code, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    outputs: list[Output] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines_of(printed.getvalue())})
    if value is not None:
        shown = {"output_type": "execute_result", "execution_count": number, "metadata": {}}
        outputs.append({**shown, "data": shown_as(value)})
    return outputs


def shown_as(value: object) -> dict[str, list[str]]:
    """Return how a value is shown, by the kind of text."""
    data = {"text/plain": lines_of(repr(value))}
    if hasattr(value, "_repr_html_"):
        data["text/html"] = lines_of(value._repr_html_())
    return data


def lines_of(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    for path in map(Path, sys.argv[1:] or sorted(HERE.glob("*.ipynb"))):
        text = json.dumps(execute(path), ensure_ascii=False, indent=1) + "\n"
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {len(text.encode()) / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
