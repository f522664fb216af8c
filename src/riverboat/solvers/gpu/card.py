"""The card: found, or refused in one clear line."""

from __future__ import annotations

from importlib import resources
from typing import Any

from riverboat.errors import SolverError


def cupy() -> Any:
    """Return CuPy with a card that works; a `SolverError` says what is missing."""
    try:
        import cupy as found
    except ImportError:
        raise SolverError(
            "device is 'cuda' and CuPy is not installed; pip install 'riverboat[gpu]', or use device='cpu'"
        ) from None
    try:
        if found.cuda.runtime.getDeviceCount() > 0:
            return found
    except found.cuda.runtime.CUDARuntimeError as problem:
        raise SolverError(
            f"device is 'cuda' and the driver finds no card: {problem}; use device='cpu'"
        ) from None
    raise SolverError("device is 'cuda' and there is no card; use device='cpu'")


def compiled(name: str, **defined: int) -> Any:
    """Return a module of kernels from a `.cu` file of this room, compiled for the card; CuPy keeps it on disk."""
    source = resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
    options = ("-std=c++17", *(f"-D{key}={value}" for key, value in defined.items()))
    return cupy().RawModule(code=source, options=options, backend="nvrtc")
