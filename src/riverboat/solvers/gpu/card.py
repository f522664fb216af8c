"""The card: found and asked for memory, copies and kernels, or refused in one clear line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import shown
from riverboat.base.memory import available_memory, bytes_text
from riverboat.errors import SolverError

OnCard: TypeAlias = Any
"""An array on a card. Slices of it are views."""
Mark: TypeAlias = Any
"""A moment in what a card was asked to do."""


class Kernels(Protocol):
    """The kernels of one file, compiled."""

    def launch(
        self, name: str, blocks: int, threads: int, arguments: Sequence[Any], *, shared: int = 0
    ) -> None:
        """Run a kernel; arguments are arrays on the card and NumPy scalars of the kernel's own types.

        shared: bytes of shared memory for each block.
        """
        ...


class Card(Protocol):
    """What the engines ask of a card. The tests have another, which runs the same kernels on a processor."""

    @property
    def processors(self) -> int:
        """How many multiprocessors it has."""
        ...

    @property
    def block_bytes(self) -> int:
        """Shared memory that a block may have."""
        ...

    @property
    def free_bytes(self) -> int:
        """Memory that is free."""
        ...

    def put(self, array: npt.NDArray[Any]) -> OnCard:
        """Return a copy of an array on the card."""
        ...

    def zeros(self, count: int, dtype: npt.DTypeLike) -> OnCard:
        """Return so many zeros on the card."""
        ...

    def get(self, array: OnCard, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Return a copy of an array of the card, or write it to `out`."""
        ...

    def write(self, array: OnCard, values: npt.NDArray[Any]) -> None:
        """Copy values over an array of the card, or over a slice of one; both have one type and shape."""
        ...

    def address(self, array: OnCard) -> int:
        """Return where an array lies, for kernels that read pointers."""
        ...

    def kernels(self, name: str, **defined: int) -> Kernels:
        """Return the kernels of a `.cu` file of this room with so many macros defined."""
        ...

    def recorded(self, launches: Callable[[], None]) -> Callable[[], None]:
        """Return launches, done once already, so that they can be done again for less."""
        ...

    def beside(self) -> Card:
        """Return the same card for work that goes on at the same time; marks put it in order."""
        ...

    def mark(self) -> Mark:
        """Return the moment when everything that was asked for so far is done."""
        ...

    def after(self, mark: Mark) -> None:
        """Let what is asked for from now on begin after a moment of the work beside."""
        ...

    def wait(self) -> None:
        """Wait until everything is done."""
        ...


def open_card(device: str = "cuda") -> Card:
    """Return a card by name, "cuda" or "cuda:1"; a `SolverError` says what is missing."""
    number = _number(device)
    try:
        import cupy
    except ImportError:
        raise SolverError(
            f"device is {device!r} and CuPy is not installed; pip install 'riverboat[gpu]', or use device='cpu'"
        ) from None
    except Exception as problem:  # a wheel for another CUDA fails in many ways when it is loaded
        raise SolverError(
            f"device is {device!r} and CuPy does not load: {problem}; install its wheel for your CUDA, such as "
            "cupy-cuda12x, or use device='cpu'"
        ) from None
    try:
        cards = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as problem:
        raise SolverError(
            f"device is {device!r} and the driver finds no card: {problem}; use device='cpu'"
        ) from None
    if number >= cards:
        known = ", ".join(f"'cuda:{i}'" for i in range(cards)) or "none"
        raise SolverError(f"device is {device!r} and the cards here are: {known}; use one, or device='cpu'")
    return CudaCard(cupy, number)


def is_device(device: object) -> bool:
    """Tell whether something names a device: "cpu", "cuda", "cuda:0", or "auto" for a card where there is one."""
    return isinstance(device, str) and re.fullmatch(r"cpu|auto|cuda(:\d{1,3})?", device) is not None


def chosen_device(device: object) -> str:
    """Return "cpu" or the name of a card; "auto" is a card if one works.

    >>> chosen_device("cpu"), chosen_device("cuda:1")
    ('cpu', 'cuda:1')
    """
    if not is_device(device):
        raise SolverError(f"device is {shown(device)}; it is 'cpu', 'cuda', 'cuda:1' or 'auto'")
    if device != "auto":
        return str(device)
    try:
        open_card()
    except SolverError:
        return "cpu"
    return "cuda"


def free_memory(device: str) -> tuple[int, str]:
    """Return the bytes that tables may take on a device, and where that is, for a sentence that says so.

    "auto" takes whichever has more room, the processor or a card.

    >>> free_memory("cpu")[1]
    ''
    """
    if device == "auto":
        return max(free_memory("cpu"), free_memory(chosen_device(device)))
    return (available_memory(), "") if device == "cpu" else (open_card(device).free_bytes, " on the card")


def _number(device: str) -> int:
    return int(device.partition(":")[2] or 0)


