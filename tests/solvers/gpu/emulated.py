"""A card for machines without one: the same kernels, compiled for the processor by the C++ compiler."""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.solvers.gpu.card import source

HERE = Path(__file__).parent
HEADER = HERE / "cuda_on_cpu.hpp"
_FLAGS = ["-std=c++17", "-Og", "-w", "-fPIC", "-fno-stack-protector"]
_BUILT = Path(tempfile.gettempdir()) / f"riverboat-emulated-{os.getuid()}"
_KERNEL = re.compile(r'extern "C" __global__ void(?:\s+__launch_bounds__\([^)]*\))?\s+(\w+)\s*\(')


class EmulatedCard:
    """Does what `riverboat.solvers.gpu.card.Card` says, one thread after the other."""

    processors = 2
    block_bytes = 227 << 10
    free_bytes = 1 << 32

    def put(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.array(array, order="C")

    def zeros(self, count: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        return np.zeros(count, dtype)

    def get(self, array: npt.NDArray[Any], out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        if out is None:
            return array.copy()
        out[...] = array
        return out

    def write(self, array: npt.NDArray[Any], values: npt.NDArray[Any]) -> None:
        assert (array.dtype, array.shape) == (values.dtype, values.shape), "a card copies bytes"
        array[...] = values

    def address(self, array: npt.NDArray[Any]) -> int:
        return array.ctypes.data

    def kernels(self, name: str, **defined: int) -> EmulatedKernels:
        return EmulatedKernels(name, defined)

    def recorded(self, launches: Callable[[], None]) -> Callable[[], None]:
        return launches

    def beside(self) -> EmulatedCard:
        return self

    def mark(self) -> None:
        pass

    def after(self, mark: None) -> None:
        pass

    def wait(self) -> None:
        pass


class EmulatedKernels:
    """A `.cu` file as a library of the processor, kept by its text so that each is compiled once."""

    def __init__(self, name: str, defined: dict[str, int]) -> None:
        text = source(name)
        launchers = "\n".join(
            f'extern "C" bool launch_{kernel}(const unsigned* sizes, unsigned shared, void** values) {{\n'
            f"    const auto kernel = [](void** with) {{ emulated::call({kernel}, with); }};\n"
            "    return emulated::launch(kernel, sizes, shared, values);\n}"
            for kernel in _KERNEL.findall(text)
        )
        # How many blocks a card holds at once changes its registers and nothing here: one library for all of them.
        macros = "\n".join(f"#define {key} {defined[key]}" for key in sorted(defined) if key != "BLOCKS")
        code = f'#include "{HEADER.name}"\n{macros}\n#define BLOCKS 1\n{text}\n{launchers}\n'
        self._library = ctypes.CDLL(str(_compiled(code)))

    def launch(
        self, name: str, blocks: int, threads: int, arguments: Sequence[Any], *, shared: int = 0
    ) -> None:
        held = [_value(argument) for argument in arguments]
        pointers = (ctypes.c_void_p * max(len(held), 1))(*(each.ctypes.data for each in held))
        sizes = (ctypes.c_uint * 6)(blocks, 1, 1, threads, 1, 1)
        launch = getattr(self._library, f"launch_{name}")
        launch.restype = ctypes.c_bool
        assert launch(sizes, ctypes.c_uint(shared), pointers), (
            f"{name} writes beyond {shared} bytes of shared memory"
        )


def _value(argument: Any) -> npt.NDArray[Any]:
    if isinstance(argument, np.ndarray):
        assert argument.flags.c_contiguous, "kernels take whole arrays"
        return np.array([argument.ctypes.data], np.uint64)
    assert isinstance(argument, np.generic), (
        f"{argument!r} is no NumPy scalar: a card could not know its type"
    )
    return np.array([argument])


def _compiled(code: str) -> Path:
    """Return the library of a program. A third of its time would be that of the header, which is compiled once."""
    header = _made(HEADER.name, HEADER.read_text(encoding="utf-8"), f"{HEADER.name}.gch", "-xc++-header")
    return _made("kernels.cpp", code, "kernels.so", f"-I{header.parent}", "-shared", "-Wl,-Bsymbolic")


def _made(name: str, text: str, product: str, *options: str) -> Path:
    """Compile a text into a folder that is kept for all tests and runs."""
    key = hashlib.sha256("\0".join([text, *_FLAGS, *options]).encode()).hexdigest()[:24]
    path = _BUILT / key / product
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_BUILT) as folder:
            program, made = Path(folder) / name, Path(folder) / product
            program.write_text(text, encoding="utf-8")
            compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
            subprocess.run([compiler, *_FLAGS, *options, str(program), "-o", str(made)], check=True)
            for each in (program, made):  # whole or not at all: several tests may compile the same
                each.replace(path.with_name(each.name))
    return path
