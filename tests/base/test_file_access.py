"""What is no plain file, and what the system says of files."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import numpy as np
import pytest

import riverboat as rb
from riverboat.base.file_access import accessing, path_of
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.base.seal_beside import check_seal, seal, unseal
from riverboat.base.sealed_json import read_sealed, sealed
from riverboat.base.toml_text import toml_table
from riverboat.errors import FileAccessError, FileFormatError, MissingFileError, RiverboatError, StrategyError


def test_what_is_no_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rb")
    (tmp_path / "folder.rb").mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s.rb"))
        for name, what in (("pipe.rb", "a pipe"), ("s.rb", "a socket")):
            with pytest.raises(RiverboatError, match=f"is {what}; give a file"):
                rb.open(tmp_path / name)
    with pytest.raises(StrategyError, match=r"there is no training run in '.*folder.rb'"):
        rb.open(tmp_path / "folder.rb")  # folders are training runs
    with pytest.raises(FileFormatError, match="is a device"):
        ArrayFile("/dev/zero", kind="test", max_version=1)


@pytest.mark.parametrize("source", [3, None, b"x", "a\0b", "\ud800", ["a"]])
def test_what_is_no_path(source: object) -> None:
    with pytest.raises(FileAccessError, match=r"is no path; give the name of a file, such as 'river\.rb'"):
        path_of(source)
    with pytest.raises(RiverboatError):
        rb.open(source)


def test_errors_of_the_system_are_ours_too(tmp_path: Path) -> None:
    with pytest.raises(MissingFileError, match="there is no file or folder"):
        rb.abstraction.open_abstraction(tmp_path / "nowhere")
    with pytest.raises(StrategyError, match="there is no file"):
        rb.open(tmp_path / "nowhere.rb")
    with pytest.raises(RiverboatError, match="too long"):
        rb.open("x" * 5000 + ".rb")
    with pytest.raises(FileAccessError, match="No space left") as problem, accessing("a.rb"):
        raise OSError(28, "No space left on device", "/other")
    assert (problem.value.errno, problem.value.filename) == (28, "a.rb")


def test_an_array_is_checked_when_it_is_first_used(tmp_path: Path) -> None:
    path = tmp_path / "arrays"
    write_arrays(path, {"a": np.arange(3), "b": np.arange(3)}, kind="test", version=1)
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    file = ArrayFile(path, kind="test", max_version=1)
    assert file["a"].tolist() == [0, 1, 2]
    assert len(file.mapped("b")) == file.length("b") == 3
    with pytest.raises(FileFormatError, match=r"array 'b' of .* is damaged"):
        file["b"]


def test_json_with_a_checksum(tmp_path: Path) -> None:
    path, data = tmp_path / "a.json", {"kind": "test", "won": 12.5}
    path.write_bytes(sealed(data))
    assert read_sealed(path, data) == data
    path.write_text('{"kind": "test", "won": 12.5}')  # of before there were checksums
    assert read_sealed(path, data) == data
    for text in (sealed(data).replace(b"12.5", b"13.5"), sealed(data).replace(b"checksum", b"checksun")):
        path.write_bytes(text)
        with pytest.raises(FileFormatError):
            read_sealed(path, data)


def test_a_checksum_beside_a_file(tmp_path: Path) -> None:
    path = tmp_path / "index"
    path.write_bytes(b"one")
    check_seal(path)  # there is none yet
    seal(path)
    check_seal(path)
    path.write_bytes(b"two")
    with pytest.raises(FileFormatError, match="its checksum does not match"):
        check_seal(path)
    unseal(path)
    check_seal(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = " + "[" * 100_000, "nested too deep"),
        ("a = " + "[" * 40 + "]" * 40, "nested too deep"),
        ("a = " + "9" * 5000, "too large"),
        ("a = 0x" + "f" * 5000, "more than 64 bits"),
        ("a = 9223372036854775808", "more than 64 bits"),
    ],
)
def test_toml_beyond_all_bounds(text: str, why: str) -> None:
    with pytest.raises(RiverboatError, match=f"the game is not valid TOML: .*{why}"):
        toml_table(text, "the game", RiverboatError, example="a = 1")
