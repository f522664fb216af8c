"""Files that are damaged where they were once not checked, or that say something senseless with right checksums."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import riverboat as rb
from riverboat.base.layout.header import header_bytes
from riverboat.errors import FileFormatError
from riverboat.training import Training

OLD = Path(__file__).parents[2] / "saved_formats" / "f950c3f" / "solution"


def forge(path: Path, change: Callable[[dict, dict], object]) -> None:
    """Change what a file says of itself, and make its checksum right again."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    entries = json.loads(data[8 : 8 + length])
    meta = entries.pop("__metadata__")
    change(entries, meta)
    path.write_bytes(header_bytes(entries, meta) + data[8 + length :])


def test_a_solution_of_version_1_is_checked_too(tmp_path: Path) -> None:
    source = next(path for path in sorted(OLD.iterdir()) if path.suffix == ".solution")
    path = Path(shutil.copy(source, tmp_path))
    rb.open(path, threads=1).grid()
    data = bytearray(path.read_bytes())
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    name = next(name for name in header if name.startswith("strategy_"))
    data[8 + length + header[name]["data_offsets"][0]] ^= 0x40
    path.write_bytes(data)
    with pytest.raises(FileFormatError, match=f"array '{name}' of .* is damaged"):
        rb.open(path, threads=1).grid()


@pytest.mark.parametrize(
    "change",
    [
        lambda entries, meta: meta.update(result="{}"),
        lambda entries, meta: meta.update(
            result=meta["result"].replace('"iterations": 5', '"iterations": [5]')
        ),
        lambda entries, meta: meta.update(setup="[" * 5000),
        lambda entries, meta: meta.update(precision="7"),
        lambda entries, meta: meta.update(version="0"),
        lambda entries, meta: meta.update(kind=7),
        lambda entries, meta: entries["looks"].update(shape=[1] * 71, data_offsets=[0, 8]),
    ],
)
def test_a_solution_that_is_forged(tmp_path: Path, change: Callable[[dict, dict], object]) -> None:
    path = tmp_path / "kuhn.rb"
    rb.solve("kuhn", iterations=5, threads=1).save(path)
    forge(path, change)
    with pytest.raises(FileFormatError):
        rb.open(path, threads=1).grid()


@pytest.mark.parametrize("state", ["{}", "[]", "null", '{"iterations": "many", "seconds": 1, "looks": []}'])
def test_a_checkpoint_that_is_forged(tmp_path: Path, state: str) -> None:
    path = tmp_path / "kuhn.state"
    rb.solve("kuhn", iterations=5, threads=1, checkpoint=path)
    forge(path, lambda entries, meta: meta.update(state=state))
    with pytest.raises(FileFormatError, match=r"cannot be read|must be a"):
        rb.solve("kuhn", iterations=9, threads=1, checkpoint=path, resume=True)


@pytest.mark.parametrize("state", ["{}", "[]", '{"iterations": -1, "node_visits": 3}'])
def test_a_training_checkpoint_that_is_forged(tmp_path: Path, state: str) -> None:
    Training("leduc", tmp_path / "leduc", threads=1).run(iterations=1000)
    forge(tmp_path / "leduc" / "checkpoint.rb", lambda entries, meta: meta.update(state=state))
    with pytest.raises(FileFormatError):
        Training("leduc", tmp_path / "leduc", threads=1, resume=True).prepare()


@pytest.mark.parametrize(
    ("key", "value"),
    [("buckets", '"many"'), ("buckets", "[1.5]"), ("provenance", "3"), ("config", "["), ("cards", "[]")],
)
def test_a_strategy_that_is_forged(tmp_path: Path, key: str, value: str) -> None:
    source = Path(__file__).parents[2] / "saved_formats" / "a712ce6" / "strategy" / "leduc.strategy"
    path = Path(shutil.copy(source, tmp_path))
    rb.open(path).query("Ks")
    forge(path, lambda entries, meta: meta.update({key: value}))
    with pytest.raises(FileFormatError, match="is damaged: what it says of itself cannot be read"):
        rb.open(path).query("Ks")
