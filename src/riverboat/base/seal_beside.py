"""The checksum of a file that others change in place, such as SQLite's: in a file beside it whenever nobody writes.

It is removed before the file changes and written again afterwards; without it, as after a process was killed or in
folders of before, the file is taken as it is.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from riverboat.base.files import write_whole
from riverboat.errors import FileFormatError


def seal(path: Path) -> None:
    """Write the checksum of a file that is not written to any more."""
    with suppress(OSError):  # a full disk: the index goes without
        write_whole(_beside(path), [_checksum(path).encode()])


def unseal(path: Path) -> None:
    """Remove the checksum of a file that is about to change."""
    _beside(path).unlink(missing_ok=True)


def check_seal(path: Path) -> None:
    """Raise if a file is not what its checksum says; somebody who writes meanwhile is no damage."""
    known = _sealed(path)
    while known is not None and known != _checksum(path):
        again = _sealed(path)
        if again == known:
            raise FileFormatError(
                f"'{path}' is damaged: its checksum does not match; put a good copy of the folder in its place"
            )
        known = again


def _sealed(path: Path) -> str | None:
    try:
        return _beside(path).read_text("ascii", errors="replace")
    except OSError:
        return None


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.sha256")
