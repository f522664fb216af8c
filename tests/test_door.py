"""The door: what `import riverboat` gives, and what it does not load."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_a_name_of_a_room_is_told_where_it_is() -> None:
    with pytest.raises(AttributeError, match=r"has no attribute 'Bot'; did you mean rb\.bots\.Bot\?"):
        rb.Bot  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"has no attribute 'nothing'$"):
        rb.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_importing_loads_no_room_and_nothing_heavy() -> None:
    code = "import sys, riverboat; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "riverboat" in loaded
    heavy = {"numpy", "rich", "matplotlib", "typer", "riverboat.cards", "riverboat._core"}
    assert not heavy & set(loaded)


def test_no_room_loads_what_draws() -> None:
    """Every public name and every module below `views`: numbers come without drawing code."""
    package = Path(rb.__file__).parent
    files = [file.relative_to(package).with_suffix("") for file in package.rglob("*.py")]
    modules = [".".join(("riverboat", *file.parts)).removesuffix(".__init__") for file in files]
    rooms = [
        name for name in modules if name.split(".")[1:2] not in (["views"], ["cli"], ["web"], ["__main__"])
    ]
    code = f"""
import importlib, sys
import riverboat

for name in riverboat.__all__:
    getattr(riverboat, name)
for name in {sorted(rooms)}:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as problem:
        assert not problem.name.startswith("riverboat"), problem  # an extra that is not installed
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "riverboat.strategy.blueprint" in loaded
    assert not {"rich", "matplotlib", "typer"} & set(loaded)
    assert not [name for name in loaded if name.startswith("riverboat.views")]
