"""How much memory there is: the least that the system, control groups and limits of the process allow."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from riverboat.base import memory
from riverboat.base.memory import available_memory, within_memory
from riverboat.errors import SolverError

GIB = 2**30


def tree(folder: Path, files: dict[str, object]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n")
    return folder


def free(tmp_path: Path, groups: str, files: dict[str, object]) -> float:
    """Gibibytes that are free by some files of the system; without limits there are 8."""
    proc = tree(
        tmp_path / "proc",
        {"meminfo": f"MemTotal: 1 kB\nMemAvailable: {8 * GIB // 1024} kB", "self/cgroup": groups},
    )
    return available_memory(proc, tree(tmp_path / "cgroup", files)) / GIB


def test_memory_is_some() -> None:
    assert 2**20 < available_memory() < 2**50


def test_the_system_alone(tmp_path: Path) -> None:
    assert free(tmp_path, "0::/", {}) == 8
    assert free(tmp_path, "", {}) == 8


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a/b/memory.max": 3 * GIB, "a/b/memory.current": GIB}, 2),
        ({"a/b/memory.max": "max", "a/b/memory.high": 2 * GIB, "a/b/memory.current": GIB}, 1),
        ({"a/b/memory.max": "max", "a/b/memory.current": GIB}, 8),
        ({"a/memory.max": 3 * GIB, "a/memory.current": 2 * GIB, "a/b/memory.max": "max"}, 1),
        ({"memory.max": 5 * GIB, "memory.current": GIB}, 4),  # of a container, which sees its own group as the root
        ({"a/b/memory.max": GIB, "a/b/memory.current": 2 * GIB}, 0),
        ({"a/b/memory.max": 3 * GIB, "a/b/memory.current": 2 * GIB}
         | {"a/b/memory.stat": f"anon 7\ninactive_file {GIB}"}, 2),
    ],
)  # fmt: skip
def test_groups_of_version_2(tmp_path: Path, files: dict[str, object], expected: float) -> None:
    assert free(tmp_path, "0::/a/b", files) == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"memory/a/b/memory.limit_in_bytes": 3 * GIB, "memory/a/b/memory.usage_in_bytes": GIB}, 2),
        ({"memory/a/memory.limit_in_bytes": 2 * GIB, "memory/a/memory.usage_in_bytes": GIB}, 1),
        ({"memory/memory.limit_in_bytes": 2 * GIB, "memory/memory.usage_in_bytes": GIB}, 1),
        ({"memory/a/b/memory.limit_in_bytes": 2**63 - 4096, "memory/a/b/memory.usage_in_bytes": GIB}, 8),
        ({"memory/a/b/memory.limit_in_bytes": "?", "memory/a/b/memory.usage_in_bytes": GIB}, 8),
    ],
)
def test_groups_of_version_1(tmp_path: Path, files: dict[str, object], expected: float) -> None:
    assert free(tmp_path, "5:cpu,cpuacct:/a/b\n4:memory:/a/b\n0::/", files) == expected


@pytest.mark.parametrize("limit", ["RLIMIT_AS", "RLIMIT_DATA"])
def test_limits_of_the_process(limit: str) -> None:
    code = (
        "import resource; from riverboat.base.memory import available_memory;"
        f"resource.setrlimit(resource.{limit}, ({4 * GIB}, {4 * GIB})); print(available_memory())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 1 * GIB < int(done.stdout) < 4 * GIB


def test_without_anybody_the_system_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory.resource, "getrlimit", lambda _: (memory.resource.RLIM_INFINITY,) * 2)
    assert available_memory(tmp_path, tmp_path) > 0


def test_the_end_of_memory_is_our_error() -> None:
    with (
        pytest.raises(SolverError, match=r"memory ran out while solving; .* are free now; use less"),
        within_memory("solving", SolverError, "use less"),
    ):
        raise MemoryError
