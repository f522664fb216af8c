"""CuPy as it may be found on other machines."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


def fake_cupy(monkeypatch: pytest.MonkeyPatch, cards: int | Exception) -> None:
    """A CuPy that finds so many cards, or fails when asked."""

    class CUDARuntimeError(RuntimeError):
        pass

    def count() -> int:
        if isinstance(cards, Exception):
            raise CUDARuntimeError(str(cards))
        return cards

    cupy: Any = ModuleType("cupy")
    cupy.cuda = SimpleNamespace(
        runtime=SimpleNamespace(getDeviceCount=count, CUDARuntimeError=CUDARuntimeError)
    )
    monkeypatch.setitem(sys.modules, "cupy", cupy)


def broken_cupy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A CuPy whose wheel is for another CUDA."""

    class Finder:
        def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
            return ModuleSpec(name, self) if name == "cupy" else None  # type: ignore[arg-type]

        def create_module(self, spec: ModuleSpec) -> None:
            return None

        def exec_module(self, module: ModuleType) -> None:
            raise RuntimeError("libnvrtc.so.11.2: no such file")

    monkeypatch.delitem(sys.modules, "cupy", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
