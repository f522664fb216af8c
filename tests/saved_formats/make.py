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
        if (folder / name).exists():
            raise FileExistsError(f"'{folder / name}' is saved already; saved files are never made again")
        one.write(folder / name)
        with tempfile.TemporaryDirectory() as scratch:
            answer = ASK[one.ask](copied(folder, name, Path(scratch)), **one.options)
        answers[name] = {"ask": one.ask, "options": one.options, "answer": answer}
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(entry)}" for name, entry in answers.items())
    book.write_text(f"{{\n{lines}\n}}\n")


def copied(folder: Path, name: str, scratch: Path) -> Path:
    """Copy all files of a folder, since some take parts from others, and return one of them."""
    shutil.copytree(folder, scratch / folder.name)
    return scratch / folder.name / name


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
