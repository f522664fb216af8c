"""Files of arrays: round trips, damage, and writes that fail half-way."""

import errno
import json
import os
from pathlib import Path

import numpy as np
import pytest

from riverboat.base import files
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.base.layout.coded import BLOCK, CODINGS, encoded, most_bytes
from riverboat.base.layout.header import header_bytes
from riverboat.errors import FileAccessError, FileFormatError


def write(path: Path, **arrays: np.ndarray) -> None:
    write_arrays(path, arrays, kind="test", version=1, metadata={"made_by": "a test", "name": "é♠"})


def read(path: Path) -> ArrayFile:
    return ArrayFile(path, kind="test", max_version=1)


@pytest.mark.parametrize(
    "dtype", ["f8", "f4", "f2", "i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "?", ">f4", ">i2"]
)
def test_round_trip(tmp_path: Path, dtype: str) -> None:
    path = tmp_path / "arrays"
    given = {
        "matrix": np.arange(6).reshape(2, 3).astype(dtype),
        "columns": np.asfortranarray(np.arange(6).reshape(2, 3).astype(dtype)),
        "every_other": np.arange(10).astype(dtype)[::2],
        "empty": np.zeros((0, 3), dtype),
        "number": np.array(1, dtype),
    }
    write(path, **given)
    file = read(path)
    file.verify()
    for name, array in given.items():
        assert file[name].shape == array.shape
        assert file[name].dtype == array.dtype.newbyteorder("<")
        assert np.array_equal(file[name], array)
        assert not file[name].flags.writeable
    assert file.metadata["made_by"] == "a test"
    assert file.metadata["name"] == "é♠"
    assert "matrix" in file
    assert "other" not in file
    with pytest.raises(FileFormatError, match="no array 'other'; it has matrix, columns"):
        file["other"]


def test_the_layout_is_that_of_safetensors(tmp_path: Path) -> None:
    write(tmp_path / "arrays", a=np.array([1, 2], np.uint16), b=np.array([0.5], np.float32))
    content = (tmp_path / "arrays").read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + length])
    assert header["a"] == {"dtype": "U16", "shape": [2], "data_offsets": [0, 4]}
    assert header["b"] == {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}
    assert all(isinstance(value, str) for value in header["__metadata__"].values())
    assert (8 + length) % 8 == 0
    assert content[8 + length :] == b"\x01\x00\x02\x00\x00\x00\x00\x3f"


def test_no_arrays(tmp_path: Path) -> None:
    write(tmp_path / "none")
    read(tmp_path / "none").verify()
    write(tmp_path / "empty", a=np.zeros(0))
    assert read(tmp_path / "empty")["a"].shape == (0,)