class CudaCard:
    """A card by way of CuPy."""

    def __init__(self, cupy: Any, number: int) -> None:
        self._cp, self._number = cupy, number
        self._device = cupy.cuda.Device(number)
        with self._device:
            self._properties = cupy.cuda.runtime.getDeviceProperties(number)
            self._stream = cupy.cuda.Stream(non_blocking=True)

    def __repr__(self) -> str:
        return f"<CudaCard {self._number} {self._properties['name'].decode()!r}>"

    @property
    def processors(self) -> int:
        """How many multiprocessors it has."""
        return int(self._properties["multiProcessorCount"])

    @property
    def block_bytes(self) -> int:
        """Shared memory that a block may have."""
        return int(self._properties["sharedMemPerBlockOptin"])

    @property
    def free_bytes(self) -> int:
        """Memory that is free, and what CuPy holds of it for the next array."""
        with self._device:
            free = int(self._cp.cuda.runtime.memGetInfo()[0])
            return free + int(self._cp.get_default_memory_pool().free_bytes())

    @contextmanager
    def _working(self, what: str) -> Iterator[None]:
        try:
            with self._device, self._stream:
                yield
        except self._cp.cuda.memory.OutOfMemoryError as problem:
            raise SolverError(
                f"the card has no memory left while {what} ({bytes_text(self.free_bytes)} are free): {problem}; what "
                "was saved before is whole; use smaller tables or device='cpu'"
            ) from None

    def put(self, array: npt.NDArray[Any]) -> OnCard:
        """Return a copy of an array on the card."""
        with self._working("an array is copied to it"):
            return self._cp.asarray(array)

    def zeros(self, count: int, dtype: npt.DTypeLike) -> OnCard:
        """Return so many zeros on the card."""
        with self._working("tables are made"):
            return self._cp.zeros(count, dtype)

    def get(self, array: OnCard, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Return a copy of an array of the card, or write it to `out`."""
        with self._working("an array is copied from it"):
            found = array.get(stream=self._stream, out=out)
            self._stream.synchronize()
            return np.asarray(found)

    def write(self, array: OnCard, values: npt.NDArray[Any]) -> None:
        """Copy values over an array of the card."""
        with self._working("an array is copied to it"):
            array.set(np.ascontiguousarray(values), stream=self._stream)
            self._stream.synchronize()

    def address(self, array: OnCard) -> int:
        """Return where an array lies, for kernels that read pointers."""
        return int(array.data.ptr)

    def kernels(self, name: str, **defined: int) -> Kernels:
        """Return the kernels of a `.cu` file of this room, compiled for the card; CuPy keeps them on disk."""
        options = ("-std=c++17", *(f"-D{key}={value}" for key, value in defined.items()))
        with self._working("kernels are compiled"):
            module = _module(self._cp, self._number, name, options)
        return CudaKernels(self, module)

    def recorded(self, launches: Callable[[], None]) -> Callable[[], None]:
        """Return launches, done once already, as a graph that is launched at once."""
        with self._working("launches are recorded"):
            self._stream.begin_capture()
            launches()
            graph = self._stream.end_capture()

        def replay() -> None:
            with self._working("a graph is launched"):
                graph.launch(self._stream)

        return replay

    def beside(self) -> CudaCard:
        """Return the same card with a stream of its own."""
        return CudaCard(self._cp, self._number)

    def mark(self) -> Mark:
        """Return the moment when everything that was asked for so far is done."""
        with self._working("a moment is marked"):
            event = self._cp.cuda.Event(disable_timing=True)
            event.record(self._stream)
        return event

    def after(self, mark: Mark) -> None:
        """Let what is asked for from now on begin after a moment of the work beside."""
        self._stream.wait_event(mark)

    def wait(self) -> None:
        """Wait until everything is done."""
        self._stream.synchronize()


class CudaKernels:
    """A module of kernels on a card."""

    def __init__(self, card: CudaCard, module: Any) -> None:
        self._card, self._module = card, module
        self._found: dict[str, Any] = {}

    def launch(
        self, name: str, blocks: int, threads: int, arguments: Sequence[Any], *, shared: int = 0
    ) -> None:
        """Run a kernel; see `Kernels`."""
        with self._card._working("a kernel runs"):
            kernel = self._found.get(name)
            if kernel is None:
                kernel = self._found[name] = self._module.get_function(name)
            if shared > kernel.max_dynamic_shared_size_bytes:
                kernel.max_dynamic_shared_size_bytes = shared
            kernel((blocks,), (threads,), tuple(arguments), shared_mem=shared)


@cache
def _module(cupy: Any, number: int, name: str, options: tuple[str, ...]) -> Any:
    """The kernels of a file on the card of that number, which is the one at work; loaded once in a process."""
    return cupy.RawModule(code=source(name), options=options, backend="nvrtc")


def source(name: str) -> str:
    """Return the text of a `.cu` file of this room."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
