"""Temporary files: those of processes that are gone are removed, and never one that is written to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from riverboat.base.files import write_whole
from riverboat.base.temporaries import MARK, open_temporary, remove_stale

KILLED = """
import os, signal, sys
from pathlib import Path
from riverboat.base.files import _write_beside
_write_beside(Path(sys.argv[1]), lambda file: (file.write(b"half"), file.flush(), os.kill(os.getpid(), signal.SIGKILL)))
"""


def temporaries(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if MARK in path.name]


def test_the_next_write_removes_what_a_killed_process_left(tmp_path: Path) -> None:
    path = tmp_path / "result.rb"
    write_whole(path, [b"old"])
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(temporaries(tmp_path)) == 1
    assert path.read_bytes() == b"old"
    write_whole(tmp_path / "other.rb", [b"new"])
    assert temporaries(tmp_path) == []


def test_a_file_that_is_written_to_stays(tmp_path: Path) -> None:
    file, name = open_temporary(tmp_path / "result.rb")
    write_whole(tmp_path / "other.rb", [b"new"])
    assert temporaries(tmp_path) == [Path(name).name]
    file.close()
    remove_stale(tmp_path)
    assert temporaries(tmp_path) == []


def test_files_of_others_stay(tmp_path: Path) -> None:
    names = [".result.rb.abc.tmp", "a.riverboat-x.tmp", ".a.riverboat-x", "notes.txt"]
    for name in names:
        (tmp_path / name).write_text("mine")
    os.symlink(tmp_path / "notes.txt", tmp_path / ".a.riverboat-link.tmp")
    remove_stale(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*names, ".a.riverboat-link.tmp"}


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    write_whole(tmp_path / ("x" * 255), [b"long"])
    assert (tmp_path / ("x" * 255)).read_bytes() == b"long"


@pytest.mark.parametrize("folder", ["nowhere", ""])
def test_a_folder_that_is_not_there_is_no_error(tmp_path: Path, folder: str) -> None:
    remove_stale(tmp_path / folder)