@pytest.mark.parametrize("array", [np.zeros(1, complex), np.array(["a"]), np.array([None])])
def test_dtypes_that_a_file_cannot_hold(tmp_path: Path, array: np.ndarray) -> None:
    with pytest.raises(FileFormatError, match="array 'a' has dtype"):
        write(tmp_path / "a", a=array)
    with pytest.raises(FileFormatError, match="__metadata__"):
        write(tmp_path / "a", __metadata__=np.zeros(1))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"1234567",
        b"not a file of arrays at all, but text",
        b"\x02\0\0\0\0\0\0\0{}",
        b"\x02\0\0\0\0\0\0\0[]",
        b"\x04\0\0\0\0\0\0\0null",
        b"\x03\0\0\0\0\0\0\0\xff\xfe\xfd",
        b'\x13\0\0\0\0\0\0\0{"__metadata__":[]}',
        b'\x13\0\0\0\0\0\0\0{"__metadata__":{}}',
        b"\xff" * 100,
        b"\0" * 100,
    ],
)
def test_files_of_something_else(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "something"
    path.write_bytes(content)
    with pytest.raises(FileFormatError, match=str(path)):
        read(path)


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        read(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "nowhere" / "a", a=np.zeros(1))


def test_damaged_data_is_found_by_verify_and_a_damaged_header_at_once(tmp_path: Path) -> None:
    path = tmp_path / "arrays"
    write(path, first=np.arange(5.0), second=np.arange(5.0))
    content = bytearray(path.read_bytes())
    content[-1] ^= 0x10
    path.write_bytes(content)
    file = read(path)
    with pytest.raises(FileFormatError, match=f"array 'second' of '{path}' is damaged"):
        file.verify()
    content[content.index(b"a test")] ^= 1
    path.write_bytes(content)
    with pytest.raises(FileFormatError, match=f"header of '{path}' is damaged"):
        read(path)


def test_pieces_make_the_same_file(tmp_path: Path) -> None:
    numbers = np.arange(10, dtype=np.float32).reshape(5, 2)
    write(tmp_path / "whole", a=numbers, b=np.uint8([1, 2]))
    pieces = files.Pieces(numbers.dtype, numbers.shape, (row for row in numbers))
    write(tmp_path / "pieces", a=pieces, b=np.uint8([1, 2]))
    assert (tmp_path / "pieces").read_bytes() == (tmp_path / "whole").read_bytes()
    read(tmp_path / "pieces").verify()
    with pytest.raises(FileFormatError, match=r"pieces of array 'a' are 10 numbers; its shape is \(11,\)"):
        write(tmp_path / "pieces", a=files.Pieces(numbers.dtype, (11,), [numbers]))
    assert (tmp_path / "pieces").read_bytes() == (tmp_path / "whole").read_bytes()


# --- coded arrays -----------------------------------------------------------------------------------------------


def numbers(count: int) -> np.ndarray:
    """Numbers that compress, of which no two blocks are the same."""
    return (np.arange(count) // 7 % 200).astype(np.uint32)


def coded(path: Path, **arrays: np.ndarray) -> ArrayFile:
    write_arrays(path, arrays, kind="test", version=1, compress=True)
    return read(path)


@pytest.mark.parametrize("coding", ["lzma", "zlib"])
@pytest.mark.parametrize("count", [128, BLOCK // 4 - 1, BLOCK // 4, BLOCK // 4 + 1, 3 * BLOCK // 4 + 5])
def test_coded_arrays_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, coding: str, count: int
) -> None:
    monkeypatch.setattr(files, "coding_for", lambda nbytes: coding)
    noise = np.random.default_rng(1).integers(0, 256, 3 * BLOCK + 9, np.uint8)  # no block gets smaller
    given = {"a": numbers(count), "b": np.float32([[1, 2], [3, 4]]), "noise": noise, "none": np.zeros(0)}
    file = coded(tmp_path / "arrays", **given)
    for name, array in given.items():
        assert np.array_equal(file[name], array)
        assert (file[name].dtype, file[name].shape) == (array.dtype, array.shape)
        assert not file[name].flags.writeable
    assert file.length("a") == count
    file.verify()
    parts = read(tmp_path / "arrays").parts("a")
    parts.need(count - 3, count)
    assert parts.numbers[-3:].tolist() == given["a"][-3:].tolist()
    whole = (tmp_path / "arrays").read_bytes()
    pieces = files.Pieces(
        np.dtype(np.uint32), (count,), (given["a"][n : n + 999] for n in range(0, count, 999))
    )
    coded(tmp_path / "arrays", **{**given, "a": pieces})
    assert (tmp_path / "arrays").read_bytes() == whole


def test_coded_files_are_smaller_and_small_arrays_stay(tmp_path: Path) -> None:
    file = coded(tmp_path / "arrays", a=numbers(100_000), b=np.arange(3))
    assert (tmp_path / "arrays").stat().st_size < 20_000
    content = (tmp_path / "arrays").read_bytes()
    header = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
    assert header["a"]["coding"] == "lzma"
    assert "coding" not in header["b"]
    assert header["a"]["data_offsets"][1] % 8 == 0, "what comes next is aligned"
    assert file["b"].flags.aligned


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("size", [0, 1, BLOCK, 40 * BLOCK + 1])
def test_an_array_that_cannot_be_made_smaller_takes_no_more_than_was_foreseen(coding: str, size: int) -> None:
    """The header keeps room for that: were it more, its last digit would lie on the first array."""
    data = np.random.default_rng(0).bytes(size)
    assert sum(map(len, encoded([memoryview(data)], coding))) <= most_bytes(size)


def test_no_room_for_what_a_coded_array_holds_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coded(tmp_path / "arrays", a=numbers(40_000))
    file = read(tmp_path / "arrays")

    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("riverboat.base.layout.coded.np.empty", full)
    with pytest.raises(FileAccessError, match=r"memory ran out while reading array 'a' of '.*arrays'"):
        file["a"]


def test_only_blocks_that_are_needed_are_read(tmp_path: Path) -> None:
    file = coded(tmp_path / "arrays", a=numbers(BLOCK), b=np.arange(5))
    content = bytearray((tmp_path / "arrays").read_bytes())
    start = 8 + int.from_bytes(content[:8], "little")
    content[start + 40] ^= 255  # in the first of four blocks
    (tmp_path / "arrays").write_bytes(content)
    file = read(tmp_path / "arrays")
    parts = file.parts("a")
    parts.need(BLOCK // 4, BLOCK)
    assert np.array_equal(parts.numbers[BLOCK // 4 :], numbers(BLOCK)[BLOCK // 4 :])
    told = "array 'a' of '.*' is damaged: the checksum of block 0 does not match"
    for ask in (lambda: parts.need(0, 1), lambda: file["a"], lambda: file.mapped("a"), file.verify):
        with pytest.raises(FileFormatError, match=told):
            ask()
    assert file["b"].tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("place", range(0, 9_000, 97))
def test_any_damage_of_a_coded_array_is_told(tmp_path: Path, place: int) -> None:
    coded(tmp_path / "arrays", a=np.random.default_rng(0).integers(0, 3, 40_000).astype(np.uint8))
    content = bytearray((tmp_path / "arrays").read_bytes())
    start = 8 + int.from_bytes(content[:8], "little")
    content[start + place % (len(content) - start)] ^= 1 << place % 8
    (tmp_path / "arrays").write_bytes(content)
    file = read(tmp_path / "arrays")
    try:
        assert np.array_equal(
            file["a"], np.random.default_rng(0).integers(0, 3, 40_000)
        )  # zeros before the table
    except FileFormatError as problem:
        assert "array 'a' of" in str(problem)  # noqa: PT017
        assert "is damaged" in str(problem)  # noqa: PT017


@pytest.mark.parametrize(
    "change",
    [{"coding": "bz2"}, {"coding": 3}, {"coding": None}, {"coding": ["lzma"]}, {"shape": [10**12]}, {"shape": [3]},
     {"shape": [BLOCK * 10]}, {"dtype": "F64"}, {"data_offsets": [0, 8]}, {"data_offsets": [0, 0]}],
)  # fmt: skip
def test_a_header_that_says_something_else_of_a_coded_array_is_refused(tmp_path: Path, change: dict) -> None:
    """Its checksum is right: somebody wrote it so."""
    coded(tmp_path / "a", a=numbers(40_000))
    content = (tmp_path / "a").read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + length])
    header["a"] |= change
    meta = header.pop("__metadata__")
    (tmp_path / "a").write_bytes(header_bytes(header, meta) + content[8 + length :])
    with pytest.raises(FileFormatError, match="damaged"):
        read(tmp_path / "a")["a"]


# --- writes that fail -------------------------------------------------------------------------------------------


class FullDisk:
    """A file that takes a few bytes, then says that the disk is full."""

    def __init__(self, file: object, room: int) -> None:
        self.file, self.room = file, room

    def __enter__(self) -> "FullDisk":
        return self

    def __exit__(self, *args: object) -> None:
        self.file.close()

    def __getattr__(self, name: str) -> object:
        return getattr(self.file, name)

    def write(self, part: bytes) -> int:
        if len(part) > self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.room -= len(part)
        return self.file.write(part)


@pytest.mark.parametrize("broken", ["replace", "fsync", "chmod", "fdopen"])
@pytest.mark.parametrize("kind", [OSError(errno.EIO, "broken"), KeyboardInterrupt()])
def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str, kind: BaseException
) -> None:
    path = tmp_path / "arrays"
    write(path, a=np.arange(3))
    before = path.read_bytes()

    def fail(*args: object, **kwargs: object) -> None:
        raise kind

    opened = os.fdopen
    full = lambda *args: FullDisk(opened(*args), room=1000)  # noqa: E731
    monkeypatch.setattr(files.os, broken, full if broken == "fdopen" else fail)
    with pytest.raises(OSError if broken == "fdopen" else type(kind)):
        write(path, a=np.arange(1000))
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["arrays"]
    assert read(path)["a"].tolist() == [0, 1, 2]


def test_a_file_in_use_can_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "arrays"
    write(path, a=np.arange(3))
    old = read(path)
    write(path, a=np.arange(5))
    assert old["a"].tolist() == [0, 1, 2]
    assert read(path)["a"].tolist() == [0, 1, 2, 3, 4]
    assert path.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("a", {"data_offsets": [-8, 8]}),
        ("a", {"data_offsets": [8, 0]}),
        ("a", {"data_offsets": [0, 4]}),
        ("a", {"data_offsets": [0.0, 16.0]}),
        ("a", {"shape": [3]}),
        ("a", {"shape": [-2]}),
        ("a", {"shape": [[2]]}),
        ("a", {"dtype": "C64"}),
        ("__metadata__", {"version": "first"}),
        ("__metadata__", {"version": None}),
        ("__metadata__", {"kind": None}),
    ],
)
def test_a_header_that_does_not_hold_together_is_refused(tmp_path: Path, key: str, change: dict) -> None:
    """Its checksum is right: somebody wrote it so."""
    write(tmp_path / "a", a=np.arange(2.0))
    content = (tmp_path / "a").read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + length])
    header[key] |= change
    header[key] = {name: value for name, value in header[key].items() if value is not None}
    meta = header.pop("__metadata__")
    (tmp_path / "a").write_bytes(header_bytes(header, meta) + content[8 + length :])
    with pytest.raises(FileFormatError, match="is not a Riverboat file or is damaged"):
        read(tmp_path / "a").verify()


def test_a_header_of_nested_lists_is_refused(tmp_path: Path) -> None:
    text = b"[" * 100_000
    (tmp_path / "a").write_bytes(len(text).to_bytes(8, "little") + text)
    with pytest.raises(FileFormatError, match="is not a Riverboat file or is damaged"):
        read(tmp_path / "a")
