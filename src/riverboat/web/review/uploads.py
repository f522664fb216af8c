"""Files of hands on their way here: they come in pieces, since a request may hold only so much."""

from __future__ import annotations

import time
from pathlib import Path
from shutil import disk_usage
from typing import Final
from uuid import uuid4

from riverboat.base.memory import bytes_text
from riverboat.errors import FileAccessError, HistoryError
from riverboat.web.library import NoEntryError

MOST_BYTES: Final = 400_000_000
"""Of one file: some 300,000 hands of PokerStars."""
_MOST_FILES: Final = 8
_LEFT_FREE: Final = 1_000_000_000
"""Bytes of the disk that no upload takes."""
_KEPT_SECONDS: Final = 3600.0  # a file that nobody reviews goes after an hour


class Uploads:
    """A folder of such files, each known by a name that nobody can guess."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def begin(self, text: str) -> str:
        """Keep the first piece of a file, and return its name."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._check_room(len(text))
        kept = sorted(self.folder.glob("*.txt"), key=lambda path: path.stat().st_mtime)
        old = [path for path in kept if time.time() - path.stat().st_mtime > _KEPT_SECONDS]
        for path in {*old, *kept[: max(0, len(kept) - _MOST_FILES + 1)]}:
            path.unlink(missing_ok=True)
        name = uuid4().hex
        (self.folder / f"{name}.txt").write_text(text, encoding="utf-8")
        return name

    def add(self, name: str, text: str) -> int:
        """Add a piece to a file, and return its size."""
        path = self.path(name)
        size = path.stat().st_size + len(text.encode())
        if size > MOST_BYTES:
            path.unlink(missing_ok=True)
            raise HistoryError(
                f"the file is larger than {bytes_text(MOST_BYTES)}; review it with `riverboat review FILE`, or in parts"
            )
        self._check_room(len(text))
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
        return size

    def _check_room(self, size: int) -> None:
        """Raise where a piece would fill the disk, on which others write too."""
        free = disk_usage(self.folder).free
        if free < _LEFT_FREE + size:
            raise FileAccessError(
                f"the disk of '{self.folder}' has {bytes_text(free)} left, and uploads leave {bytes_text(_LEFT_FREE)}; "
                "remove reviews that are done, or other files"
            )

    def path(self, name: str) -> Path:
        """Return where a file is."""
        path = self.folder / f"{name}.txt"
        if not (name.isascii() and name.isalnum()) or not path.is_file():
            raise NoEntryError(f"there is no upload {name[:40]!r}; it may be too old: drop the file again")
        return path
