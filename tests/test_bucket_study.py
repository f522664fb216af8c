"""The steps of the study of how many buckets pay, on a game of seconds: each writes what the next one reads."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.solvers.gpu.emulated import EmulatedCard

import riverboat as rb
from riverboat.evaluation import Figure
from riverboat.training import read_training_config

STUDY = Path(__file__).parents[1] / "benchmarks" / "studies" / "buckets" / "bucket_study.py"
FEW = ("--hands", "200", "--pieces", "0")


@pytest.fixture(scope="module")
def study() -> Any:
    spec = importlib.util.spec_from_file_location("bucket_study", STUDY)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where its processes look for their work
    spec.loader.exec_module(module)
    return module


def test_a_number_is_its_config(study: Any) -> None:
    assert study.config_of("2000").buckets == (169, 2000, 2000, 2000)
    assert study.config_of("leduc").buckets == (3, 15)


def test_steps_follow_each_other(
    study: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    study.main(["build", "leduc", "--out", "runs"])
    train = ("train", "leduc", "--minutes", "0.005", "--threads", "1", *FEW)
    study.main([*train, "--folder", "runs/a", "--tremble", "0.1", "--measure", "figures.jsonl"])
    study.main([*train, "--folder", "runs/b", "--least-belief", "0.3", "--seed", "1"])
    study.main(["measure", "runs/b", "--into", "figures.jsonl", "--processes", "8", *FEW])
    first, second = map(json.loads, Path("figures.jsonl").read_text().splitlines())
    assert (first["tremble"], second["tremble"], second["least_belief"]) == (0.1, 0.0, 0.3)
    assert (
        set(first["lbr"])
        == set(second["lbr"])
        == {"fc@round-1", "fcpa@round-1", "fcpa@round-2", "56@round-2"}
    )
    assert sum(first["opening"].values()) == pytest.approx(1, abs=1e-3)
    assert read_training_config("runs/b/config.toml").seed == 1

    study.main(["match", "runs/a", "runs/b", "--hands", "200", "--processes", "2", "--into", "figures.jsonl"])
    assert json.loads(Path("figures.jsonl").read_text().splitlines()[2])["won"]["hands"] == 200
    study.main(["publish", "runs/a", "a.strategy"])
    assert rb.open("a.strategy").files[0].provenance["iterations"] == first["iterations"]
    study.main(["chart", "figures.jsonl", "chart.svg"])
    assert "fcpa@round-2" in Path("chart.svg").read_text()

    capsys.readouterr()
    study.main([*train, "--folder", "runs/a", "--tremble", "0.1", "--measure", "figures.jsonl"])
    assert "measured already" in capsys.readouterr().out  # nor did it train on


def test_a_card_is_asked_by_the_process_that_trained_on_it(
    study: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("gpu.sampled_card", "sampled.engine"):
        monkeypatch.setattr(f"riverboat.solvers.{module}.open_card", lambda device="cuda": EmulatedCard())
    monkeypatch.setattr(study.multiprocessing, "get_context", None)  # forks know no card
    figures = tmp_path / "figures.jsonl"
    train = ("train", "leduc", "--folder", str(tmp_path / "a"), "--minutes", "0.005", "--device", "cuda")
    study.main([*train, "--measure", str(figures), "--processes", "8", *FEW])
    assert json.loads(figures.read_text())["lbr"]["fc@round-1"]["hands"] == 200


def test_parts_make_the_interval_of_the_whole(study: Any) -> None:
    assert study.together([Figure(1.0, 2.0), Figure(3.0, 2.0)]) == Figure(2.0, pytest.approx(2**0.5))


def test_a_chart_has_a_curve_for_each_menu(study: Any) -> None:
    figure = {"mean": 5.0, "half_width": None, "hands": 2}
    points = {500: {"fc": figure, "fcpa": figure}, 2000: {"fc": figure}}
    drawn = study.chart("mbb/h", points)
    assert [(curve.name, list(curve.xs)) for curve in drawn.curves] == [("fc", [500, 2000]), ("fcpa", [500])]
