"""Configs and builds: what they refuse, and that a build which was stopped goes on where it was."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction import (
    AbstractionConfig,
    TableAbstraction,
    build_abstraction,
    open_abstraction,
    read_abstraction_config,
    shipped_abstractions,
)
from riverboat.abstraction.methods.lossless_classes import LosslessClasses
from riverboat.abstraction.methods.method import Buckets, Street, Work
from riverboat.abstraction.methods.strength_buckets import StrengthKMeans
from riverboat.errors import AbstractionError

TWO = '[preflop]\nmethod = "kmeans"\nbuckets = 8\n[flop]\nmethod = "lossless"\n'


@pytest.mark.parametrize("name", shipped_abstractions())
def test_shipped_configs_round_trip(name: str) -> None:
    config = read_abstraction_config(name)
    assert config.name == name
    assert not isinstance(config, AbstractionConfig) or len(config.methods) == 4
    assert read_abstraction_config(config.to_toml()) == config


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[preflop]\nmethod = "kmeans"\nbuckets = 0', "buckets of the preflop.*is 0.*from 1 to 169"),
        ('[preflop]\nmethod = "kmeans"\nbuckets = 170', "is 170.*from 1 to 169"),
        ('[preflop]\nmethod = "kmeans"\nbuckets = "many"', "is 'many'.*whole number"),
        ('[preflop]\nmethod = "kmean"\nbuckets = 8', "method 'kmean' of the preflop.*did you mean 'kmeans'"),
        ('[preflop]\nmethod = "kmeans"', "preflop has no buckets"),
        ('[preflop]\nmethod = "kmeans"\nbukets = 8', "'bukets'.*did you mean 'buckets'"),
        ('[preflop]\nmethod = "lossless"\nbuckets = 8', "'buckets'.*takes none"),
        (
            '[flop]\nmethod = "lossless"\n[preflop]\nmethod = "lossless"',
            "flop, preflop; they must be in order",
        ),
        ('[preflop]\nmethod = "lossless"\n[turn]\nmethod = "lossless"', "without gaps"),
        ('[preflop]\nmethod = "lossless"\n[rivver]\nmethod = "lossless"', "did you mean 'river'"),
        ('name = "x"\n', "streets of the config are none"),
        ("preflop = 3\n", "preflop has no method"),
        ('seed = -1\n[preflop]\nmethod = "lossless"', "seed is -1"),
        ("[preflop\n", "not valid TOML"),
        ("ehs-201", "those that ship are.*did you mean 'ehs-200'"),
    ],
)
def test_bad_configs(text: str, message: str) -> None:
    with pytest.raises(AbstractionError, match=message):
        read_abstraction_config(text)


@pytest.mark.parametrize("given", [5, None, b"ehs-200"])
def test_what_is_no_config(given: object) -> None:
    with pytest.raises(AbstractionError, match="is not a config of an abstraction; give a name"):
        build_abstraction(given)  # type: ignore[call-overload]
    with pytest.raises(AbstractionError, match="of the preflop is unknown; methods are lossless"):
        AbstractionConfig("mine", (given,))  # type: ignore[arg-type]


def test_a_place_where_no_file_can_be_is_refused_before_the_build(tmp_path: Path) -> None:
    """Tyche at full size would take minutes, so this ends in time only if it is asked first."""
    with pytest.raises(AbstractionError, match="is a folder; give a file"):
        build_abstraction("tyche", tmp_path)
    with pytest.raises(AbstractionError, match="'nowhere', which is not a folder"):
        build_abstraction("tyche", "nowhere/tyche.abstraction")
    assert list(tmp_path.iterdir()) == []


def test_build_into_a_file(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    made = build_abstraction(TWO, tmp_path / "two", progress=lambda *done: told.append(done))
    again = open_abstraction(tmp_path / "two")
    assert made.counts == again.counts == (8, 1286792)
    assert read_abstraction_config(again.config) == read_abstraction_config(TWO)
    assert told[-1] == (1000, 1000)
    assert told == sorted(told)
    assert [path.name for path in tmp_path.iterdir()] == ["two"]


def test_a_stopped_build_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C before the flop is ready keeps nothing of it; before preflop, the flop is not built again."""
    built: list[str] = []

    def lossless(self: LosslessClasses, street: Street, work: Work) -> Buckets:
        built.append(street.name)
        return Buckets(np.arange(street.classes, dtype=np.uint32), street.classes)

    def stop(self: StrengthKMeans, street: Street, work: Work) -> Buckets:
        raise KeyboardInterrupt

    monkeypatch.setattr(LosslessClasses, "build", lossless)
    with monkeypatch.context() as patch:
        patch.setattr(StrengthKMeans, "build", stop)
        with pytest.raises(KeyboardInterrupt):
            build_abstraction(TWO, tmp_path / "two")
    assert not (tmp_path / "two").exists()
    with pytest.raises(AbstractionError, match=r"two\.parts' holds streets of another config"):
        build_abstraction(TWO.replace("8", "9"), tmp_path / "two")
    made = build_abstraction(TWO, tmp_path / "two")
    assert built == ["flop"]
    assert all(np.array_equal(a, b) for a, b in zip(made.tables, build_abstraction(TWO).tables, strict=True))


def test_a_damaged_part_is_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(TableAbstraction, "save", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            build_abstraction(TWO, tmp_path / "two")
    part = tmp_path / "two.parts" / "flop"
    data = bytearray(part.read_bytes())
    data[-1] ^= 1
    part.write_bytes(data)
    with pytest.warns(RuntimeWarning, match=r"two\.parts/flop' is made again: .*checksum"):
        assert open_abstraction_counts(tmp_path) == (8, 1286792)


KILLED = """
import sys, time
from riverboat.abstraction import build_abstraction

def wait(done, total):
    while done == 1000:  # the flop is ready, preflop is not begun
        time.sleep(1)

build_abstraction(sys.argv[1], sys.argv[2], progress=wait)
"""


def test_a_killed_build_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """kill -9 leaves a finished street; the next build makes only the rest, and the same bytes."""
    build_abstraction(TWO, tmp_path / "whole")
    command = [sys.executable, "-c", KILLED, TWO, str(tmp_path / "two")]
    with subprocess.Popen(command) as process:
        while not (tmp_path / "two.parts" / "flop").exists():
            assert process.poll() is None, "it ended before its time"
            time.sleep(0.02)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert not (tmp_path / "two").exists()
    monkeypatch.setattr(LosslessClasses, "build", lambda *_: pytest.fail("the flop is built again"))
    build_abstraction(TWO, tmp_path / "two")
    assert (tmp_path / "two").read_bytes() == (tmp_path / "whole").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["two", "whole"]


def open_abstraction_counts(folder: Path) -> tuple[int, ...]:
    made = build_abstraction(TWO, folder / "two")
    assert int(made.tables[1][-1]) == 1286791
    return made.counts
