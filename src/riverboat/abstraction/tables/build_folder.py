"""The finished streets of a build, each a file of its own, so that a build that was stopped goes on from them."""

from __future__ import annotations

import contextlib
import shutil
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from riverboat.base.files import ArrayFile, write_arrays
from riverboat.errors import AbstractionError, FileFormatError


@dataclass(frozen=True)
class BuildFolder:
    """A folder of finished streets. config: the TOML that decides the build. kind, version: what its files say."""

    path: Path
    config: str
    kind: str
    version: int = 1

    def open(self, name: str) -> ArrayFile | None:
        """Return a finished street, or None if it is to be made: it is not there, or damaged.

        Of a damaged one a warning tells. One of another config is an error: it may be hours of somebody's work.
        """
        path = self.path / name
        if not path.exists():
            return None
        try:
            file = ArrayFile(path, kind=self.kind, max_version=self.version)
            file.verify()
            own = file.metadata["config"]
        except (FileFormatError, KeyError) as problem:
            warnings.warn(f"'{path}' is made again: {problem}", RuntimeWarning, stacklevel=2)
            return None
        if own != self.config:
            raise AbstractionError(
                f"'{self.path}' holds streets of another config; finish that build with its own config, or remove the "
                "folder"
            )
        return file

    def write(self, name: str, arrays: Mapping[str, np.ndarray], **facts: str) -> ArrayFile:
        """Write a finished street, whole or not at all, and return it mapped from its file."""
        self.path.mkdir(parents=True, exist_ok=True)
        metadata = {"config": self.config, **facts}
        write_arrays(self.path / name, arrays, kind=self.kind, version=self.version, metadata=metadata)
        return ArrayFile(self.path / name, kind=self.kind, max_version=self.version)


def remove_build(folder: Path) -> None:
    """Remove the finished streets of a build, once the abstraction is in its own file."""
    with contextlib.suppress(OSError):  # a file that somebody still reads costs space, not the build
        shutil.rmtree(folder)
