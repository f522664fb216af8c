"""Write a small file of every format of this release into a folder, and what each must answer beside them.

    python -m tests.saved_formats.make tests/saved_formats/0.2.0 [NAME ...]

Names, such as leduc.solution, choose some of the files: those whose format is new. Files that are there are never made
again. See README.md.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from itertools import chain
from pathlib import Path
from typing import Any

from tests.saved_formats.ask import ASK
from tests.saved_formats.formats import GROUPS


def main(folder: Path, names: list[str]) -> None:
    """Write files, ask them and keep the answers; what is in the folder stays as it is."""
    folder.mkdir(exist_ok=True)
    book = folder / "answers.json"
    answers: dict[str, Any] = json.loads(book.read_text()) if book.exists() else {}
    for name, one in chain.from_iterable(group().items() for group in GROUPS):
        if names and name not in names:
            continue
        path = folder / one.ask / name
        if path.exists():
            raise FileExistsError(f"'{path}' is saved already; saved files are never made again")
        path.parent.mkdir(exist_ok=True)
        one.write(path)
        with tempfile.TemporaryDirectory() as scratch:
            answer = ASK[one.ask](copied(path, Path(scratch)), **one.options)
        answers[name] = {"ask": one.ask, "options": one.options, "answer": answer}
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(entry)}" for name, entry in answers.items())
    book.write_text(f"{{\n{lines}\n}}\n")


def copied(path: Path, scratch: Path) -> Path:
    """Copy all files of a folder, since some take parts from others, and return one of them."""
    shutil.copytree(path.parent, scratch / path.parent.name)
    return scratch / path.parent.name / path.name


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
