from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.base import memory


def test_memory_is_some() -> None:
    assert 2**20 < memory.available_memory() < 2**50


def test_the_smaller_limit_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_from_meminfo", lambda: 1000)
    monkeypatch.setattr(memory, "_from_cgroup", lambda: 300)
    assert memory.available_memory() == 300
    monkeypatch.setattr(memory, "_from_cgroup", lambda: None)
    assert memory.available_memory() == 1000


def test_without_either_the_system_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(path: Path, *args: object, **kwargs: object) -> str:
        raise FileNotFoundError(path)

    monkeypatch.setattr(Path, "read_text", missing)
    assert memory.available_memory() > 0
