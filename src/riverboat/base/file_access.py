"""What the system says of a file, in our words and our errors."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from riverboat.base.checks import shown
from riverboat.errors import FileAccessError, FileFormatError, FolderError, MissingFileError

_KINDS: Final = {errno.ENOENT: MissingFileError, errno.ENOTDIR: MissingFileError, errno.EISDIR: FolderError}
_NO_FILES: Final = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


@contextmanager
def accessing(path: object) -> Iterator[None]:
    """Turn what the system says of a file into our error, about the file that was asked for.

    >>> with accessing("spot.toml"):
    ...     raise FileNotFoundError(2, "No such file or directory", "/tmp/other")
    Traceback (most recent call last):
    ...
    riverboat.errors.MissingFileError: there is no file or folder 'spot.toml'; check its name
    """
    try:
        yield
    except FileAccessError:
        raise
    except OSError as problem:
        raise access_error(problem, path) from problem


def access_error(problem: OSError, path: object) -> FileAccessError:
    """Return our error for one of the system."""
    kind = _KINDS.get(problem.errno or 0, FileAccessError)
    what = problem.strerror or str(problem)
    ours = kind(
        f"there is no file or folder '{path}'; check its name"
        if kind is MissingFileError
        else f"{what}: '{path}'"
    )
    ours.errno, ours.strerror, ours.filename = problem.errno, problem.strerror, str(path)
    return ours


def path_of(source: object) -> Path:
    """Return a path that can be one of a file.

    >>> path_of(3)
    Traceback (most recent call last):
    ...
    riverboat.errors.FileAccessError: 3 is no path; give the name of a file, such as 'river.rb'
    """
    if isinstance(source, str | os.PathLike):
        name = os.fspath(source)
        if isinstance(name, str) and "\0" not in name:
            try:
                os.fsencode(name)
                return Path(name)
            except UnicodeError:
                pass
    raise FileAccessError(f"{shown(source)} is no path; give the name of a file, such as 'river.rb'")


def check_regular(path: Path) -> int:
    """Return the size of a file; raise unless it is a plain one: a pipe would be waited for, a device read for ever."""
    with accessing(path):
        found = os.stat(path)
    if not stat.S_ISREG(found.st_mode):
        what = _NO_FILES.get(stat.S_IFMT(found.st_mode), "no file")
        raise FileFormatError(f"'{path}' is {what}; give a file that Riverboat wrote")
    return found.st_size


def cache_folder() -> Path:
    """Return where tables are kept that are computed once: `RIVERBOAT_CACHE`, or riverboat in the user's cache."""
    named = os.environ.get("RIVERBOAT_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "riverboat"
