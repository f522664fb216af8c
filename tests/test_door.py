"""The door: what `import riverboat` gives, and what it does not load."""

import ast
import subprocess
import sys
from pathlib import Path

import riverboat as rb


def test_every_public_name_is_there_and_type_checkers_know_it() -> None:
    stub = ast.parse(Path(rb.__file__).with_suffix(".pyi").read_text())
    told = next(
        ast.literal_eval(one.value)
        for one in stub.body
        if isinstance(one, ast.Assign)
        and isinstance(one.targets[0], ast.Name)
        and one.targets[0].id == "__all__"
    )
    assert sorted(told) == sorted(rb.__all__)
    for name in rb.__all__:
        assert getattr(rb, name) is not None
    imported = {
        alias.asname or alias.name: (one.module, alias.name)
        for one in stub.body
        if isinstance(one, ast.ImportFrom)
        for alias in one.names
    }
    for name, (module, theirs) in imported.items():
        if module != "riverboat":
            assert getattr(rb, name) is getattr(sys.modules[str(module)], theirs)


def test_importing_loads_no_room_and_nothing_heavy() -> None:
    code = "import sys, riverboat; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "riverboat" in loaded
    heavy = {"numpy", "rich", "matplotlib", "typer", "riverboat.cards", "riverboat._core"}
    assert not heavy & set(loaded)
